import { readFile, stat } from 'node:fs/promises';
import type { Outcome } from '../../../shared/faults.ts';
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

async function readTable(field: LookupField): Promise<LookupTable | LookupProblem> {
  let last: LookupTable | LookupProblem = { problem: 'not-well-formed' };
  for (let reads = 0; reads < maxReads; reads += 1) {
    const before = await markOf(field.file);
    if (before.size > maxBytes) return { problem: 'too-many-rows' };
    last = await readLookupTable(textOf(await readFile(field.file)), field.keyColumn, field.labelColumns);
    if ((await markOf(field.file)).mark === before.mark) return last;
  }
  return last;
}

/** Makes them; nothing is read before it is asked for. */
export function createLookups(): Lookups {
  const tables = new Map<string, Kept>();

  async function tableOf(field: LookupField): Promise<Outcome<LookupTable>> {
    const { file, keyColumn, labelColumns, label } = field;
    const key = JSON.stringify([file, keyColumn, labelColumns]);
    const told = { field: label, path: file };
    try {
      const { mark } = await markOf(file);
      const known = tables.get(key);
      const kept = known?.mark === mark ? known : { mark, table: readTable(field) };
      // The one that was used last is the last to go.
      tables.delete(key);
      tables.set(key, kept);
      for (const [oldest] of tables) if (tables.size > maxTables) tables.delete(oldest);
      const table = await kept.table;
      if (!('problem' in table)) return success(table);
      const { problem, column } = table;
      return failure('lookup-unreadable', { ...told, problem, ...(column === undefined ? {} : { column }) });
    } catch (error) {
      tables.delete(key);
      const code = codeOf(error, 'unknown');
      return failure('lookup-unreadable', { ...told, problem: problems[code] ?? 'unreadable' }, code);
    }
  }

  return {
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
