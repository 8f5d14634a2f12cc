import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { handOver } from '../../../src/main/desktop/updates/hand-over.ts';
import { lookForUpdate, type ReadyUpdate } from '../../../src/main/host/updates/look-for-update.ts';
import { createUpdateFolder } from '../../host/updates/update-folder.ts';
import { createTestLog } from '../../support/ports.ts';

/** An installed AppImage of 1.0.0 (a script in its place), and an update to 1.2.0 that was checked. */
async function installed() {
  const update = await createUpdateFolder();
  const place = join(update.dataDirectory, 'Programme');
  await mkdir(place, { recursive: true });
  const program = join(place, 'Mailroom.AppImage');
  await writeFile(program, '#!/bin/sh\necho 1.0.0\n');
  await chmod(program, 0o755);
  const before = process.env['APPIMAGE'];
  process.env['APPIMAGE'] = program;
  onTestFinished(() => {
    if (before === undefined) delete process.env['APPIMAGE'];
    else process.env['APPIMAGE'] = before;
  });
  const started = join(place, 'started');
  await update.release('1.2.0', { content: `#!/bin/sh\necho "1.2.0 $APPIMAGE_SILENT_INSTALL" > '${started}'\n` });
  const found = await lookForUpdate(update.parts);
  if (!found.ok || found.value === null) throw new Error('nothing was found');
  const parts = { folder: join(update.dataDirectory, 'handed'), version: '1.0.0', log: createTestLog() };
  return { program, started, ready: found.value, parts };
}

test('electron-updater puts the very package in the place of the old one, and starts it', async () => {
  const { program, started, ready, parts } = await installed();
  const run = await handOver(ready, parts);
  // Until then nothing was touched.
  expect(await readFile(program, 'utf8')).toContain('1.0.0');
  run();
  expect(await readFile(program, 'utf8')).toBe(await readFile(ready.path, 'utf8'));
  await expect.poll(() => readFile(started, 'utf8').catch(() => ''), { timeout: 10_000 }).toBe('1.2.0 true\n');
});

test('electron-updater compares once more: what changed after the check is not run', async () => {
  const { program, ready, parts } = await installed();
  await writeFile(ready.path, '#!/bin/sh\necho 6.6.6\n');
  await expect(handOver(ready, parts)).rejects.toThrow(/not the one that was checked/u);
  expect(await readFile(program, 'utf8')).toContain('1.0.0');
});

test('a version that is not newer is not taken', async () => {
  const { ready, parts } = await installed();
  const older: ReadyUpdate = { ...ready, version: '0.9.0' };
  await expect(handOver(older, parts)).rejects.toThrow();
});
