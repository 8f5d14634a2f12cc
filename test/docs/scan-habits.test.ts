import { join } from 'node:path';
import { expect, test } from 'vitest';
import { habits, outcomeWords } from '../scanner/habits.ts';
import { root, textOf, withRows } from './markdown.ts';

// `npx vitest run test/docs -u` writes the table anew. That each habit ends so, the test that runs them sees.
test('the guide to scanning has each habit of network scanners that is tested, and what comes of it', async () => {
  const rows = habits.map((habit) => [`\`${habit.name}\``, habit.does, outcomeWords(habit)]);
  expect(new Set(habits.map(({ name }) => name)).size).toBe(habits.length);
  const written = await withRows(await textOf('docs/scanning.md'), 'Habits of network scanners', rows);
  await expect(written).toMatchFileSnapshot(join(root, 'docs/scanning.md'));
});
