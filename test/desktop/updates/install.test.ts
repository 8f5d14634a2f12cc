import { spawnSync } from 'node:child_process';
import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { prepareInstall } from '../../../src/main/desktop/updates/install.ts';
import { ownAppImage } from '../../../src/main/host/package-origin.ts';
import { lookForUpdate } from '../../../src/main/host/updates/look-for-update.ts';
import { createKeptWords, wordsOfStart } from '../../../src/main/desktop/updates/kept-words.ts';
import { createUpdateFolder } from '../../host/updates/update-folder.ts';

/** An installed AppImage of 1.0.0 (a script in its place) under the name that it was built with, and an update to 1.2.0 that was checked. */
async function installed() {
  const update = await createUpdateFolder();
  const base = dirname(update.own);
  const place = join(base, 'Programme');
  await mkdir(place, { recursive: true });
  const program = join(place, 'Mailroom-1.0.0-x86_64.AppImage');
  await writeFile(program, '#!/bin/sh\necho 1.0.0\n');
  await chmod(program, 0o755);
  const started = join(base, 'started');
  await update.release('1.2.0', { content: `#!/bin/sh\necho "1.2.0 $0 $@" > '${started}'\n` });
  const found = await lookForUpdate(update.parts);
  if (!found.ok || found.value === null) throw new Error('nothing was found');
  const kept = createKeptWords(join(base, 'state'));
  /** What is prepared for that program; for Windows' installer without one. */
  const prepare = (appImage?: string, args: readonly string[] = []) =>
    prepareInstall(appImage === undefined ? { ...ready, kind: 'nsis' } : ready, { appImage, args, kept });
  const ready = found.value;
  return { place, program, started, ready, prepare, states: join(base, 'state') };
}

test('an AppImage takes the place of the old one, under the name that menus and scripts know, and starts', async () => {
  const { place, program, started, ready, prepare } = await installed();
  const install = await prepare(program, ['--data-dir', '/srv/other']);
  if (!install.ok) throw new Error(install.fault.code);
  // Until then nothing was touched.
  expect(await readFile(program, 'utf8')).toContain('1.0.0');
  await install.value.run();
  expect(await readFile(program, 'utf8')).toBe(await readFile(ready.path, 'utf8'));
  expect(await readdir(place)).toEqual(['Mailroom-1.0.0-x86_64.AppImage']);
  await expect
    .poll(() => readFile(started, 'utf8').catch(() => ''), { timeout: 10_000 })
    .toBe(`1.2.0 ${program} --data-dir /srv/other\n`);
});

test('where the new version is not let begin, the old one is back in its place', async () => {
  const { place, program, started, prepare } = await installed();
  const install = await prepare(program, ['a\0b']);
  if (!install.ok) throw new Error(install.fault.code);
  await expect(install.value.run()).rejects.toMatchObject({ code: 'ERR_INVALID_ARG_VALUE' });
  expect(await readFile(program, 'utf8')).toContain('1.0.0');
  expect(await readdir(place)).toEqual(['Mailroom-1.0.0-x86_64.AppImage']);
  expect(await readFile(started, 'utf8').catch(() => null)).toBeNull();
});

test('what changed between the check and the end of the work is not put anywhere', async () => {
  const { place, program, prepare } = await installed();
  const install = await prepare(program);
  if (!install.ok) throw new Error(install.fault.code);
  const [draft = ''] = (await readdir(place)).filter((name) => name.endsWith('.update'));
  await writeFile(join(place, draft), '#!/bin/sh\necho 6.6.6\n');
  await expect(install.value.run()).rejects.toThrow('is not the package that was checked');
  expect(await readFile(program, 'utf8')).toContain('1.0.0');
  expect(await readdir(place)).toHaveLength(1);
});

test('the AppImage of another program, whose variables were handed on, is not taken for our own', () => {
  const handedOn = { APPDIR: '/tmp/.mount_Viewer', APPIMAGE: '/home/u/Viewer.AppImage' };
  expect(ownAppImage(handedOn, '/opt/Mailroom/mailroom-window')).toBeUndefined();
  expect(ownAppImage(handedOn, '/tmp/.mount_Viewer2/mailroom-window')).toBeUndefined();
  expect(ownAppImage({}, '/tmp/.mount_Viewer/mailroom-window')).toBeUndefined();
  expect(ownAppImage(handedOn, '/tmp/.mount_Viewer/mailroom-window')).toBe('/home/u/Viewer.AppImage');
});

test('what changed after the check is not put anywhere', async () => {
  const { place, program, ready, prepare } = await installed();
  await writeFile(ready.path, '#!/bin/sh\necho 6.6.6\n');
  expect(await prepare(program)).toMatchObject({ ok: false, fault: { code: 'update-damaged' } });
  expect(await readFile(program, 'utf8')).toContain('1.0.0');
  expect(await readdir(place)).toHaveLength(1);
});

test('where the program’s folder takes nothing, it is said while Mailroom is still at work', async () => {
  const { program, prepare } = await installed();
  expect(await prepare(join(program, 'Mailroom.AppImage'))).toMatchObject({
    ok: false,
    fault: { code: 'update-not-installed', owner: 'it', params: { version: '1.2.0', problem: 'ENOTDIR' } },
  });
});

test('an installer that the system does not let begin is no installed update', async () => {
  const { ready, prepare, states } = await installed();
  // Nothing makes it a program here, as AppLocker does not there.
  await chmod(ready.path, 0o600);
  const install = await prepare();
  if (!install.ok) throw new Error(install.fault.code);
  await expect(install.value.run()).rejects.toMatchObject({ code: 'EACCES' });
  await install.value.giveUp();
  expect(await readdir(states)).toEqual([]);
});

test('the installer is started in silence, and starts the new version', async () => {
  const { started, ready, prepare } = await installed();
  await chmod(ready.path, 0o755);
  const install = await prepare();
  if (!install.ok) throw new Error(install.fault.code);
  await install.value.run();
  await expect
    .poll(() => readFile(started, 'utf8').catch(() => ''), { timeout: 10_000 })
    .toBe(`1.2.0 ${ready.path} --updated /S --force-run\n`);
});

test('the start that the installer makes opens the station of this one, and no other start does', async () => {
  const { ready, prepare, states } = await installed();
  await chmod(ready.path, 0o755);
  const own = ['--data-dir', 'D:\\Büro & Söhne', '--practice'];
  const install = await prepare(undefined, own);
  if (!install.ok) throw new Error(install.fault.code);
  await install.value.run();
  expect(wordsOfStart(['/srv/a.pdf'], states)).toEqual(['/srv/a.pdf']);
  expect(wordsOfStart(['--updated'], states)).toEqual([...own, '--updated']);
  // Once.
  expect(wordsOfStart(['--updated'], states)).toEqual(['--updated']);
});

test('words that somebody else wrote there start nothing else', async () => {
  const { states } = await installed();
  await mkdir(states);
  for (const text of ['', '{}', '[1]', 'null']) {
    await writeFile(join(states, 'words-after-update.json'), text);
    expect(wordsOfStart(['--updated'], states)).toEqual(['--updated']);
  }
});

test('what was made ready and is not installed goes again, and so does what an ended Mailroom left', async () => {
  const { place, program, prepare } = await installed();
  const ended = spawnSync('true').pid;
  const left = [
    `.Mailroom-1.0.0-x86_64.AppImage.${String(ended)}.update`,
    `.Mailroom-1.0.0-x86_64.AppImage.${String(ended)}.old`,
  ];
  const others = [
    `.Mailroom-1.0.0-x86_64.AppImage.${String(process.ppid)}.update`,
    '.Mailroom-1.0.0-x86_64.AppImage.notes',
  ];
  for (const name of [...left, ...others]) await writeFile(join(place, name), 'half');
  const install = await prepare(program);
  if (!install.ok) throw new Error(install.fault.code);
  expect(await readdir(place)).toHaveLength(4);
  await install.value.giveUp();
  expect((await readdir(place)).sort()).toEqual([...others, 'Mailroom-1.0.0-x86_64.AppImage'].sort());
  expect(await readFile(program, 'utf8')).toContain('1.0.0');
});
