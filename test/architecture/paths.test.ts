import { readdir, readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { cutPaths } from './cut-paths.ts';

const main = join(import.meta.dirname, '../../src/main');

/** The one place, and files in which `/` stands for something else on every system. */
const others: Readonly<Record<string, string>> = {
  'engine/platform/names/paths.ts': 'the one place',
  'engine/service/case-files/file-names.ts': 'names in archives, whatever system packed them',
  'engine/scanning/drivers/escl/discover.ts': 'addresses of devices',
  'engine/scanning/pages/recognise.ts': 'folders that PATH names, as each system writes them',
};
/** Folders of which the same is true. */
const otherFolders: Readonly<Record<string, string>> = {
  'engine/service/operations/': 'paths are those of addresses',
  'practice/': 'a service: its paths are those of addresses',
};

test('paths are cut, compared and joined in one place', async () => {
  const names = (await readdir(main, { recursive: true })).map((name) => name.split(sep).join('/'));
  const sources = names.filter((name) => name.endsWith('.ts') && others[name] === undefined);
  expect(sources.length).toBeGreaterThan(200);
  expect(Object.keys(others).filter((name) => !names.includes(name))).toEqual([]);
  const found: string[] = [];
  for (const name of sources) {
    if (Object.keys(otherFolders).some((folder) => name.startsWith(folder))) continue;
    const text = await readFile(join(main, name), 'utf8');
    const source = ts.createSourceFile(name, text, ts.ScriptTarget.ES2023, true);
    found.push(...cutPaths(source).map((place) => `${name}:${place}`));
  }
  expect(found).toEqual([]);
});

test('each way to cut, compare or join a path by hand is seen', () => {
  const text = [
    "import path, { join, relative as way, sep } from 'node:path';",
    "path.split('/');",
    'below.split(sep);',
    'below.split(/[\\\\/]/u);',
    'file.startsWith(`${folder}/`);',
    "file.startsWith(root + '/');",
    'file.startsWith(`${root}${sep}`);',
    'item.path.toLowerCase();',
    "basename(file).normalize('NFC').toLowerCase();",
    "below.replaceAll('\\\\', '/');",
    "name.lastIndexOf('/');",
    'open(`${folder}/${name}`);',
    'open(`${item.path}\\\\a.pdf`);',
    'open(`${root}${sep}a.pdf`);',
    "open(folder + sep + 'a.pdf');",
    "open(settings.folder + '/a.pdf');",
    "join(folder, 'a'); word.toLowerCase(); media.split(';'); text.startsWith('/'); say(`${path}: ${word}/${count}`);",
  ].join('\n');
  const seen = cutPaths(ts.createSourceFile('example.ts', text, ts.ScriptTarget.ES2023, true));
  expect(seen.map((line) => Number(line.split(':')[0]))).toEqual([
    1, 1, 1, 2, 3, 4, 5, 5, 6, 6, 7, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16,
  ]);
});
