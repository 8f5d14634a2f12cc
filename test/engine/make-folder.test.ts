import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeFolder } from '../../src/main/engine/make-folder.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mailroom-folder-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('makes all that is missing, also when many ask at once, and leaves what is there', async () => {
  const path = join(folder, 'a', 'b', 'c');
  await Promise.all(Array.from({ length: 8 }, () => makeFolder(path)));
  await writeFile(join(path, 'kept.txt'), 'kept');
  await makeFolder(path);
  expect((await stat(join(path, 'kept.txt'))).size).toBe(4);
});

test('says what the disk says where a file is in the way', async () => {
  await writeFile(join(folder, 'file'), '');
  await expect(makeFolder(join(folder, 'file'))).rejects.toMatchObject({ code: 'EEXIST' });
  await expect(makeFolder(join(folder, 'file', 'below'))).rejects.toMatchObject({ code: 'ENOTDIR' });
});

test.runIf(process.platform === 'linux')('ends where a folder takes no new ones and calls them missing', async () => {
  await expect(makeFolder('/proc/nowhere/below')).rejects.toMatchObject({ code: 'ENOENT' });
});
