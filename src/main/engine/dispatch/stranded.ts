import type { Journal } from '../journal/journal.ts';
import type { ItemRecord, NewJob, SubmissionRecord } from '../journal/records.ts';
import { itemsIn } from './outstanding.ts';

/** What finding stranded items needs. */
export interface StrandedDependencies {
  readonly journal: Journal;
  readonly uploadJob: (item: ItemRecord) => NewJob;
  readonly submitJob: (submission: SubmissionRecord) => NewJob;
  readonly enqueue: (jobs: readonly NewJob[]) => void;
}

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

  async function give(item: ItemRecord): Promise<void> {
    const submissions = await journal.submissionsOfItem(item.id);
    // Open ones are closed by their quiet time; of the others one job makes the call.
    const alive = submissions.find(({ state }) => state !== 'cancelled');
    if (alive !== undefined && (alive.state === 'open' || served.has(alive.id) || given.has(alive.id))) return;
    // Held jobs wait for a person.
    const jobs = await journal.jobsOf(alive?.id ?? item.id);
    if (jobs.some(({ state }) => state === 'ready' || state === 'running' || state === 'held')) return;
    const sent = item.stage === 'uploaded' || item.stage === 'submitting';
    if (alive === undefined && sent && item.rule.mode !== 'document') return;
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

  for await (const item of itemsIn(journal, ['accepted', 'uploading', 'uploaded', 'submitting']))
    if (!served.has(item.id)) await give(item);
  return found;
}
