import type { Change } from '../../changes.ts';
import { done, missing, addHistory } from '../list-effects.ts';
import type { ChangeResult, ListContext } from '../list-effects.ts';

type Seen = Extract<Change, { kind: 'seen' }>;
type SeenForgotten = Extract<Change, { kind: 'seen-forgotten' }>;
type CursorSet = Extract<Change, { kind: 'cursor-set' }>;
type PauseSet = Extract<Change, { kind: 'pause-set' }>;

/** Remembers a file of a folder, or that it is another one now. */
export function applySeen(context: ListContext, { file }: Seen): ChangeResult {
  const { sourceId, path, size, modifiedAt, itemId, identity } = file;
  context.rows.seen.add([
    sourceId,
    path,
    size,
    modifiedAt,
    itemId,
    identity?.inode ?? null,
    identity?.changedAt ?? null,
  ]);
  return done;
}

/** Forgets a file of a folder, unless another one is remembered under its path by now. */
export function applySeenForgotten(context: ListContext, change: SeenForgotten): ChangeResult {
  context.database.run(
    'DELETE FROM seen_files WHERE source_id = ? AND path = ? AND item_id = coalesce(?, item_id)',
    change.sourceId,
    change.path,
    change.itemId ?? null,
  );
  return done;
}

/** Keeps how far something was read. */
export function applyCursorSet(context: ListContext, change: CursorSet): ChangeResult {
  context.database.run(
    'INSERT INTO cursors (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
    change.name,
    change.value,
  );
  return done;
}

/** Stops everything, a source or an item, or lets it go on; told in the station's or the item's history. */
export function applyPauseSet(context: ListContext, change: PauseSet): ChangeResult {
  const { database } = context;
  if (change.scope === 'item') {
    const { items } = context.rows;
    if (items.get(change.id) === undefined) return missing;
    items.set(change.id, { paused: change.paused ? 1 : 0, revision: context.revision });
    context.effects.touched.push(change.id);
  } else if (change.paused) {
    database.run(
      'INSERT INTO pauses (scope, id, at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
      change.scope,
      change.id,
      change.at,
    );
  } else {
    database.run('DELETE FROM pauses WHERE scope = ? AND id = ?', change.scope, change.id);
  }
  const event = change.paused ? 'paused' : 'resumed';
  if (change.scope === 'item') addHistory(context, 'item', change.id, event, change.at);
  else addHistory(context, 'station', change.id, event, change.at, { scope: change.scope });
  return done;
}
