import { expect, test } from 'vitest';
import { createCustodyWhole } from '../../../src/main/engine/history/custody-whole.ts';
import type { Change } from '../../../src/main/engine/journal/changes.ts';
import type { Journal } from '../../../src/main/engine/journal/journal.ts';
import { custodyPages } from '../../../src/main/host/custody-pages.ts';
import { success } from '../../../src/main/engine/faults/fault.ts';
import { caseItem, createScene, start } from '../cases/open-case-fixtures.ts';
import { added, committed, openTestJournal } from '../journal/journal-fixtures.ts';

const rule = { by: 'name' } as const;

/** Files of one case, as the engine takes them in; the id of its open case. */
async function caseOf(journal: Journal, count: number): Promise<string> {
  const { openCases } = createScene(journal);
  for (let from = 0; from < count; from += 200) {
    const changes: Change[] = [];
    for (let number = from; number < Math.min(count, from + 200); number += 1) {
      const item = caseItem(`7_${String(number)}.pdf`, rule);
      changes.push({ ...added(item, 'seen'), trail: [{ stage: 'accepted', at: start }] }, openCases.placed(item));
    }
    await committed(journal, ...changes);
  }
  return (await journal.openCasePage({ offset: 0, limit: 1 })).rows[0]?.id ?? '';
}

/** The journal, with the names of what was asked of it. */
function noted(journal: Journal): { readonly journal: Journal; readonly asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    journal: new Proxy(journal, {
      get(target, name, receiver) {
        if (typeof name === 'string') asked.push(name);
        const value: unknown = Reflect.get(target, name, receiver);
        return value;
      },
    }),
  };
}

test('the history of a case of more than 5,000 files is whole, and its files are looked up once for all its pages', async () => {
  const opened = await openTestJournal();
  const count = 5_100;
  const openCaseId = await caseOf(opened.journal, count);
  const { journal, asked } = noted(opened.journal);
  const custodyWhole = createCustodyWhole(journal);
  const door = {
    query: async (query: { readonly name: string; readonly limit: number; readonly after?: number | undefined }) =>
      success({ rows: await custodyWhole({ ...query, id: openCaseId }), subjects: [] }),
  };
  const seen = new Map<string, number>();
  for await (const page of custodyPages(door, openCaseId)) {
    if (!page.ok) throw new Error(page.fault.code);
    for (const { event } of page.value) seen.set(event, (seen.get(event) ?? 0) + 1);
  }
  expect(Object.fromEntries(seen)).toMatchObject({
    opened: 1,
    accepted: count,
    'item-came': count,
    'open-case-joined': count,
  });
  expect(asked.filter((name) => name === 'custody').length).toBeGreaterThan(5);
  expect(asked.filter((name) => name === 'submissionsOfItem')).toHaveLength(count);
});

test('a history that is asked for anew sees what came since', async () => {
  const { journal } = await openTestJournal();
  const custodyWhole = createCustodyWhole(journal);
  const openCaseId = await caseOf(journal, 1);
  const before = await custodyWhole({ id: openCaseId, limit: 100 });
  await caseOf(journal, 1);
  const after = await custodyWhole({ id: openCaseId, after: 0, limit: 100 });
  const accepted = (rows: typeof before) => rows.filter(({ event }) => event === 'accepted').length;
  expect([accepted(before), accepted(after)]).toEqual([1, 2]);
});
