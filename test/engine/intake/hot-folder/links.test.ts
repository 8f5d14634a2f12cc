import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'vitest';
import { makeTestFolder } from '../../../support/ports.ts';
import { createIntakeStation, eventually } from '../intake-station.ts';
import { pdfBytes } from '../sample-bytes.ts';

test('links are told as long as they lie there, and what they lead to stays where it is', async () => {
  const station = await createIntakeStation();
  const elsewhere = await makeTestFolder();
  await writeFile(join(elsewhere, 'secret.pdf'), pdfBytes('secret'));
  await mkdir(join(station.folder, 'below'));
  await symlink(join(elsewhere, 'secret.pdf'), join(station.folder, 'below', 'one.pdf'));
  await symlink(elsewhere, join(station.folder, 'folder'));
  await writeFile(join(station.folder, 'in.pdf'), pdfBytes('in'));
  const watcher = await station.watch({ rescanMs: 200 });
  await eventually(() => watcher.health()).toMatchObject({
    state: 'watching',
    fault: { code: 'links-passed-over', owner: 'it', params: { more: 1 } },
  });
  await eventually(async () => (await station.items()).map(({ name }) => name)).toEqual(['in.pdf']);
  await rm(join(station.folder, 'below', 'one.pdf'));
  await eventually(() => watcher.health()).toMatchObject({ fault: { params: { name: 'folder' } } });
  await rm(join(station.folder, 'folder'));
  await eventually(() => watcher.health()).toMatchObject({ state: 'watching', fault: null });
});
