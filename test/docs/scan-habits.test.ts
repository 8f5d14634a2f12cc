import { join } from 'node:path';
import { expect, test } from 'vitest';
import { habits, outcomeWords } from '../scanner/habits.ts';
import { saneHabits } from '../scanner/sane-habits.ts';
import { root, textOf, withRows } from './markdown.ts';

const tables = [
  ['Habits of network scanners', habits],
  ['Habits of drivers', saneHabits],
] as const;

// `npx vitest run test/docs -u` writes the tables anew. That each habit ends so, the tests that run them see.
test('the guide to scanning has each habit of scanners that is tested, and what comes of it', async () => {
  let written = await textOf('docs/scanning.md');
  for (const [heading, all] of tables) {
    const rows = all.map((habit) => [`\`${habit.name}\``, habit.does, outcomeWords(habit)]);
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
    written = await withRows(written, heading, rows);
  }
  await expect(written).toMatchFileSnapshot(join(root, 'docs/scanning.md'));
});
