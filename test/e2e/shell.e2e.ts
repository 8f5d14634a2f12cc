import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { findElectron } from '../../tools/electron-binary.ts';
import { projectRoot } from '../../tools/run-step.ts';
import { launchMailroom, type Launched } from './support/launch.ts';

let folder: string;
let run: Launched;
test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mailroom-shell-'));
  run = await launchMailroom({ dataDirectory: folder });
  await run.page.waitForFunction('typeof mailroom === "object" && document.body.childElementCount > 0');
});
test.afterEach(async () => {
  await run.kill();
  await rm(folder, { recursive: true, force: true });
});

const inPage = (script: string): Promise<unknown> => run.page.evaluate<unknown>(script);

test("the page's policy refuses inline and foreign scripts, foreign connections and frames", async () => {
  const refused = inPage(`new Promise((resolve) => {
    const seen = new Set();
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
      seen.add(effectiveDirective + ' ' + blockedURI);
      if (seen.size === 4) resolve([[...seen].sort(), typeof inlineRan]);
    });
    const inline = document.createElement('script');
    inline.textContent = 'window.inlineRan = true';
    const foreign = document.createElement('script');
    foreign.src = 'https://example.invalid/x.js';
    const frame = document.createElement('iframe');
    frame.src = 'https://example.invalid/frame';
    document.body.append(inline, foreign, frame);
    fetch('https://example.invalid/data').catch(() => undefined);
  })`);
  expect(await refused).toEqual([
    [
      'connect-src https://example.invalid/data',
      'frame-src https://example.invalid',
      'script-src-elem https://example.invalid/x.js',
      'script-src-elem inline',
    ],
    'undefined',
  ]);
});

test('the page has neither Node nor Electron, and its bridge has the five doors only', async () => {
  const found = await inPage(`[typeof require, typeof process, typeof ipcRenderer, Object.keys(mailroom).sort()]`);
  expect(found).toEqual(['undefined', 'undefined', 'undefined', ['command', 'desktop', 'onEvent', 'pathsOf', 'query']]);
});

test('no path leads out of the folder of the page', async () => {
  const statuses = await inPage(`Promise.all(
    ['/index.html', '/%2e%2e/main/index.js', '/..%2fmain%2findex.js', '/%2e%2e%5cmain', '/%00', '/content/' + 'a'.repeat(32)]
      .map((path) => fetch(path).then(({ status }) => status)))`);
  expect(statuses).toEqual([200, 404, 403, 403, 403, 404]);
});

test('the page goes nowhere else and opens no window', async () => {
  const before = run.page.url();
  expect(await inPage(`open('https://example.invalid/') === null`)).toBe(true);
  await inPage(`void (location.href = 'https://example.invalid/away')`);
  await expect.poll(() => inPage('mailroom.desktop({ name: "station.info" }).then(({ ok }) => ok)')).toBe(true);
  expect(run.page.url()).toBe(before);
  expect(await run.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
});

test('permissions are denied', async () => {
  const states = await inPage(`Promise.all(['geolocation', 'notifications', 'clipboard-read']
    .map((name) => navigator.permissions.query({ name }).then(({ state }) => state)))`);
  expect(states).toEqual(['denied', 'denied', 'denied']);
});

test('what does not fit the contract is refused at the bridge, on each of its doors', async () => {
  const codes = await inPage(`Promise.all([
    mailroom.command({ name: 'items.retry', itemIds: [] }),
    mailroom.query({ name: 'items.page', limit: 1001 }),
    mailroom.desktop({ name: 'shell.open', path: '/etc/passwd' }),
    mailroom.desktop({ name: 'content.open', content: { kind: 'path', path: '/etc/passwd' } }),
    mailroom.command(null),
  ]).then((answers) => answers.map(({ ok, fault }) => [ok, fault?.code]))`);
  expect(codes).toEqual(Array.from({ length: 5 }, () => [false, 'wrong-usage']));
});

test('only https addresses of configured services reach the browser', async () => {
  await run.app.evaluate(({ shell }) => {
    const opened: string[] = [];
    Reflect.set(globalThis, 'opened', opened);
    shell.openExternal = (address: string) => {
      opened.push(address);
      return Promise.resolve();
    };
  });
  const connection = { id: 'a', name: 'A', baseUrl: 'https://service.invalid/v2', clientId: 'x' };
  const answers = await inPage(`(async () => {
    await mailroom.desktop({ name: 'settings.set', path: 'connections', value: [${JSON.stringify(connection)}] });
    const urls = ['https://service.invalid/documents/1', 'http://service.invalid/', 'https://other.invalid/',
      'https://service.invalid@other.invalid/', 'file:///etc/passwd', 'https://service.invalid:8443/'];
    const answers = [];
    for (const url of urls) answers.push((await mailroom.desktop({ name: 'shell.open-external', url })).ok);
    return answers;
  })()`);
  expect(answers).toEqual([true, false, false, false, false, false]);
  const opened: unknown = await run.app.evaluate((): unknown => Reflect.get(globalThis, 'opened'));
  expect(opened).toEqual(['https://service.invalid/documents/1']);
});

test('a second start hands its files to the first window and ends', async () => {
  const file = join(folder, 'letter.pdf');
  await writeFile(file, 'x');
  await inPage(
    `void (window.given = [], mailroom.onEvent((event) => event.kind === 'files' && given.push(...event.paths)))`,
  );
  const electron = findElectron();
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const second = spawn(electron.path, [...sandbox, '.', '--data-dir', folder, file], {
    cwd: projectRoot,
    env: { ...process.env, ...electron.env },
    stdio: 'ignore',
  });
  await once(second, 'exit');
  expect(second.exitCode).toBe(0);
  await expect.poll(() => inPage('given')).toEqual([file]);
});

test('each command of the menu reaches the window', async () => {
  await inPage(
    `void (window.chosen = [], mailroom.onEvent((event) => event.kind === 'menu' && chosen.push(event.command)))`,
  );
  await run.app.evaluate(({ Menu }) => {
    for (const id of ['add-files', 'find', 'show-settings', 'retry'])
      Menu.getApplicationMenu()?.getMenuItemById(id)?.click();
  });
  await expect.poll(() => inPage('chosen')).toEqual(['add-files', 'find', 'show-settings', 'retry']);
});
