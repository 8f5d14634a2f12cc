import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../../../tools/run-step.ts';
import { installationTables } from '../../../tools/dist/windows/msi-tables.ts';
import { filesIn, numbersOf } from '../../../tools/dist/windows/tree.ts';
import { makeTestFolder } from '../../support/ports.ts';

const ids = new Map([
  ['node.exe', 'F1'],
  ['mailroom.cmd', 'F2'],
]);

function rowsOf(name: string): readonly (readonly string[])[] {
  const found = installationTables('1.2.3-rc.1', '{0}', ids).find((table) => table.name === name);
  return (found?.text ?? '')
    .trimEnd()
    .split('\r\n')
    .slice(3)
    .map((line) => line.split('\t'));
}

test('each step of an installation that is our own is in its order once, and each in the order is known', () => {
  const own = rowsOf('CustomAction').map(([action]) => action);
  const order = rowsOf('InstallExecuteSequence');
  const numbers = order.map(([, , at]) => Number(at));
  expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
  const steps = order.map(([action]) => action ?? '').filter((action) => own.includes(action) || action.includes('_'));
  expect([...steps].sort()).toEqual([...own].sort());
});

test('what stands in the way of an installation is said in English and German, within what a condition may have', () => {
  const conditions = rowsOf('LaunchCondition');
  const german = conditions.filter(([condition]) => condition?.endsWith('OR NOT GERMAN'));
  expect(german).toHaveLength(conditions.length / 2);
  for (const [condition = '', said = ''] of conditions) {
    expect(condition.length).toBeLessThan(256);
    expect(said).toMatch(condition.endsWith('NOT GERMAN') ? /Es wurde nichts geändert\.$/u : /Nothing was changed\.$/u);
  }
});

test('each value of the registry has a name of its own', () => {
  const names = rowsOf('Registry').map(([name]) => name);
  expect(names).toEqual([...new Set(names)]);
});

test('both installers note themselves in the same place, by which each finds the other', async () => {
  const script = await readFile(join(projectRoot, 'packaging/windows/setup.nsi'), 'utf8');
  const [, key = ''] = /!define KEY "(.+)"/u.exec(script) ?? [];
  const places = rowsOf('RegLocator').map(([, , place]) => place);
  expect(new Set(places)).toEqual(new Set([key]));
});

test('a package has all files in one order, and a version in numbers', async () => {
  const root = await makeTestFolder();
  await mkdir(join(root, 'out/cli'), { recursive: true });
  for (const path of ['out/cli/index.js', 'node.exe', 'out/a.js']) await writeFile(join(root, path), '');
  expect((await filesIn(root)).map(({ path, folder }) => [path, folder])).toEqual([
    ['node.exe', ''],
    ['out/a.js', 'out'],
    ['out/cli/index.js', 'out/cli'],
  ]);
  expect([numbersOf('1.2.3-rc.1'), numbersOf('1.2.3')]).toEqual(['1.2.3', '1.2.3']);
});
