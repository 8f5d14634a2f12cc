import type { Fault } from '../../../../../shared/faults.ts';
import { itemStages } from '../../../../../shared/item.ts';
import type { ItemStage } from '../../../../../shared/item.ts';
import type { Change, DuplicateCheck, TrailStep } from '../../changes.ts';
import { firstWithContent } from '../../reading/read-items.ts';
import { findable, sortable } from '../../reading/search-text.ts';
import type { ItemFields } from '../../records.ts';
import { number, numberOrNull, text, textOrNull } from '../../storage/columns.ts';
import type { RawRow, SqlValue } from '../../storage/database.ts';
import { stationNumber } from '../../storage/station.ts';
import { recountOpenItems } from '../open-items.ts';
import { isAccepted, isOnItsWay, isSetAside, stageOf } from '../stages.ts';
import { assignments, columnValue, done, missing, addHistory, rememberPerson } from '../list-effects.ts';
import type { ChangeResult, ListContext } from '../list-effects.ts';

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
  caseWord: 'case_word',
  fileId: 'file_id',
  note: 'note',
  assignee: 'assignee',
  copy: 'copy',
} as const satisfies { [Name in Exclude<keyof ItemFields, 'rule'>]-?: string };

/** Takes an item under care; refused as `taken` where its id is known. */
export function applyItemAdded(context: ListContext, change: ItemAdded): ChangeResult {
  const { effects } = context;
  const { item } = change;
  const there = context.rows.items.get(item.id);
  if (there !== undefined) return { kind: 'refused', reason: 'taken', found: text(there, 'stage') };
  const first = change.trail[0];
  if (first === undefined) throw new Error('item-added needs a trail');
  const content = { id: item.id, sha256: item.sha256 ?? null, ...item.rule };
  const original = originalOf(context, content, change.duplicateCheck);
  const trail = original === null ? change.trail : duplicateTrail(change.trail, original);
  const last = trail.at(-1) ?? first;
  const externalId = item.externalId ?? null;
  context.rows.items.add(item.id, {
    number: context.rows.nextItemNumber(),
    id: item.id,
    source_id: item.sourceId,
    connection_id: item.rule.connectionId,
    project_id: item.rule.projectId,
    path: item.path,
    name: item.name,
    size: item.size,
    modified_at: item.modifiedAt,
    sha256: item.sha256 ?? null,
    media_type: item.mediaType ?? null,
    stage: last.stage,
    stage_since: last.at,
    fault: columnValue(item.fault ?? null),
    resume_stage: isSetAside(last.stage) ? stageBefore(trail, null) : null,
    paused: 0,
    rule_id: context.rules.idOf(item.rule),
    external_id: externalId,
    external_data: columnValue(item.externalData ?? null),
    title: item.title ?? null,
    role: item.role ?? null,
    case_word: item.caseWord ?? null,
    duplicate_of: original,
    previous_version: item.previousVersion ?? null,
    file_id: null,
    taken_in_at: first.at,
    accepted_at: acceptedAt(trail, null),
    note: null,
    assignee: null,
    copy: columnValue(item.copy ?? null),
    revision: context.revision,
    search_text: findable(item.name, externalId),
    sort_key: sortable(item.name),
  });
  effects.counts.push({ sourceId: item.sourceId, stage: last.stage, by: 1 });
  effects.touched.push(item.id);
  tellTrail(context, item.id, trail, item.fault ?? null);
  return original === null ? done : { kind: 'stop', duplicateOf: original };
}

/** Moves an item; refused where its stage is not among `from`, or not since `since`. A trail without steps only guards and sets. */
export function applyItemMoved(context: ListContext, change: ItemMoved): ChangeResult {
  const { database, effects } = context;
  const row = context.rows.items.get(change.itemId);
  if (row === undefined) return missing;
  const stage = stageOf(row);
  const isSince = change.since === undefined || number(row, 'stage_since') === change.since;
  if (!change.from.includes(stage) || !isSince) return { kind: 'refused', reason: 'stage', found: stage };
  const set = change.set ?? {};
  const sourceId = text(row, 'source_id');
  const content = {
    id: change.itemId,
    sha256: set.sha256 === undefined ? textOrNull(row, 'sha256') : set.sha256,
    connectionId: set.rule?.connectionId ?? text(row, 'connection_id'),
    projectId: set.rule?.projectId ?? text(row, 'project_id'),
  };
  const original = originalOf(context, content, change.duplicateCheck);
  const trail = original === null ? change.trail : duplicateTrail(change.trail, original);
  const last = trail.at(-1);
  const columns: Record<string, SqlValue> = { revision: context.revision };
  if (last !== undefined) {
    columns['stage'] = last.stage;
    columns['stage_since'] = last.at;
    columns['accepted_at'] = acceptedAt(trail, numberOrNull(row, 'accepted_at'));
    columns['duplicate_of'] = original;
    if (set.resumeStage === undefined) {
      columns['resume_stage'] = isSetAside(last.stage) ? stageBefore(trail, row) : null;
    }
  }
  writeFields(context, change.itemId, row, set, columns);
  effects.touched.push(change.itemId);
  if (last !== undefined && last.stage !== stage) {
    effects.counts.push({ sourceId, stage, by: -1 }, { sourceId, stage: last.stage, by: 1 });
    if (isOnItsWay(stage) !== isOnItsWay(last.stage)) {
      context.rows.write();
      recountOpenItems(database, change.itemId);
      context.rows.documents.forget();
    }
  }
  tellTrail(context, change.itemId, trail, set.fault ?? null);
  return original === null ? done : { kind: 'stop', duplicateOf: original };
}

/** Sets fields of an item where it stands. */
export function applyItemSet(context: ListContext, change: ItemSet): ChangeResult {
  const row = context.rows.items.get(change.itemId);
  if (row === undefined) return missing;
  writeFields(context, change.itemId, row, change.set, { revision: context.revision });
  context.effects.touched.push(change.itemId);
  if (change.note !== undefined) {
    addHistory(context, 'item', change.itemId, change.note.event, context.at, change.note.detail);
  }
  return done;
}

/** Writes the set fields together with the given columns. */
function writeFields(
  context: ListContext,
  itemId: string,
  row: RawRow,
  set: ItemFields,
  columns: Record<string, SqlValue>,
): void {
  const { database, rules } = context;
  const { rule, ...plain } = set;
  Object.assign(
    columns,
    assignments(plain, fieldColumns, (_, value) => columnValue(value)),
  );
  if (rule !== undefined) {
    columns['rule_id'] = rules.idOf(rule);
    columns['connection_id'] = rule.connectionId;
    columns['project_id'] = rule.projectId;
  }
  if (plain.externalId !== undefined || plain.note !== undefined || plain.assignee !== undefined) {
    const itemNumber = number(row, 'number');
    const after = { ...row, ...columns };
    const found = ['external_id', 'note', 'assignee'].map((column) => textOrNull(after, column));
    const searchText = findable(text(row, 'name'), ...found);
    columns['search_text'] = searchText;
    if (itemNumber <= stationNumber(database, 'searchable-up-to')) {
      context.rows.write();
      database.run('DELETE FROM item_search WHERE rowid = ?', itemNumber);
      database.run('INSERT INTO item_search (rowid, text) VALUES (?, ?)', itemNumber, searchText);
    }
  }
  context.rows.items.set(itemId, columns);
  if (typeof plain.assignee === 'string') {
    context.rows.write();
    rememberPerson(context, plain.assignee);
  }
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
  if (context.rows.items.waitsWith(content.sha256)) context.rows.write();
  const { id, sha256, connectionId, projectId } = content;
  return firstWithContent(context.database, { sha256, connectionId, projectId, exceptId: id }, check.since ?? 0);
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
  fault: Pick<Fault, 'code' | 'params'> | null,
): void {
  const kind = fault?.params['kind'];
  // What the file is decides the sentence; it is one of a closed list.
  const reason = fault === null ? {} : { fault: fault.code, ...(kind === undefined ? {} : { kind }) };
  trail.forEach((step, index) => {
    const detail = fault !== null && index === trail.length - 1 ? { ...reason, ...step.detail } : step.detail;
    addHistory(context, 'item', itemId, step.stage, step.at, detail);
  });
}
