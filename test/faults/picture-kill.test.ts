import { expect, it } from 'vitest';
import { plainBmp } from '../engine/scanning/pages/converting/bmp-files.ts';
import { createTestStation, expectWholeCustody, sha256 } from '../support/engine.ts';
import { startEngineChild } from './engine-child.ts';

const pictures = 12;

it('an engine that is killed while it converts pictures sends each once, as the copy that was made of it', async () => {
  const station = await createTestStation();
  const originals = new Map<string, string>();
  for (let number = 1; number <= pictures; number += 1) {
    const bmp = plainBmp(300, 300, (x, y) => [(x * number) % 256, (y * number) % 256, number]);
    originals.set(`${String(number)}.bmp`, sha256(bmp));
    await station.put(`${String(number)}.bmp`, bmp);
  }
  const folder = station.hotFolder();
  for (const ms of [500, 900, 1_300]) await startEngineChild(station, folder).killAfter(ms);
  expect(await startEngineChild(station, folder).over).toBe('done');

  const engine = await station.start();
  const items = await engine.items();
  const sent = new Map((await station.practice.documents()).map(({ title, sha256: of }) => [title, of]));
  expect(items).toHaveLength(pictures);
  expect(sent.size).toBe(pictures);
  expect(station.practice.stats()).toMatchObject({ documents: pictures, duplicateFileIds: 0 });
  for (const { id, name, sha256: of } of items) {
    expect(of).toBe(originals.get(name));
    const { rows } = await engine.ask('custody.page', { subjectId: id, limit: 100 });
    const copied = rows.flatMap(({ event, detail }) => (event === 'copied' ? [detail] : []));
    expect(copied.at(-1)).toMatchObject({ of, sha256: sent.get(name.replace('.bmp', '.jpg')) });
  }
  await expectWholeCustody(engine);
});
