import { hash } from 'node:crypto';
import type { CustodyDetail } from '../changes.ts';
import type { CustodyCheck } from '../journal.ts';
import type { CustodySubject } from '../records.ts';
import { number, text, textOrNull } from './columns.ts';
import type { Database, RawRow, SqlValue } from './database.ts';

/** What the first line's hash is made over. */
const beginning = '0'.repeat(64);
/** Lines written by one statement at most. */
const linesAtOnce = 16;

/** A line of the history that waits to be written. `actor` null: the engine. */
export interface CustodyEntry {
  readonly at: number;
  readonly subject: CustodySubject;
  readonly subjectId: string;
  readonly event: string;
  readonly actor: string | null;
  readonly detail: CustodyDetail | undefined;
}

/** Writes the append-only history: each line's hash is made over the line and the hash before it. */
export interface CustodyChain {
  /** Writes the lines inside the caller's transaction; `settle` or `undo` must follow. */
  append(entries: readonly CustodyEntry[]): void;
  /** The transaction is on disk. */
  settle(): void;
  /** The transaction was undone. */
  undo(): void;
}

/** The end of the history as far as it was written. */
interface ChainEnd {
  readonly sequence: number;
  readonly hash: string;
}

/** A chain that continues the history on disk. */
export function createCustodyChain(database: Database): CustodyChain {
  let durable = endOf(database);
  let pending = durable;
  const insertOf = (lines: number): string =>
    'INSERT INTO custody (sequence, at, subject, subject_id, event, actor, detail, hash) VALUES ' +
    Array.from({ length: lines }, () => '(?, ?, ?, ?, ?, ?, ?, ?)').join(', ');
  const inserts = Array.from({ length: linesAtOnce + 1 }, (_, lines) => insertOf(lines));

  return {
    append(entries) {
      let { sequence, hash: before } = pending;
      for (let start = 0; start < entries.length; start += linesAtOnce) {
        const slice = entries.slice(start, start + linesAtOnce);
        const values: SqlValue[] = [];
        for (const entry of slice) {
          sequence += 1;
          const detail = detailText(entry.detail);
          before = hashOf(before, sequence, entry, detail);
          values.push(sequence, entry.at, entry.subject, entry.subjectId, entry.event, entry.actor, detail, before);
        }
        database.run(inserts[slice.length] ?? insertOf(slice.length), ...values);
      }
      pending = { sequence, hash: before };
    },
    settle() {
      durable = pending;
    },
    undo() {
      pending = durable;
    },
  };
}

function endOf(database: Database): ChainEnd {
  const row = database.get('SELECT sequence, hash FROM custody ORDER BY sequence DESC LIMIT 1');
  return row === undefined
    ? { sequence: 0, hash: beginning }
    : { sequence: number(row, 'sequence'), hash: text(row, 'hash') };
}

function detailText(detail: CustodyDetail | undefined): string | null {
  if (detail === undefined) return null;
  const written = JSON.stringify(detail);
  return written === '{}' ? null : written;
}

/** The hash covers what is stored, word for word, so that reading can compare without interpreting. */
function hashOf(
  before: string,
  sequence: number,
  line: Omit<CustodyEntry, 'detail' | 'subject'> & { readonly subject: string },
  detail: string | null,
): string {
  const { at, subject, subjectId, event, actor } = line;
  return hash(
    'sha256',
    `${before}\n${JSON.stringify([sequence, at, subject, subjectId, event, actor, detail])}`,
    'hex',
  );
}

/** Where a walk along the chain stands; `brokenAt` ends it. */
export interface ChainWalk {
  readonly rows: number;
  readonly sequence: number;
  readonly hash: string;
  readonly brokenAt: number | null;
  readonly ended: boolean;
}

/** A walk that has not begun. */
export const walkBegun: ChainWalk = { rows: 0, sequence: 0, hash: beginning, brokenAt: null, ended: false };

/** What a walk that has ended found out. */
export function checkOf({ rows, brokenAt, sequence, hash: last }: ChainWalk): CustodyCheck {
  return { rows, brokenAt, last: sequence === 0 ? null : { sequence, hash: last } };
}

/** Checks the next lines, at most `limit`. A missing, added or changed line breaks the chain at its place. */
export function walkOn(database: Database, walk: ChainWalk, limit: number): ChainWalk {
  const rows = database.all('SELECT * FROM custody WHERE sequence > ? ORDER BY sequence LIMIT ?', walk.sequence, limit);
  let { sequence, hash: before } = walk;
  let seen = walk.rows;
  for (const row of rows) {
    const found = number(row, 'sequence');
    const expected = sequence + 1;
    const actual = found === expected ? lineHash(before, row) : null;
    if (actual === null || actual !== row['hash']) {
      return { rows: seen, sequence, hash: before, brokenAt: found, ended: true };
    }
    sequence = expected;
    before = actual;
    seen += 1;
  }
  return { rows: seen, sequence, hash: before, brokenAt: null, ended: rows.length < limit };
}

function lineHash(before: string, row: RawRow): string {
  return hashOf(
    before,
    number(row, 'sequence'),
    {
      at: number(row, 'at'),
      subject: text(row, 'subject'),
      subjectId: text(row, 'subject_id'),
      event: text(row, 'event'),
      actor: textOrNull(row, 'actor'),
    },
    textOrNull(row, 'detail'),
  );
}
