import { existsSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { markdownFiles, quotedIn, root, textOf } from './markdown.ts';

/** Anchors of a text as GitHub makes them: each heading in small letters, without marks, spaces as hyphens. */
function anchorsOf(text: string): ReadonlySet<string> {
  const headings = [...text.replaceAll(/^```[\s\S]*?^```$/gm, '').matchAll(/^#+ (.*)$/gm)];
  return new Set(
    headings.map(([, heading]) =>
      (heading ?? '')
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

/** Targets of links and pictures of a text that are no addresses. */
function targetsOf(text: string): readonly string[] {
  const plain = text.replaceAll(/^```[\s\S]*?^```$/gm, '').replaceAll(/`[^`\n]*`/g, '');
  return [...plain.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target]) => target ?? '')
    .filter((target) => !/^[a-z]+:/i.test(target));
}

test('every link between documents leads to a file and a heading that are there', async () => {
  const dead: string[] = [];
  let followed = 0;
  for (const file of await markdownFiles()) {
    const text = await textOf(file);
    for (const target of targetsOf(text)) {
      followed += 1;
      const [path = '', anchor] = target.split('#');
      const place = path === '' ? file : normalize(join(dirname(file), path)).replaceAll('\\', '/');
      if (!existsSync(join(root, place))) dead.push(`${file}: ${target}`);
      else if (anchor !== undefined && !anchorsOf(await textOf(place)).has(anchor)) dead.push(`${file}: ${target}`);
    }
  }
  expect(followed).toBeGreaterThan(50);
  expect(dead).toEqual([]);
});

test('files and folders of the project that documents name are there', async () => {
  const place = /^(?:src|test|docs|tools|resources)\/[\w./-]+$/;
  const missing: string[] = [];
  let looked = 0;
  for (const file of await markdownFiles())
    for (const quoted of quotedIn(await textOf(file))) {
      if (!place.test(quoted) || quoted.includes('NNNN')) continue;
      looked += 1;
      if (!existsSync(join(root, quoted))) missing.push(`${file}: ${quoted}`);
    }
  expect(looked).toBeGreaterThan(20);
  expect(missing).toEqual([]);
});

test('headings become anchors as they do where the documents are read', () => {
  expect([...anchorsOf('# Two processes on one data directory\n## Kurz auf Deutsch: äöü\n')]).toEqual([
    'two-processes-on-one-data-directory',
    'kurz-auf-deutsch-äöü',
  ]);
});

test('every document is named by another one', async () => {
  const files = await markdownFiles();
  const named = new Set<string>();
  for (const file of files)
    for (const target of targetsOf(await textOf(file)))
      named.add(normalize(join(dirname(file), target.split('#')[0] ?? '')).replaceAll('\\', '/'));
  const guides = files.filter((file) => !file.startsWith('docs/decisions/') && file !== 'README.md');
  expect(guides.filter((file) => !named.has(file))).toEqual([]);
});

test('each decision has a number of its own, by its name, its heading and the links to it', async () => {
  const files = await markdownFiles();
  const decisions = files.filter((file) => file.startsWith('docs/decisions/'));
  const numbers = decisions.map((file) => Number(/^docs\/decisions\/(\d{4})-/.exec(file)?.[1]));
  expect(numbers).toEqual([...new Set(numbers)]);
  const headings = await Promise.all(
    decisions.map(async (file) => Number(/^# (\d+)\. /.exec(await textOf(file))?.[1])),
  );
  expect(headings).toEqual(numbers);
  const links = (await Promise.all(files.map(textOf))).flatMap((text) => [
    ...text.matchAll(/\[decision (\d+)\]\([^)]*?(\d{4})-/gi),
  ]);
  expect(links.filter(([, said, led]) => Number(said) !== Number(led)).map(([link]) => link)).toEqual([]);
});
