import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openCaseStates } from '../../src/shared/case-views.ts';
import { itemStages } from '../../src/shared/item.ts';
import { sourceHealthSchema } from '../../src/shared/views.ts';
import { quotedIn, root, rowsBelow, textOf } from './markdown.ts';

test('the guide for IT tells every state of a source and no other', async () => {
  const told = rowsBelow(await textOf('docs/operations.md'), 'What sources say').map(
    ([state]) => quotedIn(state ?? '')[0],
  );
  const states: readonly string[] = sourceHealthSchema.shape.state.options;
  expect(told.slice(0, states.length).sort()).toEqual([...states].sort());
});

test('the guide for IT and the architecture name every stage of an item', async () => {
  for (const file of ['docs/operations.md', 'docs/architecture.md']) {
    const words = new Set(quotedIn(await textOf(file)).flatMap((quoted) => quoted.split(/[\s→]+/)));
    expect(itemStages.filter((stage) => !words.has(stage))).toEqual([]);
  }
});

test('the guide to cases names every state of an open case and no other', async () => {
  const states = quotedIn(await textOf('docs/cases.md')).find((quoted) => quoted.startsWith('open held '));
  expect(states?.split(' ').sort()).toEqual([...openCaseStates].sort());
});

test('the architecture has every folder of engine, desktop and src, and none that is gone', async () => {
  const [, house = ''] = /## The house\n\n```\n([\s\S]*?)```/.exec(await textOf('docs/architecture.md')) ?? [];
  let parent = '';
  const told = house.split('\n').flatMap((line) => {
    const [, indent = '', name = ''] = /^( *)([\w./-]+\/) /.exec(line) ?? [];
    if (name === '') return [];
    if (indent === '') parent = name;
    return [indent === '' ? name.slice(0, -1) : `${parent}${name.slice(0, -1)}`];
  });
  const foldersOf = async (path: string): Promise<readonly string[]> =>
    (await readdir(join(root, path), { withFileTypes: true }))
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => `${path}/${name}`);
  const inside = (await Promise.all(['src/main/engine', 'src/main/desktop', 'src/main', 'src'].map(foldersOf))).flat();
  expect([...told].sort()).toEqual(['resources', ...inside.filter((path) => path !== 'src/main')].sort());
});
