import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { isBuildStale } from '../../tools/build-state.ts';
import { findElectron } from '../../tools/electron-binary.ts';
import { makeTestFolder } from '../support/ports.ts';

async function put(root: string, path: string, changedAt: number, content = ''): Promise<void> {
  const place = join(root, path);
  await mkdir(dirname(place), { recursive: true });
  await writeFile(place, content);
  await utimes(place, changedAt, changedAt);
}

async function makeProject(sourceChangedAt: number): Promise<string> {
  const root = await makeTestFolder();
  for (const path of ['main/index.js', 'preload/index.cjs', 'renderer/index.html'])
    await put(root, `out/${path}`, 2_000);
  await put(root, 'src/renderer/screen.tsx', sourceChangedAt);
  for (const folder of ['src', 'src/renderer']) await utimes(join(root, folder), 1_000, 1_000);
  return root;
}

test('a build newer than its sources is used again', async () => {
  expect(await isBuildStale(await makeProject(1_000))).toBe(false);
});

test('a changed source, or a missing part, makes it stale', async () => {
  expect(await isBuildStale(await makeProject(3_000))).toBe(true);
  expect(await isBuildStale(await makeTestFolder())).toBe(true);
});

test("Electron's binary is taken where it is, else the Chromium host", async () => {
  const root = await makeTestFolder();
  const folder = join(root, 'test', 'host');
  expect(findElectron(root)).toEqual({
    kind: 'Chromium host',
    path: join(folder, 'electron'),
    env: { ELECTRON_OVERRIDE_DIST_PATH: folder },
  });
  await put(root, 'node_modules/electron/path.txt', 1_000, 'electron');
  expect(findElectron(root).kind).toBe('Chromium host');
  await put(root, 'node_modules/electron/dist/electron', 1_000);
  expect(findElectron(root)).toEqual({
    kind: 'Electron',
    path: join(root, 'node_modules/electron/dist/electron'),
    env: {},
  });
});
