import { itemStages } from '../../../../shared/item.ts';
import type { ItemStage } from '../../../../shared/item.ts';
import type { Change, DuplicateCheck, TrailStep } from '../changes.ts';
import { searchTextOf } from '../reading/search-text.ts';
import type { ItemFields } from '../records.ts';
import { number, numberOrNull, text, textOrNull } from '../storage/columns.ts';
import type { RawRow } from '../storage/database.ts';
import { stationNumber } from '../storage/station.ts';
import { recountOpenItems } from './open-items.ts';
import { isAccepted, isOnItsWay, isSetAside, stageOf } from './stages.ts';
import { assignments, columnValue, done, missing, tell } from './list-effects.ts';
import type { ChangeResult, ListContext } from './list-effects.ts';

type ItemAdded = Extract<Change, { kind: 'item-added' }>;
type ItemMoved = Extract<Change, { kind: 'item-moved' }>;
type ItemSet = Extract<Change, { kind: 'item-set' }>;

/** Columns of the plain fields; `rule` and `externalId` have more to them. */
const fieldColumns = {
  path: 'path',
  size: 'size',
  modifiedAt: 'modified_at',
  sha256: 'sha256',
  mediaType: 'media_type',
  fault: 'fault',
  resumeStage: 'resume_stage',
  paused: 'paused',
  externalId: 'external_id',
  externalData: 'external_data',
  title: 'title',
  role: 'role',
  fileId: 'file_id',
} as const satisfies { [Name in Exclude<keyof ItemFields, 'rule'>]-?: string };

/** Takes an item under care; refused as `taken` where its id is known. */
export function applyItemAdded(context: ListContext, change: ItemAdded): ChangeResult {
  const { database, effects } = context;
  const { item } = change;
  const there = database.get('SELECT stage FROM items WHERE id = ?', item.id);
  if (there !== undefined) return { kind: 'refused', reason: 'taken', found: text(there, 'stage') };
  const first = change.trail[0];
  if (first === undefined) throw new Error('item-added needs a trail');
  const content = { id: item.id, sha256: item.sha256 ?? null, ...item.rule };
  const original = originalOf(context, content, change.duplicateCheck);
  const trail = original === null ? change.trail : duplicateTrail(change.trail, original);
  const last = trail.at(-1) ?? first;
  const externalId = item.externalId ?? null;
  database.run(
    `INSERT INTO items (id, source_id, connection_id, project_id, path, name, size, modified_at, sha256, media_type, stage,
       stage_since, fault, resume_stage, rule_id, external_id, external_data, title, role, duplicate_of, previous_version,
       taken_in_at, accepted_at, revision, search_text)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    item.id,
    item.sourceId,
    item.rule.connectionId,
    item.rule.projectId,
    item.path,
    item.name,
    item.size,
    item.modifiedAt,
    item.sha256 ?? null,
    item.mediaType ?? null,
    last.stage,
    last.at,
    columnValue(item.fault ?? null),
    isSetAside(last.stage) ? stageBefore(trail, null) : null,
    context.rules.idOf(item.rule),
    externalId,
    columnValue(item.externalData ?? null),
    item.title ?? null,
    item.role ?? null,
    original,
    item.previousVersion ?? null,
    first.at,
    acceptedAt(trail, null),
    context.revision,
    searchTextOf(item.name, externalId),
  );
  effects.counts.push({ sourceId: item.sourceId, stage: last.stage, by: 1 });
  effects.touched.push(item.id);
  tellTrail(context, item.id, trail, item.fault ?? null);
  return original === null ? done : { kind: 'stop', duplicateOf: original };
}

/** Moves an item; refused where its stage is not among `from`. A trail without steps only guards and sets. */
export function applyItemMoved(context: ListContext, change: ItemMoved): ChangeResult {
  const { database, effects } = context;
  const row = database.get(
    `SELECT number, source_id, connection_id, project_id, stage, sha256, accepted_at, resume_stage
     FROM items WHERE id = ?`,
    change.itemId,
  );
  if (row === undefined) return missing;
  const stage = stageOf(row);
  if (!change.from.includes(stage)) return { kind: 'refused', reason: 'stage', found: stage };
  const set = change.set ?? {};
  const content = {
    id: change.itemId,
    sha256: set.sha256 === undefined ? textOrNull(row, 'sha256') : set.sha256,
    connectionId: set.rule?.connectionId ?? text(row, 'connection_id'),
    projectId: set.rule?.projectId ?? text(row, 'project_id'),
  };
  const original = originalOf(context, content, change.duplicateCheck);
  const trail = original === null ? change.trail : duplicateTrail(change.trail, original);
  const last = trail.at(-1);
  const columns: string[] = ['revision = ?'];
  const values: (string | number | null)[] = [context.revision];
  if (last !== undefined) {
    columns.push('stage = ?', 'stage_since = ?', 'accepted_at = ?', 'duplicate_of = ?');
    values.push(last.stage, last.at, acceptedAt(trail, numberOrNull(row, 'accepted_at')), original);
    if (set.resumeStage === undefined) {
      columns.push('resume_stage = ?');
      values.push(isSetAside(last.stage) ? stageBefore(trail, row) : null);
    }
  }
  writeFields(context, number(row, 'number'), set, columns, values);
  effects.touched.push(change.itemId);
  if (last !== undefined && last.stage !== stage) {
    const sourceId = text(row, 'source_id');
    effects.counts.push({ sourceId, stage, by: -1 }, { sourceId, stage: last.stage, by: 1 });
    if (isOnItsWay(stage) !== isOnItsWay(last.stage)) recountOpenItems(database, change.itemId);
  }
  tellTrail(context, change.itemId, trail, set.fault ?? null);
  return original === null ? done : { kind: 'stop', duplicateOf: original };
}

/** Sets fields of an item where it stands. */
export function applyItemSet(context: ListContext, change: ItemSet): ChangeResult {
  const row = context.database.get('SELECT number FROM items WHERE id = ?', change.itemId);
  if (row === undefined) return missing;
  writeFields(context, number(row, 'number'), change.set, ['revision = ?'], [context.revision]);
  context.effects.touched.push(change.itemId);
  if (change.note !== undefined) {
    tell(context, 'item', change.itemId, change.note.event, context.at, change.note.detail);
  }
  return done;
}

/** Writes the set fields together with the given columns. */
function writeFields(
  context: ListContext,
  itemNumber: number,
  set: ItemFields,
  columns: string[],
  values: (string | number | null)[],
): void {
  const { database, rules } = context;
  const { rule, ...plain } = set;
  const fields = assignments(plain, fieldColumns, (_, value) => columnValue(value));
  columns.push(...fields.columns);
  values.push(...fields.values);
  if (rule !== undefined) {
    columns.push('rule_id = ?', 'connection_id = ?', 'project_id = ?');
    values.push(rules.idOf(rule), rule.connectionId, rule.projectId);
  }
  if (plain.externalId !== undefined) {
    const row = database.get('SELECT name FROM items WHERE number = ?', itemNumber);
    const searchText = searchTextOf(row === undefined ? '' : text(row, 'name'), plain.externalId);
    columns.push('search_text = ?');
    values.push(searchText);
    if (itemNumber <= stationNumber(database, 'searchable-up-to')) {
      database.run('DELETE FROM item_search WHERE rowid = ?', itemNumber);
      database.run('INSERT INTO item_search (rowid, text) VALUES (?, ?)', itemNumber, searchText);
    }
  }
  database.run(`UPDATE items SET ${columns.join(', ')} WHERE number = ?`, ...values, itemNumber);
}

/** The first accepted item of the project with the same content, or null. */
function originalOf(
  context: ListContext,
  content: {
    readonly id: string;
    readonly sha256: string | null;
    readonly connectionId: string;
    readonly projectId: string;
  },
  check: DuplicateCheck | undefined,
): string | null {
  if (check === undefined || content.sha256 === null) return null;
  const row = context.database.get(
    `SELECT id FROM items INDEXED BY items_by_content
     WHERE sha256 = ? AND project_id = ? AND connection_id = ? AND id <> ? AND accepted_at >= ?
       AND stage NOT IN ('duplicate', 'cancelled')
     ORDER BY number LIMIT 1`,
    content.sha256,
    content.projectId,
    content.connectionId,
    content.id,
    check.since ?? 0,
  );
  return row === undefined ? null : text(row, 'id');
}

/** The trail of an item that turns out to be a duplicate: what came before acceptance stays, the rest did not happen. */
function duplicateTrail(trail: readonly TrailStep[], original: string): readonly TrailStep[] {
  const at = trail.findIndex((step) => isAccepted(step.stage));
  const index = at === -1 ? trail.length - 1 : at;
  const replaced = trail[index];
  if (replaced === undefined) throw new Error('a duplicate check needs a trail');
  return [
    ...trail.slice(0, index),
    { stage: 'duplicate', at: replaced.at, detail: { ...replaced.detail, duplicateOf: original } },
  ];
}

/** When the content was accepted: the first accepted step; a step back to settling makes it unaccepted again. */
function acceptedAt(trail: readonly TrailStep[], before: number | null): number | null {
  let accepted = before;
  for (const step of trail) {
    if (step.stage === 'seen' || step.stage === 'settling') accepted = null;
    else if (isAccepted(step.stage)) accepted ??= step.at;
  }
  return accepted;
}

/** The stage that an item which is now set aside came from: the last one that is not itself aside. */
function stageBefore(trail: readonly TrailStep[], row: RawRow | null): ItemStage | null {
  const step = trail.findLast((each) => !isSetAside(each.stage));
  if (step !== undefined || row === null) return step?.stage ?? null;
  const present = stageOf(row);
  if (!isSetAside(present)) return present;
  return itemStages.find((each) => each === row['resume_stage']) ?? null;
}

function tellTrail(
  context: ListContext,
  itemId: string,
  trail: readonly TrailStep[],
  fault: { readonly code: string } | null,
): void {
  trail.forEach((step, index) => {
    const reason = fault !== null && index === trail.length - 1 ? { fault: fault.code } : undefined;
    const detail = reason === undefined ? step.detail : { ...reason, ...step.detail };
    tell(context, 'item', itemId, step.stage, step.at, detail);
  });
}
