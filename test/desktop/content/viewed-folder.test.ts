import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createViewedFolder } from '../../../src/main/desktop/content/viewed-folder.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mailroom-viewed-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it('removes what a run that was killed left behind, and all of its own at the end', async () => {
  await mkdir(join(folder, 'viewed', 'old'), { recursive: true });
  await writeFile(join(folder, 'viewed', 'old', 'document.pdf'), 'somebody');
  const viewed = createViewedFolder(folder);
  const place = await viewed.place();
  await writeFile(join(place, 'document.pdf'), 'new');
  expect(await readdir(join(folder, 'viewed'), { recursive: true })).not.toContain('old');
  await viewed.clear();
  expect(await readdir(folder)).toEqual([]);
});

it('keeps the newest thirty, and never so many bytes that the disk suffers', async () => {
  const viewed = createViewedFolder(folder);
  const gone: number[] = [];
  for (let index = 0; index < 32; index += 1) {
    await viewed.keep(await viewed.place(), 1_000, () => gone.push(index));
  }
  expect(gone).toEqual([0, 1]);
  await viewed.keep(await viewed.place(), 600 * 1024 * 1024, () => gone.push(99));
  expect(gone).toHaveLength(32);
  expect(gone).not.toContain(99);
  expect(await readdir(join(folder, 'viewed'))).toHaveLength(1);
});
