import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lookForUpdate, readLastLook, updatesFolders } from '../../../src/main/host/updates/look-for-update.ts';
import { createUpdateFolder, today } from './update-folder.ts';

const day = 86_400_000;

test('what the last look came to is there for others to read', async () => {
  const update = await createUpdateFolder();
  expect(await readLastLook(update.own)).toBeNull();
  await update.release('1.2.0');
  await lookForUpdate(update.parts);
  expect(await readLastLook(update.own)).toEqual({
    at: today,
    ready: '1.2.0',
    fault: null,
    expires: today + 30 * day,
    notInstalled: null,
  });
  await update.put('');
  await lookForUpdate(update.parts);
  expect(await readLastLook(update.own)).toMatchObject({ ready: null, fault: { code: 'update-untrusted' } });
});

test('whichever account asks finds the last look in the data directory; packages lie apart, each station’s by itself', () => {
  const of = (dataDirectory: string, stateDirectory: string) => updatesFolders({ dataDirectory, stateDirectory });
  expect(of('/data', '/home/clerk/state').folder).toBe(of('/data', '/home/it/state').folder);
  expect(of('/data', '/state').packages).not.toBe(of('/other', '/state').packages);
  expect(of('/data', '/state').packages.startsWith('/state')).toBe(true);
});

test('packages that builds before have left in the data directory are taken away, and what was seen stays', async () => {
  const update = await createUpdateFolder();
  await update.release('1.2.0');
  await lookForUpdate(update.parts);
  const left = join(update.own, 'package-0123456789abcdef');
  await mkdir(left);
  await writeFile(join(left, 'Mailroom-1.2.0-x86_64.AppImage'), 'old');
  await writeFile(join(update.own, 'draft'), 'old');
  await lookForUpdate(update.parts);
  expect((await readdir(update.own)).sort()).toEqual(['last-look.json', 'newest.json']);
  const brought = await readdir(update.packages, { recursive: true });
  expect(brought.filter((name) => name.endsWith('.AppImage'))).toHaveLength(1);
});
