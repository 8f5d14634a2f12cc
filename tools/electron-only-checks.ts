import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchMailroom } from '../test/e2e/support/launch.ts';
import { findElectron } from './electron-binary.ts';
import { fuseComplaints, readFuses } from './fuses.ts';
import { projectCommand, runStep, underHeading } from './run-step.ts';

// docs/electron-only-checks.md: what only the real binary can show. `tsx tools/electron-only-checks.ts [PACKAGED-BINARY]`

/** Whether the system's filter of system calls is on for the window's own process: the sandbox as the kernel sees it. */
async function checkSandbox(): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'mailroom-checks-'));
  const run = await launchMailroom({ dataDirectory: folder, chromiumSandbox: true });
  try {
    const pid = await run.app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId(),
    );
    if (pid === undefined) return ['no window opened'];
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    return /^Seccomp:\s+2$/mu.test(status) ? [] : ['the window runs without its sandbox'];
  } finally {
    await run.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function checkFuses(path: string): Promise<readonly string[]> {
  const fuses = readFuses(await readFile(path));
  return fuses === null ? [`${path} has no fuses: it is no Electron binary`] : fuseComplaints(fuses);
}

async function checkAll(packaged: string | undefined): Promise<number> {
  if (findElectron().kind !== 'Electron') {
    process.stderr.write(
      "Electron's binary is not installed here (node_modules/electron/dist), so these checks cannot be made. Install it where its\n" +
        'download is allowed (npx install-electron) and start them again; docs/electron-only-checks.md lists what remains by hand.\n',
    );
    return 1;
  }
  const complaints: string[] = [];
  const suite = await underHeading('window tests on Electron', () =>
    runStep(projectCommand('playwright'), ['test', '--project', 'e2e']),
  );
  if (suite.status !== 0) complaints.push('the window tests failed on Electron');
  if (process.platform === 'linux') complaints.push(...(await underHeading('sandbox', checkSandbox)));
  if (packaged === undefined) process.stdout.write('fuses: not looked at, for no packaged binary was named\n');
  else complaints.push(...(await underHeading('fuses', () => checkFuses(packaged))));
  for (const complaint of complaints) process.stdout.write(`   failed: ${complaint}\n`);
  return complaints.length === 0 ? 0 : 1;
}

process.exitCode = await checkAll(process.argv[2]);
