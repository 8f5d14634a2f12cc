import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { connectByPipe } from './connection.ts';
import type { Connection } from './connection.ts';

/** The running Chromium. */
export interface Chromium {
  readonly connection: Connection;
  readonly headless: boolean;
  /** Opens a window showing `url`; it is announced by `Target.attachedToTarget`. */
  openWindow(url: string, size: { readonly width: number; readonly height: number }): Promise<void>;
  /** Ends it: asks, then kills after 3 s. */
  stop(): Promise<void>;
}

/** How Chromium is wanted. */
export interface ChromiumOptions {
  /** `--remote-debugging-port`, where a test runner asks for one. */
  readonly port: number | undefined;
  /** Command-line switches beyond those of the host, without the leading dashes. */
  readonly switches: ReadonlyMap<string, string>;
  /** Called once when the process ends, however it ends. */
  readonly onExit: () => void;
}

/** Debian's wrapper script would add switches and windows of its own: the binary behind it is meant. */
const binaries = ['/usr/lib/chromium/chromium', '/usr/lib/chromium-browser/chromium-browser', '/usr/bin/chromium'];

const fixedSwitches = [
  '--test-type',
  '--no-first-run',
  '--no-default-browser-check',
  '--no-service-autorun',
  '--noerrdialogs',
  '--metrics-recording-only',
  '--allow-file-access-from-files',
  '--password-store=basic',
  '--disable-background-networking',
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-breakpad',
  '--disable-component-update',
  '--disable-dev-shm-usage',
  '--disable-extensions',
  '--disable-gpu',
  '--disable-hang-monitor',
  '--disable-popup-blocking',
  '--disable-quic',
  '--disable-renderer-backgrounding',
  '--disable-search-engine-choice-screen',
  '--disable-session-crashed-bubble',
  '--disable-sync',
  '--hide-crash-restore-bubble',
  '--disable-features=Translate,MediaRouter,OptimizationHints,AutofillServerCommunication,DestroyProfileOnBrowserClose,GlobalMediaControls,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,LensOverlay',
];

/** The whole command line but for what says how it is spoken to. */
export function commandLine(
  profile: string,
  headless: boolean,
  switches: ReadonlyMap<string, string>,
): readonly string[] {
  const added = [...switches].map(([name, value]) => (value === '' ? `--${name}` : `--${name}=${value}`));
  // Chromium refuses its sandbox to root, as Electron does.
  if (process.getuid?.() === 0 && !switches.has('no-sandbox')) added.push('--no-sandbox');
  if (headless) added.push('--headless');
  return [...fixedSwitches, ...added, `--user-data-dir=${profile}`];
}

const profilePrefix = 'chromium-host-profile-';

/** A host that was killed leaves its Chromium's profile behind; the next one clears it away. */
function removeLeftProfiles(): void {
  for (const name of readdirSync(tmpdir()).filter((each) => each.startsWith(profilePrefix))) {
    const owner = name.slice(profilePrefix.length).split('-', 1)[0] ?? '';
    if (!existsSync(join('/proc', owner))) removeProfile(join(tmpdir(), name));
  }
}

/** A Chromium on its way out may still write there: what is left now goes at the next start. */
export function removeProfile(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true, maxRetries: 5 });
  } catch {
    // See above.
  }
}

/** Chromium itself. Throws where it is not installed. */
export function findChromium(): string {
  const binary = binaries.find((path) => existsSync(path));
  if (binary === undefined) throw new Error('Chromium is not installed: apt-get install chromium');
  return binary;
}

/** A new profile, which goes with this process, or at a later start. */
export function makeProfile(): string {
  removeLeftProfiles();
  return mkdtempSync(join(tmpdir(), `${profilePrefix}${process.pid}-`));
}

/** Opens a window without tabs and address bar: the browser of that profile, which runs, takes the command line over. */
export async function openAppWindow(
  binary: string,
  line: readonly string[],
  url: string,
  { width, height }: { readonly width: number; readonly height: number },
): Promise<void> {
  const opener = spawn(binary, [...line, `--window-size=${width},${height}`, `--app=${url}`], { stdio: 'ignore' });
  await once(opener, 'exit');
}

/** Starts Chromium with a profile of its own and no window. Without a display it runs headless. Throws where it is not installed. */
export function startChromium(options: ChromiumOptions): Chromium {
  const binary = findChromium();
  const headless = (process.env['DISPLAY'] ?? '') === '';
  const profile = makeProfile();
  const line = commandLine(profile, headless, options.switches);
  const port = options.port === undefined ? [] : [`--remote-debugging-port=${options.port}`];
  const child = spawn(binary, [...line, '--remote-debugging-pipe', ...port, '--no-startup-window'], {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
  });
  const [, , , toChromium, fromChromium] = child.stdio;
  if (!(toChromium instanceof Writable) || !(fromChromium instanceof Readable)) throw new Error('no pipe to Chromium');
  const connection = connectByPipe(toChromium, fromChromium);
  passOnAddress(child);
  child.once('exit', () => {
    removeProfile(profile);
    options.onExit();
  });

  return {
    connection,
    headless,
    async openWindow(url, size) {
      if (headless) {
        await connection.root.send('Target.createTarget', { url, newWindow: true, ...size });
        return;
      }
      await openAppWindow(binary, line, url, size);
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      connection.root.post('Browser.close');
      const patience = setTimeout(() => child.kill('SIGKILL'), 3_000);
      await ended;
      clearTimeout(patience);
    },
  };
}

/** Passes on the one line a test runner waits for, as Electron's own binary prints it. */
function passOnAddress(child: ChildProcess): void {
  let rest = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    const lines = `${rest}${chunk.toString('utf8')}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.startsWith('DevTools listening on')) process.stderr.write(`${line}\n`);
  });
}
