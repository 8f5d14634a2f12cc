import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { menuCommands } from '../../src/shared/desktop-contract.ts';
import { commands, shortcutKeys, shortcutWords } from '../../src/shared/shortcuts.ts';

it('no two commands have the same keys or the same words', () => {
  for (const part of ['key', 'en', 'de'] as const) {
    expect(new Set(menuCommands.map((command) => commands[command][part])).size).toBe(menuCommands.length);
  }
});

it("the clerks' guide names the keys of each command", async () => {
  const guide = await readFile(new URL('../../docs/clerks.md', import.meta.url), 'utf8');
  const missing = menuCommands.filter((command) => !guide.includes(`| ${shortcutWords(command, 'en')} `));
  expect(missing).toEqual([]);
});

it('keys read as people say them, and as assistive technology expects them', () => {
  expect(shortcutWords('pause-all', 'en')).toBe('Ctrl+Shift+P');
  expect(shortcutWords('pause-all', 'de')).toBe('Strg+Umschalt+P');
  expect(shortcutWords('pause-all', 'en', true)).toBe('Cmd+Shift+P');
  expect(shortcutKeys('pause-all')).toBe('Control+Shift+P');
});
