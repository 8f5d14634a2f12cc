import { describe, expect, it, vi } from 'vitest';
import type { AskExports } from '../../../../src/renderer/screens/exports/export-pages.ts';
import { createExportPages } from '../../../../src/renderer/screens/exports/export-pages.ts';
import type { ExportView } from '../../../../src/shared/views.ts';

function view(id: string): ExportView {
  return {
    id,
    documentId: `d-${id}`,
    connectionId: 'c',
    projectId: 'p',
    title: id,
    documentState: 'done',
    state: 'written',
    path: `/out/${id}.xml`,
    folder: '/out',
    size: 1,
    sha256: null,
    plannedAt: 0,
    writtenAt: 0,
    reportTransfer: false,
    fault: null,
    answerDueAt: null,
    answer: null,
    reportedAt: null,
    beside: [],
    originalSha256: null,
  };
}

function answering(total: number): ReturnType<typeof vi.fn<AskExports>> {
  return vi.fn<AskExports>((offset, limit) =>
    Promise.resolve({
      ok: true,
      value: {
        rows: Array.from({ length: Math.min(limit, total - offset) }, (_, index) => view(`${offset + index}`)),
        total,
        counts: { written: total },
        revision: 1,
      },
    }),
  );
}

describe('pages of exports', () => {
  it('ask for the first page at once, which tells how many there are', async () => {
    const pages = createExportPages(answering(100_000));
    expect(pages.totals()).toBeNull();
    await vi.waitFor(() => expect(pages.totals()).toMatchObject({ total: 100_000, counts: { written: 100_000 } }));
    expect(pages.rowAt(99)?.id).toBe('99');
    expect(pages.rowAt(100)).toBeUndefined();
  });

  it('load only what is in sight after a jump, each page once', async () => {
    const ask = answering(100_000);
    const pages = createExportPages(ask);
    pages.see(98_950, 99_010);
    pages.see(98_960, 99_020);
    await vi.waitFor(() => expect(pages.byId('99010')).toBeDefined());
    expect(ask.mock.calls.map(([offset]) => offset)).toEqual([0, 98_900, 99_000]);
    expect(pages.rowAt(50_000)).toBeUndefined();
  });

  it('forget what is out of sight when they are refreshed, and ask again for the rest', async () => {
    const ask = answering(1_000);
    const pages = createExportPages(ask);
    await vi.waitFor(() => expect(pages.rowAt(0)).toBeDefined());
    pages.see(500, 520);
    await vi.waitFor(() => expect(pages.rowAt(500)).toBeDefined());
    ask.mockClear();
    const changed = vi.fn();
    const stop = pages.subscribe(changed);
    pages.refresh();
    expect(pages.rowAt(0)).toBeUndefined();
    expect(ask.mock.calls.map(([offset]) => offset)).toEqual([500]);
    await vi.waitFor(() => expect(changed).toHaveBeenCalledOnce());
    stop();
  });

  it('keep their rows and say why where the engine has no answer', async () => {
    const ask = answering(10);
    const pages = createExportPages(ask);
    await vi.waitFor(() => expect(pages.rowAt(0)).toBeDefined());
    const fault = { code: 'internal', retry: 'after-person', owner: 'it', params: {} } as const;
    ask.mockResolvedValueOnce({ ok: false, fault });
    pages.refresh();
    await vi.waitFor(() => expect(pages.fault()).toEqual(fault));
    expect(pages.rowAt(0)?.id).toBe('0');
    pages.refresh();
    await vi.waitFor(() => expect(pages.fault()).toBeNull());
  });
});
