import { describe, expect, it } from 'vitest';
import { fault } from '../../../src/main/engine/faults/fault.ts';
import type { ItemGroup } from '../../../src/shared/views.ts';
import { activityViewSchema } from '../../../src/shared/activity-views.ts';
import { itemSummarySchema } from '../../../src/shared/views.ts';
import {
  added,
  committed,
  linked,
  moved,
  noon,
  openTestJournal,
  someDocument,
  someExport,
  someItem,
} from './journal-fixtures.ts';

async function station() {
  const { journal } = await openTestJournal();
  const items = Array.from({ length: 8 }, (_, index) => someItem({ name: `file ${String(index)}.pdf` }));
  const ids = items.map(({ id }) => id);
  const [, sent = '', tracked = '', held = '', settled = '', stuck = '', unwritten = '', cancelled = ''] = ids;
  const review = someDocument({ state: 'reviewRequired' });
  const done = someDocument({ state: 'done', title: 'Rechnung 7' });
  const record = someExport({ documentId: done.id, state: 'held' });
  await committed(
    journal,
    ...items.map((item) => added(item)),
    moved(sent, 'accepted', 'uploading'),
    moved(tracked, 'accepted', 'tracking'),
    moved(held, 'accepted', 'held'),
    moved(settled, 'accepted', 'settled'),
    moved(stuck, 'accepted', 'settled'),
    moved(unwritten, 'accepted', 'settled'),
    moved(cancelled, 'accepted', 'cancelled'),
    { kind: 'document-seen', document: review, at: noon },
    { kind: 'document-seen', document: done, at: noon },
    ...[stuck, cancelled].map((itemId) => linked(review.id, itemId)),
    linked(done.id, unwritten),
    { kind: 'export-added', export: record },
  );
  const names = async (group: ItemGroup, doneSince?: number): Promise<readonly string[]> => {
    const page = await journal.items({ group, doneSince, limit: 50, order: 'oldest' });
    const jumped = await journal.items({ group, doneSince, limit: 50, order: 'oldest', offset: 0 });
    expect(jumped.rows).toEqual(page.rows);
    expect(jumped.total).toBe(page.rows.length);
    const keys = await journal.itemKeys({ group, doneSince, limit: 50, order: 'oldest' });
    expect(keys).toEqual({ rows: page.rows.map(({ id, stage, paused }) => ({ id, stage, paused })) });
    return page.rows.map(({ name }) => name.slice(5, 6));
  };
  return { journal, names, record, done };
}

describe('groups of items', () => {
  it('are counted for those who watch over stations, with the reasons of what is held', async () => {
    const { journal } = await openTestJournal();
    expect(await journal.figures()).toEqual({ stages: {}, held: {}, oldestAt: null });
    const items = Array.from({ length: 4 }, () => someItem());
    const [first = '', second = '', , fourth = ''] = items.map(({ id }) => id);
    await committed(
      journal,
      ...items.map((item, index) => ({ ...added(item), trail: [{ stage: 'accepted' as const, at: noon + index }] })),
      { ...moved(first, 'accepted', 'held'), set: { fault: fault('file-damaged', {}) } },
      { ...moved(second, 'accepted', 'held'), set: { fault: fault('file-damaged', {}) } },
      moved(fourth, 'accepted', 'settled'),
    );
    expect(await journal.figures()).toEqual({
      stages: { accepted: 1, held: 2, settled: 1 },
      held: { 'file-damaged': 2 },
      oldestAt: noon + 2,
    });
  });

  it('say what happens next, and the counters agree', async () => {
    const { journal, names } = await station();
    expect(await names('waiting')).toEqual(['0']);
    expect(await names('sending')).toEqual(['1']);
    expect(await names('processing')).toEqual(['2']);
    expect(await names('on-its-way')).toEqual(['0', '1', '2']);
    expect(await names('needs-you')).toEqual(['3', '5', '6']);
    expect(await names('done')).toEqual(['4', '7']);
    expect(await names('done', noon + 100)).toEqual(['4', '7']);
    expect(await names('done', noon + 101)).toEqual([]);
    const counts = { waiting: 1, sending: 1, processing: 1, needsYou: 3, done: 2 };
    const summary = itemSummarySchema.parse(await journal.itemSummary({ doneSince: noon }));
    expect(summary).toMatchObject(counts);
    expect(await journal.itemSummary({ doneSince: noon, search: 'FILE' })).toEqual(summary);
    expect(await journal.itemSummary({ doneSince: noon, projectId: 'invoices' })).toEqual(summary);
    expect(await journal.itemSummary({ doneSince: noon + 101, search: 'file 3' })).toMatchObject({
      waiting: 0,
      needsYou: 1,
      done: 0,
    });
  });

  it('of another project are empty', async () => {
    const { journal } = await station();
    const page = await journal.items({ group: 'on-its-way', projectId: 'other', limit: 5, offset: 0 });
    expect(page).toMatchObject({ rows: [], total: 0 });
    expect(await journal.itemSummary({ doneSince: noon, projectId: 'other' })).toMatchObject({
      waiting: 0,
      needsYou: 0,
    });
  });

  it('hold together with a search, also where a table jumps', async () => {
    const { journal } = await station();
    const page = await journal.items({ group: 'needs-you', search: 'file', offset: 1, limit: 1 });
    expect(page.rows.map(({ name }) => name)).toEqual(['file 5.pdf']);
    expect(page.total).toBe(3);
  });
});

describe('a table that jumps', () => {
  it('shows the same rows from either end, in both orders', async () => {
    const { journal } = await station();
    for (const order of ['newest', 'oldest'] as const) {
      const all = await journal.items({ limit: 50, order });
      for (let offset = 0; offset <= 9; offset += 1) {
        const page = await journal.items({ limit: 3, order, offset });
        expect(page.rows).toEqual(all.rows.slice(offset, offset + 3));
        expect(page.total).toBe(8);
      }
    }
  });
});

describe('reports', () => {
  it('are named whole, slice after slice, in both orders', async () => {
    const { journal } = await station();
    for (const order of ['newest', 'oldest'] as const) {
      const all = await journal.items({ limit: 50, order });
      const first = await journal.itemKeys({ limit: 5, order });
      const second = await journal.itemKeys({
        limit: 5,
        order,
        ...(first.next === undefined ? {} : { cursor: first.next }),
      });
      expect([...first.rows, ...second.rows].map(({ id }) => id)).toEqual(all.rows.map(({ id }) => id));
      expect(second.next).toBeUndefined();
    }
  });

  it('say which wait for a password, in whatever order the parts of a fault were written', async () => {
    const { journal } = await openTestJournal();
    const items = (['pdf-password', 'file-damaged'] as const).map((code) => {
      const { params, ...reason } = fault(code);
      return someItem({ fault: { params, owner: reason.owner, retry: reason.retry, code } });
    });
    for (const item of items) await committed(journal, added(item, 'held'));
    const keys = await journal.itemKeys({ limit: 5, order: 'oldest' });
    expect(keys.rows.map(({ id, locked }) => [id, locked])).toEqual([
      [items[0]?.id, true],
      [items[1]?.id, undefined],
    ]);
  });

  it('count what came in, settled and was held', async () => {
    const { journal } = await station();
    const view = activityViewSchema.parse(
      await journal.activity({ from: noon - 3_600_000, to: noon + 3_600_000, bucket: 'hour' }),
    );
    const sum = (name: 'takenIn' | 'settled' | 'held') => view.buckets.reduce((all, each) => all + each[name], 0);
    expect([sum('takenIn'), sum('settled'), sum('held')]).toEqual([8, 3, 1]);
    expect(view).toMatchObject({ medianMs: 100, p95Ms: 100 });
    const counts = { takenIn: 8, settled: 3, held: 1, medianMs: 100, p95Ms: 100 };
    expect(view.sources).toEqual([{ id: 'inbox', ...counts }]);
    expect(view.projects).toMatchObject([counts]);
    expect(view.buckets.filter(({ settled }) => settled > 0)).toMatchObject([{ medianMs: 100, p95Ms: 100 }]);
    expect(view.buckets.filter(({ settled }) => settled === 0).every(({ medianMs }) => medianMs === null)).toBe(true);
    const none = await journal.activity({ from: noon, to: noon + 1_000, bucket: 'day', sourceId: 'other' });
    expect(none).toMatchObject({ medianMs: null, sources: [] });
  });

  it('list the history from its end', async () => {
    const { journal } = await station();
    const [newest, next] = await journal.log({ limit: 2 });
    expect(newest?.sequence).toBeGreaterThan(next?.sequence ?? 0);
    expect(await journal.log({ limit: 1, before: newest?.sequence })).toEqual([next]);
    expect(await journal.log({ limit: 10, subject: 'item', event: 'held' })).toHaveLength(1);
    const all = await journal.log({ limit: 500 });
    for (const since of [...new Set(all.map(({ at }) => at)), 0, Number.MAX_SAFE_INTEGER])
      expect(await journal.log({ limit: 500, since })).toEqual(all.filter(({ at }) => at >= since));
  });

  it('list the history from a day on, also where the clock was set back for a while', async () => {
    const { journal } = await openTestJournal();
    const times = [...Array(40).keys()].map((each) => (each >= 18 && each < 24 ? each : noon + each));
    for (const [index, at] of times.entries())
      await committed(journal, { kind: 'document-seen', document: someDocument({ id: `d${String(index)}` }), at });
    const all = await journal.log({ limit: 500 });
    expect(new Set(all.map((line) => line.at))).toEqual(new Set(times));
    for (const since of [noon, noon + 10, noon + 30, noon + 99])
      expect(await journal.log({ limit: 500, since })).toEqual(all.filter(({ at }) => at >= since));
  });

  it('list exports with the title of their document', async () => {
    const { journal, record } = await station();
    const page = await journal.exportPage({ search: 'RECHNUNG', offset: 0, limit: 10 });
    expect(page).toMatchObject({ total: 1, rows: [{ export: { id: record.id }, title: 'Rechnung 7' }] });
    expect(await journal.exportPage({ states: ['written'], offset: 0, limit: 10 })).toMatchObject({
      total: 0,
      rows: [],
      counts: { [record.state]: 1 },
    });
    expect(await journal.exportPage({ states: [record.state], offset: 0, limit: 10 })).toMatchObject({ total: 1 });
  });

  it('list exports in the order of what they have, those without it last, and since a day', async () => {
    const { journal } = await openTestJournal();
    const facts = [
      ['Öl', '/b/Re 10.xml', 7, noon],
      ['Zahn', '/a/re 9.xml', 70, noon + 5],
      [null, null, null, null],
      ['Obst', '/c/X.xml', 3, noon + 2],
    ] as const;
    for (const [index, [title, path, size, writtenAt]] of facts.entries()) {
      const document = someDocument({ id: `d${String(index)}`, title });
      const plan = someExport({ documentId: document.id, id: `e${String(index)}`, plannedAt: noon + index });
      await committed(journal, { kind: 'document-seen', document, at: noon }, { kind: 'export-added', export: plan });
      if (path === null) continue;
      const state = size === 7 ? ('held' as const) : ('written' as const);
      const fields = { path, size, writtenAt, sha256: 'f', state };
      await committed(journal, { kind: 'export-set', exportId: plan.id, set: fields, at: noon, event: 'written' });
    }
    const ids = async (query: object) =>
      (await journal.exportPage({ offset: 0, limit: 10, ...query })).rows.map(({ export: { id } }) => id);
    const by = (key: string, descending = false) => ids({ sort: { by: key, descending } });
    expect(await by('document')).toEqual(['e3', 'e0', 'e1', 'e2']);
    expect(await by('document', true)).toEqual(['e1', 'e0', 'e3', 'e2']);
    expect(await by('file')).toEqual(['e1', 'e0', 'e3', 'e2']);
    expect(await by('size')).toEqual(['e3', 'e0', 'e1', 'e2']);
    expect(await by('written', true)).toEqual(['e1', 'e3', 'e0', 'e2']);
    // What is alike stands together, the newest plan first.
    expect(await by('state')).toEqual(['e2', 'e3', 'e1', 'e0']);
    expect(await by('state', true)).toEqual(['e0', 'e3', 'e1', 'e2']);
    expect(await ids({ sort: { by: 'size', descending: true }, offset: 1, limit: 2 })).toEqual(['e0', 'e3']);
    // The second was planned before and written after.
    expect(await ids({ since: noon + 2 })).toEqual(['e3', 'e2', 'e1']);
    expect(await journal.exportPage({ since: noon + 2, offset: 0, limit: 1 })).toMatchObject({ total: 3 });
    expect(await ids({ since: noon + 6 })).toEqual([]);
  });
});
