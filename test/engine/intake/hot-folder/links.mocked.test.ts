import { mkdir, readdir, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import type * as listing from '../../../../src/main/engine/intake/hot-folder/list-folder.ts';
import type * as placeholder from '../../../../src/main/engine/intake/inspection/placeholder.ts';
import { isKeptElsewhere } from '../../../../src/main/engine/intake/inspection/placeholder.ts';
import { makeTestFolder } from '../../../support/ports.ts';
import { createIntakeStation, eventually } from '../intake-station.ts';
import { pdfBytes } from '../sample-bytes.ts';

const listed = vi.hoisted(() => ({ asLinks: false, withoutRoom: false }));

// Windows' listings call whatever has a reparse point a link: what sync programs keep, and what a server stores once for several files.
vi.mock('../../../../src/main/engine/intake/hot-folder/list-folder.ts', async (original) => {
  const real = await original<typeof listing>();
  return {
    ...real,
    async *listFolder(folder: string): AsyncGenerator<listing.FolderEntry> {
      for await (const entry of real.listFolder(folder)) {
        yield entry.kind === 'odd' || !listed.asLinks ? entry : { ...entry, kind: 'link' };
      }
    },
  };
});

// Looks at files as on Windows, where tests do not say otherwise.
vi.mock('../../../../src/main/engine/intake/inspection/placeholder.ts', async (original) => {
  const real = await original<typeof placeholder>();
  const windows = { platform: 'win32', realPath: () => Promise.resolve('C:\\in') } as const;
  return {
    ...real,
    isKeptElsewhere: (...[path, seen, system]: Parameters<typeof placeholder.isKeptElsewhere>) =>
      real.isKeptElsewhere(path, listed.withoutRoom ? { ...seen, blocks: 0 } : seen, system ?? windows),
  };
});

test('a file that has a size and takes up no room, as one in the cloud, is left alone with that reason until its content is here', async () => {
  const station = await createIntakeStation();
  const path = join(station.folder, 'a.pdf');
  await writeFile(path, '');
  await truncate(path, 100_000);
  // Wine writes the last byte of what is made longer, so that no file there is without room.
  listed.withoutRoom = process.platform === 'win32';
  onTestFinished(() => void (listed.withoutRoom = false));
  await station.watch({ rescanMs: 200 });
  await eventually(async () =>
    (await station.items()).map(({ name, stage, fault }) => [name, stage, fault?.code]),
  ).toEqual([['a.pdf', 'settling', 'placeholders-passed-over']]);
  listed.withoutRoom = false;
  await writeFile(path, pdfBytes('a'));
  await eventually(async () => (await station.items()).map(({ stage, fault }) => [stage, fault])).toEqual([
    ['accepted', null],
  ]);
});

test('files and folders that a listing calls links, though they are none, come in', async () => {
  listed.asLinks = true;
  onTestFinished(() => void (listed.asLinks = false));
  const station = await createIntakeStation();
  await mkdir(join(station.folder, 'below'));
  await writeFile(join(station.folder, 'a.pdf'), pdfBytes('a'));
  await writeFile(join(station.folder, 'below', 'b.pdf'), pdfBytes('b'));
  const watcher = await station.watch();
  await eventually(async () => (await station.items()).map(({ name }) => name).sort()).toEqual(['a.pdf', 'b.pdf']);
  await eventually(() => watcher.health()).toMatchObject({ state: 'watching', fault: null });
});

test('a file whose content lies in the cloud is one on Windows that has a size and takes up no room, but for servers and small files', async () => {
  const at = (platform: NodeJS.Platform, folder: string, size: number, blocks: number): Promise<boolean> =>
    isKeptElsewhere('S:\\in\\a.pdf', { stat: { size }, blocks }, { platform, realPath: () => Promise.resolve(folder) });
  expect(await at('win32', 'C:\\in', 80_000, 0)).toBe(true);
  expect(await at('win32', 'C:\\in', 80_000, 160)).toBe(false);
  expect(await at('win32', 'C:\\in', 700, 0)).toBe(false);
  expect(await at('win32', '\\\\server\\share\\in', 80_000, 0)).toBe(false);
  expect(await at('linux', '/in', 80_000, 0)).toBe(false);
  const unknown = { platform: 'win32', realPath: () => Promise.reject(new Error('EIO')) } as const;
  expect(await isKeptElsewhere('S:\\a.pdf', { stat: { size: 80_000 }, blocks: 0 }, unknown)).toBe(false);
});

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
