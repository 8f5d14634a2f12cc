import { execFile } from 'node:child_process';
import { chmod, copyFile, lstat, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { keepsChangeTimes } from '../../../../src/main/engine/intake/hot-folder/file-system.ts';
import { createKnownFiles } from '../../../../src/main/engine/intake/reception/known-files.ts';
import { createIntakeStation, eventually } from '../intake-station.ts';
import type { IntakeStation } from '../intake-station.ts';
import { pdfBytes } from '../sample-bytes.ts';

const run = promisify(execFile);
/** What a scanner with a dead clock writes as time of every scan. */
const dead = new Date('2000-01-01T00:00:00Z');
/** Two contents of one size. */
const [one, two] = [pdfBytes('content 1'), pdfBytes('content 2')];

async function scanTo(station: IntakeStation, bytes: Uint8Array): Promise<string> {
  const [part, path] = [join(station.beside, 'incoming'), join(station.folder, 'scan.pdf')];
  await writeFile(part, bytes);
  await utimes(part, dead, dead);
  await rename(part, path);
  return path;
}

/** Marks an item as sent, so that another content is a new version of it. */
async function sent(station: IntakeStation): Promise<string> {
  const item = (await station.items()).at(-1);
  if (item === undefined) throw new Error('nothing was taken in');
  const trail = [{ stage: 'submitted', at: Date.now() }] as const;
  await station.journal.commit([{ kind: 'item-moved', itemId: item.id, from: ['accepted'], trail }]);
  return item.id;
}

const contents = async (station: IntakeStation) => (await station.items()).map(({ sha256 }) => sha256);

describe('another content under the same name, size and time', () => {
  test.each([
    ['written over by rename', (station: IntakeStation) => scanTo(station, two)],
    [
      'written over in place',
      async (station: IntakeStation) => {
        await writeFile(join(station.folder, 'scan.pdf'), two);
        await utimes(join(station.folder, 'scan.pdf'), dead, dead);
      },
    ],
    [
      'copied over it with its time (cp -p)',
      async (station: IntakeStation) => {
        await writeFile(join(station.beside, 'other.pdf'), two);
        await utimes(join(station.beside, 'other.pdf'), dead, dead);
        await run('cp', ['-p', join(station.beside, 'other.pdf'), join(station.folder, 'scan.pdf')]);
      },
    ],
    [
      'sent by rsync with its time, in place',
      async (station: IntakeStation) => {
        await writeFile(join(station.beside, 'scan.pdf'), two);
        await utimes(join(station.beside, 'scan.pdf'), dead, dead);
        await run('rsync', [
          '-t',
          '--inplace',
          '--ignore-times',
          join(station.beside, 'scan.pdf'),
          `${station.folder}/`,
        ]);
      },
    ],
  ])('%s is taken in as a new version', async (_how, overwrite) => {
    const station = await createIntakeStation();
    await scanTo(station, one);
    const watcher = await station.watch();
    await watcher.settled({ until: 'taken-in' });
    const first = await sent(station);
    await overwrite(station);
    await watcher.settled({ until: 'taken-in' });
    await eventually(() => station.items()).toMatchObject([{}, { stage: 'accepted', previousVersion: first }]);
    expect(new Set(await contents(station)).size).toBe(2);
  });

  test('also within the two seconds that FAT takes for one, where numbers and change times say nothing', async () => {
    const station = await createIntakeStation();
    const path = await scanTo(station, one);
    const watcher = await station.watch({ networkShare: true });
    await watcher.settled({ until: 'taken-in' });
    const first = await sent(station);
    await writeFile(path, two);
    await utimes(path, dead, dead);
    await watcher.rescan();
    await watcher.settled({ until: 'taken-in' });
    await eventually(async () => (await station.items()).length).toBe(2);
    expect((await station.items())[1]).toMatchObject({ previousVersion: first });
    // So Windows answers for a file on FAT.
    expect([keepsChangeTimes({ ctimeMs: -11_644_473_600_000 }), keepsChangeTimes(await lstat(path))]).toEqual([
      false,
      true,
    ]);
  });

  test('also while nobody watched, and after it had been removed in between', async () => {
    const station = await createIntakeStation();
    const path = await scanTo(station, one);
    const watcher = await station.watch();
    await watcher.settled({ until: 'taken-in' });
    await sent(station);
    await watcher.stop();
    await scanTo(station, two);
    const again = await station.watch();
    await again.settled({ until: 'taken-in' });
    expect(await station.items()).toHaveLength(2);
    await sent(station);
    await rm(path);
    await again.rescan();
    await again.settled();
    await scanTo(station, pdfBytes('content 3'));
    await again.settled({ until: 'taken-in' });
    await eventually(async () => (await station.items()).length).toBe(3);
  });

  test('before anything was sent, the item begins anew with the content that is there', async () => {
    const station = await createIntakeStation();
    await scanTo(station, one);
    const watcher = await station.watch();
    await watcher.settled({ until: 'taken-in' });
    const [before] = await contents(station);
    await scanTo(station, two);
    await watcher.settled({ until: 'taken-in' });
    // While it settles anew it has no content that is known.
    const accepted = async () => (await station.items()).map(({ stage, sha256 }) => [stage, sha256 === before]);
    await eventually(accepted).toEqual([['accepted', false]]);
    expect(station.withdrawn).toHaveLength(1);
  });
});

describe('the same content under another number or change time', () => {
  test.each([
    ['rights', (path: string) => chmod(path, 0o600)],
    ['times', (path: string) => run('touch', ['-d', '2001-02-03', path])],
    [
      'number, by a program that saves as another file and renames',
      async (path: string) => {
        await copyFile(path, join(dirname(path), '.saving.tmp'));
        await utimes(join(dirname(path), '.saving.tmp'), dead, dead);
        await rename(join(dirname(path), '.saving.tmp'), path);
      },
    ],
  ])('other %s: it is known, once for all, and nothing is withdrawn that was sent', async (_what, change) => {
    const station = await createIntakeStation();
    const path = await scanTo(station, one);
    const watcher = await station.watch();
    await watcher.settled({ until: 'taken-in' });
    await sent(station);
    await change(path);
    await watcher.settled({ until: 'taken-in' });
    const { ino, ctimeMs } = await lstat(path);
    await eventually(async () => (await station.journal.seenFile('inbox', path))?.identity).toEqual({
      inode: ino,
      changedAt: ctimeMs,
    });
    expect(await station.items()).toHaveLength(1);
    expect(station.withdrawn).toEqual([]);
  });
});

describe('what is known of a file', () => {
  const look = { size: 5, modifiedAt: 7, inode: 1, device: 1, changedAt: 9.5 };
  const file = { path: '/a', size: 5, modifiedAt: 7, itemId: 'i', identity: { inode: 1, changedAt: 9.5 } };

  function known(given: Partial<typeof file> = {}) {
    const files = createKnownFiles();
    files.set({ ...file, ...given });
    const memory = files.get('/a');
    if (memory === undefined) throw new Error('not remembered');
    return { files, memory };
  }

  test('size, time, number and change time: any other one says that its content has to be compared', () => {
    const { files, memory } = known();
    expect(files.isUnchanged(memory, look)).toBe(true);
    expect(files.isUnchanged(memory, { ...look, device: 2 })).toBe(true);
    for (const other of [{ size: 6 }, { modifiedAt: 8 }, { inode: 2 }, { changedAt: 9.25 }])
      expect(files.isUnchanged(memory, { ...look, ...other })).toBe(false);
  });

  test('one of which the name alone was seen is trusted as it is found, and watched from then on', () => {
    const files = createKnownFiles();
    files.set({ path: '/a', size: 5, modifiedAt: 7, itemId: 'i' });
    const memory = files.get('/a');
    expect(memory !== undefined && files.isUnchanged(memory, look)).toBe(true);
    expect(memory !== undefined && files.isUnchanged(memory, { ...look, changedAt: 10 })).toBe(false);
  });

  test('where numbers are made up they say nothing, and contents are compared again, a few at a time, each in its turn', () => {
    const { files, memory } = known();
    for (let number = 0; number < 24; number += 1) files.set({ ...file, path: `/b${String(number)}` });
    files.trustIdentities(false);
    expect(files.isUnchanged(memory, { ...look, inode: 2, changedAt: 1 })).toBe(true);
    const turns = [files.doubtSome(), files.doubtSome(), files.doubtSome()];
    expect(turns.map(({ length }) => length)).toEqual([10, 10, 5]);
    expect(new Set(turns.flat()).size).toBe(25);
    expect(files.isUnchanged(memory, look)).toBe(false);
    // Compared: it is remembered anew.
    files.set(file);
    expect(files.doubtSome()).toHaveLength(10);
    files.trustIdentities(true);
    expect(files.doubtSome()).toEqual([]);
  });
});
