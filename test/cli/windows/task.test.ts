import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { buildPaddedPdf } from '../../../resources/sample-documents/index.ts';
import { taskXml } from '../../../src/main/cli/windows/scheduled-task.ts';
import { startPracticeService } from '../../../src/main/practice/practice-service.ts';
import { makeTestFolder } from '../../support/ports.ts';

/*
 * What the packages for Windows add to the command, for one account: there it starts no program of Windows, so that it runs here too. The
 * packages themselves are tried by `npm run dist:check`.
 */

interface Ended {
  readonly status: number | null;
  readonly said: string;
}

/** One of the programs, with an account's folders in `home`. */
function startProgram(
  name: 'set-up' | 'watch-task',
  home: string,
  args: readonly string[],
): { readonly child: ChildProcess; readonly ended: Promise<Ended> } {
  const path = join(inject('workersDirectory'), '../windows', `${name}.js`);
  const env = { APPDATA: home, LOCALAPPDATA: home, HOME: home, XDG_STATE_HOME: home, LANG: 'en' };
  const child = spawn(process.execPath, [path, ...args], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  const said: Buffer[] = [];
  child.stderr.on('data', (chunk: Buffer) => said.push(chunk));
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = once(child, 'close').then(() => ({ status: child.exitCode, said: Buffer.concat(said).toString() }));
  return { child, ended };
}

async function run(name: 'set-up' | 'watch-task', home: string, ...args: readonly string[]): Promise<Ended> {
  return startProgram(name, home, args).ended;
}

test('an installation writes what it was given, and leaves alone what somebody wrote', async () => {
  const home = await makeTestFolder();
  const file = join(home, 'Mailroom/environment');
  expect((await run('set-up', home, 'install', '--scope=user', '--base-url=https://one.example/v2|')).status).toBe(0);
  const first = await readFile(file, 'utf8');
  expect(first).toContain("\r\nMAILROOM_BASE_URL='https://one.example/v2'\r\n");
  expect(first).toContain('#MAILROOM_WATCH=');

  const written = `${first}\r\nMAILROOM_CLIENT_SECRET=mine\r\n`;
  await writeFile(file, written);
  await run('set-up', home, 'install', '--scope=user', '--base-url=|', '--folder=|');
  expect(await readFile(file, 'utf8')).toBe(written);

  await run('set-up', home, 'install', '--scope=user', '--base-url=https://two.example/v2|');
  expect(await readFile(file, 'utf8')).toBe(written.replace('one.example', 'two.example'));
});

test('a policy for one account is refused in words, and nothing is written', async () => {
  const home = await makeTestFolder();
  const { status, said } = await run('set-up', home, 'install', '--scope=user', '--policy=policy.json|');
  expect([status, said]).toEqual([1, expect.stringContaining('A policy belongs to the whole computer')]);
  expect(await readdir(home)).toEqual([]);
});

test('the task ends well where no folder is to be watched', async () => {
  const home = await makeTestFolder();
  await run('set-up', home, 'install', '--scope=user');
  expect(await run('watch-task', home, 'user')).toEqual({ status: 0, said: '' });
});

test('the task watches what the variables say, ends in order where its program is replaced, and starts no more until that is done', async () => {
  const home = await makeTestFolder();
  const inbox = await makeTestFolder('Eingang Süd ');
  const xml = await makeTestFolder('XML für FiBu ');
  const written = async (): Promise<number> => (await readdir(xml)).filter((name) => name.endsWith('.xml')).length;
  const practice = await startPracticeService({});
  onTestFinished(() => practice.close());
  await run('set-up', home, 'install', '--scope=user');
  const file = join(home, 'Mailroom/environment');
  const variables = [
    `MAILROOM_BASE_URL=${practice.baseUrl}`,
    `MAILROOM_CLIENT_ID=${practice.clientId}`,
    `MAILROOM_CLIENT_SECRET=${practice.clientSecret}`,
    `MAILROOM_WATCH='"${inbox}" --project accounts-payable --export "${xml}"'`,
  ];
  await writeFile(file, variables.join('\r\n'));
  await writeFile(join(inbox, 'a.pdf'), buildPaddedPdf(1, 2_000));
  const task = startProgram('watch-task', home, ['user']);
  await vi.waitFor(async () => expect(await written()).toBe(1), 60_000);

  expect(await run('set-up', home, 'stop', '--scope=user')).toEqual({ status: 0, said: '' });
  expect((await task.ended).status).toBe(130);
  await expect(stat(join(home, 'Mailroom/task.pid'))).rejects.toThrow('ENOENT');
  expect((await run('watch-task', home, 'user')).status).toBe(0);

  await run('set-up', home, 'install', '--scope=user');
  const again = startProgram('watch-task', home, ['user']);
  await writeFile(join(inbox, 'b.pdf'), buildPaddedPdf(2, 3_000));
  await vi.waitFor(async () => expect(await written()).toBe(2), 60_000);
  again.child.kill('SIGTERM');
  expect((await again.ended).status).toBe(130);
});

test('a task names its program as XML has to, whatever its folder is called, and comes again by itself', () => {
  const [program, script] = ['C:\\A & B <1>\\node.exe', 'C:\\A & B <1>\\task.js'];
  const machine = taskXml('machine', program, script);
  expect(machine).toContain('<Command>C:\\A &amp; B &lt;1&gt;\\node.exe</Command>');
  expect(machine).toContain('<Arguments>&quot;C:\\A &amp; B &lt;1&gt;\\task.js&quot; machine</Arguments>');
  expect(machine).toContain('<UserId>S-1-5-20</UserId>');
  for (const text of [machine, taskXml('user', program, script)]) {
    expect(text.match(/<Interval>PT5M<\/Interval>/gu)).toHaveLength(2);
    expect(text).toContain('<RunLevel>LeastPrivilege</RunLevel>');
  }
});
