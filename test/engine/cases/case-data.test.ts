import { expect, test } from 'vitest';
import type { Journal } from '../../../src/main/engine/journal/journal.ts';
import { externalDataRule } from '../../../src/main/engine/service/operations/rules.ts';
import type { ExternalData } from '../../../src/shared/settings.ts';
import { committed, openTestJournal } from '../journal/journal-fixtures.ts';
import { caseItem, comesIn, createScene } from './open-case-fixtures.ts';

const pairs = (prefix: string, count: number): ExternalData =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`${prefix}${String(at)}`, at]));

/** A case of an invoice, its main file, and a note with these external data; answers what is sent and what is noted. */
async function sent(
  journal: Journal,
  invoice: ExternalData,
  note: ExternalData,
  ofOpenCase: ExternalData | null = null,
) {
  const scene = createScene(journal);
  const named = { by: 'name', required: ['invoice', 'note'], release: 'decision' } as const;
  const caseRule = { ...named, required: [...named.required] };
  const id = await comesIn(journal, scene, caseItem('7_invoice.pdf', caseRule, { externalData: invoice }));
  await comesIn(journal, scene, caseItem('7_note.pdf', caseRule, { externalData: note }));
  const openCaseId = (await journal.places([id]))[0]?.openCaseId ?? '';
  const at = scene.clock.now();
  const set = { externalData: ofOpenCase, state: 'released', releasedAt: at, releasedBy: 'clerk' } as const;
  await committed(journal, { kind: 'open-case-set', openCaseId, from: ['open'], set, at, event: 'released' });
  await scene.openCases.look(openCaseId);
  await scene.openCases.stop();
  const [submission] = await journal.submissions(['ready'], 10);
  const rows = await journal.custody({ subjectIds: [openCaseId], limit: 100 });
  const noted = rows.find(({ event }) => event === 'external-data-left-out');
  return { externalData: submission?.externalData ?? {}, noted: noted?.detail['keys'] };
}

test('what the files beside the main one add beyond 20 pairs is left out, and the history of the case names it', async () => {
  const { journal } = await openTestJournal();
  const { externalData, noted } = await sent(journal, pairs('main', 15), pairs('note', 6), { Main0: 'open-case' });
  expect(Object.keys(externalData)).toEqual([
    'Main0',
    ...Object.keys(pairs('main', 15)).slice(1),
    ...Object.keys(pairs('note', 5)),
  ]);
  expect(noted).toBe('note5');
  expect(externalDataRule.safeParse(externalData).success).toBe(true);
});

test('what all files say fits in 20 pairs where they say the same, and nothing is noted', async () => {
  const { journal } = await openTestJournal();
  const { externalData, noted } = await sent(journal, pairs('k', 20), pairs('K', 20));
  expect(externalData).toEqual(pairs('k', 20));
  expect(noted).toBeUndefined();
});

test('what a person and the main file say is never cut: it is refused before it is sent', async () => {
  const { journal } = await openTestJournal();
  const { externalData } = await sent(journal, pairs('main', 15), {}, pairs('open-case', 6));
  expect(Object.keys(externalData)).toHaveLength(21);
  expect(externalDataRule.safeParse(externalData).success).toBe(false);
});
