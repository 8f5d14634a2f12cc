import type { Change } from '../journal/changes.ts';
import type { Journal } from '../journal/journal.ts';
import type { JobRecord } from '../journal/records.ts';
import type { BulkAct } from './bulk-acts.ts';
import { jobPages } from './outstanding.ts';

const pageSize = 1_000;

/** Jobs of sending that wait for another try (`now` in ms). */
export async function waitingJobs(journal: Pick<Journal, 'jobs'>, now: number): Promise<readonly JobRecord[]> {
  const waiting: JobRecord[] = [];
  for await (const page of jobPages(journal, ['ready']))
    waiting.push(...page.filter(({ kind, dueAt }) => (kind === 'upload' || kind === 'submit') && dueAt > now));
  return waiting;
}

/** They need not wait any more, here or at the next run; answers the items that they are for. */
export async function freeJobs(
  journal: Pick<Journal, 'submission' | 'commit'>,
  waiting: readonly JobRecord[],
  now: number,
  actor: string,
  act: BulkAct,
): Promise<readonly string[]> {
  const itemIds: string[] = [];
  for (let start = 0; start < waiting.length && !act.isStopped(); start += pageSize) {
    const slice = waiting.slice(start, start + pageSize);
    await journal.commit(
      slice.map((job): Change => ({ kind: 'job-set', jobId: job.id, set: { dueAt: now } })),
      actor,
    );
    for (const { kind, subjectId } of slice) {
      if (kind === 'upload') itemIds.push(subjectId);
      else itemIds.push(...((await journal.submission(subjectId))?.items ?? []).map(({ itemId }) => itemId));
    }
    act.did(slice.length);
  }
  return itemIds;
}
