import { z } from 'zod';
import type { Change, CommitOutcome } from '../changes.ts';
import type { JournalError } from '../journal.ts';

/** A caller's list of changes as it reaches the writer. `actor` null: the engine. `at` in ms. */
export interface ChangeList {
  readonly changes: readonly Change[];
  readonly actor: string | null;
  readonly at: number;
}

/** Why a list was not written though no guard refused it. `bug` = an exception that only this list caused. */
export interface ListFailure {
  readonly failed: Exclude<JournalError['code'], 'closed'> | 'bug';
  readonly message: string;
}

/** What became of one list. */
export type ListResult = CommitOutcome | ListFailure;

const listsSchema = z.custom<readonly ChangeList[]>((value) => Array.isArray(value));

/** Lists as text: how they reach the journal's thread, and how it keeps them until they are in the tables. */
export function listsText(lists: readonly ChangeList[]): string {
  return JSON.stringify(lists);
}

/** The lists of a text that {@link listsText} made. */
export function listsFrom(source: string): readonly ChangeList[] {
  return listsSchema.parse(JSON.parse(source));
}
