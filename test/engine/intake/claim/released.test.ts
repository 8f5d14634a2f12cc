import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { startFolderWatch } from '../../../../src/main/engine/intake/hot-folder/folder-watches.ts';
import { createIntakeStation, eventually } from '../intake-station.ts';
import { pdfBytes } from '../sample-bytes.ts';

// A folder that is removed on a file server of Windows stays for as long as somebody watches it.
test('the folder of a claim is watched no more before it is removed, nor what is below it', async () => {
  const station = await createIntakeStation();
  await mkdir(join(station.folder, 'sub'));
  await writeFile(join(station.folder, 'sub', 'a.pdf'), pdfBytes('a'));
  /** Folders whose watch ended, and whether they were there then. */
  const ended = new Map<string, boolean>();
  const watcher = await station.watch(
    { claim: true, rescanMs: 200 },
    {
      startWatch(folder, ...given) {
        const watch = startFolderWatch(folder, ...given);
        return {
          close() {
            ended.set(folder, existsSync(folder));
            watch.close();
          },
        };
      },
    },
  );
  await eventually(async () => (await station.items()).map(({ stage }) => stage)).toEqual(['accepted']);
  const [item] = await station.items();
  if (item === undefined) throw new Error('nothing was taken in');
  const below = dirname(item.path);
  const claim = dirname(below);
  await watcher.settled();

  await rename(item.path, `${station.folder}-done.pdf`);
  watcher.originals.forget(item.path, item.id);

  await eventually(() => readdir(dirname(claim))).toEqual([]);
  expect(ended.get(claim)).toBe(true);
  expect(ended.get(below)).toBe(true);
});
