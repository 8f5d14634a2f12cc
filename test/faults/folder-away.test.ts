import { rename } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { createTestStation, expectOneDocumentEach, smallPdf } from '../support/engine.ts';

it('files whose whole folder goes away before they are sent wait for it, and are sent once when it is back', async () => {
  const station = await createTestStation();
  const engine = await station.start();
  await engine.watch(station.hotFolder({ after: 'move' }));
  const contents = [1, 2, 3].map((number) => smallPdf(number));
  // All uploads stand still while the folder goes.
  await engine.act('items.pause', { itemIds: 'all' });
  for (const [at, bytes] of contents.entries()) await station.put(`${at}.pdf`, bytes);
  for (const at of contents.keys()) await engine.reaches(`${at}.pdf`, 'accepted');
  await rename(station.folder, `${station.folder}-away`);
  await engine.act('items.resume', { itemIds: 'all' });
  await expect
    .poll(async () => (await engine.items()).map(({ stage, fault }) => [stage, fault?.code]), { timeout: 20_000 })
    .toEqual(contents.map(() => ['accepted', 'folder-missing']));
  await rename(`${station.folder}-away`, station.folder);
  for (const at of contents.keys()) await engine.reaches(`${at}.pdf`, 'settled');
  await expectOneDocumentEach(station, contents);
});
