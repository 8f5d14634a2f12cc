import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A test, or all tests of a file, that say nothing on Windows, and why. */
export interface LeftOut {
  /** Path of the test file below the project's root, with `/`. */
  readonly path: string;
  /**
   * The whole name of one test: its groups and its own, blanks between; `%s` stands for any value, so that a row names all tests of an
   * `each`. null = all of the file.
   */
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

/** The pattern of the whole names that a row means. */
function meantBy(name: string): string {
  return name.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&').replaceAll('%s', '.+');
}

/** Whether a row names this test of a file (the absolute path of it, with `/`). */
export function isLeftOut(leftOut: readonly LeftOut[], path: string, name: string): boolean {
  return leftOut.some(
    (row) => path.endsWith(`/${row.path}`) && row.name !== null && new RegExp(`^${meantBy(row.name)}$`, 'u').test(name),
  );
}

/** Matches the whole names of all tests but those that are left out by name. */
export function namesToRun(leftOut: readonly LeftOut[]): RegExp {
  const names = leftOut.flatMap(({ name }) => (name === null ? [] : [name]));
  return names.length === 0 ? /^/u : new RegExp(`^(?!(?:${names.map(meantBy).join('|')})$)`, 'u');
}
