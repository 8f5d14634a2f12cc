import { readdir } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { expect, test } from 'vitest';
import { shortcutWords } from '../../src/shared/shortcuts.ts';
import { menuCommands } from '../../src/shared/desktop-contract.ts';
import { root, rowsIn, textOf } from './markdown.ts';

const guides = ['docs/clerks.md', 'docs/cases.md', 'docs/scanning.md'];

/** Every text of the window (page, menu, tray), as a pattern: what is filled in may be anything. */
async function wordsOfTheWindow(): Promise<readonly RegExp[]> {
  const below = (await readdir(join(root, 'src/renderer/text'), { recursive: true })).filter((name) =>
    name.endsWith('.ts'),
  );
  const files = [
    'src/main/desktop/shell/words.ts',
    'src/shared/shortcuts.ts',
    ...below.map((name) => `src/renderer/text/${name.split(sep).join('/')}`),
  ];
  const texts = await Promise.all(files.map(textOf));
  const literals = texts.flatMap((text) =>
    [...text.matchAll(/(['"])((?:(?!\1)[^\\\n]|\\.)+)\1/g)].map(([, , word]) => word ?? ''),
  );
  const escaped = (word: string): string => word.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`);
  return literals.map((word) => new RegExp(`^${escaped(word.replaceAll("\\'", "'")).replaceAll(/\{\w+\}/g, '.+')}$`));
}

test('what guides call by its name in quotation marks is so called in the window', async () => {
  const words = await wordsOfTheWindow();
  expect(words.length).toBeGreaterThan(1_000);
  const wrong: string[] = [];
  let seen = 0;
  for (const file of guides) {
    const text = (await textOf(file)).replaceAll(/^```[\s\S]*?^```$/gm, '').replaceAll(/`[^`\n]*`/g, '');
    for (const [, english, german] of text.matchAll(/"([^"\n]{2,60})"|„([^“\n]{2,60})“/g)) {
      const named = (english ?? german ?? '').replaceAll('**', '');
      seen += 1;
      if (!words.some((word) => word.test(named))) wrong.push(`${file}: ${named}`);
    }
  }
  expect(seen).toBeGreaterThan(30);
  expect(wrong).toEqual([]);
});

test('the guide for clerks has the keys of every command, and no other', async () => {
  const named = rowsIn(await textOf('docs/clerks.md')).flatMap((row) => row.slice(0, 2));
  const isKey = (cell: string): boolean => /^(?:Ctrl\+\S+|F\d+)$/.test(cell);
  // Quitting is the desktop's own, not a command of the page.
  const wanted = [...menuCommands.map((command) => shortcutWords(command, 'en')), 'Ctrl+Q'];
  expect(named.filter(isKey).sort()).toEqual(wanted.sort());
});

test('what the German part calls by its name is so called in the window', async () => {
  const words = await wordsOfTheWindow();
  const [, german = ''] = (await textOf('docs/clerks.md')).split('## Kurz auf Deutsch');
  // The mark is described, not named.
  const named = [...german.matchAll(/\*\*([^*\n]+)\*\*/g)]
    .map(([, name]) => name ?? '')
    .filter((name) => !name.startsWith('Dunkle'));
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((name) => !words.some((word) => word.test(name)))).toEqual([]);
});
