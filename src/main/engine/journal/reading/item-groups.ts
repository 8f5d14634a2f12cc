import { askingStates } from '../../../../shared/document-states.ts';
import { itemStages } from '../../../../shared/item.ts';
import type { ItemStage } from '../../../../shared/item.ts';
import type { ItemGroup } from '../../../../shared/views.ts';
import type { ItemQuery } from '../journal.ts';
import { number } from '../storage/columns.ts';
import type { Database, SqlValue } from '../storage/database.ts';

const waiting: readonly ItemStage[] = ['seen', 'settling', 'accepted'];
const sending: readonly ItemStage[] = ['uploading', 'uploaded', 'submitting'];
const processing: readonly ItemStage[] = ['submitted', 'tracking'];
const done: readonly ItemStage[] = ['settled', 'exported', 'handed-over', 'duplicate', 'cancelled', 'separated'];

/** Stages of each group; whether an item needs a person, or waits in an open case, is not told by its stage alone. */
export const groupStages: Readonly<Record<ItemGroup, readonly ItemStage[]>> = {
  'needs-you': itemStages,
  waiting,
  sending,
  processing,
  'on-its-way': [...waiting, ...sending, ...processing],
  done,
};

/** The code of an item's fault, null where there is none or it can't be read: a term on `items`. */
export const faultCode = `CASE WHEN json_valid(fault) THEN fault ->> 'code' END`;

/**
 * Uploaded, and its case is still being put together: it waits, nothing of it is being sent. A condition on `items i`; loose
 * files, which wait for a person to say where they belong, are among them.
 */
export const waitsForCase = `(i.stage = 'uploaded' AND EXISTS (SELECT 1 FROM item_places w WHERE w.item_id = i.id))`;

/** Whether any item is or was part of an open case. If not, queries leave open cases out. */
export function hasPlaces(database: Database): boolean {
  return database.get('SELECT 1 AS there FROM item_places LIMIT 1') !== undefined;
}

/** The exact condition of the index `items_done`: with any other text SQLite does not use the index. */
export const isDone = `i.stage IN ('settled', 'exported', 'handed-over', 'duplicate', 'cancelled', 'separated')`;

const asking = askingStates.map((state) => `'${state}'`).join(', ');

const needing = `
  SELECT number FROM items INDEXED BY items_by_stage WHERE stage = 'held'
  UNION SELECT i.number FROM documents d INDEXED BY documents_needing_you
    CROSS JOIN document_items p ON p.document_id = d.id CROSS JOIN items i ON i.id = p.item_id
    WHERE d.state IN (${asking}) AND i.stage <> 'cancelled'
  UNION SELECT i.number FROM exports e INDEXED BY exports_by_state
    CROSS JOIN document_items p ON p.document_id = e.document_id CROSS JOIN items i ON i.id = p.item_id
    WHERE e.state = 'held'`;

/** Numbers of the items that need a person: held, or a document or an export of theirs is stuck. */
export function needingYou(database: Database): readonly number[] {
  return database.all(needing).map((row) => number(row, 'number'));
}

/** Whether items of another project than this one may be there: with one project, nothing is to be looked at. */
function hasOtherProjects(database: Database, projectId: string): boolean {
  const other = database.get(
    `SELECT 1 AS other FROM rules WHERE CASE WHEN json_valid(json) THEN json_extract(json, '$.projectId') ELSE '' END <> ? LIMIT 1`,
    projectId,
  );
  return other !== undefined;
}

/** What a query asks beside order and place: the stages (undefined: all) and conditions on `items i`. */
export interface Narrowed {
  readonly stages: readonly ItemStage[] | undefined;
  readonly conditions: readonly string[];
  readonly values: readonly SqlValue[];
  /** Items ended since then (ms): part of the conditions, told for the index that knows it. */
  readonly doneSince: number | undefined;
}

/** What limits items to a project and to a person, as conditions on `items i`. */
export function limitsOf(
  database: Database,
  { projectId, assignee }: Pick<ItemQuery, 'projectId' | 'assignee'>,
): Pick<Narrowed, 'conditions' | 'values'> {
  const conditions: string[] = [];
  const values: SqlValue[] = [];
  if (projectId !== undefined && hasOtherProjects(database, projectId)) {
    conditions.push('+i.project_id = ?');
    values.push(projectId);
  }
  if (assignee !== undefined) {
    conditions.push('i.number IN (SELECT a.number FROM items a INDEXED BY items_by_assignee WHERE a.assignee = ?)');
    values.push(assignee);
  }
  return { conditions, values };
}

/** Turns project, person, group and stages of a query into stages and conditions. */
export function narrow(
  database: Database,
  query: Pick<ItemQuery, 'stages' | 'projectId' | 'assignee' | 'group' | 'doneSince'>,
): Narrowed {
  const { group } = query;
  const limits = limitsOf(database, query);
  const conditions = [...limits.conditions];
  const values = [...limits.values];
  if (group === undefined) return { stages: query.stages, conditions, values, doneSince: undefined };
  const doneSince = group === 'done' ? query.doneSince : undefined;
  if (doneSince !== undefined) {
    conditions.push('i.stage_since >= ?');
    values.push(doneSince);
  }
  const numbers = needingYou(database);
  if (group === 'needs-you' || numbers.length > 0) {
    conditions.push(`i.number ${group === 'needs-you' ? '' : 'NOT '}IN (SELECT value FROM json_each(?))`);
    values.push(JSON.stringify(numbers));
  }
  const asked = query.stages;
  if (group === 'needs-you') return { stages: asked, conditions, values, doneSince };
  const withOpenCases = (group === 'waiting' || group === 'sending') && hasPlaces(database);
  if (withOpenCases)
    conditions.push(group === 'sending' ? `NOT ${waitsForCase}` : `(i.stage <> 'uploaded' OR ${waitsForCase})`);
  const within = withOpenCases && group === 'waiting' ? [...waiting, 'uploaded' as const] : groupStages[group];
  const stages = within.filter((stage) => asked === undefined || asked.includes(stage));
  return { stages, conditions, values, doneSince };
}
