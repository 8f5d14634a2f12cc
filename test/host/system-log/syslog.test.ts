import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { buildPaddedPdf } from '../../../resources/sample-documents/index.ts';
import { startPracticeService } from '../../../src/main/practice/practice-service.ts';
import { builtCommand } from '../../support/mailroom-command.ts';
import { makeTestFolder } from '../../support/ports.ts';

const mailroom = builtCommand();

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
