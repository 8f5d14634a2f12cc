import { describe, expect, it, vi } from 'vitest';
import type { AskKeys, AskRows } from '../../../../src/renderer/screens/intake/item-pages.ts';
import { maxSelected } from '../../../../src/shared/selection.ts';
import { createItemPages } from '../../../../src/renderer/screens/intake/item-pages.ts';
import { item } from './some-item.ts';

function answering(): ReturnType<typeof vi.fn<AskRows>> {
  return vi.fn<AskRows>((group, offset, limit) =>
    Promise.resolve({
      ok: true,
      value: {
        rows: Array.from({ length: limit }, (_, index) => item(`${group}-${offset + index}`)),
        revision: 1,
        counts: {},
      },
    }),
  );
}

function keys(count: number): ReturnType<typeof vi.fn<AskKeys>> {
  return vi.fn<AskKeys>((group, cursor, limit) => {
    const from = Number(cursor ?? 0);
    const to = Math.min(from + limit, count);
    const rows = Array.from({ length: to - from }, (_, index) => item(`${group}-${String(from + index)}`));
    return Promise.resolve({ ok: true, value: { rows, ...(to < count ? { next: String(to) } : {}) } });
  });
}

describe('rows of the Intake table', () => {
  it('fetches only the pages in sight, each once', async () => {
    const ask = answering();
    const pages = createItemPages(ask, keys(0));
    pages.see('done', 50_010, 50_040);
    pages.see('done', 50_020, 50_050);
    await vi.waitFor(() => expect(pages.rowAt('done', 50_020)?.id).toBe('done-50020'));
    expect(ask.mock.calls).toEqual([['done', 50_000, 100]]);
    expect(pages.rowAt('done', 0)).toBeUndefined();
  });

  it('asks again for what is in sight and forgets the rest', async () => {
    const ask = answering();
    const pages = createItemPages(ask, keys(0));
    pages.see('done', 0, 10);
    await vi.waitFor(() => expect(pages.rowAt('done', 0)).toBeDefined());
    pages.see('done', 500, 510);
    await vi.waitFor(() => expect(pages.rowAt('done', 500)).toBeDefined());
    pages.refresh();
    expect(pages.rowAt('done', 0)).toBeUndefined();
    await vi.waitFor(() => expect(ask).toHaveBeenCalledTimes(3));
    expect(ask.mock.lastCall).toEqual(['done', 500, 100]);
  });

  it('tells listeners, and keeps the old rows when the engine cannot answer', async () => {
    const ask = answering();
    const pages = createItemPages(ask, keys(0));
    const told = vi.fn();
    pages.subscribe(told);
    pages.see('needs-you', 0, 3);
    await vi.waitFor(() => expect(told).toHaveBeenCalledOnce());
    ask.mockResolvedValueOnce({
      ok: false,
      fault: { code: 'journal-damaged', retry: 'later', owner: 'it', params: {} },
    });
    pages.refresh();
    await vi.waitFor(() => expect(ask).toHaveBeenCalledTimes(2));
    expect(pages.byId('needs-you-2')?.name).toBe('needs-you-2');
  });

  it('answers all rows of groups, in sight or not, and no more than a command takes', async () => {
    const counted: number[] = [];
    const rows = await createItemPages(answering(), keys(6_200)).all(
      ['done', 'needs-you'],
      (found) => counted.push(found) > 0,
    );
    expect(rows.size).toBe(12_400);
    expect([...rows.keys()].every((id) => id.startsWith('done') || id.startsWith('needs-you'))).toBe(true);
    expect(counted).toEqual([5_000, 6_200, 11_200, 12_400]);
    expect((await createItemPages(answering(), keys(200_000)).all(['done'], () => true)).size).toBe(maxSelected);
  });

  it('looks for no more rows once nobody wants them', async () => {
    const askKeys = keys(200_000);
    const rows = await createItemPages(answering(), askKeys).all(['done'], (found) => found < 10_000);
    expect(rows.size).toBe(10_000);
    expect(askKeys).toHaveBeenCalledTimes(2);
  });
});
