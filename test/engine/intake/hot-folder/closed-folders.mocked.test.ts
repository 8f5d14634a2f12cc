import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import type * as listing from '../../../../src/main/engine/intake/hot-folder/list-folder.ts';
import { createIntakeStation, eventually } from '../intake-station.ts';
import { pdfBytes } from '../sample-bytes.ts';

const closed = vi.hoisted(() => ({ code: '', names: new Set(['closed']) }));

// The superuser, who may run the tests, may read every folder: what the operating system answers others stands in here.
vi.mock('../../../../src/main/engine/intake/hot-folder/list-folder.ts', async (original) => {
  const real = await original<typeof listing>();
  return {
    ...real,
    listFolder(folder: string) {
      if (closed.code !== '' && closed.names.has(basename(folder)))
        throw Object.assign(new Error(closed.code), { code: closed.code });
      return real.listFolder(folder);
    },
  };
});

test.each([
  ['EACCES', 'folder-unreadable'],
  ['EIO', 'folder-silent'],
])('a folder below that answers %s is told; the rest comes in, and its files when it opens', async (code, reason) => {
  closed.code = code;
  const station = await createIntakeStation();
  const folder = join(station.folder, 'closed');
  await mkdir(folder);
  await writeFile(join(folder, 'in.pdf'), pdfBytes('in'));
  await writeFile(join(station.folder, 'beside.pdf'), pdfBytes('beside'));
  const watcher = await station.watch({ rescanMs: 200 });
  await eventually(() => watcher.health()).toMatchObject({
    state: 'watching',
    fault: { code: reason, params: { folder } },
  });
  await eventually(async () => (await station.items()).map(({ name }) => name)).toEqual(['beside.pdf']);
  closed.code = '';
  await eventually(async () => (await station.items()).map(({ name }) => name).sort()).toEqual([
    'beside.pdf',
    'in.pdf',
  ]);
  await eventually(() => watcher.health()).toMatchObject({ state: 'watching', fault: null });
});

test.each([
  ['EMFILE', []],
  ['EIO', []],
  ['EBUSY', []],
  // So answers one that was removed and stays for as long as it is watched, too.
  ['EPERM', ['closed']],
  ['EACCES', ['closed']],
])('after a listing that fails once with %s these watches end: %j', async (code, expected) => {
  closed.code = '';
  const station = await createIntakeStation();
  await mkdir(join(station.folder, 'closed', 'below'), { recursive: true });
  const [started, ended]: [string[], string[]] = [[], []];
  const startWatch = (folder: string) => {
    started.push(basename(folder));
    return { close: () => void ended.push(basename(folder)) };
  };
  const watcher = await station.watch({ rescanMs: 3_600_000 }, { startWatch });
  await watcher.rescan();
  expect(started).toEqual([basename(station.folder), 'closed', 'below']);
  closed.code = code;
  await watcher.rescan();
  expect(ended).toEqual(expected);
});

test('a second folder that closes is told once; one that opens again does not tell of the other anew', async () => {
  closed.code = 'EACCES';
  onTestFinished(() => {
    closed.names = new Set(['closed']);
  });
  const station = await createIntakeStation();
  for (const name of ['closed', 'other']) await mkdir(join(station.folder, name));
  const watcher = await station.watch({ rescanMs: 60_000 });
  const told: unknown[] = [];
  await watcher.rescan();
  watcher.onHealth(({ fault }) => told.push(fault?.params['folder'] ?? null));
  closed.names = new Set(['closed', 'other']);
  await watcher.rescan();
  expect(told).toEqual([join(station.folder, 'other')]);
  await watcher.rescan();
  closed.names = new Set(['closed']);
  await watcher.rescan();
  expect(told).toHaveLength(1);
  expect(watcher.health().fault?.params).toEqual({ folder: join(station.folder, 'closed') });
  closed.names = new Set();
  await watcher.rescan();
  expect(told).toEqual([join(station.folder, 'other'), null]);
});

test('a folder that lies too deep to be opened is held with that reason, once', async () => {
  closed.code = '';
  const station = await createIntakeStation();
  // Built from inside out: no path that long can be given to the operating system.
  const step = 'd'.repeat(250);
  let inner = join(station.beside, 'built');
  await mkdir(inner, { recursive: true });
  await writeFile(join(inner, 'deep.pdf'), pdfBytes('deep'));
  for (let depth = 0; depth < 17; depth += 1) {
    const outer = join(station.beside, `level-${depth}`);
    await mkdir(outer);
    await rename(inner, join(outer, step));
    inner = outer;
  }
  const deep = join(station.folder, 'deep');
  await rename(inner, deep);
  onTestFinished(async () => {
    // Taken apart from outside in, for the same reason.
    await rename(deep, join(station.beside, 'apart-0'));
    for (let depth = 0; depth < 17; depth += 1) {
      const outer = join(station.beside, `apart-${depth}`);
      await rename(join(outer, step), join(station.beside, `apart-${depth + 1}`));
      await rm(outer, { recursive: true });
    }
  });
  const watcher = await station.watch({ rescanMs: 200 });
  await eventually(async () => (await station.items()).map(({ stage, fault }) => [stage, fault?.params])).toEqual([
    ['held', expect.objectContaining({ problem: 'too-long' })],
  ]);
  await watcher.rescan();
  await watcher.settled();
  expect(await station.items()).toHaveLength(1);
});
