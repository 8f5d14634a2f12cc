import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

vi.mock('electron', () => ({ app: { isPackaged: false, getAppPath: () => '/opt/mail room' } }));
const { autostartFile, keepAutostartFile, keepStartAtLogin } =
  await import('../../../src/main/desktop/shell/start-at-login.ts');

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mailroom-login-'));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});

it('lies where the session looks', () => {
  expect(autostartFile({}, '/home/a')).toBe('/home/a/.config/autostart/mailroom.desktop');
  expect(autostartFile({ XDG_CONFIG_HOME: '/etc/a' }, '/home/a')).toBe('/etc/a/autostart/mailroom.desktop');
});

it('names program and arguments so that a session reads them as they are', async () => {
  const path = join(folder, 'deep', 'x.desktop');
  await keepAutostartFile(path, { program: '/opt/mailroom', args: ['--data-dir', '/a b/100 % "x" $y\\z'] });
  const text = await readFile(path, 'utf8');
  expect(text).toContain(String.raw`Exec=/opt/mailroom --data-dir "/a b/100 %% \\"x\\" \\$y\\\\z"`);
  await keepAutostartFile(path, null);
  await expect(stat(path)).rejects.toThrow(/ENOENT/u);
  await keepAutostartFile(path, null);
});

it.runIf(process.platform === 'linux')('starts hidden, with the data directory that was chosen', async () => {
  vi.stubEnv('XDG_CONFIG_HOME', folder);
  const log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
  const start = { dataDirectory: '/d', practice: true, practiceQuota: 1, hidden: false, files: [] };
  const path = join(folder, 'autostart', 'mailroom.desktop');
  await keepStartAtLogin(true, { ...start, dataDirectoryNamed: true }, log);
  expect(await readFile(path, 'utf8')).toContain(`Exec=${process.execPath} "/opt/mail room" --hidden --data-dir /d\n`);
  await keepStartAtLogin(true, { ...start, dataDirectoryNamed: false }, log);
  expect(await readFile(path, 'utf8')).toContain(`Exec=${process.execPath} "/opt/mail room" --hidden\n`);
  await keepStartAtLogin(false, { ...start, dataDirectoryNamed: false }, log);
  await expect(stat(path)).rejects.toThrow(/ENOENT/u);
});
