import { readMethods } from '../journal.ts';
import type { Journal } from '../journal.ts';
import type { RawRow } from '../storage/database.ts';

/** The names of the journal's reads that are answered in one piece. */
export type ReadMethod = keyof typeof readMethods;

/** Arguments of each read. */
export type ReadArguments = { readonly [Method in ReadMethod]: Parameters<Journal[Method]> };

/** Answer of each read. */
export type ReadAnswers = { readonly [Method in ReadMethod]: Awaited<ReturnType<Journal[Method]>> };

/** The journal's reads, synchronous, on one connection. */
export type Reads = {
  readonly [Method in ReadMethod]: (...values: ReadArguments[Method]) => ReadAnswers[Method];
};

/** What makes some of the reads. */
export type MakesReads = (...parts: never[]) => Partial<Reads>;

/** A read as the journal has it. */
type AsyncRead<Method extends ReadMethod> = (...values: ReadArguments[Method]) => Promise<ReadAnswers[Method]>;

/** All reads as the journal has them. */
export type AsyncReads = { readonly [Method in ReadMethod]: AsyncRead<Method> };

function isRead(name: string): name is ReadMethod {
  return Object.hasOwn(readMethods, name);
}

function areAll(made: Partial<AsyncReads>): made is AsyncReads {
  return Object.keys(readMethods).every((name) => Object.hasOwn(made, name));
}

/** One function for each read; all of them ask in the same way. */
export function eachRead(
  ask: <Method extends ReadMethod>(method: Method, ...values: ReadArguments[Method]) => Promise<ReadAnswers[Method]>,
): AsyncReads {
  const made: Partial<AsyncReads> = {};
  const asking =
    <Method extends ReadMethod>(method: Method): AsyncRead<Method> =>
    (...values) =>
      ask(method, ...values);
  for (const name of Object.keys(readMethods)) if (isRead(name)) Object.assign(made, { [name]: asking(name) });
  if (!areAll(made)) throw new Error('a read of the journal is missing');
  return made;
}

/** Turns rows into records; a row that can't be read at all is named to the caller and left out. */
export type ReadRows = <T>(rows: readonly RawRow[], table: string, read: (row: RawRow) => T) => readonly T[];

/** Takes all steps of a read that could let commits in between. */
export function atOnce<Answer>(steps: Iterator<undefined, Answer>): Answer {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
