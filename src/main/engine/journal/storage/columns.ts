import type { RawRow } from './database.ts';

/** A column holds what the journal never writes there: the disk or another program changed it. */
export class UnreadableRow extends Error {
  readonly column: string;
  constructor(column: string) {
    super(`column ${column} can't be read`);
    this.name = 'UnreadableRow';
    this.column = column;
  }
}

/** A text column; throws {@link UnreadableRow}. */
export function text(row: RawRow, column: string): string {
  const value = row[column];
  if (typeof value !== 'string') throw new UnreadableRow(column);
  return value;
}

/** A text column that may be null. */
export function textOrNull(row: RawRow, column: string): string | null {
  return row[column] === null ? null : text(row, column);
}

/** A number column. */
export function number(row: RawRow, column: string): number {
  const value = row[column];
  if (typeof value !== 'number') throw new UnreadableRow(column);
  return value;
}

/** A number column that may be null. */
export function numberOrNull(row: RawRow, column: string): number | null {
  return row[column] === null ? null : number(row, column);
}

/** A 0/1 column. */
export function flag(row: RawRow, column: string): boolean {
  return number(row, column) !== 0;
}

/** One of a closed list of words. */
export function word<const Word extends string>(row: RawRow, column: string, words: readonly Word[]): Word {
  const value = row[column];
  const found = words.find((candidate) => candidate === value);
  if (found === undefined) throw new UnreadableRow(column);
  return found;
}

/** A JSON column by its schema; null stays null. */
export function json<T>(
  row: RawRow,
  column: string,
  schema: { safeParse(value: unknown): { success: true; data: T } | { success: false } },
): T | null {
  const source = textOrNull(row, column);
  if (source === null) return null;
  const result = schema.safeParse(parsed(source, column));
  if (!result.success) throw new UnreadableRow(column);
  return result.data;
}

function parsed(source: string, column: string): unknown {
  try {
    return JSON.parse(source);
  } catch {
    throw new UnreadableRow(column);
  }
}
