import type { ItemStage } from '../../../../shared/item.ts';
import type { CustodyDetail } from '../changes.ts';
import type { CustodySubject } from '../records.ts';
import type { CustodyEntry } from '../storage/custody-chain.ts';
import type { Database } from '../storage/database.ts';
import type { Rules } from '../storage/rules.ts';
import type { HotRows } from './hot-rows.ts';

/** What a list of changes does besides its rows: written once a batch, and only for lists that went through. */
export interface ListEffects {
  readonly touched: string[];
  readonly custody: CustodyEntry[];
  readonly counts: { readonly sourceId: string; readonly stage: ItemStage; readonly by: 1 | -1 }[];
}

/** What the changes of one list are applied with. */
export interface ListContext {
  readonly database: Database;
  readonly rules: Rules;
  /** Rows of items and jobs that were just written; their updates wait for the end of the list. */
  readonly rows: HotRows;
  /** The revision that this batch will have. */
  readonly revision: number;
  /** Null: the engine. */
  readonly actor: string | null;
  /** When the list was given to the journal, ms: the instant of changes that bring none. */
  readonly at: number;
  readonly effects: ListEffects;
}

/** What became of one change: `stop` leaves out the changes after it. */
export type ChangeResult =
  | { readonly kind: 'done' }
  | { readonly kind: 'stop'; readonly duplicateOf?: string }
  | { readonly kind: 'refused'; readonly reason: 'stage' | 'missing' | 'taken'; readonly found: string | null };

/** A change that went through. */
export const done: ChangeResult = { kind: 'done' };

/** A change whose subject is not there. */
export const missing: ChangeResult = { kind: 'refused', reason: 'missing', found: null };

/** Adds a line to the history. */
export function addHistory(
  context: ListContext,
  subject: CustodySubject,
  subjectId: string,
  event: string,
  at: number,
  detail?: CustodyDetail,
): void {
  context.effects.custody.push({ at, subject, subjectId, event, actor: context.actor, detail });
}

/** A name that things were handed to: it is offered from then on. */
export function rememberPerson({ database, at }: ListContext, name: string): void {
  database.run(
    'INSERT INTO people VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET used_at = excluded.used_at',
    name,
    at,
  );
}

/** The given fields that are there, as columns with their values. */
export function assignments<Fields extends object>(
  fields: Fields,
  columns: { readonly [Name in keyof Fields]-?: string },
  encode: (name: string, value: unknown) => string | number | null,
): Record<string, string | number | null> {
  const values: Record<string, string | number | null> = {};
  const column: Readonly<Record<string, unknown>> = columns;
  for (const [name, value] of Object.entries(fields)) {
    const target = column[name];
    if (value === undefined || typeof target !== 'string') continue;
    values[target] = encode(name, value);
  }
  return values;
}

/** A value as a column holds it: objects as JSON, truth as 0 and 1. */
export function columnValue(value: unknown): string | number | null {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  return JSON.stringify(value);
}
