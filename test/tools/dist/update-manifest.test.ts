import { execFile } from 'node:child_process';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { judgeManifest, manifestName } from '../../../src/main/host/updates/manifest.ts';
import { projectCommand, projectRoot } from '../../../tools/run-step.ts';
import { makeTestFolder } from '../../support/ports.ts';

const run = (...args: readonly string[]) =>
  promisify(execFile)(projectCommand('tsx'), [join(projectRoot, 'tools/dist/update-manifest.ts'), ...args]);

test('IT makes a key and signs what lies in its folder; a window takes that, and no other key', async () => {
  const folder = await makeTestFolder();
  const [key, other] = [join(folder, 'key.pem'), join(folder, 'other.pem')];
  const made = await run('--new-key', key);
  const publicKey = /updates\.key = (\S+)/u.exec(made.stdout)?.[1] ?? '';
  expect((await stat(key)).mode & 0o077).toBe(0);
  await expect(run('--new-key', key)).rejects.toThrow(/EEXIST/u);
  await run('--new-key', other);

  for (const version of ['1.9.0', '1.10.0'])
    await writeFile(join(folder, `Mailroom-${version}-x86_64.AppImage`), version);
  await writeFile(join(folder, 'mailroom_1.10.0_amd64.deb'), 'rolled out by others');
  const { stdout } = await run(folder, '--key', key);
  expect(stdout).toContain(`updates.key = ${publicKey}`);

  const text = await readFile(join(folder, manifestName), 'utf8');
  const judging = {
    key: publicKey,
    origin: { name: 'mailroom-window', kind: 'appimage', platform: 'linux-x64' },
    version: '1.0.0',
    remembered: null,
    now: Date.now(),
  } as const;
  expect(judgeManifest(text, judging)).toMatchObject({ ok: true, value: { found: { version: '1.10.0', size: 6 } } });
  await run(folder, '--key', other);
  expect(judgeManifest(await readFile(join(folder, manifestName), 'utf8'), judging)).toMatchObject({ ok: false });
});

test('a folder without packages that update themselves is told so, and a line without a key how it goes', async () => {
  const folder = await makeTestFolder();
  await run('--new-key', join(folder, 'key.pem'));
  await expect(run(folder, '--key', join(folder, 'key.pem'))).rejects.toThrow(/no package of the window/u);
  await expect(run(folder)).rejects.toMatchObject({ code: 2 });
});
