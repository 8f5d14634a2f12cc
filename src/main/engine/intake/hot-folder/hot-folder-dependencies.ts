import type { IntakeDependencies } from '../reception/intake.ts';
import type { StartWatch } from './folder-watches.ts';

/** What a hot folder needs beside the engine; the last two are for tests. */
export interface HotFolderDependencies extends IntakeDependencies {
  /** Starts the operating system's watch of one folder. */
  readonly startWatch?: StartWatch;
  /** ms without an answer after which a folder counts as silent. */
  readonly silentAfterMs?: number;
}
