import type { PileChange } from '../../pile-changes.ts';
import type { NewPile } from '../../pile-records.ts';
import type { SubmissionState } from '../../records.ts';
import { number, text, textOrNull } from '../../storage/columns.ts';
import type { RawRow } from '../../storage/database.ts';
import { assignments, columnValue, done, missing, tell } from '../list-effects.ts';
import type { ChangeResult, ListContext } from '../list-effects.ts';

type Named<Kind extends PileChange['kind']> = Extract<PileChange, { kind: Kind }>;

const pileColumns = {
  name: 'name',
  state: 'state',
  fault: 'fault',
  externalId: 'external_id',
  externalData: 'external_data',
  terms: 'terms',
  releasedAt: 'released_at',
  releasedBy: 'released_by',
  submissionId: 'submission_id',
  changedAt: 'changed_at',
} as const satisfies { [Name in keyof Named<'pile-set'>['set']]-?: string };

/** States in which files come and go. */
const gathering = new Set(['open', 'held']);

/** What a pile's state is while its submission is in this one. */
const stateBySubmission: Readonly<Record<SubmissionState, string>> = {
  open: 'released',
  ready: 'released',
  submitting: 'submitting',
  unclear: 'unclear',
  held: 'refused',
  submitted: 'submitted',
  resolved: 'submitted',
  cancelled: 'released',
};

function pileRow(context: ListContext, pileId: string): RawRow | undefined {
  return context.database.get('SELECT id, state FROM piles WHERE id = ?', pileId);
}

function insertPile(context: ListContext, pile: NewPile, at: number): void {
  const { database } = context;
  const earlier =
    pile.key === null
      ? undefined
      : database.get(
          `SELECT id FROM piles WHERE key = ? AND project_id = ? AND connection_id = ? AND source_id IS ?
           AND state <> 'dissolved' ORDER BY number DESC LIMIT 1`,
          pile.key,
          pile.projectId,
          pile.connectionId,
          pile.sourceId,
        );
  const earlierPileId = earlier === undefined ? null : text(earlier, 'id');
  database.run(
    `INSERT INTO piles (id, name, connection_id, project_id, key, source_id, state, external_id, external_data, terms,
       created_at, created_by, changed_at, earlier_pile_id)
     VALUES (?, ?, ?, ?, ?, ?, 'open', ?, ?, ?, ?, ?, ?, ?)`,
    pile.id,
    pile.name,
    pile.connectionId,
    pile.projectId,
    pile.key,
    pile.sourceId,
    pile.externalId,
    columnValue(pile.externalData),
    JSON.stringify(pile.terms),
    at,
    context.actor ?? 'engine',
    at,
    earlierPileId,
  );
  context.effects.touched.push(pile.id);
  tell(context, 'pile', pile.id, 'opened', at, {
    name: pile.name,
    ...(pile.key === null ? {} : { key: pile.key }),
    ...(earlierPileId === null ? {} : { earlier: earlierPileId }),
  });
}

/** Makes an empty pile; refused as `taken` where its id is known. */
export function applyPileAdded(context: ListContext, { pile, at }: Named<'pile-added'>): ChangeResult {
  const there = pileRow(context, pile.id);
  if (there !== undefined) return { kind: 'refused', reason: 'taken', found: text(there, 'state') };
  insertPile(context, pile, at);
  return done;
}

/** Finds an item its place by a rule; one that has a place keeps it. */
export function applyItemPlaced(context: ListContext, change: Named<'item-placed'>): ChangeResult {
  const { database } = context;
  const { itemId, pile, role, at } = change;
  if (context.rows.items.get(itemId) === undefined) return missing;
  const there = database.get('SELECT pile_id FROM item_places WHERE item_id = ?', itemId);
  if (there !== undefined && (change.regroup !== true || there['pile_id'] !== null)) return done;
  const pileId = pile === null ? null : gatheringPile(context, pile, at);
  const position = nextPosition(context, pileId);
  database.run(
    `INSERT INTO item_places (item_id, pile_id, role, position) VALUES (?, ?, ?, ?)
     ON CONFLICT (item_id) DO UPDATE SET pile_id = excluded.pile_id, role = excluded.role, position = excluded.position`,
    itemId,
    pileId,
    role,
    position,
  );
  if (pileId !== null) tellCame(context, pileId, itemId, role, at);
  context.effects.touched.push(itemId);
  return done;
}

function gatheringPile(context: ListContext, pile: NewPile, at: number): string {
  const there = context.database.get(
    `SELECT id FROM piles WHERE key = ? AND project_id = ? AND connection_id = ? AND source_id IS ?
     AND state IN ('open', 'held') ORDER BY number DESC LIMIT 1`,
    pile.key,
    pile.projectId,
    pile.connectionId,
    pile.sourceId,
  );
  if (there !== undefined) return text(there, 'id');
  insertPile(context, pile, at);
  return pile.id;
}

function nextPosition({ database }: ListContext, pileId: string | null): number {
  if (pileId === null) return 0;
  const row = database.get(
    'SELECT coalesce(max(position) + 1, 0) AS position FROM item_places WHERE pile_id = ?',
    pileId,
  );
  return row === undefined ? 0 : number(row, 'position');
}

function tellCame(context: ListContext, pileId: string, itemId: string, role: string | null, at: number): void {
  context.database.run('UPDATE piles SET changed_at = ? WHERE id = ?', at, pileId);
  context.effects.touched.push(pileId);
  const roles = role === null ? {} : { role };
  tell(context, 'pile', pileId, 'item-came', at, { item: itemId, ...roles });
  tell(context, 'item', itemId, 'pile-joined', at, { pile: pileId, ...roles });
}

function tellWent(context: ListContext, pileId: string, itemId: string, at: number): void {
  context.database.run('UPDATE piles SET changed_at = ? WHERE id = ?', at, pileId);
  context.effects.touched.push(pileId);
  tell(context, 'pile', pileId, 'item-went', at, { item: itemId });
  tell(context, 'item', itemId, 'pile-left', at, { pile: pileId });
}

/** The place of an item, with the state of its pile; refused where the pile does not gather any more. */
function openPlace(
  context: ListContext,
  itemId: string,
): { readonly pileId: string | null; readonly role: string | null } | Extract<ChangeResult, { kind: 'refused' }> {
  const row = context.database.get(
    `SELECT l.pile_id, l.role, p.state FROM item_places l LEFT JOIN piles p ON p.id = l.pile_id WHERE l.item_id = ?`,
    itemId,
  );
  if (row === undefined) return { kind: 'refused', reason: 'missing', found: null };
  const state = textOrNull(row, 'state');
  // What was dissolved let go of its items.
  if (state !== null && state !== 'dissolved' && !gathering.has(state)) {
    return { kind: 'refused', reason: 'stage', found: state };
  }
  return { pileId: textOrNull(row, 'pile_id'), role: textOrNull(row, 'role') };
}

/** Puts an item into another pile, or makes it loose. */
export function applyItemPut(context: ListContext, { itemId, pileId, at }: Named<'item-put'>): ChangeResult {
  const place = openPlace(context, itemId);
  if ('kind' in place) return place;
  if (place.pileId === pileId) return done;
  if (pileId !== null) {
    const target = pileRow(context, pileId);
    if (target === undefined) return missing;
    const state = text(target, 'state');
    if (!gathering.has(state)) return { kind: 'refused', reason: 'stage', found: state };
  }
  context.database.run(
    'UPDATE item_places SET pile_id = ?, main_file = 0, position = ? WHERE item_id = ?',
    pileId,
    nextPosition(context, pileId),
    itemId,
  );
  if (place.pileId !== null) tellWent(context, place.pileId, itemId, at);
  if (pileId !== null) tellCame(context, pileId, itemId, place.role, at);
  context.effects.touched.push(itemId);
  return done;
}

/** Sets the role or the main mark of a placed item. */
export function applyPlaceSet(context: ListContext, { itemId, set, at }: Named<'place-set'>): ChangeResult {
  const { database } = context;
  const place = openPlace(context, itemId);
  if ('kind' in place) return place;
  const { pileId } = place;
  if (set.mainFile === true) database.run('UPDATE item_places SET main_file = 0 WHERE pile_id IS ?', pileId);
  const values = assignments(set, { role: 'role', mainFile: 'main_file' }, (_, value) => columnValue(value));
  const columns = Object.keys(values);
  if (columns.length === 0) return done;
  const assigned = columns.join(' = ?, ');
  database.run(`UPDATE item_places SET ${assigned} = ? WHERE item_id = ?`, ...Object.values(values), itemId);
  const detail = {
    ...(set.role === undefined ? {} : { role: set.role }),
    ...(set.mainFile === undefined ? {} : { mainFile: set.mainFile }),
  };
  tell(context, 'item', itemId, 'role-set', at, detail);
  if (pileId !== null) {
    database.run('UPDATE piles SET changed_at = ? WHERE id = ?', at, pileId);
    tell(context, 'pile', pileId, 'role-set', at, { item: itemId, ...detail });
  }
  context.effects.touched.push(itemId);
  return done;
}

/** Changes a pile; refused where its state is not among `from`. */
export function applyPileSet(context: ListContext, change: Named<'pile-set'>): ChangeResult {
  const { database } = context;
  const row = pileRow(context, change.pileId);
  if (row === undefined) return missing;
  const state = text(row, 'state');
  if (!change.from.some((one) => one === state)) return { kind: 'refused', reason: 'stage', found: state };
  const values = assignments(change.set, pileColumns, (_, value) => columnValue(value));
  const columns = Object.keys(values);
  if (columns.length > 0) {
    const assigned = columns.join(' = ?, ');
    database.run(`UPDATE piles SET ${assigned} = ? WHERE id = ?`, ...Object.values(values), change.pileId);
  }
  tell(context, 'pile', change.pileId, change.event, change.at, change.detail);
  touchMembers(context, change.pileId);
  return done;
}

/** The pile that a submission is made of goes with it. */
export function followSubmission(context: ListContext, submissionId: string, state: SubmissionState, at: number): void {
  const { database } = context;
  const pile = database.get('SELECT id, state FROM piles WHERE submission_id = ?', submissionId);
  const next = stateBySubmission[state];
  if (pile === undefined || pile['state'] === next) return;
  const pileId = text(pile, 'id');
  database.run('UPDATE piles SET state = ? WHERE id = ?', next, pileId);
  tell(context, 'pile', pileId, next, at, { submission: submissionId });
  touchMembers(context, pileId);
}

function touchMembers({ database, effects }: ListContext, pileId: string): void {
  effects.touched.push(pileId);
  for (const row of database.all('SELECT item_id FROM item_places WHERE pile_id = ?', pileId)) {
    effects.touched.push(text(row, 'item_id'));
  }
}
