import { closeSync, existsSync, openSync } from 'node:fs';
import { mkdir, readdir, rename as renameNow, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { rename, rm, unlink } from '../../src/main/engine/platform/disk/patient-files.ts';
import { createTidyStation } from '../engine/intake/tidy/tidy-station.ts';
import { createTestStation, expectOneDocumentEach, smallPdf } from '../support/engine.ts';
import { makeTestFolder } from '../support/ports.ts';

/** libuv opens with no sharing at all where this is among the flags (UV_FS_O_EXLOCK). */
const alone = 0x1000_0000;

/** Opens a file so that nobody else may open, rename or remove it, in this process either; answers how to let go of it. */
function hold(path: string): () => void {
  let file: number | null = openSync(path, alone);
  const letGo = (): void => {
    if (file !== null) closeSync(file);
    file = null;
  };
  onTestFinished(letGo);
  return letGo;
}

/** A file that is held, and how to let go of it. */
async function heldFile(folder: string, name: string): Promise<{ readonly path: string; readonly letGo: () => void }> {
  const path = join(folder, name);
  await writeFile(path, name);
  return { path, letGo: hold(path) };
}

test('what a program holds for a moment is renamed and removed once it lets go', async () => {
  const folder = await makeTestFolder();
  const a = await heldFile(folder, 'a.pdf');
  const renaming = rename(a.path, join(folder, 'b.pdf'));
  await expect(renameNow(a.path, join(folder, 'b.pdf'))).rejects.toMatchObject({ code: 'EBUSY' });
  a.letGo();
  await renaming;
  const c = await heldFile(folder, 'c.pdf');
  const removing = unlink(c.path);
  await expect(renameNow(c.path, join(folder, 'b.pdf'))).rejects.toMatchObject({ code: 'EBUSY' });
  c.letGo();
  await removing;
  await mkdir(join(folder, 'd'));
  const d = await heldFile(join(folder, 'd'), 'd.pdf');
  const emptying = rm(join(folder, 'd'), { recursive: true });
  await expect(renameNow(d.path, join(folder, 'b.pdf'))).rejects.toMatchObject({ code: 'EBUSY' });
  d.letGo();
  await emptying;
  expect(await readdir(folder)).toEqual(['b.pdf']);
});

test('a file that a program keeps for itself waits with that reason, and is sent once when it lets go', async () => {
  const station = await createTestStation();
  const started = await station.start();
  const path = await station.put('kept.pdf', smallPdf('kept'));
  const letGo = hold(path);
  await started.watch(station.hotFolder({ after: 'delete' }));
  await expect.poll(async () => (await started.items()).map(({ fault }) => fault?.code)).toEqual(['file-busy']);
  letGo();
  await started.reaches('kept.pdf', 'settled');
  await expect.poll(() => readdir(station.folder)).not.toContain('kept.pdf');
  await expectOneDocumentEach(station, [smallPdf('kept')]);
});

test('an original that a program keeps for itself when it is to be moved is moved once it lets go', async () => {
  const { folder, tidy, warnings } = await createTidyStation();
  const letGo = hold(join(folder, 'a.pdf'));
  expect(await tidy('a.pdf', 'processed')).toMatchObject({
    state: 'ready',
    counts: true,
    fault: { params: { problem: 'in-use' } },
  });
  letGo();
  expect(await tidy('a.pdf', 'processed')).toEqual({ state: 'done' });
  expect(existsSync(join(folder, 'a.pdf'))).toBe(false);
  expect(warnings).toEqual([]);
});
