import { readdir, readFile } from 'node:fs/promises';
import { basename, join, sep } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { namesIn, undocumentedExports } from './source-rules.ts';

const root = join(import.meta.dirname, '../..');
const folders = ['src', 'resources', 'test', 'tools'];
const kebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/;
const emptyWords = new Set(['manager', 'helper', 'helpers', 'util', 'utils', 'utility', 'misc']);
/** Words that only their makers understood, each with the field's word for it. */
const replacedWords: ReadonlyMap<string, string> = new Map([
  ['pile', 'open case'],
  ['piles', 'open cases'],
  ['hasten', 'retry'],
  ['standstill', 'quiet time'],
  ['longest', 'max'],
  ['deepest', 'max'],
  ['least', 'min'],
  ['fewest', 'min'],
]);
/** Names of a word that has a better one, with that: `most` only in front, where it is a bound. */
const replaced = (name: string): readonly string[] => {
  const words = wordsOf(name);
  const better = words.flatMap((word) => replacedWords.get(word) ?? []);
  return words.length > 1 && words[0] === 'most' ? [...better, 'max'] : better;
};

/** A name in its words: `createXmlReader` → create, xml, reader; `hot-folder` → hot, folder. */
const wordsOf = (name: string): readonly string[] =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.toLowerCase());
const saysNothing = (name: string): boolean =>
  name.toLowerCase() === 'data' || wordsOf(name).some((word) => emptyWords.has(word));

const paths: string[] = [];
for (const folder of folders) {
  const names = await readdir(join(root, folder), { recursive: true });
  paths.push(...names.map((name) => `${folder}/${name.split(sep).join('/')}`).sort());
}
const sources = await Promise.all(
  paths
    .filter((path) => /\.tsx?$/.test(path))
    .map(async (path) => ({
      path,
      source: ts.createSourceFile(path, await readFile(join(root, path), 'utf8'), ts.ScriptTarget.ES2023, true),
    })),
);

describe('names', () => {
  it('of files and folders are kebab-case', () => {
    expect(paths.length).toBeGreaterThan(50);
    expect(paths.filter((path) => !kebab.test(basename(path)))).toEqual([]);
  });

  it('of files and folders say what is inside', () => {
    expect(paths.filter((path) => saysNothing(basename(path).replace(/\..*$/, '')))).toEqual([]);
  });

  it('in the code say what they stand for', () => {
    const empty = sources.flatMap(({ path, source }) =>
      namesIn(source)
        .filter(saysNothing)
        .map((name) => `${path}: ${name}`),
    );
    expect(empty).toEqual([]);
  });

  it('use the words of the field', () => {
    const places = [
      ...paths.map((path) => ({ place: path, name: basename(path).replace(/\..*$/, '') })),
      ...sources.flatMap(({ path, source }) => namesIn(source).map((name) => ({ place: `${path}: ${name}`, name }))),
    ];
    expect(places.flatMap(({ place, name }) => replaced(name).map((word) => `${place} → ${word}`))).toEqual([]);
    expect(['mostPages', 'longestWait', 'in-pile', 'leastUse'].map(replaced)).toEqual([
      ['max'],
      ['max'],
      ['open case'],
      ['min'],
    ]);
    expect(['almost', 'most', 'compile'].flatMap(replaced)).toEqual([]);
  });

  it('that say nothing are recognised', () => {
    expect(['data', 'fileManager', 'UTIL_KINDS', 'path-helper', 'XMLUtils'].every(saysNothing)).toBe(true);
    expect(['dataDirectory', 'externalData', 'utilise', 'managed'].some(saysNothing)).toBe(false);
  });
});

describe('exported things', () => {
  it('each have a doc comment', () => {
    const product = sources.filter(({ path }) => !path.endsWith('.test.ts'));
    expect(
      product.flatMap(({ path, source }) => undocumentedExports(source).map((name) => `${path}: ${name}`)),
    ).toEqual([]);
  });

  it('without one are found', () => {
    const text = [
      '/** Said. */ export const said = 1;',
      'export const bare = 2;',
      '// only a remark',
      'export function remarked() {}',
      'export interface Shape { a: string }',
      '/** Said. */ export type Kind = string;',
      'export default 3;',
    ].join('\n');
    const source = ts.createSourceFile('example.ts', text, ts.ScriptTarget.ES2023, true);
    expect(undocumentedExports(source)).toEqual(['bare', 'remarked', 'Shape', 'default']);
  });
});
