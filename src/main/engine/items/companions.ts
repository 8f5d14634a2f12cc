import type { Journal } from '../journal/journal.ts';
import type { ItemRecord, SubmissionState } from '../journal/records.ts';

type Reads = Pick<
  Journal,
  'submissionsOfItem' | 'itemsByIds' | 'documentsOfItem' | 'documentsOfCase' | 'itemsOfDocument' | 'jobsOf'
>;

/** Submissions that stand still and go on with a retry. */
const goesOn = new Set<SubmissionState>(['held', 'submitting', 'unclear']);
const beforeSubmission = new Set<ItemRecord['resumeStage']>(['uploaded', 'submitting']);
const beforeReport = new Set<ItemRecord['resumeStage']>(['settled', 'exported']);

/** Other held items of the same call: what is sent together goes on together. */
async function sentTogether(journal: Reads, item: ItemRecord): Promise<readonly ItemRecord[]> {
  const submissions = (await journal.submissionsOfItem(item.id)).filter(({ state }) => goesOn.has(state));
  const others = await journal.itemsByIds(submissions.flatMap(({ items }) => items.map(({ itemId }) => itemId)));
  return others.filter(({ stage, resumeStage }) => stage === 'held' && beforeSubmission.has(resumeStage));
}

/** Items that wait for the same report of a whole case, for the same reason. */
async function reportedTogether(journal: Reads, item: ItemRecord): Promise<readonly ItemRecord[]> {
  if (!beforeReport.has(item.resumeStage)) return [];
  const caseIds = new Set((await journal.documentsOfItem(item.id)).flatMap(({ caseId }) => caseId ?? []));
  const found: ItemRecord[] = [];
  for (const caseId of caseIds) {
    if (!(await journal.jobsOf(caseId)).some(({ state }) => state === 'held')) continue;
    for (const { id } of await journal.documentsOfCase(caseId)) found.push(...(await journal.itemsOfDocument(id)));
  }
  return found.filter(
    ({ stage, resumeStage, fault }) =>
      stage === 'held' && beforeReport.has(resumeStage) && fault?.code === item.fault?.code,
  );
}

/** The other held items that go on when this one is retried, each back to the stage it was held in. */
export async function companionsOf(journal: Reads, item: ItemRecord): Promise<readonly ItemRecord[]> {
  const all = [...(await sentTogether(journal, item)), ...(await reportedTogether(journal, item))];
  const each = new Map(all.filter(({ id }) => id !== item.id).map((other) => [other.id, other]));
  return [...each.values()];
}
