import { readFile, stat } from 'node:fs/promises';
import type { Fault, Outcome } from '../../../shared/faults.ts';
import type { LookupField } from '../../../shared/fields/field-rule.ts';
import { failure, success } from '../faults/fault.ts';
import { codeOf } from '../platform/disk/errno.ts';
import { textOf } from '../platform/plain-text.ts';
import {
  readLookupTable,
  type LookupFound,
  type LookupProblem,
  type LookupRow,
  type LookupTable,
} from './lookup-table.ts';

/** The tables behind lookups, read when they are asked for and anew when their file changed. Fault of all: `lookup-unreadable`. */
export interface Lookups {
  /** Rows that fit what was typed; see {@link LookupTable.find}. */
  find(field: LookupField, typed: string, limit: number): Promise<Outcome<LookupFound>>;
  /** The row with this key; null: there is none. */
  row(field: LookupField, value: string): Promise<Outcome<LookupRow | null>>;
  /** What stands in a file, for who sets up a lookup: its headings, and how many rows; null: a column that is named is not there. */
  describe(place: LookupPlace): Promise<Outcome<LookupContent>>;
}

/** Where a lookup looks. */
export type LookupPlace = Pick<LookupField, 'file' | 'keyColumn' | 'labelColumns'>;

/** See {@link Lookups.describe}. */
export interface LookupContent {
  readonly columns: readonly string[];
  readonly rows: number | null;
}

/** Larger files are no lists for people (bytes). */
const maxBytes = 256 * 1024 * 1024;
/** Tables that are kept at once. */
const maxTables = 8;
/** Reads of a file that is written meanwhile. */
const maxReads = 3;

const problems: Readonly<Record<string, string>> = {
  ENOENT: 'file-missing',
  ENOTDIR: 'file-missing',
  EACCES: 'not-allowed',
  EPERM: 'not-allowed',
  EISDIR: 'not-a-file',
  EBUSY: 'in-use',
};

interface Kept {
  readonly mark: string;
  readonly table: Promise<LookupTable | LookupProblem>;
}

/** What tells a file from what it was before. */
async function markOf(path: string): Promise<{ readonly mark: string; readonly size: number }> {
  const { size, mtimeMs, ctimeMs, ino } = await stat(path);
  return { mark: [size, mtimeMs, ctimeMs, ino].join('/'), size };
}

async function readTable(field: LookupPlace): Promise<LookupTable | LookupProblem> {
  let last: LookupTable | LookupProblem = { problem: 'not-well-formed' };
  for (let reads = 0; reads < maxReads; reads += 1) {
    const before = await markOf(field.file);
    if (before.size > maxBytes) return { problem: 'too-many-rows' };
    last = await readLookupTable(textOf(await readFile(field.file)), field.keyColumn, field.labelColumns);
    if ((await markOf(field.file)).mark === before.mark) return last;
  }
  return last;
}

function usable(table: LookupTable | LookupProblem, told: Fault['params']): Outcome<LookupTable> {
  if (!('problem' in table)) return success(table);
  const column = table.problem === 'no-column' ? { column: table.column } : {};
  return failure('lookup-unreadable', { ...told, problem: table.problem, ...column });
}

/** Makes them; nothing is read before it is asked for. */
export function createLookups(): Lookups {
  const tables = new Map<string, Kept>();

  async function readOf(field: LookupPlace, told: Fault['params']): Promise<Outcome<LookupTable | LookupProblem>> {
    const { file, keyColumn, labelColumns } = field;
    const key = JSON.stringify([file, keyColumn, labelColumns]);
    try {
      const { mark } = await markOf(file);
      const known = tables.get(key);
      const kept = known?.mark === mark ? known : { mark, table: readTable(field) };
      // The one that was used last is the last to go.
      tables.delete(key);
      tables.set(key, kept);
      for (const [oldest] of tables) if (tables.size > maxTables) tables.delete(oldest);
      return success(await kept.table);
    } catch (error) {
      tables.delete(key);
      const code = codeOf(error, 'unknown');
      return failure('lookup-unreadable', { ...told, problem: problems[code] ?? 'unreadable' }, code);
    }
  }

  async function tableOf(field: LookupField): Promise<Outcome<LookupTable>> {
    const told = { field: field.label, path: field.file };
    const read = await readOf(field, told);
    return read.ok ? usable(read.value, told) : read;
  }

  return {
    async describe(place) {
      const told = { path: place.file };
      const read = await readOf(place, told);
      if (read.ok && 'problem' in read.value && read.value.problem === 'no-column')
        return success({ columns: read.value.columns, rows: null });
      const table = read.ok ? usable(read.value, told) : read;
      return table.ok ? success({ columns: table.value.columns, rows: table.value.size }) : table;
    },
    async find(field, typed, limit) {
      const table = await tableOf(field);
      return table.ok ? success(table.value.find(typed, limit)) : table;
    },
    async row(field, value) {
      const table = await tableOf(field);
      return table.ok ? success(table.value.row(value)) : table;
    },
  };
}
