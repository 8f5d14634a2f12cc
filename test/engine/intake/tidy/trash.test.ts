import { appendFile, mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createOpenWriters } from '../../../../src/main/engine/intake/tidy/open-writers.ts';
import { placeFile } from '../../../../src/main/engine/intake/tidy/place-file.ts';
import { emptyTrash, trashedName, trashFolder, trashName } from '../../../../src/main/engine/intake/tidy/trash.ts';
import { createTestLog } from '../../../support/ports.ts';
import { createIntakeStation } from '../intake-station.ts';
import { pdfBytes } from '../sample-bytes.ts';

const dayMs = 24 * 3_600_000;

/** A station one of whose files was deleted `age` ms ago, and its trash at the present time. */
async function createTrash(age: number) {
  const station = await createIntakeStation();
  const { folder, journal } = station;
  await mkdir(join(folder, 'sub'));
  const origin = join(folder, 'sub', 'a.pdf');
  await writeFile(origin, pdfBytes('a'));
  const watcher = await station.watch();
  await watcher.settled({ until: 'taken-in' });
  await watcher.stop();
  const [item] = await station.items();
  if (item === undefined) throw new Error('nothing was taken in');
  const into = join(trashFolder(folder, Date.now() - age), 'sub');
  const path = await placeFile(origin, into, 't', { name: trashedName(item, basename(origin)) });
  await journal.commit([
    { kind: 'seen-forgotten', sourceId: 'inbox', path: origin },
    { kind: 'item-set', itemId: item.id, set: { path } },
  ]);
  const remembered: string[] = [];
  const empty = (forMs: number) =>
    emptyTrash(
      {
        journal,
        clock: { now: () => Date.now() },
        log: createTestLog(),
        inspector: station.inspector,
        writers: createOpenWriters(),
        remember: (file) => remembered.push(file.path),
      },
      { id: 'inbox', folder, forMs },
    );
  return { ...station, item, path, origin, empty, remembered };
}

describe('the trash of a hot folder', () => {
  test('keeps what was deleted for its time, then removes it, with the folders that are empty by then, and notes it', async () => {
    const { folder, item, path, empty, trail } = await createTrash(2 * dayMs);
    expect(await empty(3 * dayMs)).toBe(0);
    expect(await readFile(path)).toEqual(pdfBytes('a'));
    expect(await empty(dayMs)).toBe(1);
    expect(existsSync(join(folder, trashName))).toBe(false);
    expect(await trail(item.id)).toContain('trash-emptied');
  });

  test('what changed there is not removed: it comes back as a new version of its item', async () => {
    const { item, path, origin, empty, remembered, journal, trail } = await createTrash(2 * dayMs);
    await appendFile(path, 'page 2');
    expect(await empty(dayMs)).toBe(0);
    expect(await readFile(origin)).toEqual(Buffer.concat([pdfBytes('a'), Buffer.from('page 2')]));
    expect(remembered).toEqual([origin]);
    expect((await journal.seenFile('inbox', origin))?.itemId).toBe(item.id);
    expect((await journal.item(item.id))?.path).toBe(origin);
    expect(await trail(item.id)).toContain('changed-after-tidying');
  });

  test('what no item here stands for, another station’s or of a journal that was lost, has twice the time', async () => {
    const { folder, path, empty } = await createTrash(3 * dayMs);
    const stranger = join(dirname(path), `${'0'.repeat(22)}~b.pdf`);
    await writeFile(stranger, 'b');
    await empty(2 * dayMs);
    expect(await readdir(dirname(path))).toEqual([basename(stranger)]);
    await empty(dayMs);
    expect(existsSync(join(folder, trashName))).toBe(false);
  });

  test('what a clock that was ahead put there has its whole time from now on', async () => {
    const { folder, item, empty, journal } = await createTrash(-400 * dayMs);
    const begun = Date.now();
    expect(await empty(dayMs)).toBe(0);
    const moved = (await journal.item(item.id))?.path ?? '';
    // The folder has the minute in its name.
    const places = [begun, Date.now()].map((at) => trashFolder(folder, at));
    expect(dirname(dirname(moved))).toBeOneOf(places);
    expect(await readFile(moved)).toEqual(pdfBytes('a'));
    expect(await readdir(join(folder, trashName))).toHaveLength(1);
  });

  test('what is not of Mailroom’s making there is left alone', async () => {
    const { folder, empty } = await createTrash(2 * dayMs);
    await writeFile(join(folder, trashName, 'note.txt'), 'x');
    await empty(dayMs);
    expect(await readdir(join(folder, trashName))).toEqual(['note.txt']);
  });
});
