import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { buildPaddedPdf } from '../../../resources/sample-documents/index.ts';
import { createDesktopStation, type StationListeners } from '../../../src/main/desktop/desktop-station.ts';
import { systemLogWriter } from '../../../src/main/host/system-log/system-log-writer.ts';
import { createSystemLog } from '../../../src/main/host/system-log/system-log.ts';
import { startPracticeService } from '../../../src/main/practice/practice-service.ts';
import { builtCommand } from '../../support/mailroom-command.ts';
import { createTestClock, makeTestFolder } from '../../support/ports.ts';

const mailroom = builtCommand();

const silent: StationListeners = {
  notifier: { notify: () => undefined },
  systemLanguage: () => 'en',
  onEvent: () => undefined,
  onScan: () => undefined,
  onSettings: () => undefined,
  onChangedOutside: () => undefined,
};

/** A syslog of the test's own, which is rsyslog, and a `logger` on the search path that writes to it. */
async function startSyslog(): Promise<{ readonly path: string; readonly lines: () => Promise<readonly string[]> }> {
  const folder = await makeTestFolder();
  const [socket, file, pid] = [join(folder, 'log'), join(folder, 'lines'), join(folder, 'pid')];
  const config = join(folder, 'rsyslog.conf');
  await writeFile(
    config,
    [
      'module(load="imuxsock" SysSock.Use="off")',
      `input(type="imuxsock" Socket="${socket}" RateLimit.Interval="0")`,
      'template(name="line" type="string" string="%syslogfacility-text%.%syslogseverity-text% %programname%:%msg%\\n")',
      `action(type="omfile" file="${file}" template="line")`,
      '',
    ].join('\n'),
  );
  const syslog = spawn('/usr/sbin/rsyslogd', ['-n', '-f', config, '-i', pid], { stdio: 'ignore' });
  onTestFinished(async () => {
    const ended = once(syslog, 'exit');
    syslog.kill('SIGKILL');
    await ended;
  });
  const programs = join(folder, 'bin');
  await mkdir(programs);
  await writeFile(
    join(programs, 'logger'),
    `#!/bin/sh\n[ -z "$MAILROOM_CLIENT_SECRET" ] || exit 1\nexec /usr/bin/logger -u '${socket}' "$@"\n`,
  );
  await chmod(join(programs, 'logger'), 0o755);
  const lines = async (): Promise<readonly string[]> =>
    (await readFile(file, 'utf8').catch(() => '')).split('\n').filter((line) => line !== '');
  // It listens once it has written its own process id.
  await expect.poll(() => readFile(pid, 'utf8').catch(() => '')).not.toBe('');
  return { path: `${programs}:/usr/bin:/bin`, lines };
}

test('a service tells syslog that it works, what is with IT, and that it ended: facility, priority, identifier, and no name', async () => {
  const { path, lines } = await startSyslog();
  const folder = await makeTestFolder();
  const [inbox, dataDirectory] = [join(folder, 'inbox'), join(folder, 'data')];
  await mkdir(inbox);
  const practice = await startPracticeService({ processingMs: 50 });
  onTestFinished(() => practice.close());
  await mkdir(dataDirectory);
  const settings = {
    version: 1,
    station: { id: 's', name: 's' },
    tracking: { fastestMs: 100 },
  };
  await writeFile(join(dataDirectory, 'settings.json'), JSON.stringify(settings));
  await writeFile(join(inbox, 'Kündigung Müller.pdf'), buildPaddedPdf(1, 4_000));
  const env = {
    PATH: path,
    MAILROOM_SERVICE: '1',
    MAILROOM_BASE_URL: practice.baseUrl,
    MAILROOM_CLIENT_ID: practice.clientId,
    MAILROOM_CLIENT_SECRET: practice.clientSecret,
  };
  const args = [
    'watch',
    inbox,
    '--project',
    'accounts-payable',
    '--data-dir',
    dataDirectory,
    '--export',
    join(folder, 'xml'),
  ];
  const running = mailroom.start(args, { env });
  await expect.poll(lines).toContain('daemon.info mailroom: started: Mailroom is at work.');
  await rename(inbox, join(folder, 'elsewhere'));
  await expect
    .poll(lines, { timeout: 30_000 })
    .toContainEqual(expect.stringMatching(/^daemon\.err mailroom: folder-missing: /u));
  running.child.kill('SIGINT');
  await running.ended;
  await expect.poll(lines).toContain('daemon.info mailroom: ended: Mailroom ended in order.');
  expect((await lines()).join('\n')).not.toMatch(/Müller|inbox|xml\b/u);
});

test('a service that can not begin says why, by the name of the setting', async () => {
  const { path, lines } = await startSyslog();
  const dataDirectory = await makeTestFolder();
  await writeFile(join(dataDirectory, 'settings.json'), '{"version":1,"language":"fr"}');
  const env = { PATH: path, MAILROOM_SERVICE: '1' };
  expect(
    (await mailroom.run(['watch', dataDirectory, '--project', 'p', '--data-dir', dataDirectory], { env })).status,
  ).toBe(2);
  await expect.poll(lines).toEqual([expect.stringMatching(/^daemon\.err mailroom: settings-invalid: .*language/u)]);
});

test('a command that a person runs tells syslog nothing, unless it is set', async () => {
  const { path, lines } = await startSyslog();
  const dataDirectory = await makeTestFolder();
  const watch = ['watch', dataDirectory, '--project', 'p', '--data-dir', dataDirectory];
  expect((await mailroom.run(watch, { env: { PATH: path } })).status).toBe(3);
  expect(await lines()).toEqual([]);
  await mailroom.run(['settings', 'set', 'log.system', 'on', '--data-dir', dataDirectory], { env: { PATH: path } });
  expect((await mailroom.run(watch, { env: { PATH: path } })).status).toBe(3);
  await expect.poll(lines).toEqual([expect.stringMatching(/^daemon\.err mailroom: credentials-missing: /u)]);
});

test('a window tells that its settings can not be used, before it could read any and later', async () => {
  const { path, lines } = await startSyslog();
  const dataDirectory = await makeTestFolder();
  const settings = join(dataDirectory, 'settings.json');
  await writeFile(settings, '{"version":1,"language":"fr"}');
  vi.stubEnv('PATH', path);
  onTestFinished(() => void vi.unstubAllEnvs());
  const station = createDesktopStation({ dataDirectory, practiceQuota: 600 }, silent);
  await station.apply();
  const wrong = (field: string): unknown => expect.stringMatching(`^daemon.err mailroom: settings-invalid: .*${field}`);
  await expect.poll(lines).toEqual([wrong('language')]);
  await writeFile(settings, '{"version":1,"log":{"system":"on"}}');
  await station.apply();
  await expect.poll(lines).toHaveLength(2);
  await writeFile(settings, '{"version":1,"limits":{"sockets":0}}');
  await station.apply();
  await expect.poll(lines).toEqual([wrong('language'), expect.stringContaining('started: '), wrong('limits.sockets')]);
  await station.stop();
  await expect.poll(lines).toHaveLength(4);
});

test('a program that hangs is ended with the log, and one that can not be started is a line that was not taken', async () => {
  const folder = await makeTestFolder();
  await writeFile(join(folder, 'logger'), `#!/bin/sh\necho $$ > ${folder}/pid\nexec /bin/sleep 600\n`, { mode: 0o755 });
  const clock = createTestClock();
  const writer = systemLogWriter('linux', { PATH: folder });
  const log = createSystemLog({ MAILROOM_SERVICE: '1' }, () => undefined, clock, writer);
  log.started();
  const pid = (): Promise<number> => readFile(join(folder, 'pid'), 'utf8').then(Number, () => 0);
  await expect.poll(pid).toBeGreaterThan(0);
  const closed = log.close();
  clock.advance(15_000);
  await closed;
  const hanging = await pid();
  await expect.poll(() => existsSync(join('/proc', String(hanging)))).toBe(false);
  // What Node does not even hand to the system is thrown, and not told by the program's end.
  const line = { level: 'info', id: 1, text: 'a\0b' } as const;
  expect(await writer([line], new AbortController().signal)).toBe(false);
});
