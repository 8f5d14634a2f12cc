import { readdir } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { expect, test } from 'vitest';
import { quotedIn, root, rowsBelow, textOf } from './markdown.ts';

test('the guide for IT tells every event of --json and no other', async () => {
  const names = (await readdir(join(root, 'src/main/cli'), { recursive: true })).filter((name) => name.endsWith('.ts'));
  const texts = await Promise.all(names.map((name) => textOf(`src/main/cli/${name.split(sep).join('/')}`)));
  const events = texts.flatMap((text) => [...text.matchAll(/\bevent: '([a-z-]+)'/g)].map(([, event]) => event ?? ''));
  expect(events.length).toBeGreaterThan(20);
  const told = rowsBelow(await textOf('docs/operations.md'), 'JSON events').flatMap(([event]) => quotedIn(event ?? ''));
  expect([...new Set(told)].sort()).toEqual([...new Set(events)].sort());
});
