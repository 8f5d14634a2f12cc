import { mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
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

test('one in the place of a folder of Mailroom is told as that, not as a file that somebody meant to send', async () => {
  const station = await createIntakeStation();
  const planted = join(station.folder, 'processed');
  await symlink(await makeTestFolder(), planted);
  await symlink('/nowhere', join(station.folder, 'beside'));
  const watcher = await station.watch({ rescanMs: 200 });
  const reason = { code: 'folder-unsafe', owner: 'it', params: { folder: planted, problem: 'a-link' } };
  await eventually(() => watcher.health()).toMatchObject({ state: 'watching', fault: reason });
  await rm(planted);
  await eventually(() => watcher.health()).toMatchObject({ fault: { code: 'links-passed-over' } });
});

test('placeholders of sync programs are left alone, and told once', async () => {
  const station = await createIntakeStation();
  const names = ['Invoice.pdf.nextcloud', 'Plan.gdraw', '.Scan.pdf.icloud'];
  for (const name of names) await writeFile(join(station.folder, name), '{}');
  const watcher = await station.watch({ rescanMs: 200 });
  const told: unknown[] = [];
  watcher.onHealth(({ fault }) => told.push(fault?.code ?? null));
  await eventually(() => watcher.health()).toMatchObject({
    state: 'watching',
    fault: { code: 'placeholders-passed-over', owner: 'clerk', params: { more: 2 } },
  });
  await watcher.rescan();
  await watcher.rescan();
  expect(told).toEqual(['placeholders-passed-over']);
  expect(await station.items()).toEqual([]);
  expect((await readdir(station.folder)).sort()).toEqual([...names].sort());
  for (const name of names) await rm(join(station.folder, name));
  await eventually(() => watcher.health()).toMatchObject({ state: 'watching', fault: null });
});
