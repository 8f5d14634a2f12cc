import type { Fault } from '../../../../shared/faults.ts';
import type { ExternalData } from '../../../../shared/settings.ts';
import type { Change } from '../../journal/changes.ts';
import type { Journal } from '../../journal/journal.ts';
import type { ItemRecord, NewItem, NewJob } from '../../journal/records.ts';
import type { Clock, Log } from '../../platform/ports.ts';
import type { FileInspector } from '../inspection/file-inspector.ts';

/** An item that was just accepted, as it stands in the journal. */
export type AcceptedItem = NewItem & { readonly sha256: string; readonly mediaType: string };

/** What is known of an item that is held before it was ever accepted. */
export type HeldItem = Pick<NewItem, 'id' | 'sourceId' | 'rule' | 'path'>;

/** Durable work for a file, written in the same commit as what becomes of it. `jobs` are those among the changes. */
export interface Work {
  readonly changes: readonly Change[];
  readonly jobs: readonly NewJob[];
}

/** What the journal now holds of a file, and the jobs that were written with it. Instants in ms since 1970. */
export type Taken = { readonly jobs: readonly NewJob[] } & (
  | { readonly kind: 'accepted'; readonly item: AcceptedItem; readonly takenInAt: number; readonly revision: number }
  | { readonly kind: 'duplicate'; readonly item: AcceptedItem; readonly duplicateOf: string }
  | { readonly kind: 'held'; readonly itemId: string; readonly fault: Fault }
);

/** What every way of intake needs from the engine. */
export interface IntakeDependencies {
  readonly journal: Pick<
    Journal,
    'commit' | 'cursor' | 'custody' | 'item' | 'items' | 'seenFile' | 'seenFiles' | 'submissionsOfItem'
  >;
  readonly inspector: FileInspector;
  readonly clock: Clock;
  readonly log: Log;
  readonly newId: () => string;
  /** External data with what the rule's form makes of them: what is not given begins with its default, but for `filled`. */
  readonly withDefaults: (
    file: Pick<NewItem, 'sourceId' | 'path' | 'name' | 'rule'>,
    given: ExternalData | null,
    filled?: readonly string[],
  ) => ExternalData | null;
  /** What an accepted item begins with (an upload job). */
  readonly firstWork: (item: AcceptedItem) => Work;
  /** The same for an item of which a rebuilt journal has forgotten whether it was sent: a person decides. */
  readonly doubtWork: (item: AcceptedItem) => Work;
  /** The same for an item that turns out to be a duplicate (a tidy job). */
  readonly duplicateWork: (item: AcceptedItem) => Work;
  /** The same for an item that is held with this fault. */
  readonly heldWork: (item: HeldItem, reason: Fault) => Work;
  /** Called once the outcome is durable, so that its jobs begin at once. */
  readonly taken: (outcome: Taken) => void;
  /** A claim that was lost came back, and its item lies in a new place: what is left to do for it, written in the same commit, and begun after it. */
  readonly regained: (item: ItemRecord) => { readonly changes: readonly Change[]; readonly begin: () => void };
  /** An accepted item went back to settling because its file changed: what is on its way for it is void. */
  readonly withdrawn: (itemId: string) => void;
  /** Hears of files of mode case before they are taken in: their cases wait for them. */
  readonly comingFiles: {
    readonly comes: (file: Pick<NewItem, 'sourceId' | 'path' | 'rule'>) => () => void;
    readonly looksThrough: (source: Pick<NewItem, 'sourceId' | 'rule'>) => () => void;
  };
  /** Resolves when the sender has room for another file, so that intake does not run ahead of it without limit. */
  readonly room: () => Promise<void>;
}
