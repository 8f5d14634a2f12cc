import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { strFromU8, unzipSync } from 'fflate';
import { projectRoot } from '../../tools/run-step.ts';
import { dropOn, writePdfs } from './support/bring-files.ts';
import { counter, inPage, projectId, shareStation, test } from './support/mailroom-test.ts';

// One test for each rule of the page's security, which fails where the rule is dropped.

/** What `name` answers at each door of the bridge when a page asks for something harmless. */
const knock = `Promise.all([
  mailroom.command({ name: 'items.pause', itemIds: 'all' }),
  mailroom.query({ name: 'station.pauses' }),
  mailroom.desktop({ name: 'station.info' }),
]).then((answers) => answers.map(({ ok, fault }) => ok ? 'answered' : fault.code + ' ' + fault.params.problem))`;
const refused = Array.from({ length: 3 }, () => 'wrong-usage This page may not ask.');

const stationInfo = (page: Page): Promise<unknown> =>
  inPage(page, `mailroom.desktop({ name: 'station.info' }).then(({ ok }) => ok)`);

test.describe('a window with nothing to complain of', () => {
  const own = shareStation((station) => station.start());

  test('content policy: nothing is allowed that is not named, and scripts are the own ones only', async () => {
    const { page } = own();
    const header = await inPage(
      page,
      `fetch('/index.html').then(({ headers }) => headers.get('content-security-policy'))`,
    );
    const rules = String(header).split('; ');
    expect(rules).toContain("default-src 'none'");
    expect(rules.find((rule) => rule.startsWith('script-src'))).toMatch(
      /^script-src (?:'self'|app:|https:\/\/bundle\.app\.invalid)$/u,
    );
    for (const rule of ["base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"])
      expect(rules).toContain(rule);
    expect(String(header)).not.toMatch(/unsafe-eval|\*|http:/u);
  });

  test('isolation and sandbox: the page has neither Node nor Electron, only the five doors', async () => {
    const { app, page } = own();
    expect(
      await inPage(
        page,
        `[typeof require, typeof process, typeof module, typeof ipcRenderer, Object.keys(mailroom).sort()]`,
      ),
    ).toEqual([
      'undefined',
      'undefined',
      'undefined',
      'undefined',
      ['command', 'desktop', 'onEvent', 'pathsOf', 'query'],
    ]);
    expect(await app.evaluate(({ app }) => app.commandLine.hasSwitch('enable-sandbox'))).toBe(true);
    // What the page does to the objects of its own world changes nothing behind the bridge.
    expect(
      await inPage(
        page,
        `(() => { 'use strict'; try { mailroom.desktop = () => 'mine'; } catch { return 'frozen'; } return String(mailroom.desktop()); })()`,
      ),
    ).not.toBe('mine');
  });

  test('permissions: all are denied', async () => {
    const { page } = own();
    const states = await inPage(
      page,
      `Promise.all(['geolocation', 'notifications', 'clipboard-read', 'camera', 'microphone']
      .map((name) => navigator.permissions.query({ name }).then(({ state }) => state)))`,
    );
    expect(states).toEqual(['denied', 'denied', 'denied', 'denied', 'denied']);
  });

  test('schema: what does not fit the contract is refused at each door', async () => {
    const { page } = own();
    const codes = await inPage(
      page,
      `Promise.all([
      mailroom.command({ name: 'items.retry', itemIds: [] }),
      mailroom.command({ name: 'toString' }),
      mailroom.query({ name: 'items.page', limit: 1001 }),
      mailroom.desktop({ name: 'shell.open', path: '/etc/passwd' }),
      mailroom.desktop({ name: 'content.open', content: { kind: 'path', path: '/etc/passwd' } }),
      mailroom.command(null),
      mailroom.query([]),
    ]).then((answers) => answers.map(({ ok, fault }) => [ok, fault?.code]))`,
    );
    expect(codes).toEqual(Array.from({ length: 7 }, () => [false, 'wrong-usage']));
  });

  test('external addresses: only https ones of configured services reach the browser', async () => {
    const { app, page } = own();
    await app.evaluate(({ shell }) => {
      const opened: string[] = [];
      Reflect.set(globalThis, 'opened', opened);
      shell.openExternal = (address: string) => {
        opened.push(address);
        return Promise.resolve();
      };
    });
    const connection = { id: 'a', name: 'A', baseUrl: 'https://service.invalid/v2', clientId: 'x' };
    const answers = await inPage(
      page,
      `(async () => {
      await mailroom.desktop({ name: 'settings.set', path: 'connections', value: [${JSON.stringify(connection)}] });
      const urls = ['https://service.invalid/documents/1', 'http://service.invalid/', 'https://other.invalid/',
        'https://service.invalid@other.invalid/', 'file:///etc/passwd', 'https://service.invalid:8443/'];
      const answers = [];
      for (const url of urls) answers.push((await mailroom.desktop({ name: 'shell.open-external', url })).ok);
      return answers;
    })()`,
    );
    expect(answers).toEqual([true, false, false, false, false, false]);
    const opened: unknown = await app.evaluate((): unknown => Reflect.get(globalThis, 'opened'));
    expect(opened).toEqual(['https://service.invalid/documents/1']);
  });
});

test.describe('a window whose page tries what it may not', () => {
  const provoked = shareStation((station) => station.start({ provokes: true }));

  test('content policy: inline and foreign scripts, foreign connections and frames are refused', async () => {
    const { page } = provoked();
    const seen = await inPage(
      page,
      `new Promise((resolve) => {
      const seen = new Set();
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
        seen.add(effectiveDirective + ' ' + blockedURI);
        if (seen.size === 5) resolve([[...seen].sort(), typeof inlineRan]);
      });
      const inline = document.createElement('script');
      inline.textContent = 'window.inlineRan = true';
      const foreign = document.createElement('script');
      foreign.src = 'https://example.invalid/x.js';
      const frame = document.createElement('iframe');
      frame.src = 'https://example.invalid/frame';
      const picture = new Image();
      picture.src = 'https://example.invalid/x.png';
      document.body.append(inline, foreign, frame, picture);
      fetch('https://example.invalid/data').catch(() => undefined);
    })`,
    );
    expect(seen).toEqual([
      [
        'connect-src https://example.invalid/data',
        'frame-src https://example.invalid',
        'img-src https://example.invalid/x.png',
        'script-src-elem https://example.invalid/x.js',
        'script-src-elem inline',
      ],
      'undefined',
    ]);
  });

  test('own protocol: the page comes from it, and no path leads out of its folder', async () => {
    const { app, page } = provoked();
    expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getURL())).toBe(
      'app://bundle/index.html',
    );
    const statuses = await inPage(
      page,
      `Promise.all(
      ['/index.html', '/%2e%2e/main/index.js', '/..%2fmain%2findex.js', '/%2e%2e%5cmain', '/%00', '/content/' + 'a'.repeat(32)]
        .map((path) => fetch(path).then(({ status }) => status)))`,
    );
    expect(statuses).toEqual([200, 404, 403, 403, 403, 404]);
    expect(await inPage(page, `fetch('/index.html', { method: 'POST' }).then(({ status }) => status)`)).toBe(403);
  });

  test('no file address: neither by fetch nor by picture nor by going there', async () => {
    const { page } = provoked();
    const before = page.url();
    expect(
      await inPage(
        page,
        `Promise.all([
        fetch('file:///etc/hostname').then(() => 'read', () => 'refused'),
        new Promise((resolve) => {
          const picture = new Image();
          picture.onload = () => resolve('read');
          picture.onerror = () => resolve('refused');
          picture.src = 'file:///usr/share/pixmaps/debian-logo.png';
        }),
      ])`,
      ),
    ).toEqual(['refused', 'refused']);
    await inPage(page, `void (location.href = 'file:///etc/hostname')`);
    await expect.poll(() => stationInfo(page)).toBe(true);
    expect(page.url()).toBe(before);
  });

  test('navigation and windows: the page goes nowhere else and opens nothing', async () => {
    const { app, page } = provoked();
    const before = page.url();
    expect(await inPage(page, `open('https://example.invalid/') === null`)).toBe(true);
    await app.evaluate(({ BrowserWindow }) => {
      const asked: unknown[] = [];
      Reflect.set(globalThis, 'navigations', asked);
      // Heard last: whatever the app says to it has been said.
      BrowserWindow.getAllWindows()[0]?.webContents.on('will-navigate', (event, url) => {
        asked.push([url, event.defaultPrevented]);
      });
    });
    await inPage(page, `void (location.href = 'https://example.invalid/away')`);
    await expect
      .poll(() => app.evaluate((): unknown => Reflect.get(globalThis, 'navigations')))
      .toEqual([['https://example.invalid/away', true]]);
    expect(await stationInfo(page)).toBe(true);
    expect(page.url()).toBe(before);
    expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
  });
});

test('sender: another window with the same bridge is refused, and so is a foreign page in our own', async ({
  station,
}) => {
  const { app, page } = await station.start({ provokes: true });
  const { baseUrl } = await station.serve();
  const preload = join(projectRoot, 'out/preload/index.cjs');
  expect(await inPage(page, knock)).toEqual(['answered', 'answered', 'answered']);
  const fromOther: unknown = await app.evaluate(
    async ({ BrowserWindow }, { preload, knock }) => {
      const other = new BrowserWindow({ webPreferences: { preload, sandbox: true, contextIsolation: true } });
      await other.loadURL('app://bundle/index.html');
      const answers: unknown = await other.webContents.executeJavaScript(knock);
      return answers;
    },
    { preload, knock },
  );
  expect(fromOther).toEqual(refused);
  const fromForeign: unknown = await app.evaluate(
    async ({ BrowserWindow }, { baseUrl, knock }) => {
      const ours = BrowserWindow.fromId(1);
      await ours?.loadURL(baseUrl);
      const answers: unknown = await ours?.webContents.executeJavaScript(knock);
      return answers;
    },
    { baseUrl, knock },
  );
  expect(fromForeign).toEqual(refused);
});

test('dropped paths: main takes in what a person gave to the window, and nothing else that a page names', async ({
  station,
}) => {
  const { page } = (await station.connected()).run;
  const [ungiven = '', given = ''] = await writePdfs(station.folder, ['ungiven.pdf', 'given.pdf']);
  const paths = ['etc/hostname', '../../etc/hostname', '/etc/hostname', '/dev/zero', ungiven];
  const rule = { connectionId: 'office', projectId };
  const answers = await inPage(
    page,
    `(async () => {
      const told = await mailroom.desktop({ name: 'drop.describe', paths: ${JSON.stringify(paths)} });
      const taken = [];
      for (const path of ${JSON.stringify(paths)}) {
        const request = { name: 'intake.take-in', paths: [path], rule: ${JSON.stringify(rule)}, sourceId: 'drop' };
        taken.push((await mailroom.command(request)).fault?.code ?? 'taken in');
      }
      return [told.fault?.code, taken];
    })()`,
  );
  expect(answers).toEqual(['wrong-usage', paths.map(() => 'wrong-usage')]);
  await dropOn(page, ['/dev/zero', given]);
  await expect(page.getByRole('dialog')).toContainText('/dev/zero');
  await page.getByRole('button', { name: 'OK' }).click();
  await expect(counter(page, 'Done today', 1)).toBeVisible();
});

test('production: an installed program has no developer tools', async ({ station }) => {
  const opened = async (options: Parameters<typeof station.start>[0]): Promise<unknown> => {
    const { app, kill } = await station.start(options);
    const answer = await app.evaluate(({ BrowserWindow, Menu }) => {
      const [window] = BrowserWindow.getAllWindows();
      window?.webContents.openDevTools({ mode: 'detach' });
      const roles = (Menu.getApplicationMenu()?.items ?? []).flatMap(
        ({ submenu }) => submenu?.items.map(({ role }) => String(role).toLowerCase()) ?? [],
      );
      return [window?.webContents.isDevToolsOpened(), roles.includes('toggledevtools')];
    });
    await kill();
    return answer;
  };
  const packaged = join(import.meta.dirname, 'support/packaged-app');
  expect(await opened({ app: packaged, dataDirectory: join(station.folder, 'packaged') })).toEqual([false, false]);
});

test('diagnostics: the bundle holds no secret, no credential and no name of a document', async ({ station }) => {
  const { run, service } = await station.connected();
  const { app, page } = run;
  await dropOn(page, await writePdfs(station.folder, ['Kündigung Meier.pdf']));
  await expect(counter(page, 'Done today', 1)).toBeVisible();
  const bundle = join(station.folder, 'bundle.zip');
  await app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath });
  }, bundle);
  const saved = await inPage(
    page,
    `(async () => {
      await mailroom.desktop({ name: 'settings.set', path: 'network.proxy', value: 'http://someone:hidden-word@127.0.0.1:9' });
      return (await mailroom.desktop({ name: 'diagnostics.save' })).value;
    })()`,
  );
  expect(saved).toEqual({ path: bundle });
  const files = unzipSync(new Uint8Array(await readFile(bundle)));
  expect(Object.keys(files)).toEqual(expect.arrayContaining(['station.json', 'settings.json', 'logs/mailroom.log']));
  const text = Object.values(files)
    .map((bytes) => strFromU8(bytes))
    .join('\n');
  for (const word of [service.clientSecret, service.clientId, 'hidden-word', 'Meier', 'Bearer ']) {
    expect(text, `the bundle holds ${word}`).not.toContain(word);
  }
});
