import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { buildPdf } from '../../resources/sample-documents/index.ts';
import { createTestStation, expectWholeCustody, sha256 } from '../support/engine.ts';
import { startActingChild } from './engine-child.ts';

const many = 20;
const password = 'geheim';

it('a kill while passwords open PDFs leaves each held or with its copy; each is sent once, and no copy stays that belongs to nothing', async () => {
  const station = await createTestStation();
  const originals = new Map<string, string>();
  for (let number = 1; number <= many; number += 1) {
    const bytes = Buffer.from(await buildPdf({ title: 'confidential', lines: [String(number)], password }));
    originals.set(`${String(number)}.pdf`, sha256(bytes));
    await station.put(`${String(number)}.pdf`, bytes);
  }
  const folder = station.hotFolder();
  const first = await station.start();
  await first.watch(folder);
  for (const name of originals.keys()) await first.reaches(name, 'held');
  const itemIds = (await first.items()).map(({ id }) => id);
  await first.engine.stop();

  const unlocking = (): ReturnType<typeof startActingChild> =>
    startActingChild(station, { name: 'items.unlock', itemIds, password }, folder);
  for (const ms of [0, 40, 100]) expect(await unlocking().killAfter(ms)).toBe('killed');
  expect(await unlocking().over).toBe('done');

  const engine = await station.start();
  const items = await engine.items();
  const sent = new Map((await station.practice.documents()).map(({ title, sha256: of }) => [title, of]));
  expect(items).toHaveLength(many);
  expect(sent.size).toBe(many);
  expect(station.practice.stats()).toMatchObject({ documents: many, duplicateFileIds: 0 });
  for (const { id, name, sha256: of } of items) {
    expect(of).toBe(originals.get(name));
    expect(sent.get(name)).not.toBe(of);
    const { rows } = await engine.ask('custody.page', { subjectId: id, limit: 100 });
    const copied = rows.flatMap(({ event, detail }) => (event === 'copied' ? [detail] : []));
    expect(copied.at(-1)).toMatchObject({ copy: 'unlocked', of, sha256: sent.get(name) });
  }
  await expect.poll(() => readdir(join(station.dataDirectory, 'copies')), { interval: 25 }).toEqual([]);
  await expectWholeCustody(engine);
});
