import type { OpenCaseChange } from '../../open-case-changes.ts';
import type { NewOpenCase } from '../../open-case-records.ts';
import type { SubmissionState } from '../../records.ts';
import { number, text, textOrNull } from '../../storage/columns.ts';
import type { RawRow } from '../../storage/database.ts';
import { assignments, columnValue, done, missing, addHistory, rememberPerson } from '../list-effects.ts';
import type { ChangeResult, ListContext } from '../list-effects.ts';

type Named<Kind extends OpenCaseChange['kind']> = Extract<OpenCaseChange, { kind: Kind }>;

const openCaseColumns = {
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
  note: 'note',
  assignee: 'assignee',
} as const satisfies { [Name in keyof Named<'open-case-set'>['set']]-?: string };

/** States in which files come and go. */
const gathering = new Set(['open', 'held']);

/** What an open case's state is while its submission is in this one. */
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

function openCaseRow(context: ListContext, openCaseId: string): RawRow | undefined {
  return context.database.get('SELECT id, state FROM open_cases WHERE id = ?', openCaseId);
}

function insertOpenCase(context: ListContext, openCase: NewOpenCase, at: number): void {
  const { database } = context;
  const earlier =
    openCase.key === null
      ? undefined
      : database.get(
          `SELECT id FROM open_cases WHERE key = ? AND project_id = ? AND connection_id = ? AND source_id IS ?
           AND state <> 'dissolved' ORDER BY number DESC LIMIT 1`,
          openCase.key,
          openCase.projectId,
          openCase.connectionId,
          openCase.sourceId,
        );
  const earlierOpenCaseId = earlier === undefined ? null : text(earlier, 'id');
  database.run(
    `INSERT INTO open_cases (id, name, connection_id, project_id, key, source_id, state, external_id, external_data, terms,
       created_at, created_by, changed_at, earlier_open_case_id)
     VALUES (?, ?, ?, ?, ?, ?, 'open', ?, ?, ?, ?, ?, ?, ?)`,
    openCase.id,
    openCase.name,
    openCase.connectionId,
    openCase.projectId,
    openCase.key,
    openCase.sourceId,
    openCase.externalId,
    columnValue(openCase.externalData),
    JSON.stringify(openCase.terms),
    at,
    context.actor ?? 'engine',
    at,
    earlierOpenCaseId,
  );
  context.effects.touched.push(openCase.id);
  addHistory(context, 'open-case', openCase.id, 'opened', at, {
    name: openCase.name,
    ...(openCase.key === null ? {} : { key: openCase.key }),
    ...(earlierOpenCaseId === null ? {} : { earlier: earlierOpenCaseId }),
  });
}

/** Makes an empty open case; refused as `taken` where its id is known. */
export function applyOpenCaseAdded(context: ListContext, { openCase, at }: Named<'open-case-added'>): ChangeResult {
  const there = openCaseRow(context, openCase.id);
  if (there !== undefined) return { kind: 'refused', reason: 'taken', found: text(there, 'state') };
  insertOpenCase(context, openCase, at);
  return done;
}

/** Finds an item its place by a rule; one that has a place keeps it. */
export function applyItemPlaced(context: ListContext, change: Named<'item-placed'>): ChangeResult {
  const { database } = context;
  const { itemId, openCase, role, at } = change;
  if (context.rows.items.get(itemId) === undefined) return missing;
  const there = database.get('SELECT open_case_id FROM item_places WHERE item_id = ?', itemId);
  if (there !== undefined && (change.regroup !== true || there['open_case_id'] !== null)) return done;
  const openCaseId = openCase === null ? null : gatheringOpenCase(context, openCase, at);
  const position = nextPosition(context, openCaseId);
  database.run(
    `INSERT INTO item_places (item_id, open_case_id, role, position) VALUES (?, ?, ?, ?)
     ON CONFLICT (item_id) DO UPDATE SET open_case_id = excluded.open_case_id, role = excluded.role, position = excluded.position`,
    itemId,
    openCaseId,
    role,
    position,
  );
  if (openCaseId !== null) tellCame(context, openCaseId, itemId, role, at);
  context.effects.touched.push(itemId);
  return done;
}

function gatheringOpenCase(context: ListContext, openCase: NewOpenCase, at: number): string {
  const there = context.database.get(
    `SELECT id FROM open_cases WHERE key = ? AND project_id = ? AND connection_id = ? AND source_id IS ?
     AND state IN ('open', 'held') ORDER BY number DESC LIMIT 1`,
    openCase.key,
    openCase.projectId,
    openCase.connectionId,
    openCase.sourceId,
  );
  if (there !== undefined) return text(there, 'id');
  insertOpenCase(context, openCase, at);
  return openCase.id;
}

function nextPosition({ database }: ListContext, openCaseId: string | null): number {
  if (openCaseId === null) return 0;
  const row = database.get(
    'SELECT coalesce(max(position) + 1, 0) AS position FROM item_places WHERE open_case_id = ?',
    openCaseId,
  );
  return row === undefined ? 0 : number(row, 'position');
}

function tellCame(context: ListContext, openCaseId: string, itemId: string, role: string | null, at: number): void {
  context.database.run('UPDATE open_cases SET changed_at = ? WHERE id = ?', at, openCaseId);
  context.effects.touched.push(openCaseId);
  const roles = role === null ? {} : { role };
  addHistory(context, 'open-case', openCaseId, 'item-came', at, { item: itemId, ...roles });
  addHistory(context, 'item', itemId, 'open-case-joined', at, { openCase: openCaseId, ...roles });
}

function tellWent(context: ListContext, openCaseId: string, itemId: string, at: number): void {
  context.database.run('UPDATE open_cases SET changed_at = ? WHERE id = ?', at, openCaseId);
  context.effects.touched.push(openCaseId);
  addHistory(context, 'open-case', openCaseId, 'item-went', at, { item: itemId });
  addHistory(context, 'item', itemId, 'open-case-left', at, { openCase: openCaseId });
}

/** The place of an item, with the state of its open case; refused where the open case does not gather any more. */
function openPlace(
  context: ListContext,
  itemId: string,
): { readonly openCaseId: string | null; readonly role: string | null } | Extract<ChangeResult, { kind: 'refused' }> {
  const row = context.database.get(
    `SELECT l.open_case_id, l.role, p.state FROM item_places l LEFT JOIN open_cases p ON p.id = l.open_case_id WHERE l.item_id = ?`,
    itemId,
  );
  if (row === undefined) return { kind: 'refused', reason: 'missing', found: null };
  const state = textOrNull(row, 'state');
  // What was dissolved let go of its items.
  if (state !== null && state !== 'dissolved' && !gathering.has(state)) {
    return { kind: 'refused', reason: 'stage', found: state };
  }
  return { openCaseId: textOrNull(row, 'open_case_id'), role: textOrNull(row, 'role') };
}

/** Puts an item into another open case, or makes it loose. */
export function applyItemPut(context: ListContext, { itemId, openCaseId, at }: Named<'item-put'>): ChangeResult {
  const place = openPlace(context, itemId);
  if ('kind' in place) return place;
  if (place.openCaseId === openCaseId) return done;
  if (openCaseId !== null) {
    const target = openCaseRow(context, openCaseId);
    if (target === undefined) return missing;
    const state = text(target, 'state');
    if (!gathering.has(state)) return { kind: 'refused', reason: 'stage', found: state };
  }
  context.database.run(
    'UPDATE item_places SET open_case_id = ?, main_file = 0, position = ? WHERE item_id = ?',
    openCaseId,
    nextPosition(context, openCaseId),
    itemId,
  );
  if (place.openCaseId !== null) tellWent(context, place.openCaseId, itemId, at);
  if (openCaseId !== null) tellCame(context, openCaseId, itemId, place.role, at);
  context.effects.touched.push(itemId);
  return done;
}

/** An item has no place any more. */
export function applyItemUnplaced(context: ListContext, { itemId, at }: Named<'item-unplaced'>): ChangeResult {
  const place = openPlace(context, itemId);
  if ('kind' in place) return place.reason === 'missing' ? done : place;
  context.database.run('DELETE FROM item_places WHERE item_id = ?', itemId);
  if (place.openCaseId !== null) tellWent(context, place.openCaseId, itemId, at);
  context.effects.touched.push(itemId);
  return done;
}

/** Sets the role or the main mark of a placed item. */
export function applyPlaceSet(context: ListContext, { itemId, set, at }: Named<'place-set'>): ChangeResult {
  const { database } = context;
  const place = openPlace(context, itemId);
  if ('kind' in place) return place;
  const { openCaseId } = place;
  if (set.mainFile === true) database.run('UPDATE item_places SET main_file = 0 WHERE open_case_id IS ?', openCaseId);
  const values = assignments(set, { role: 'role', mainFile: 'main_file' }, (_, value) => columnValue(value));
  const columns = Object.keys(values);
  if (columns.length === 0) return done;
  const assigned = columns.join(' = ?, ');
  database.run(`UPDATE item_places SET ${assigned} = ? WHERE item_id = ?`, ...Object.values(values), itemId);
  const detail = {
    ...(set.role === undefined ? {} : { role: set.role }),
    ...(set.mainFile === undefined ? {} : { mainFile: set.mainFile }),
  };
  addHistory(context, 'item', itemId, 'role-set', at, detail);
  if (openCaseId !== null) {
    database.run('UPDATE open_cases SET changed_at = ? WHERE id = ?', at, openCaseId);
    addHistory(context, 'open-case', openCaseId, 'role-set', at, { item: itemId, ...detail });
  }
  context.effects.touched.push(itemId);
  return done;
}

/** Lets go of all files, also of one that came just before: nobody looks for files in a dissolved case. */
function loosen(context: ListContext, openCaseId: string, at: number): void {
  const { database, effects } = context;
  const members = database.all(
    'SELECT item_id FROM item_places WHERE open_case_id = ? ORDER BY position, item_id',
    openCaseId,
  );
  database.run(
    'UPDATE item_places SET open_case_id = NULL, main_file = 0, position = 0 WHERE open_case_id = ?',
    openCaseId,
  );
  for (const row of members) {
    const itemId = text(row, 'item_id');
    tellWent(context, openCaseId, itemId, at);
    effects.touched.push(itemId);
  }
}

/** Changes an open case; one that is dissolved lets go of its files. Refused where its state is not among `from`. */
export function applyOpenCaseSet(context: ListContext, change: Named<'open-case-set'>): ChangeResult {
  const { database } = context;
  const row = openCaseRow(context, change.openCaseId);
  if (row === undefined) return missing;
  const state = text(row, 'state');
  if (!change.from.some((one) => one === state)) return { kind: 'refused', reason: 'stage', found: state };
  const values = assignments(change.set, openCaseColumns, (_, value) => columnValue(value));
  const columns = Object.keys(values);
  if (columns.length > 0) {
    const assigned = columns.join(' = ?, ');
    database.run(`UPDATE open_cases SET ${assigned} = ? WHERE id = ?`, ...Object.values(values), change.openCaseId);
  }
  if (change.set.state === 'dissolved') loosen(context, change.openCaseId, change.at);
  if (typeof change.set.assignee === 'string') rememberPerson(context, change.set.assignee);
  addHistory(context, 'open-case', change.openCaseId, change.event, change.at, change.detail);
  touchMembers(context, change.openCaseId);
  return done;
}

/** The open case that a submission is made of goes with it. */
export function followSubmission(context: ListContext, submissionId: string, state: SubmissionState, at: number): void {
  const { database } = context;
  const openCase = database.get('SELECT id, state FROM open_cases WHERE submission_id = ?', submissionId);
  const next = stateBySubmission[state];
  if (openCase === undefined || openCase['state'] === next) return;
  const openCaseId = text(openCase, 'id');
  database.run('UPDATE open_cases SET state = ? WHERE id = ?', next, openCaseId);
  addHistory(context, 'open-case', openCaseId, next, at, { submission: submissionId });
  touchMembers(context, openCaseId);
}

function touchMembers({ database, effects }: ListContext, openCaseId: string): void {
  effects.touched.push(openCaseId);
  for (const row of database.all('SELECT item_id FROM item_places WHERE open_case_id = ?', openCaseId)) {
    effects.touched.push(text(row, 'item_id'));
  }
}
