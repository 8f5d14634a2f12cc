import type { Journal } from '../journal/journal.ts';
import type { ItemRecord, NewItem } from '../journal/records.ts';

/**
 * The items on their way just now, so that the hot path reads nothing back from the journal that it has just written. Only a
 * copy for speed: every move is still guarded by the journal.
 */
export interface KnownItems {
  /** An accepted item as the intake wrote it. */
  remember(item: NewItem, takenInAt: number): void;
  /** From memory, else from the journal; null = no such item. */
  get(itemId: string): Promise<ItemRecord | null>;
  update(itemId: string, fields: Partial<ItemRecord>): void;
  /** A person stops it or lets it go on, wherever it stands: also what is still settling stays stopped once it is accepted. */
  pause(itemId: string, paused: boolean): void;
  /** It has left the hot path. */
  forget(itemId: string): void;
}

/** More than this many are not kept: a queue of 100,000 files must not hold them all in memory. */
const most = 5_000;

/** Makes an empty memory over `journal`. */
export function createKnownItems(journal: Pick<Journal, 'item'>): KnownItems {
  const known = new Map<string, ItemRecord>();
  const paused = new Set<string>();
  return {
    remember(item, takenInAt) {
      if (known.size >= most) return;
      known.set(item.id, {
        id: item.id,
        sourceId: item.sourceId,
        path: item.path,
        name: item.name,
        size: item.size,
        modifiedAt: item.modifiedAt,
        sha256: item.sha256 ?? null,
        mediaType: item.mediaType ?? null,
        stage: 'accepted',
        stageSince: takenInAt,
        fault: null,
        resumeStage: null,
        paused: paused.has(item.id),
        rule: item.rule,
        externalId: item.externalId ?? null,
        externalData: item.externalData ?? null,
        title: item.title ?? null,
        role: item.role ?? null,
        caseWord: item.caseWord ?? null,
        note: null,
        assignee: null,
        copy: item.copy ?? null,
        duplicateOf: null,
        previousVersion: item.previousVersion ?? null,
        fileId: null,
        takenInAt,
        revision: 0,
      });
    },
    get(itemId) {
      const item = known.get(itemId);
      return item === undefined ? journal.item(itemId) : Promise.resolve(item);
    },
    update(itemId, fields) {
      const item = known.get(itemId);
      if (item !== undefined) known.set(itemId, { ...item, ...fields });
    },
    pause(itemId, stopped) {
      if (stopped) paused.add(itemId);
      else paused.delete(itemId);
      const item = known.get(itemId);
      if (item !== undefined) known.set(itemId, { ...item, paused: stopped });
    },
    forget: (itemId) => known.delete(itemId),
  };
}
