import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { _electron } from '@playwright/test';
import type { ElectronApplication, Page } from '@playwright/test';
import { projectRoot } from '../../../tools/run-step.ts';
import { findElectron } from '../../../tools/electron-binary.ts';
import { keepChromium, type KeptChromium } from '../../host/chromium/shared.ts';
import { switchesForChromium } from '../../host/launch-arguments.ts';

/** How the window is wanted. */
export interface LaunchOptions {
  /** The station's data directory (`--data-dir`). */
  readonly dataDirectory: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Arguments of the app, such as `--practice`. */
  readonly args?: readonly string[];
  /** Language of the system, such as `de`; English unless given. */
  readonly locale?: string;
  /** Outer size of the window; the app's own unless given. */
  readonly size?: { readonly width: number; readonly height: number };
  /** Whether Chromium's sandbox is on, as at a user's; off unless given, for CI runs as root. */
  readonly chromiumSandbox?: boolean;
  /** `shared`: under the host the Chromium of other starts of this worker, where none of them has it just now; it knows nothing of `env`. One of its own unless given. */
  readonly chromium?: 'shared' | 'own';
  /** The app to start: a folder with package.json. Mailroom as built in out/ unless given. */
  readonly app?: string;
}

/** The running app. */
export interface Launched {
  readonly app: ElectronApplication;
  readonly page: Page;
  /** What the window complained of so far: errors on the console and uncaught ones. A test asserts that there are none. */
  readonly complaints: readonly string[];
  /** Quits as a person would, also where files are just being sent, and waits until the process is gone. */
  close(): Promise<void>;
  /** Ends the process at once, as a power cut would, and waits until it is gone. */
  kill(): Promise<void>;
}

/** What Playwright gives every app, as far as the host passes it on. */
const playwrightSwitches = [
  ['no-sandbox', ''],
  ['allow-pre-commit-input', ''],
  ['force-color-profile', 'srgb'],
] as const;
let kept: Promise<KeptChromium> | null = null;
let isTaken = false;

/**
 * The Chromium that the starts of this worker share under the host, for this start; null where something is wanted that it was not started
 * with, or where another app has it just now: the host takes every window in it for its own.
 */
async function takeShared(options: LaunchOptions): Promise<KeptChromium | null> {
  const { locale = 'en', chromiumSandbox = false, chromium = 'own' } = options;
  if (chromium === 'own' || locale !== 'en' || chromiumSandbox || findElectron().kind === 'Electron') return null;
  if (isTaken) return null;
  isTaken = true;
  kept ??= keepChromium(switchesForChromium(new Map(playwrightSwitches), locale));
  const shared = await kept;
  // Of an app that was killed.
  await shared.closeWindows();
  return shared;
}

/** Starts the app as it is built and waits for its first window. Builds nothing. */
export async function launchMailroom(options: LaunchOptions): Promise<Launched> {
  const electron = findElectron();
  // Electron's package reads this when Playwright asks it for the binary.
  Object.assign(process.env, electron.env);
  const locale = options.locale ?? 'en';
  const shared = await takeShared(options);
  const app = await _electron.launch({
    cwd: projectRoot,
    args: [`--lang=${locale}`, options.app ?? '.', '--data-dir', options.dataDirectory, ...(options.args ?? [])],
    env: {
      ...namedOnly(process.env),
      XDG_STATE_HOME: join(dirname(options.dataDirectory), 'state'),
      LANGUAGE: locale,
      ...options.env,
      ...shared?.env,
    },
    // Playwright would set its own theme on the page, over that of the app.
    colorScheme: null,
    chromiumSandbox: options.chromiumSandbox ?? false,
    timeout: 30_000,
  });
  const complaints: string[] = [];
  const child = app.process();
  if (shared !== null) child.once('exit', () => (isTaken = false));
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null;
  const page = await app.firstWindow();
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => complaints.push(`uncaught: ${error.stack ?? error.message}`));
  // A window may show an empty page before that of the app.
  await until(page, `!['data:', 'about:'].includes(location.protocol) && document.readyState !== 'loading'`);
  if (options.app === undefined) await page.waitForSelector('#root > *', { state: 'attached' });
  if (options.size !== undefined) await resizeWindow(app, page, options.size);

  await agreeInBoxes(app);
  return {
    app,
    page,
    complaints,
    async close() {
      // Some tests end the app themselves.
      if (hasEnded()) return app.close();
      // Whether something is on the wire in this moment is chance: who is asked says 'Quit anyway'.
      await agreeInBoxes(app);
      await app.close();
    },
    async kill() {
      if (hasEnded()) return;
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
  };
}

/** Nobody sits before the display: what the program asks outside the page (a folder that a test sets, the way out) is agreed to by the second button. */
async function agreeInBoxes(app: ElectronApplication): Promise<void> {
  await app.evaluate(({ dialog }) => {
    dialog.showMessageBox = () => Promise.resolve({ response: 1, checkboxChecked: false });
  });
}

/** Gives the window an outer size and waits until the page has it. */
async function resizeWindow(
  app: ElectronApplication,
  page: Page,
  size: { readonly width: number; readonly height: number },
): Promise<void> {
  await app.evaluate(({ BrowserWindow }, wanted) => {
    BrowserWindow.getAllWindows()[0]?.setBounds({ x: 0, y: 0, ...wanted });
  }, size);
  await until(page, `outerWidth === ${String(size.width)}`);
}

/**
 * Waits until a script answers true. Playwright's own `waitForFunction` evaluates inside the page where it has to ask twice, and the
 * page's policy refuses that. Throws after half a minute.
 */
export async function until(page: Page, script: string): Promise<void> {
  const end = Date.now() + 30_000;
  while (Date.now() < end) {
    // The page may just be going to another address.
    const answer: unknown = await page.evaluate<unknown>(script).catch(() => false);
    if (answer === true) return;
    await pause(20);
  }
  throw new Error(`not within 30 s: ${script}`);
}

function namedOnly(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
