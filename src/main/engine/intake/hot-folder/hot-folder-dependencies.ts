import type { SeenFile } from '../../journal/records.ts';
import type { IntakeDependencies } from '../reception/intake.ts';
import type { Overlap } from '../../settings/overlaps.ts';
import type { OpenWriters } from '../tidy/open-writers.ts';
import type { StartWatch } from './folder-watches.ts';
import type { RootState } from './source-root.ts';

/** What a hot folder needs beside the engine; the last four have a usual form and are given by tests. */
export interface HotFolderDependencies extends IntakeDependencies {
  /** Who this is, for folders that stations share. */
  readonly station: { readonly id: string; readonly name: string };
  /** Who has a file open; one look at all open files serves every source. */
  readonly writers: OpenWriters;
  /** What the folder has to do with Mailroom's other folders just now; absent: nothing. */
  readonly overlap?: () => Promise<Overlap>;
  /** Starts the operating system's watch of one folder. */
  readonly startWatch?: StartWatch;
  /** Looks whether the source's folder is there. */
  readonly checkFolder?: (folder: string) => Promise<RootState>;
  /** A file was found under a private name, left by a run that ended while it tidied up. */
  readonly foundAside?: (path: string) => void;
  /** ms without an answer after which a folder counts as silent. */
  readonly silentAfterMs?: number;
}

/** What tidying tells of files that a source knows. */
export interface TidiedFiles {
  /** See `KnownFile.aside`. */
  setAside(path: string, itemId: string, aside: boolean): void;
  /** It was tidied away and forgotten in the journal: one that comes under its path is new, even if it looks the same. */
  forget(path: string, itemId: string): void;
  /** It comes back under this path. */
  remember(file: SeenFile): void;
}
