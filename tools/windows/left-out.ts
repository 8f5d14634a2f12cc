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
  /** It stands in the second table: the whole file is about what Windows does not have. */
  readonly isForeign: boolean;
}

/** The document with the tables: what people read is what the run keeps to. */
const checksPath = join(import.meta.dirname, '../../docs/windows-checks.md');

const row = /^\| `(test\/[^`]+\.test\.tsx?)`(?:: (.+?))? +\| (.+?) +\|$/gmu;

const foreignHeading = /^# Files about what Windows does not have$/mu;

/** The rows of the tables in a text. */
export function leftOutIn(text: string): readonly LeftOut[] {
  const foreignFrom = foreignHeading.exec(text)?.index ?? text.length;
  return [...text.matchAll(row)].map(({ index, 1: path = '', 2: name, 3: reason = '' }) => ({
    path,
    // As Markdown writes a bar in a table.
    name: name?.replaceAll('\\|', '|') ?? null,
    reason,
    isForeign: index > foreignFrom,
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
