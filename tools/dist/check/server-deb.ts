import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { runStep } from '../../run-step.ts';
import { packServerDeb, stageServerDeb } from '../debian.ts';
import type { Edition } from '../edition.ts';
import { sizeOf } from '../stage.ts';
import { megabytes, practiceSchema, samplePdf, sha256, timedBy, type Finding } from './finding.ts';
import { bootDebian, until, type BootedDebian } from './debian-root.ts';

const project = 'accounts-payable';
const dataDirectory = '/var/lib/mailroom';
/** As `sudo -u mailroom` does. */
const asAccount = ['-u', 'mailroom', '--', 'env', 'HOME=/var/lib/mailroom-state'];
/** As people name folders. */
const [inbox, xml] = ['/srv/mailroom/Eingang Süd', '/srv/mailroom/XML für FiBu'];

/** Starts the package's own practice service in the system; the environment of the service names it, with a folder to watch. */
async function setUp(debian: BootedDebian): Promise<void> {
  const { stdout } = debian.start('mailroom', ['practice']);
  if (stdout === null) throw new Error('mailroom practice says nothing');
  const line = await new Promise<string>((resolve) => createInterface({ input: stdout }).once('line', resolve));
  const { baseUrl, clientId, clientSecret } = practiceSchema.parse(JSON.parse(line));
  const lines = [
    `MAILROOM_BASE_URL=${baseUrl}`,
    `MAILROOM_CLIENT_ID=${clientId}`,
    `MAILROOM_CLIENT_SECRET=${clientSecret}`,
    `MAILROOM_WATCH='"${inbox}" --project ${project} --after move --export "${xml}" --json'`,
  ];
  await writeFile(join(debian.root, 'etc/mailroom/environment'), `${lines.join('\n')}\n`);
  await debian.run('install', ['-d', '-o', 'mailroom', '-g', 'mailroom', inbox, xml]);
  // Shorter than a year of waiting: what hangs is known after ten seconds.
  const dropIn = join(debian.root, 'etc/systemd/system/mailroom.service.d');
  await mkdir(dropIn, { recursive: true });
  await writeFile(join(dropIn, 'check.conf'), '[Service]\nWatchdogSec=10\nRestartSec=1\n');
  await debian.run('systemctl', ['daemon-reload']);
}

/** Everything that is tried, one after the other, each with what was found. */
async function tryPackage(
  debian: BootedDebian,
  debs: { readonly deb: string; readonly newer: string },
  tell: (finding: Finding) => void,
): Promise<void> {
  const { run, root } = debian;
  const packages = join(root, 'root');
  for (const path of Object.values(debs)) await cp(path, join(packages, basename(path)));
  const [deb, newer] = [debs.deb, debs.newer].map((path) => `/root/${basename(path)}`);
  if (deb === undefined || newer === undefined) return;
  const state = async (): Promise<string> => (await run('systemctl', ['is-active', 'mailroom'])).output.trim();
  const mainPid = async (): Promise<string> =>
    (await run('systemctl', ['show', '--property=MainPID', '--value', 'mailroom'])).output.trim();
  const xmlFiles = async (): Promise<number> =>
    (await readdir(join(root, xml))).filter((name) => name.endsWith('.xml')).length;
  const sends = async (name: string): Promise<void> => {
    const before = await xmlFiles();
    await writeFile(join(root, inbox, `${name}.pdf`), await samplePdf(name));
    await until(`the XML of ${name}`, 120_000, async () => (await xmlFiles()) === before + 1);
  };
  const known = async (): Promise<string> =>
    (await run('runuser', [...asAccount, 'mailroom', 'status', '--json', '--data-dir', dataDirectory])).output
      .split('\n')
      .filter((line) => line.includes('"event":"status"'))
      .map((line) => /"counts":(\{[^}]*\})/u.exec(line)?.[1] ?? line)
      .join();
  const timed = timedBy(tell);
  const install = async (path: string): Promise<string> => {
    const { status, output } = await run('dpkg', ['--install', path]);
    return status === 0 ? 'installed' : `failed: ${output}`;
  };

  await timed('install', () => install(deb));
  await timed('the command runs', async () => (await run('mailroom', ['--version'])).output);
  await timed('doctor names the package', async () => {
    const { output } = await run('mailroom', ['doctor']);
    return /mailroom-server \(deb, linux-x64\)/u.exec(output)?.[0] ?? `failed: ${output}`;
  });
  await timed('without a folder to watch the service does not run, and has not failed', async () => {
    const { output } = await run('systemctl', ['start', 'mailroom']);
    return (await state()) === 'inactive' ? 'inactive' : `failed: ${await state()} ${output}`;
  });
  await timed('the service starts and takes a file in', async () => {
    await setUp(debian);
    const { status, output } = await run('systemctl', ['start', 'mailroom']);
    if (status !== 0) return `failed: ${output}${(await run('journalctl', ['-u', 'mailroom', '-n', '30'])).output}`;
    await sends('first');
    return await state();
  });
  await timed('what concerns IT is in the journal of systemd, with its identifier, facility and priority', async () => {
    const fields = ['-o', 'json', '--output-fields', 'PRIORITY,SYSLOG_FACILITY,MESSAGE', '--no-pager'];
    const { output } = await run('journalctl', ['-t', 'mailroom', ...fields]);
    const line = output.split('\n').find((each) => each.includes('started: Mailroom is at work.')) ?? '';
    return line.includes('"PRIORITY":"6"') && line.includes('"SYSLOG_FACILITY":"3"')
      ? 'daemon.info'
      : `failed: ${output}`;
  });
  await timed('a folder that comes later is waited for', async () => {
    await run('systemctl', ['stop', 'mailroom']);
    await run('mv', [inbox, '/srv/away']);
    await run('systemctl', ['start', 'mailroom']);
    await run('mv', ['/srv/away', inbox]);
    await until('the start', 60_000, async () => (await state()) === 'active');
    await sends('after the folder came');
    return 'started';
  });
  await timed('confined, as systemd-analyze security judges (0 is best, 10 worst)', async () => {
    const { output } = await run('systemd-analyze', ['security', '--no-pager', 'mailroom']);
    const exposure = /Overall exposure level for mailroom\.service: ([\d.]+)/u.exec(output)?.[1];
    return exposure !== undefined && Number(exposure) < 3 ? exposure : `failed: ${exposure ?? output}`;
  });
  await timed('it can write nowhere but where it must', async () => {
    const { output } = await run('nsenter', [
      `--target=${await mainPid()}`,
      '--mount',
      '--',
      'touch',
      '/etc/mailroom/x',
      '/usr/x',
    ]);
    return output.split('Read-only file system').length === 3 ? 'read-only' : `failed: ${output}`;
  });
  await timed('a process that hangs is ended and started again, and goes on', async () => {
    const pid = await mainPid();
    await run('sh', ['-c', `kill -STOP ${pid}`]);
    await until('a new process', 60_000, async () => (await state()) === 'active' && (await mainPid()) !== pid);
    await sends('after the hang');
    return 'restarted';
  });
  await timed('upgrade: ends in order, starts again; journal, settings and secrets stay', async () => {
    await run('runuser', [
      ...asAccount,
      'mailroom',
      'settings',
      'set',
      'limits.sockets',
      '7',
      '--data-dir',
      dataDirectory,
    ]);
    const [before, environment] = [await known(), await readFile(join(root, 'etc/mailroom/environment'), 'utf8')];
    const end = await install(newer);
    if (end !== 'installed') return end;
    const log = (await run('journalctl', ['-u', 'mailroom', '--no-pager'])).output;
    if (!log.includes('status=130') && !log.includes('Deactivated successfully')) return `failed: ${log}`;
    await until('the start', 60_000, async () => (await state()) === 'active');
    const set = await run('runuser', [
      ...asAccount,
      'mailroom',
      'settings',
      'get',
      'limits.sockets',
      '--data-dir',
      dataDirectory,
    ]);
    if (set.output.trim() !== '7') return `failed: settings ${set.output}`;
    if ((await readFile(join(root, 'etc/mailroom/environment'), 'utf8')) !== environment) return 'failed: environment';
    if ((await known()) !== before) return `failed: ${before} became ${await known()}`;
    await sends('after the upgrade');
    return before;
  });
  await timed('downgrade: refused in words, nothing touched', async () => {
    const pid = await mainPid();
    const { status, output } = await run('dpkg', ['--install', deb]);
    const version = (
      await run('dpkg-query', ['--show', '--showformat=${Version} ${db:Status-Abbrev}', 'mailroom-server'])
    ).output.trim();
    if (status === 0 || !output.includes("can't be put in its place")) return `failed: ${output}`;
    if (!version.startsWith('9.')) return `failed: ${version}`;
    if ((await mainPid()) !== pid) return 'failed: the service was started anew';
    await sends('after the downgrade');
    return version;
  });
  await timed('remove: the data stays', async () => {
    const before = await known();
    await run('dpkg', ['--remove', 'mailroom-server']);
    if ((await run('mailroom', ['--version']).catch(() => null))?.status === 0) return 'failed: the command is there';
    await install(newer);
    return (await known()) === before ? before : `failed: ${before} became ${await known()}`;
  });
  await timed('the second mark of the journal lies apart from it', async () => {
    const { output } = await run('find', ['/var/lib', '-path', '*/.local/state/*', '-type', 'f']);
    const places = output.trim().split('\n');
    return places.every((place) => place.startsWith('/var/lib/mailroom-state/')) ? places.join() : `failed: ${output}`;
  });
  await timed('purge without an answer: the data stays', async () => {
    const { output } = await run('dpkg', ['--purge', 'mailroom-server']);
    const journal = await readFile(join(root, dataDirectory, 'journal.sqlite')).catch(() => null);
    return journal === null ? `failed: ${output}` : 'journal.sqlite';
  });
  await timed('purge with the answer: nothing stays', async () => {
    await install(newer);
    await run('sh', ['-c', 'echo mailroom-server mailroom-server/delete-data boolean true | debconf-set-selections']);
    const { output } = await run('dpkg', ['--purge', 'mailroom-server']);
    const left = await run('sh', [
      '-c',
      'find / -xdev -iname "*mailroom*" -not -path "/proc/*" -not -path "/srv/*" -not -path "/root/*" -not -path "/etc/systemd/system/mailroom.service.d*" -not -path "/var/lib/systemd/*"; getent passwd mailroom',
    ]);
    return left.output.trim() === '' ? 'nothing' : `failed: ${output} ${left.output}`;
  });
}

/** Tries the package for Linux servers in a Debian of its own; `work` (absolute) is replaced. Each finding is told as it comes. */
export async function checkServerDeb(work: string, edition: Edition, tell: (finding: Finding) => void): Promise<void> {
  await rm(work, { recursive: true, force: true });
  const staged = join(work, 'server');
  await stageServerDeb(staged, edition);
  const again = join(work, 'again');
  await stageServerDeb(again, edition);
  const deb = await packServerDeb(staged, join(work, 'one'), edition);
  const other = await packServerDeb(again, join(work, 'other'), edition);
  tell({
    what: 'two builds are the same bytes',
    ok: (await sha256(deb)) === (await sha256(other)),
    seen: await sha256(deb),
  });
  const all = await sizeOf(staged);
  const node = (await readFile(join(staged, 'node'))).byteLength;
  tell({
    what: 'installed without Node under 120 MB',
    ok: all - node < 120e6,
    seen: `${megabytes(all - node)}, with it ${megabytes(all)}`,
  });
  const lint = await runStep('lintian', ['--fail-on=error', '--tag-display-limit=0', deb], { capture: 'all' });
  tell({
    what: 'lintian finds no error',
    ok: lint.status === 0,
    seen: lint.output
      .trim()
      .split('\n')
      .filter((line) => line.startsWith('E:'))
      .join('; '),
  });
  const newer = await packServerDeb(staged, join(work, 'newer'), { ...edition, version: '9.0.0' }, { quick: true });
  const debian = await bootDebian(join(work, 'debian'));
  try {
    await tryPackage(debian, { deb, newer }, tell);
  } finally {
    await debian.powerOff();
  }
}
