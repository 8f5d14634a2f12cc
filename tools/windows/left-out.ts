import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A test, or all tests of a file, that say nothing on Windows, and why. */
export interface LeftOut {
  /** Path of the test file below the project's root, with `/`. */
  readonly path: string;
  /** The whole name of one test: its groups and its own, blanks between; null = all of the file. */
  readonly name: string | null;
  readonly reason: string;
}

/** The document with the table: what people read is what the run keeps to. */
const checksPath = join(import.meta.dirname, '../../docs/windows-checks.md');

const row = /^\| `(test\/[^`]+\.test\.tsx?)`(?:: (.+?))? +\| (.+?) +\|$/gmu;

/** The rows of the table in a text. */
export function leftOutIn(text: string): readonly LeftOut[] {
  return [...text.matchAll(row)].map(([, path = '', name, reason = '']) => ({
    path,
    // As Markdown writes a bar in a table.
    name: name?.replaceAll('\\|', '|') ?? null,
    reason,
  }));
}

/** What the project leaves out on Windows. */
export async function readLeftOut(): Promise<readonly LeftOut[]> {
  return leftOutIn(await readFile(checksPath, 'utf8'));
}

/** Matches the whole names of all tests but those that are left out by name. */
export function namesToRun(leftOut: readonly LeftOut[]): RegExp {
  const names = leftOut.flatMap(({ name }) => (name === null ? [] : [name]));
  const escaped = names.map((name) => name.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&'));
  return names.length === 0 ? /^/u : new RegExp(`^(?!(?:${escaped.join('|')})$)`, 'u');
}
