import { readdir, readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { expect, test } from 'vitest';
import { blockLines, markdownFiles, quotedIn, root, rowsBelow, textOf } from './markdown.ts';

/** Those that the program reads by name and that a person may set; `MAILROOM_WIA_ASK` is its own word to a script that it starts. */
async function variablesOfTheProgram(): Promise<readonly string[]> {
  const found = new Set<string>();
  const names = await readdir(join(root, 'src'), { recursive: true });
  for (const name of names.filter((each) => each.endsWith('.ts'))) {
    const text = await readFile(join(root, 'src', name.split(sep).join('/')), 'utf8');
    for (const [, variable] of text.matchAll(/\benv(?:ironment)?\[['"](\w+)['"]\]/g)) found.add(variable ?? '');
    for (const [, taken] of text.matchAll(/\{([A-Z_, ]+)\}: Environment/g))
      for (const variable of (taken ?? '').split(',')) found.add(variable.trim());
    for (const [, variable] of text.matchAll(/'(https?_proxy|no_proxy)'/g)) found.add((variable ?? '').toUpperCase());
  }
  return [...found].sort();
}

test('every environment variable that the program reads stands in the guide for IT', async () => {
  const read = await variablesOfTheProgram();
  expect(read).toEqual(expect.arrayContaining(['MAILROOM_POLICY', 'LC_ALL', 'HTTPS_PROXY', 'XDG_DATA_HOME']));
  const table = rowsBelow(await textOf('docs/operations.md'), 'Environment');
  const told = table.flatMap(([names]) => quotedIn(names ?? ''));
  expect([...told].sort()).toEqual(read);
});

test('every variable of Mailroom that a document names is read', async () => {
  const read = new Set(await variablesOfTheProgram());
  // The window's tests read the first, what makes packages the second, the service of the package the third.
  for (const variable of ['MAILROOM_SCREENS', 'MAILROOM_MAINTAINER', 'MAILROOM_WATCH']) read.add(variable);
  const wrong: string[] = [];
  for (const file of await markdownFiles()) {
    const text = await textOf(file);
    const lines = [...quotedIn(text), ...blockLines(text, ['sh', 'ini', ''])];
    for (const line of lines)
      for (const [variable] of line.matchAll(/\bMAILROOM_[A-Z_]+\b/g))
        if (!read.has(variable)) wrong.push(`${file}: ${variable}`);
  }
  expect(wrong).toEqual([]);
});
