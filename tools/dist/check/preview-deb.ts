import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { runStep } from '../../run-step.ts';
import type { Edition } from '../edition.ts';
import { sizeOf } from '../stage.ts';
import { packPreviewDeb, stagePreviewDeb } from '../window/preview-deb.ts';
import { bootDebian, until, type BootedDebian } from './debian-root.ts';
import { megabytes, sha256, timedBy, type Finding } from './finding.ts';

const account = 'clerk';
const dataDirectory = `/home/${account}/Daten für Mailroom`;

/** Starts the window as an ordinary person does, on a display of its own, with the practice service; ends with the window's status. */
function startWindow(debian: BootedDebian): ChildProcess {
  const line = `xvfb-run -a sh -c 'echo $DISPLAY > /tmp/display; exec mailroom-window --practice --data-dir "${dataDirectory}" > /tmp/window.log 2>&1'`;
  return debian.start('runuser', ['-u', account, '--', 'env', `HOME=/home/${account}`, 'sh', '-c', line]);
}

async function tryPackage(
  debian: BootedDebian,
  paths: { readonly deb: string; readonly newer: string },
  tell: (finding: Finding) => void,
): Promise<void> {
  const { run, root } = debian;
  for (const path of Object.values(paths)) await cp(path, join(root, 'root', basename(path)));
  const timed = timedBy(tell, 'preview: ');
  const install = async (path: string): Promise<string> => {
    const { status, output } = await run('dpkg', ['--install', `/root/${basename(path)}`]);
    return status === 0 ? 'installed' : `failed: ${output}`;
  };
  const asClerk = async (line: string): Promise<string> =>
    (await run('runuser', ['-u', account, '--', 'env', `HOME=/home/${account}`, 'sh', '-c', line])).output.trim();
  const titles = (): Promise<string> =>
    asClerk(
      'DISPLAY=$(cat /tmp/display) XAUTHORITY=$(ls -t /tmp/xvfb-run.*/Xauthority | head -1) xdotool search --onlyvisible --name Mailroom getwindowname',
    );
  let ended: Promise<unknown[]> = Promise.resolve([]);
  const windowComes = async (): Promise<string> => {
    ended = once(startWindow(debian), 'exit');
    // Before its page is there its title is the page's address.
    await until('the window', 90_000, async () => (await titles()).split('\n').includes('Mailroom'));
    return 'Mailroom';
  };
  /** The window is told to end; answers the status that it ends with. */
  const windowGoes = async (): Promise<unknown> => {
    await run('pkill', ['-TERM', '-u', account, '-f', '^/usr/lib/mailroom-window/node']);
    await until(
      'its end',
      60_000,
      async () => (await run('pgrep', ['-u', account, '-f', 'mailroom-window'])).status !== 0,
    );
    return (await ended)[0];
  };

  await run('useradd', ['--create-home', account]);
  await timed('install', () => install(paths.deb));
  await timed('the window comes up for an ordinary person', windowComes);
  await timed('its page runs in Chromium’s sandbox (seccomp filter of the process)', async () => {
    const { output } = await run('sh', [
      '-c',
      `for pid in $(pgrep -u ${account} -f -- --type=renderer); do grep -H ^Seccomp: /proc/$pid/status; done`,
    ]);
    return /^\S+\s+2$/mu.test(output) ? 'on' : `failed: ${output}`;
  });
  const journal = (): Promise<string> => asClerk(`stat -c %i "${dataDirectory}/journal.sqlite"`);
  await timed('upgrade: the window ends in order, and the new one opens the same journal', async () => {
    const before = await journal();
    const status = await windowGoes();
    if (status !== 0) return `failed: it ended with ${String(status)}`;
    const end = await install(paths.newer);
    if (end !== 'installed') return end;
    const window = await windowComes();
    const [after, left] = [await journal(), await asClerk(`ls "${dataDirectory}"`)];
    return after === before && !left.includes('damaged') ? window : `failed: ${before} became ${after}, ${left}`;
  });
  await timed('remove: the program goes, what the clerk took in stays', async () => {
    await windowGoes();
    const { status, output } = await run('dpkg', ['--remove', 'mailroom-window']);
    if (status !== 0) return `failed: ${output}`;
    const left = await run('sh', [
      '-c',
      'find /usr /etc /var/lib -xdev -name "*mailroom*" -not -path "/var/lib/dpkg/*"',
    ]);
    if (left.output.trim() !== '') return `failed: ${left.output}`;
    return asClerk(`ls "${dataDirectory}" | grep journal.sqlite$`);
  });
}

/** Tries the preview of the window in a Debian of its own; `work` (absolute) is replaced. */
export async function checkPreviewDeb(work: string, edition: Edition, tell: (finding: Finding) => void): Promise<void> {
  await rm(work, { recursive: true, force: true });
  const staged = join(work, 'preview');
  await stagePreviewDeb(staged, edition);
  const again = join(work, 'again');
  await cp(staged, again, { recursive: true });
  const deb = await packPreviewDeb(staged, join(work, 'made'), edition);
  const other = await packPreviewDeb(again, join(work, 'again made'), edition);
  const sums = [await sha256(deb), await sha256(other)];
  tell({ what: 'preview: two packages are the same bytes', ok: sums[0] === sums[1], seen: sums[0] ?? '' });
  const lint = await runStep('lintian', ['--allow-root', '--fail-on', 'error', '--no-tag-display-limit', deb], {
    capture: 'all',
  });
  tell({
    what: 'preview: lintian without errors',
    ok: lint.status === 0,
    seen: lint.status === 0 ? 'none' : lint.output,
  });
  const size = await sizeOf(staged);
  tell({ what: 'preview: installed, with Node', ok: size < 220e6, seen: megabytes(size) });
  const newer = await packPreviewDeb(staged, join(work, 'newer'), { ...edition, version: '9.0.0' }, { quick: true });
  const debian = await bootDebian(join(work, 'root'), 'window');
  try {
    await tryPackage(debian, { deb, newer }, tell);
  } finally {
    await debian.powerOff();
  }
}
