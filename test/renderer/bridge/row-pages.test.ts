import { describe, expect, it, vi } from 'vitest';
import type { Outcome } from '../../../src/shared/faults.ts';
import { createRowPages } from '../../../src/renderer/bridge/row-pages.ts';

interface Answer {
  readonly rows: readonly number[];
  readonly total: number;
}

const answered = (offset: number, limit: number, total: number): Outcome<Answer> => ({
  ok: true,
  value: { rows: Array.from({ length: Math.min(limit, total - offset) }, (_, at) => offset + at), total },
});

describe('rows of a long list', () => {
  it('asks for the first page at once and for others when they are seen', async () => {
    const ask = vi.fn((offset: number, limit: number) => Promise.resolve(answered(offset, limit, 10_000)));
    const pages = createRowPages<number, Answer>(200, ask);
    await vi.waitFor(() => expect(pages.newest()?.total).toBe(10_000));
    expect(pages.rowAt(0)).toBe(0);
    expect(pages.rowAt(9_999)).toBeUndefined();
    pages.see(9_990, 9_999);
    await vi.waitFor(() => expect(pages.rowAt(9_999)).toBe(9_999));
    expect(ask).toHaveBeenCalledTimes(2);
  });

  it('keeps only what is in sight when it is asked anew', async () => {
    const ask = vi.fn((offset: number, limit: number) => Promise.resolve(answered(offset, limit, 1_000)));
    const pages = createRowPages<number, Answer>(100, ask);
    await vi.waitFor(() => expect(pages.rowAt(0)).toBe(0));
    pages.see(500, 520);
    await vi.waitFor(() => expect(pages.rowAt(500)).toBe(500));
    pages.refresh();
    expect(pages.rowAt(0)).toBeUndefined();
    expect(pages.loaded()[0]).toBe(500);
  });

  it('asks a page once at a time, and once more where it was wanted meanwhile', async () => {
    const waiting: ((answer: Outcome<Answer>) => void)[] = [];
    const ask = vi.fn(
      () =>
        new Promise<Outcome<Answer>>((resolve) => {
          waiting.push(resolve);
        }),
    );
    const pages = createRowPages<number, Answer>(10, ask);
    pages.refresh();
    pages.refresh();
    expect(ask).toHaveBeenCalledTimes(1);
    waiting[0]?.(answered(0, 10, 1));
    await vi.waitFor(() => expect(ask).toHaveBeenCalledTimes(2));
    waiting[1]?.(answered(0, 10, 2));
    await vi.waitFor(() => expect(pages.newest()?.total).toBe(2));
    expect(ask).toHaveBeenCalledTimes(2);
  });
});
