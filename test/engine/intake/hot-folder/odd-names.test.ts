import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createTestStation, smallPdf } from '../../../support/engine.ts';

/** Path of a file whose name is not UTF-8. */
function latinName(folder: string): Buffer {
  return Buffer.concat([Buffer.from(join(folder, 'M')), Buffer.from([0xfc]), Buffer.from('ller.pdf')]);
}

describe('a name that is no text', () => {
  it.each(['move', 'delete', 'keep'] as const)(
    'is held once, however often the folder is looked through (%s)',
    async (after) => {
      const station = await createTestStation();
      await writeFile(latinName(station.folder), smallPdf('latin'));
      const hotFolder = station.hotFolder({ after }, { rescanMs: 200 });
      for (const run of [1, 2]) {
        const engine = await station.start();
        await engine.watch(hotFolder);
        await engine.reaches('M\\xFCller.pdf', 'held');
        // A whole file that comes later is sent: the folder was looked through since.
        await station.put(`${run}.pdf`, smallPdf(run));
        await engine.reaches(`${run}.pdf`, 'settled');
        const held = (await engine.items()).filter(({ stage }) => stage === 'held');
        expect(held.map(({ name, fault }) => [name, fault?.code])).toEqual([['M\\xFCller.pdf', 'name-refused']]);
        await engine.engine.stop();
      }
    },
  );

  it.each(['while Mailroom looks', 'while it is away'])(
    'waits no longer once its file has another name: %s',
    async (when) => {
      const station = await createTestStation();
      await writeFile(latinName(station.folder), smallPdf('latin'));
      const hotFolder = station.hotFolder({ after: 'keep' }, { rescanMs: 200 });
      const first = await station.start();
      await first.watch(hotFolder);
      const { id } = await first.reaches('M\\xFCller.pdf', 'held');
      if (when === 'while it is away') await first.engine.stop();
      await rename(latinName(station.folder), join(station.folder, 'Mueller.pdf'));
      const second = when === 'while it is away' ? await station.start() : first;
      if (second !== first) await second.watch(hotFolder);
      await second.reaches('Mueller.pdf', 'settled');
      await expect
        .poll(async () => (await second.items()).find((item) => item.id === id)?.stage, { timeout: 20_000 })
        .toBe('cancelled');
    },
  );

  it.each([1, 2, 3])('stays held once where a person retries it unchanged (%i)', async () => {
    const station = await createTestStation();
    await writeFile(latinName(station.folder), smallPdf('latin'));
    const engine = await station.start();
    await engine.watch(station.hotFolder({ after: 'move' }, { rescanMs: 200 }));
    const { id } = await engine.reaches('M\\xFCller.pdf', 'held');
    await engine.act('items.retry', { itemIds: [id] });
    await station.put('1.pdf', smallPdf(1));
    await engine.reaches('1.pdf', 'settled');
    // Asked again it is looked for again, and that takes a moment.
    await expect
      .poll(
        async () =>
          (await engine.items()).filter(({ name }) => name !== '1.pdf').map(({ stage, fault }) => [stage, fault?.code]),
        { timeout: 20_000 },
      )
      .toEqual([['held', 'name-refused']]);
  });
});
