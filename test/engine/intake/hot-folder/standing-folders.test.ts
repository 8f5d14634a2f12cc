import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fileSystemTraits } from '../../../../src/main/engine/intake/hot-folder/file-system.ts';
import { startFolderWatch } from '../../../../src/main/engine/intake/hot-folder/folder-watches.ts';
import type { StartWatch } from '../../../../src/main/engine/intake/hot-folder/folder-watches.ts';
import type { HotFolderWatcher } from '../../../../src/main/engine/intake/hot-folder/hot-folder.ts';
import { realClock } from '../../../support/ports.ts';
import { createIntakeStation, eventually } from '../intake-station.ts';
import type { IntakeStation } from '../intake-station.ts';
import { pdfBytes } from '../sample-bytes.ts';

const minute = 60_000;
const [one, two] = [pdfBytes('content 1'), pdfBytes('content 2')];
/** As where another computer, or a program by another name of the folder, changes something. */
const deaf: StartWatch = () => ({ close: () => undefined });

/** A watched folder with a subfolder, each with a file that is known, looked through so often that it stands still. */
async function createStanding(startWatch: StartWatch) {
  const station = await createIntakeStation();
  await mkdir(join(station.folder, 'sub'));
  await writeFile(join(station.folder, 'a.pdf'), one);
  await writeFile(join(station.folder, 'sub/b.pdf'), pdfBytes('b'));
  // Ahead, so that the folders have lain there for a while.
  let ahead = minute;
  const clock = {
    ...realClock,
    now: () => realClock.now() + ahead,
    monotonic: () => realClock.monotonic() + ahead,
  };
  const watcher = await station.watch({ rescanMs: 100 }, { startWatch, clock });
  await eventually(() => station.taken.length).toBe(2);
  await scansPass(watcher);
  return { station, watcher, pass: (ms: number) => (ahead += ms) };
}

async function scansPass(watcher: HotFolderWatcher): Promise<void> {
  for (let scans = 0; scans < 3; scans += 1) {
    const before = watcher.health().lastScanAt;
    await eventually(() => watcher.health().lastScanAt).not.toBe(before);
  }
}

const contentOf = async (station: IntakeStation, name: string): Promise<string | null | undefined> =>
  (await station.items()).find((item) => item.name === name)?.sha256;
const names = async (station: IntakeStation): Promise<string[]> =>
  (await station.items()).map((item) => item.name).sort();

test('a change in place that no event tells of costs nothing until the next full scan, which finds it', async () => {
  const { station, watcher, pass } = await createStanding(deaf);
  const { stillnessIsTrue } = await fileSystemTraits(station.folder, false);
  const before = await contentOf(station, 'a.pdf');
  await writeFile(join(station.folder, 'a.pdf'), two);
  await scansPass(watcher);
  if (stillnessIsTrue) expect(await contentOf(station, 'a.pdf')).toBe(before);
  pass(10 * minute);
  await eventually(() => contentOf(station, 'a.pdf')).not.toBe(before);
});

test('a person who asks for a scan gets a full one', async () => {
  const { station, watcher } = await createStanding(deaf);
  const before = await contentOf(station, 'a.pdf');
  await writeFile(join(station.folder, 'a.pdf'), two);
  await watcher.settled();
  expect(await contentOf(station, 'a.pdf')).not.toBe(before);
});

test.each([
  ['heard', startFolderWatch],
  ['unheard', deaf],
])('what comes, is renamed or comes in a folder made anew, %s, is found by the next scans', async (_, startWatch) => {
  const { station, watcher } = await createStanding(startWatch);
  await writeFile(join(station.folder, 'sub/c.pdf'), pdfBytes('c'));
  await eventually(() => names(station)).toEqual(['a.pdf', 'b.pdf', 'c.pdf']);
  await scansPass(watcher);
  await rename(join(station.folder, 'a.pdf'), join(station.folder, 'sub/d.pdf'));
  await eventually(async () => (await station.items()).map(({ path }) => path)).toContain(
    join(station.folder, 'sub/d.pdf'),
  );
  await scansPass(watcher);
  await rm(join(station.folder, 'sub'), { recursive: true });
  // Windows keeps the name until nobody watches what was there.
  const made = (): Promise<unknown> => mkdir(join(station.folder, 'sub')).then(() => 'made', String);
  await eventually(made).toBe('made');
  await writeFile(join(station.folder, 'sub/e.pdf'), pdfBytes('e'));
  await eventually(() => names(station)).toEqual(['a.pdf', 'b.pdf', 'c.pdf', 'e.pdf']);
});

test('files in a folder that was passed by do not count as missing', async () => {
  const { station, watcher } = await createStanding(deaf);
  await rm(join(station.folder, 'a.pdf'));
  await scansPass(watcher);
  // Only a file that is known to be gone comes anew under its name.
  await station.journal.commit([
    { kind: 'seen-forgotten', sourceId: 'inbox', path: join(station.folder, 'a.pdf') },
    { kind: 'seen-forgotten', sourceId: 'inbox', path: join(station.folder, 'sub/b.pdf') },
  ]);
  await watcher.settled();
  expect(await names(station)).toEqual(['a.pdf', 'b.pdf']);
});
