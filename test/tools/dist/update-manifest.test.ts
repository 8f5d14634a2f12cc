import { execFile } from 'node:child_process';
import { link, readFile, stat, writeFile } from 'node:fs/promises';
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
  // Whoever can write there has put a newer one beside what was built.
  await writeFile(join(folder, 'Mailroom-9.9.9-x86_64.AppImage'), 'evil');
  const named = ['--version', '1.10.0', '--key'];
  const { stdout } = await run(folder, ...named, key);
  expect(stdout).not.toContain('9.9.9');
  expect(stdout).toContain(`updates.key = ${publicKey}`);

  const text = await readFile(join(folder, manifestName), 'utf8');
  const judging = {
    key: publicKey,
    origin: { name: 'mailroom-window', kind: 'appimage', platform: 'linux-x64' },
    version: '1.0.0',
    remembered: null,
    now: Date.now(),
  } as const;
  expect(judgeManifest(text, judging)).toMatchObject({
    ok: true,
    value: { found: { value: { version: '1.10.0', size: 6 } } },
  });
  const before = join(folder, 'as-somebody-reads-it');
  await link(join(folder, manifestName), before);
  await run(folder, ...named, other);
  // Never written in place.
  expect(await readFile(before, 'utf8')).toBe(text);
  expect(judgeManifest(await readFile(join(folder, manifestName), 'utf8'), judging)).toMatchObject({ ok: false });
});

test('a folder without packages that update themselves is told so, and a line without a key or a version how it goes', async () => {
  const folder = await makeTestFolder();
  await run('--new-key', join(folder, 'key.pem'));
  const key = ['--key', join(folder, 'key.pem')];
  await expect(run(folder, ...key, '--version', '1.0.0')).rejects.toThrow(/no package of the window 1\.0\.0/u);
  for (const without of [[], key]) await expect(run(folder, ...without)).rejects.toMatchObject({ code: 2 });
});
