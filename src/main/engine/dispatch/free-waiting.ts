import type { Change } from '../journal/changes.ts';
import type { Journal } from '../journal/journal.ts';
import type { JobRecord } from '../journal/records.ts';

const pageSize = 1_000;

/** What is to be sent and waits for another try need not wait any more (ms), here or at the next run; answers the items that it is for. */
export async function freeWaiting(
  journal: Pick<Journal, 'jobs' | 'submission' | 'commit'>,
  now: number,
  actor: string,
): Promise<readonly string[]> {
  const waiting: JobRecord[] = [];
  let after: string | undefined;
  do {
    const page = await journal.jobs({
      states: ['ready'],
      limit: pageSize,
      ...(after === undefined ? {} : { after }),
    });
    waiting.push(...page.filter(({ kind, dueAt }) => (kind === 'upload' || kind === 'submit') && dueAt > now));
    after = page.length < pageSize ? undefined : page.at(-1)?.id;
  } while (after !== undefined);
  const itemIds: string[] = [];
  for (let start = 0; start < waiting.length; start += pageSize) {
    const slice = waiting.slice(start, start + pageSize);
    await journal.commit(
      slice.map((job): Change => ({ kind: 'job-set', jobId: job.id, set: { dueAt: now } })),
      actor,
    );
    for (const { kind, subjectId } of slice) {
      if (kind === 'upload') itemIds.push(subjectId);
      else itemIds.push(...((await journal.submission(subjectId))?.items ?? []).map(({ itemId }) => itemId));
    }
  }
  return itemIds;
}
