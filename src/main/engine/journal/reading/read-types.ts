import type { Journal } from '../journal.ts';
import type { RawRow } from '../storage/database.ts';

/** The names of the journal's reads that are answered in one piece. */
export type ReadMethod = Exclude<keyof Journal, 'commit' | 'onChange' | 'close' | 'verifyCustody'>;

/** Arguments of each read. */
export type ReadArguments = { readonly [Method in ReadMethod]: Parameters<Journal[Method]> };

/** Answer of each read. */
export type ReadAnswers = { readonly [Method in ReadMethod]: Awaited<ReturnType<Journal[Method]>> };

/** The journal's reads, synchronous, on one connection. */
export type Reads = {
  readonly [Method in ReadMethod]: (...values: ReadArguments[Method]) => ReadAnswers[Method];
};

/** Turns rows into records; a row that can't be read at all is named to the caller and left out. */
export type ReadRows = <T>(rows: readonly RawRow[], table: string, read: (row: RawRow) => T) => readonly T[];
