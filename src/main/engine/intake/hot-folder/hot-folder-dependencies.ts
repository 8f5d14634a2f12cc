import type { IntakeDependencies } from '../reception/intake.ts';
import type { StartWatch } from './folder-watches.ts';
import type { RootLook } from './source-root.ts';

/** What a hot folder needs beside the engine; the last three have a usual form and are given by tests. */
export interface HotFolderDependencies extends IntakeDependencies {
  /** Who this is, for folders that stations share. */
  readonly station: { readonly id: string; readonly name: string };
  /** Starts the operating system's watch of one folder. */
  readonly startWatch?: StartWatch;
  /** Looks whether the source's folder is there. */
  readonly lookAtFolder?: (folder: string) => Promise<RootLook>;
  /** ms without an answer after which a folder counts as silent. */
  readonly silentAfterMs?: number;
}
