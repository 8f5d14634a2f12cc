import type { HotFolder } from '../../../shared/settings.ts';
import { reviveStranded } from './stranded.ts';
import { reviveStrandedOriginals } from './stranded-originals.ts';
import type { Journal } from '../journal/journal.ts';
import type { NewJob } from '../journal/records.ts';
import type { Log } from '../platform/ports.ts';
import { duplicateJob, uploadJob } from '../submissions/first-jobs.ts';
import { submitJob } from '../submissions/submission.ts';

/** What giving jobs back needs. */
export interface RevivingParts {
  readonly journal: Journal;
  readonly now: () => number;
  readonly newId: () => string;
  readonly enqueue: (jobs: readonly NewJob[]) => void;
  readonly log: Log;
}

/** Gives what has no job any more its job again, and says so in the log. */
export interface Reviving {
  /** Items on their way; `served` = subjects of the upload and submit jobs that there are. */
  items(served: ReadonlySet<string>): Promise<void>;
  /** Originals of a folder that were to be tidied away. */
  originals(source: HotFolder): Promise<void>;
}

/** Makes it; see {@link reviveStranded} and {@link reviveStrandedOriginals}. */
export function createReviving({ journal, now, newId, enqueue, log }: RevivingParts): Reviving {
  return {
    async items(served) {
      const found = await reviveStranded(
        {
          journal,
          uploadJob: (item) => uploadJob(item, newId(), now()),
          submitJob: (submission) => submitJob(submission, newId(), now()),
          enqueue,
        },
        served,
      );
      if (found > 0) log.warn('items-without-job', { items: found });
    },
    async originals(source) {
      const asideJob: Parameters<typeof reviveStrandedOriginals>[0]['asideJob'] = (item) =>
        duplicateJob(item, newId(), now());
      const found = await reviveStrandedOriginals({ journal, asideJob, enqueue }, source);
      if (found > 0) log.warn('originals-without-job', { items: found });
    },
  };
}
