import type { Journal } from '../journal/journal.ts';
import type { NewJob } from '../journal/records.ts';
import type { Clock, Log } from '../platform/ports.ts';

/** What batches and open cases need: both gather items until they are submitted together. */
export interface GatheringDependencies {
  readonly journal: Journal;
  readonly clock: Clock;
  readonly ids: () => string;
  readonly log: Log;
  /** Priority of submit jobs. */
  readonly priority: number;
  /** Tells the queue of jobs that are now in the journal. */
  readonly announceJobs: (jobs: readonly NewJob[]) => void;
}
