import { describe, expect, it, vi } from 'vitest';
import type { AskRows } from '../../../../src/renderer/screens/intake/item-pages.ts';
import { mostSelected } from '../../../../src/shared/selection.ts';
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

describe('rows of the Intake table', () => {
  it('fetches only the pages in sight, each once', async () => {
    const ask = answering();
    const pages = createItemPages(ask);
    pages.see('done', 50_010, 50_040);
    pages.see('done', 50_020, 50_050);
    await vi.waitFor(() => expect(pages.rowAt('done', 50_020)?.id).toBe('done-50020'));
    expect(ask.mock.calls).toEqual([['done', 50_000, 100]]);
    expect(pages.rowAt('done', 0)).toBeUndefined();
  });

  it('asks again for what is in sight and forgets the rest', async () => {
    const ask = answering();
    const pages = createItemPages(ask);
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
    const pages = createItemPages(ask);
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
    const short = vi.fn<AskRows>((group, offset, limit) => {
      const rows = Array.from({ length: 1_200 }, (_, index) => item(`${group}-${String(index)}`));
      return Promise.resolve({
        ok: true,
        value: { rows: rows.slice(offset, offset + limit), revision: 1, counts: {} },
      });
    });
    const counted: number[] = [];
    const rows = await createItemPages(short).all(['done', 'needs-you'], (found) => counted.push(found) > 0);
    expect(rows.size).toBe(2_400);
    expect([...rows.keys()].every((id) => id.startsWith('done') || id.startsWith('needs-you'))).toBe(true);
    expect(counted).toEqual([1_000, 1_200, 2_200, 2_400]);
    expect((await createItemPages(answering()).all(['done'], () => true)).size).toBe(mostSelected);
  });

  it('looks for no more rows once nobody wants them', async () => {
    const ask = answering();
    const rows = await createItemPages(ask).all(['done'], (found) => found < 2_000);
    expect(rows.size).toBe(2_000);
    expect(ask).toHaveBeenCalledTimes(2);
  });
});
