import { expect, it } from 'vitest';
import { createTestStation, expectWholeCustody, smallPdf } from '../support/engine.ts';
import { startActingChild } from './engine-child.ts';

const files = 12;

it('an engine that is killed while it sends files once more makes one second document of each, however often it is asked to', async () => {
  const station = await createTestStation();
  const folder = station.hotFolder();
  const before = await station.start();
  await before.watch(folder);
  for (let number = 1; number <= files; number += 1)
    await station.put(`${String(number)}.pdf`, smallPdf(`second ${String(number)}`));
  for (let number = 1; number <= files; number += 1) await before.reaches(`${String(number)}.pdf`, 'settled');
  const itemIds = (await before.items()).map(({ id }) => id);
  await before.engine.stop();

  const second = { name: 'items.take-in-again', itemIds, projectId: 'contracts', second: true } as const;
  for (const ms of [20, 150, 400]) await startActingChild(station, second, folder).killAfter(ms);
  expect(await startActingChild(station, second, folder).over).toBe('done');

  const documents = await station.practice.documents();
  const projects = (of: string): readonly string[] =>
    documents.flatMap(({ sha256, projectId }) => (sha256 === of ? [projectId] : [])).sort();
  const engine = await station.start();
  const items = await engine.items();
  expect(items).toHaveLength(2 * files);
  for (const { sha256 } of items) expect(projects(sha256 ?? '')).toEqual(['accounts-payable', 'contracts']);
  expect(station.practice.stats()).toMatchObject({ documents: 2 * files, duplicateFileIds: 0 });
  await expectWholeCustody(engine);
});
