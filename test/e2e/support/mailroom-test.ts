import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test as base, type Page } from '@playwright/test';
import { startPracticeService } from '../../../src/main/practice/practice-service.ts';
import type { PracticeOptions, PracticeService } from '../../../src/main/practice/practice-service.ts';
import { startKeychainBus, type KeychainBus, type KeychainState } from './keychain-bus.ts';
import { launchMailroom, type Launched, type LaunchOptions } from './launch.ts';

/** How a test starts the window; its data directory is `data` in the test's folder unless given. */
export interface StartOptions extends Partial<LaunchOptions> {
  /** The test brings about complaints on the console itself; else there must be none. */
  readonly provokes?: boolean;
}

/** What a test works with: whatever is started through it is ended with the test. */
export interface Station {
  /** A folder for everything the test makes; gone when it ends. */
  readonly folder: string;
  /** Starts the window. */
  start(options?: StartOptions): Promise<Launched>;
  /** Starts a document service outside of the window. */
  serve(options?: PracticeOptions): Promise<PracticeService>;
  /** Starts the user's session bus with a keychain that keeps what it is given. */
  signIn(state?: KeychainState): Promise<KeychainBus>;
  /** All of these: the window, connected to a service, its secret in the keychain. */
  connected(
    options?: PracticeOptions,
    start?: StartOptions,
  ): Promise<{ readonly run: Launched; readonly service: PracticeService; readonly keychain: KeychainBus }>;
}

/** A station, and what ends all that was started through it and fails where a window complained unprovoked. */
async function openStation(): Promise<{ readonly station: Station; end(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'mailroom-window-'));
  const runs: (readonly [Launched, StartOptions])[] = [];
  const services: PracticeService[] = [];
  const buses: KeychainBus[] = [];
  const station: Station = {
    folder,
    async start(options = {}) {
      const run = await launchMailroom({ dataDirectory: join(folder, 'data'), chromium: 'shared', ...options });
      runs.push([run, options]);
      return run;
    },
    async serve(options = {}) {
      const service = await startPracticeService({ processingMs: 200, ...options });
      services.push(service);
      return service;
    },
    async signIn(state = 'open') {
      const bus = await startKeychainBus(join(folder, 'home'), state);
      buses.push(bus);
      return bus;
    },
    async connected(options, start = {}) {
      const keychain = await station.signIn();
      const service = await station.serve(options);
      const run = await station.start({ ...start, env: keychain.env });
      await connectTo(run.page, service);
      return { run, service, keychain };
    },
  };
  return {
    station,
    async end() {
      for (const [run] of runs) await run.kill();
      for (const bus of buses) await bus.stop();
      for (const service of services) await service.close();
      await rm(folder, { recursive: true, force: true, maxRetries: 10 });
      for (const [{ complaints }, { provokes }] of runs) if (provokes !== true) expect(complaints).toEqual([]);
    },
  };
}

/** Playwright's `test` with a {@link Station} of its own. */
export const test = base.extend<{ readonly station: Station }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from this pattern
  station: async ({}, use) => {
    const { station, end } = await openStation();
    await use(station);
    await end();
  },
});

/**
 * One station for all tests of the `describe` or file that calls this, for tests that don't mind what those before them did: a start of
 * the window costs more than most tests. `open` starts what they share; a test asks for it by the function that is answered.
 */
export function shareStation<Shared>(open: (station: Station) => Promise<Shared>): () => Shared & { station: Station } {
  let now: { readonly shared: Shared & { station: Station }; readonly end: () => Promise<void> } | undefined;
  test.beforeAll(async () => {
    const { station, end } = await openStation();
    // What fails while it opens still has to be ended.
    try {
      now = { shared: { ...(await open(station)), station }, end };
    } catch (error) {
      await end();
      throw error;
    }
  });
  test.afterAll(async () => {
    await now?.end();
    now = undefined;
  });
  return () => {
    if (now === undefined) throw new Error('the shared station is not open');
    return now.shared;
  };
}

/** Project that files go to in these tests. */
export const projectId = 'accounts-payable';

/** Connects the open window to a service, as the first start does, and waits until it shows the Intake screen. */
async function connectTo(page: Page, service: PracticeService): Promise<void> {
  const connection = { id: 'office', name: 'Office', baseUrl: service.baseUrl, clientId: service.clientId };
  const requests = [
    // Documents are looked at sooner than a clerk needs.
    { name: 'settings.set', path: 'tracking', value: { fastestMs: 200, slowestMs: 1_000 } },
    { name: 'connections.save', connection, secret: service.clientSecret },
    { name: 'settings.set', path: 'intake.projects', value: { office: projectId } },
  ];
  const answers = await inPage(
    page,
    `(async () => {
      const answers = [];
      for (const request of ${JSON.stringify(requests)}) answers.push(await mailroom.desktop(request));
      return answers.map(({ ok, fault }) => ok || fault);
    })()`,
  );
  expect(answers).toEqual([true, true, true]);
  await expect(page.getByRole('heading', { name: 'Intake', level: 1 })).toBeVisible();
}

/** Fills the first step of the first start with a service's address and credentials, and goes on. */
export async function signInBy(
  page: Page,
  { baseUrl, clientId, clientSecret }: Pick<PracticeService, 'baseUrl' | 'clientId' | 'clientSecret'>,
): Promise<void> {
  await page.getByLabel('Base URL').fill(baseUrl);
  await page.getByLabel('Client ID').fill(clientId);
  await page.getByLabel('Client secret').fill(clientSecret);
  await page.getByRole('button', { name: 'Test and continue' }).click();
}

/** Evaluates a script in the page, where the bridge is `mailroom`; promises are awaited. */
export function inPage(page: Page, script: string): Promise<unknown> {
  return page.evaluate<unknown>(script);
}

/** Changes a setting as the page would; the test fails where it is refused. */
export async function setSetting(page: Page, path: string, value: unknown): Promise<void> {
  const request = JSON.stringify({ name: 'settings.set', path, value });
  expect(await inPage(page, `mailroom.desktop(${request}).then(({ ok, fault }) => ok || fault)`)).toBe(true);
}

/** Opens a screen through the menu, whose words the language does not touch. */
export async function openScreen({ app }: Pick<Launched, 'app'>, screen: string): Promise<void> {
  await app.evaluate(({ Menu }, id) => void Menu.getApplicationMenu()?.getMenuItemById(id)?.click(), `show-${screen}`);
}

/** The counter of the Intake screen of that name, with its number. */
export function counter(page: Page, name: string, count: string | number): ReturnType<Page['getByRole']> {
  return page.getByRole('button', { name: `${name} ${String(count)}`, exact: true });
}
