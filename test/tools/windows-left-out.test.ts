import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { isLeftOut, leftOutIn, namesToRun, readLeftOut } from '../../tools/windows/left-out.ts';

const root = join(import.meta.dirname, '../..');
/** Of a hundred tests of the engine so many may be left out on Windows, besides whole files about what it does not have. */
const maxPercent = 5;
/** So many files may be about that. */
const maxForeign = 4;

/** The names that `it`, `test` and their `each` give in a file; the place of a value in them stands as `%s`. */
async function testsIn(path: string): Promise<readonly string[]> {
  const source = ts.createSourceFile(path, await readFile(join(root, path), 'utf8'), ts.ScriptTarget.ES2023, true);
  const names: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && /^(?:it|test)\b/u.test(node.expression.getText(source))) {
      const [name] = node.arguments;
      if (name !== undefined && ts.isStringLiteralLike(name)) names.push(name.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return names;
}

/** Whether a whole name ends with the name of a test, whatever values its `each` put in. */
function isNamed(whole: string, name: string): boolean {
  const pattern = name.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&').replaceAll(/%[sdij]/g, '.+');
  return new RegExp(`(?:^|\\s)${pattern}$`, 'u').test(whole);
}

/** The rows of the tables that say which test shows what. */
async function shownThings(): Promise<readonly { readonly path: string; readonly name: string }[]> {
  const text = await readFile(join(root, 'docs/windows.md'), 'utf8');
  const row = /^\| .+? +\| `(test\/[^`]+\.test\.ts)`: (.+?) +\|$/gmu;
  return [...text.matchAll(row)].map(([, path = '', name = '']) => ({ path, name }));
}

describe('what is tried on Windows', () => {
  it('is tried by tests that are there, and that run there', async () => {
    const things = await shownThings();
    expect(things.length).toBeGreaterThan(40);
    const left = await readLeftOut();
    const without: string[] = [];
    for (const { path, name } of things) {
      const isThere = (await testsIn(path).catch((): readonly string[] => [])).some((each) => isNamed(name, each));
      const runs = !left.some((each) => each.path === path && (each.name === null || isNamed(each.name, name)));
      if (!isThere || !runs) without.push(`${path}: ${name}`);
    }
    expect(without).toEqual([]);
  });
});

describe('what is left out on Windows', () => {
  it('is there, has a reason, and is little of the engine', async () => {
    const left = await readLeftOut();
    expect(left.length).toBeGreaterThan(0);
    const gone: string[] = [];
    let leftOfEngine = 0;
    const foreign = left.filter(({ isForeign }) => isForeign);
    expect(foreign.filter(({ name }) => name !== null)).toEqual([]);
    expect(foreign.length).toBeLessThanOrEqual(maxForeign);
    for (const { path, name, reason, isForeign } of left) {
      expect(reason.length).toBeGreaterThan(5);
      const names = await testsIn(path).catch((): readonly string[] => []);
      const meant = name === null ? names : names.filter((each) => isNamed(name, each));
      if (meant.length === 0) gone.push(`${path}: ${name ?? 'all'}`);
      if (path.startsWith('test/engine/') && !isForeign) leftOfEngine += name === null ? names.length : 1;
    }
    expect(gone).toEqual([]);
    const files = (await readdir(join(root, 'test/engine'), { recursive: true })).filter((path) =>
      path.endsWith('.test.ts'),
    );
    const others = files
      .map((path) => `test/engine/${path}`)
      .filter((path) => foreign.every((each) => each.path !== path));
    const all = await Promise.all(others.map(testsIn));
    expect(leftOfEngine / all.flat().length).toBeLessThan(maxPercent / 100);
  });

  it('is read from the table that people read', () => {
    const text = [
      '| Test | Why |',
      '| ---- | --- |',
      '| `test/a/b.test.ts` | needs `/proc` |',
      '| `test/a/c.test.ts`: group says (a \\| -b) | no such disk |',
      'and `test/a/d.test.ts` is no row',
      '# Files about what Windows does not have',
      '| `test/a/e.test.ts` | no such device |',
    ].join('\n');
    expect(leftOutIn(text)).toEqual([
      { path: 'test/a/b.test.ts', name: null, reason: 'needs `/proc`', isForeign: false },
      { path: 'test/a/c.test.ts', name: 'group says (a | -b)', reason: 'no such disk', isForeign: false },
      { path: 'test/a/e.test.ts', name: null, reason: 'no such device', isForeign: true },
    ]);
  });

  it('is not run by name, and all else is', () => {
    const left = [
      { path: 'a', name: 'group says (a | -b)', reason: '', isForeign: false },
      { path: 'b', name: null, reason: '', isForeign: false },
      { path: 'c', name: 'a link in the place of %s', reason: '', isForeign: false },
    ];
    const run = namesToRun(left);
    const notRun = 'group says (a | -b)';
    expect([notRun, 'group says (a | -b) twice', 'group says'].map((name) => run.test(name))).toEqual([
      false,
      true,
      true,
    ]);
    expect(run.test('a link in the place of processed/2026-11-29')).toBe(false);
    expect(namesToRun([]).test('anything')).toBe(true);
    expect(isLeftOut(left, '/project/a', notRun)).toBe(true);
    expect(isLeftOut(left, '/project/c', notRun)).toBe(false);
    expect(isLeftOut(left, '/project/c', 'a link in the place of failed')).toBe(true);
  });
});
