import { describe, expect, test } from 'vitest';
import { createProgressMeter } from '../../../src/main/engine/events/progress.ts';

function createMeter() {
  let present = 1_000_000;
  const meter = createProgressMeter(() => present);
  return { meter, pass: (ms: number) => void (present += ms) };
}

describe('how far uploads are', () => {
  test('counts the bytes that have left before a file is at the service, each of them once', () => {
    const { meter, pass } = createMeter();
    meter.accepted('large', 10_000);
    meter.begin({ id: 'large', name: 'large.pdf', size: 10_000 });
    meter.left('large', 0);
    meter.left('large', 4_000);
    expect(meter.read()).toMatchObject({ bytesTotal: 10_000, bytesSent: 4_000, inFlight: [{ sent: 4_000 }] });
    pass(1_000);
    meter.left('large', 6_000);
    expect(meter.read()).toMatchObject({ bytesSent: 6_000, bytesPerSecond: 6_000 });
    meter.end('large', true);
    expect(meter.read()).toMatchObject({ bytesTotal: 10_000, bytesSent: 10_000, inFlight: [], secondsLeft: 0 });
  });

  test('an attempt that failed has sent nothing, nor has one that begins anew', () => {
    const { meter } = createMeter();
    meter.accepted('a', 10_000);
    meter.begin({ id: 'a', name: 'a.pdf', size: 10_000 });
    meter.left('a', 8_000);
    meter.left('a', 0);
    expect(meter.read().bytesSent).toBe(0);
    meter.left('a', 3_000);
    meter.end('a', false);
    expect(meter.read()).toMatchObject({ bytesTotal: 10_000, bytesSent: 0, inFlight: [] });
  });

  test('says how much time is left once the bytes were watched for two seconds', () => {
    const { meter, pass } = createMeter();
    meter.accepted('a', 100_000);
    meter.begin({ id: 'a', name: 'a.pdf', size: 100_000 });
    meter.left('a', 100);
    pass(500);
    expect(meter.read()).toMatchObject({ bytesPerSecond: 100, secondsLeft: null });
    meter.left('a', 20_000);
    pass(1_500);
    expect(meter.read()).toMatchObject({ bytesPerSecond: 10_000, secondsLeft: 8 });
  });

  test('names no rate when there is nothing left to send', () => {
    const { meter, pass } = createMeter();
    meter.accepted('a', 100);
    meter.begin({ id: 'a', name: 'a.pdf', size: 100 });
    meter.end('a', true);
    pass(1_000);
    expect(meter.read()).toMatchObject({ bytesPerSecond: 0, secondsLeft: 0, bytesSent: 100 });
  });

  test('what is dropped is not waited for', () => {
    const { meter } = createMeter();
    meter.accepted('a', 100);
    meter.accepted('b', 50);
    meter.dropped(50);
    expect(meter.read()).toMatchObject({ bytesTotal: 100, bytesSent: 0 });
  });
});
