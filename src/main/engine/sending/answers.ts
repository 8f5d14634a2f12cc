import { queuedJob } from '../items/outstanding.ts';
import { createAcknowledgeHandler, wokenByFile } from '../exports/answers/acknowledge-job.ts';
import { answerFiles } from '../exports/answers/answer-files.ts';
import { createAnswerWatch, type AnswerWatch } from '../exports/answers/answer-watch.ts';
import { createWriteBackHandler } from '../exports/answers/write-back-job.ts';
import { acknowledgeJob } from '../exports/follow-up-jobs.ts';
import type { Journal } from '../journal/journal.ts';
import type { NewJob } from '../journal/records.ts';
import type { Clock, Log } from '../platform/ports.ts';
import type { JobHandler } from '../queue/job.ts';
import type { Queue } from '../queue/queue.ts';
import type { ServiceClient } from '../service/client.ts';
import { priorities } from '../submissions/first-jobs.ts';

/** What the target systems' answers are taken with. */
export interface AnswersDependencies {
  readonly journal: Journal;
  readonly clock: Clock;
  readonly ids: () => string;
  readonly log: Log;
  readonly clientOf: (connectionId: string) => ServiceClient | null;
  readonly enqueue: (jobs: readonly NewJob[]) => void;
  readonly queue: () => Pick<Queue, 'requeue'>;
}

/** The handlers of what target systems answer, and the watch that finds the answers. */
export interface Answers {
  readonly handlers: { readonly acknowledge: JobHandler; readonly 'write-back': JobHandler };
  readonly watch: AnswerWatch;
}

/** Wires them: a file that shows up requeues the job that waits for it. */
export function createAnswers(dependencies: AnswersDependencies): Answers {
  const { journal, clock, ids, log, clientOf } = dependencies;
  const common = { journal, clock, ids, log, priority: priorities.handOver, announceJobs: dependencies.enqueue };
  return {
    handlers: {
      acknowledge: createAcknowledgeHandler({ ...common, files: answerFiles }),
      'write-back': createWriteBackHandler({ ...common, clientOf }),
    },
    watch: createAnswerWatch({
      journal,
      clock,
      log,
      files: answerFiles,
      async wake(job) {
        if (job.state === 'held') {
          const set = { state: 'ready', dueAt: clock.now(), fault: null } as const;
          await journal.commit([{ kind: 'job-set', jobId: job.id, set }]);
        }
        const woken = queuedJob(job);
        dependencies.queue().requeue({ ...woken, payload: { ...woken.payload, [wokenByFile]: true } });
      },
      lateJob: (record) =>
        acknowledgeJob(record, { id: ids(), sourceId: null, priority: priorities.handOver, dueAt: clock.now() }),
    }),
  };
}
