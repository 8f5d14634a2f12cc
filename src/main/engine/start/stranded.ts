import type { Journal } from '../journal/journal.ts';
import type { ItemRecord, NewJob, SubmissionRecord } from '../journal/records.ts';
import { itemsIn } from '../items/outstanding.ts';

/** What finding stranded items needs. */
export interface StrandedDependencies {
  readonly journal: Journal;
  readonly uploadJob: (item: ItemRecord) => NewJob;
  readonly submitJob: (submission: SubmissionRecord) => NewJob;
  readonly enqueue: (jobs: readonly NewJob[]) => void;
}

/** Items that are asked about at once: each answer is a way to the journal's thread and back. */
const atOnce = 200;

/**
 * Gives every item on its way that has no job one again: a damaged journal may have lost it. What was submitted is looked for
 * before it is repeated. `served` = subjects of the upload and submit jobs that there are. Answers how many were found.
 */
export async function reviveStranded(
  { journal, uploadJob, submitJob, enqueue }: StrandedDependencies,
  served: ReadonlySet<string>,
): Promise<number> {
  const given = new Set<string>();
  let found = 0;

  async function give(item: ItemRecord, submissions: readonly SubmissionRecord[]): Promise<void> {
    // Open ones are closed by their quiet time; of the others one job makes the call.
    const alive = submissions.find(({ state }) => state !== 'cancelled');
    if (alive !== undefined && (alive.state === 'open' || served.has(alive.id) || given.has(alive.id))) return;
    const sent = item.stage === 'uploaded' || item.stage === 'submitting';
    // It waits for others, in a batch or an open case.
    if (alive === undefined && sent && item.rule.mode !== 'document') return;
    // Held jobs wait for a person.
    const jobs = await journal.jobsOf(alive?.id ?? item.id);
    if (jobs.some(({ state }) => state === 'ready' || state === 'running' || state === 'held')) return;
    const job = alive === undefined || !sent ? uploadJob(item) : submitJob(alive);
    const back = !sent || alive !== undefined ? [] : ([{ stage: 'accepted', at: job.dueAt }] as const);
    const outcome = await journal.commit([
      { kind: 'item-moved', itemId: item.id, from: [item.stage], trail: back },
      { kind: 'job-added', job },
    ]);
    if (!outcome.ok) return;
    given.add(job.subjectId);
    found += 1;
    enqueue([job]);
  }

  async function giveAll(items: readonly ItemRecord[]): Promise<void> {
    const submissions = await Promise.all(items.map(({ id }) => journal.submissionsOfItem(id)));
    for (const [index, item] of items.entries()) await give(item, submissions[index] ?? []);
  }

  let part: ItemRecord[] = [];
  for await (const item of itemsIn(journal, ['accepted', 'uploading', 'uploaded', 'submitting'])) {
    if (served.has(item.id)) continue;
    part.push(item);
    if (part.length < atOnce) continue;
    await giveAll(part);
    part = [];
  }
  await giveAll(part);
  return found;
}
