import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createTestStation, smallPdf } from '../../support/engine.ts';

it.each(['keep', 'move', 'delete'] as const)(
  'a file that is renamed while it waits to be sent is sent from under its new name (%s)',
  async (after) => {
    const station = await createTestStation();
    const engine = await station.start();
    await engine.watch(station.hotFolder({ after }, { rescanMs: 200 }));
    await station.practice.disconnect();
    await station.put('A1B2C300.pdf', smallPdf('renamed'));
    const { id } = await engine.reaches('A1B2C300.pdf', 'accepted');
    await rename(join(station.folder, 'A1B2C300.pdf'), join(station.folder, 'saved.pdf'));
    await expect
      .poll(async () => (await engine.items()).find((item) => item.id === id)?.path, { timeout: 20_000 })
      .toBe(join(station.folder, 'saved.pdf'));
    await station.practice.reconnect();
    await engine.reaches('A1B2C300.pdf', 'settled');
    expect((await station.practice.documents()).length).toBe(1);
  },
);
