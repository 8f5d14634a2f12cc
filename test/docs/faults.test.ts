import { join } from 'node:path';
import { expect, test } from 'vitest';
import { faultCodes } from '../../src/shared/faults.ts';
import { faultRows, germanRows } from './fault-rows.ts';
import { markdownFiles, quotedIn, root, rowsBelow, textOf, withRows } from './markdown.ts';

// Whoever changes a sentence lets `npx vitest run test/docs -u` write the tables anew; the text around them stays.
test('the reference of faults has each code with sentence, next step, who must act, whether it is tried again, exit status, and its German', async () => {
  const text = await textOf('docs/faults.md');
  const english = await withRows(text, 'All of them', faultRows());
  await expect(await withRows(english, 'Auf Deutsch', germanRows())).toMatchFileSnapshot(join(root, 'docs/faults.md'));
});

test('codes in the tables of the guide for IT are those of the list', async () => {
  const codes: ReadonlySet<string> = new Set(faultCodes);
  const guide = await textOf('docs/operations.md');
  const told = ['What sources say', 'What sending waits for'].flatMap((heading) => rowsBelow(guide, heading));
  const named = told.flatMap(([first]) => quotedIn(first ?? '')).filter((word) => word.includes('-'));
  expect(named.length).toBeGreaterThan(15);
  expect(named.filter((word) => !codes.has(word))).toEqual([]);
});

test('what clerks are told to do is told in the words of the program', async () => {
  const told = rowsBelow(await textOf('docs/clerks.md'), 'When something needs you').map(([reason]) => reason ?? '');
  const reasons = new Set(faultRows().map(([, reason]) => reason));
  expect(told.length).toBeGreaterThan(15);
  // Only what holds for two faults at once has words of its own.
  const own = new Set(['No XML was written.']);
  expect(told.filter((reason) => !reasons.has(reason) && !own.has(reason))).toEqual([]);
});

test('no document names a fault that is not there', async () => {
  const codes: ReadonlySet<string> = new Set(faultCodes);
  const families = /^(?:file|folder|service|keychain|scanner|export|hand-over|sign-in|credentials|case|role)-[a-z-]+$/;
  // Events of --json, names of libraries and of commands that look like codes.
  const others = new Set(['case-file', 'file-type', 'hand-over']);
  const wrong: string[] = [];
  for (const file of await markdownFiles())
    for (const word of quotedIn(await textOf(file)))
      if (families.test(word) && !codes.has(word) && !others.has(word)) wrong.push(`${file}: ${word}`);
  expect(wrong).toEqual([]);
});
