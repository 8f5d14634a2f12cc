import { describe, expect, it, vi } from 'vitest';
import type { AskRows } from '../../../../src/renderer/screens/intake/item-pages.ts';
import { createItemPages } from '../../../../src/renderer/screens/intake/item-pages.ts';
import type { ItemView } from '../../../../src/shared/views.ts';

function item(id: string): ItemView {
  return {
    id,
    sourceId: 'drop',
    connectionId: 'c',
    projectId: 'p',
    path: `/in/${id}`,
    name: id,
    size: 1,
    sha256: null,
    stage: 'held',
    paused: false,
    fileId: null,
    documents: [],
    exports: [],
    fault: null,
    duplicateOf: null,
    takenInAt: 0,
    updatedAt: 0,
    externalId: null,
    mediaType: null,
  };
}

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
    const rows = await createItemPages(short).all(['done', 'needs-you']);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(2_400);
    expect(rows.every(({ id }) => id.startsWith('done') || id.startsWith('needs-you'))).toBe(true);
    expect(await createItemPages(answering()).all(['done'])).toHaveLength(10_000);
  });
});
