import type { Fault } from '../../../../shared/faults.ts';
import type { IntakeRule } from '../../../../shared/settings.ts';
import type { FileStat } from '../inspection/inspection.ts';
import type { PathStat } from '../inspection/stat-path.ts';
import type { Decided } from '../reception/arrival.ts';
import type { ReceptionDependencies } from '../reception/reception.ts';
import type { SidecarLookup } from '../sidecar/sidecar-lookup.ts';
import type { FolderPauses } from './pauses.ts';
import type { WaitingTimes, WriterSign } from './waiting.ts';

/** How a file's intake ended. */
export type SettlingEnd =
  | Decided
  /** Gone before it was complete; a folder, link or device. */
  | { readonly kind: 'gone' | 'not-a-file' | 'folder' }
  /** It gives its details to the document `owner` (null = an index), which is in and has them where `taken`. */
  | { readonly kind: 'sidecar'; readonly owner: string | null; readonly taken: boolean };

/** A file that waits, as people see it. `itemId` null = not in the journal yet. */
export interface WaitingFile {
  readonly path: string;
  readonly itemId: string | null;
  readonly fault: Fault | null;
}

/** What the settler of one source needs. */
export interface SettlerDependencies extends ReceptionDependencies {
  readonly source: WaitingTimes & { readonly id: string; readonly rule: IntakeRule };
  readonly pauses: FolderPauses;
  readonly sidecars: SidecarLookup | null;
  /** False while the folder itself is missing: then a missing file means nothing. */
  readonly sourceIsThere: () => Promise<boolean>;
  /** A file that waits is in the journal now, with what it waits for. */
  readonly shown: (path: string, itemId: string, reason: Fault) => void;
  /** A file came to its end. */
  readonly ended: (path: string, end: SettlingEnd) => void;
  /** The journal could not be written (`null` = it can again): what is on its way stays and is tried again. */
  readonly troubled: (error: unknown) => void;
  /** What beside a file tells that somebody writes it, now that it has stood still for so long (ms). */
  readonly writerSign: (path: string, stat: FileStat, stillMs: number) => Promise<WriterSign | null>;
  /** Whether a sync program keeps a file's content elsewhere, so that reading it would fetch it over the network. */
  readonly isAway: (
    path: string,
    seen: Pick<Extract<PathStat, { kind: 'file' }>, 'stat' | 'blocks'>,
  ) => Promise<boolean>;
  /** A waiting file goes into the journal at once, not only after a second. */
  readonly showAtOnce: boolean;
}

/** Follows noticed files until each is taken in or held: stat, rest, stat again, inspect, write. A path is followed once, however often it is announced. */
export interface Settler {
  /** Something happened under this path, or it was listed. `itemId` = its item in the journal that is settling. */
  notice(path: string, itemId?: string): void;
  /** Whether the path is on its way. */
  has(path: string): boolean;
  /** Resolves when every file noticed so far is at its end, or waits and is shown so. */
  lookedAt(): Promise<void>;
  /** Resolves when none is on its way and none waits. */
  allIn(): Promise<void>;
  waiting(): readonly WaitingFile[];
  /** Lets what is being written finish; everything else stays for the next start. Cases wait for it until what this answers is called. */
  stop(): Promise<() => void>;
}

/** Numbers of the settler; times in ms. */
export const settlingNumbers = {
  /** Files that are being looked at, rest or are inspected at once; others wait as mere paths. */
  maxActive: 2_000,
  maxInspections: 64,
  /** Two looks because of events are at least this far apart. */
  eventGapMs: 5,
  /** From when on a file that is not whole is shown. */
  showAfterMs: 1_000,
  /** The same for a sidecar without its document: most often that comes at once. */
  showAloneAfterMs: 5_000,
  /** What waits for its document is looked at again this often, where nothing announces that. */
  aloneLookMs: 1_000,
  /** What is shown changes at most this often. */
  showGapMs: 2_000,
  journalRetryMs: 2_000,
  /** A journalled file has to be missing twice, this far apart. */
  goneGapMs: 400,
  /** While the source's folder is away its files are looked for this often. */
  awayRetryMs: 5_000,
  /** A file that grows longer than this after it was taken in was not being written: it was changed later. */
  maxPauseMs: 10_000,
} as const;
