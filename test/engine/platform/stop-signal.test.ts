import { describe, expect, test } from 'vitest';
import { createStop } from '../../../src/main/engine/platform/stop-signal.ts';

describe('a stop', () => {
  test('tells each listener once, and says so afterwards', () => {
    const { signal, abort } = createStop();
    const told: string[] = [];
    const one = (): void => void told.push('one');
    signal.addEventListener('abort', one, { once: true });
    signal.addEventListener('abort', one);
    signal.addEventListener('abort', () => told.push('two'));
    expect(signal.aborted).toBe(false);
    abort();
    abort();
    expect(told).toEqual(['one', 'two']);
    expect(signal.aborted).toBe(true);
    expect(signal.reason).toBeInstanceOf(Error);
  });

  test('tells nobody who went away, also while the others are told, and nobody who came too late', () => {
    const { signal, abort } = createStop();
    const told: string[] = [];
    const gone = (): void => void told.push('gone');
    const late = (): void => void told.push('late');
    signal.addEventListener('abort', gone);
    signal.removeEventListener('abort', gone);
    signal.addEventListener('abort', () => {
      signal.removeEventListener('abort', second);
      signal.addEventListener('abort', late);
    });
    const second = (): void => void told.push('second');
    signal.addEventListener('abort', second);
    signal.addEventListener('abort', () => told.push('third'));
    abort();
    expect(told).toEqual(['third']);
  });

  test('does what an AbortSignal does to the same listeners', () => {
    const controller = new AbortController();
    const stop = createStop();
    const run = (signal: typeof stop.signal, abort: () => void): string[] => {
      const told: string[] = [];
      const a = (): void => void told.push(`a ${signal.aborted}`);
      signal.addEventListener('abort', a, { once: true });
      signal.addEventListener('abort', () => told.push('b'));
      abort();
      signal.addEventListener('abort', () => told.push('after'));
      abort();
      return told;
    };
    expect(run(stop.signal, stop.abort)).toEqual(run(controller.signal, () => controller.abort()));
  });
});
