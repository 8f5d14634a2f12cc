import type { Outcome } from '../../../shared/faults.ts';
import { failure, success } from '../faults/fault.ts';
import { wrongUse } from '../faults/usage-sentences.ts';
import type { Change } from '../journal/changes.ts';
import type { Journal } from '../journal/journal.ts';
import type { Queue } from '../queue/queue.ts';
import { queuedJob } from '../items/outstanding.ts';
import { isLive } from '../items/cancel-item.ts';

/** What taking a release back needs. */
export interface OpenCaseReturnDependencies {
  readonly journal: Journal;
  readonly now: () => number;
  readonly actor: string;
  readonly queue: Pick<Queue, 'add' | 'cancel'>;
  readonly look: (openCaseId: string) => Promise<void>;
  readonly forget: (itemIds: readonly string[]) => void;
}

/**
 * Takes a release back: only what was surely not sent, or surely refused, gathers again. A submission that is
 * in the air or whose outcome is unclear may be a case already.
 */
export async function takeBack(dependencies: OpenCaseReturnDependencies, openCaseId: string): Promise<Outcome<object>> {
  const { journal, now, actor, queue } = dependencies;
  const openCase = await journal.openCase(openCaseId);
  if (openCase === null) return failure('not-found', { subject: 'case', id: openCaseId });
  if (openCase.state === 'open' || openCase.state === 'held') return success({});
  const { submissionId } = openCase;
  const jobs = submissionId === null ? [] : await journal.jobsOf(submissionId);
  await queue.cancel(jobs.filter(isLive).map(({ id }) => id));
  // The attempt that was stopped may have sent it: only what the journal says now counts.
  const submission = submissionId === null ? null : await journal.submission(submissionId);
  const left = submissionId === null ? [] : await journal.jobsOf(submissionId);
  const present = await journal.openCase(openCaseId);
  if (present?.state !== 'released' && present?.state !== 'refused') {
    queue.add(left.filter(({ state }) => state === 'ready').map(queuedJob));
    const sent = present?.state === 'submitted' ? 'at-service' : 'being-submitted';
    return { ok: false, fault: wrongUse(sent, { name: openCase.name }) };
  }
  const at = now();
  const members = await journal.itemsByIds(openCase.members.map(({ itemId }) => itemId));
  const held = members.filter(({ stage, resumeStage }) => stage === 'held' && resumeStage === 'uploaded');
  const outcome = await journal.commit(
    [
      ...(submission === null || submission.state === 'cancelled'
        ? []
        : [
            {
              kind: 'submission-set',
              submissionId: submission.id,
              from: ['ready', 'held'],
              set: { state: 'cancelled' },
              at,
            } as const,
          ]),
      ...left
        .filter((job) => isLive(job) || job.state === 'held')
        .map((job): Change => ({ kind: 'job-set', jobId: job.id, set: { state: 'cancelled' } })),
      {
        kind: 'open-case-set',
        openCaseId,
        from: ['released', 'refused'],
        set: {
          state: 'open',
          fault: null,
          submissionId: null,
          releasedAt: null,
          releasedBy: null,
          changedAt: at,
          // A person took it back: only a person lets it go again.
          terms: { ...openCase.terms, release: 'decision' },
        },
        at,
        event: 'release-taken-back',
      },
      ...held.map(({ id }): Change => ({
        kind: 'item-moved',
        itemId: id,
        from: ['held'],
        trail: [{ stage: 'uploaded', at }],
        set: { fault: null, resumeStage: null },
      })),
    ],
    actor,
  );
  if (!outcome.ok) return { ok: false, fault: wrongUse('being-submitted', { name: openCase.name }) };
  dependencies.forget(members.map(({ id }) => id));
  await dependencies.look(openCaseId);
  return success({});
}
