import { execFile } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { chmod, cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, type Locator, type Page } from '@playwright/test';
import { projectRoot } from '../../tools/run-step.ts';
import { publicPartOf, writeManifest } from '../../tools/dist/update-manifest.ts';
import { until, type Launched } from './support/launch.ts';
import { openScreen, setSetting, test } from './support/mailroom-test.ts';
import { expectUsable } from './support/usable.ts';

const pictures = join(projectRoot, 'reports/screens');
const version = '9.9.9';

/** Mailroom as its AppImage has it: the built program, and what says from which package it comes. */
async function packagedApp(folder: string): Promise<string> {
  const app = join(folder, 'app');
  await mkdir(join(app, 'out'), { recursive: true });
  await cp(join(projectRoot, 'out/main'), join(app, 'out/main'), { recursive: true });
  for (const part of ['out/preload', 'out/renderer', 'out/workers', 'out/chunks', 'node_modules'])
    await symlink(join(projectRoot, part), join(app, part));
  await cp(join(projectRoot, 'package.json'), join(app, 'package.json'));
  const origin = { name: 'mailroom', kind: 'appimage', platform: 'linux-x64' };
  await writeFile(join(app, 'package-origin.json'), JSON.stringify(origin));
  return app;
}

/** The folder of IT with a newer version, which tells what it was started with, and the settings that lead there. */
async function updateFolder(folder: string): Promise<Readonly<Record<'from' | 'key' | 'started', string>>> {
  const [from, started] = [join(folder, 'updates of IT'), join(folder, 'started')];
  await mkdir(from);
  const path = join(from, `Mailroom-${version}-x86_64.AppImage`);
  await writeFile(path, `#!/bin/sh\necho "$0 $@" > '${started}'\n`);
  const { privateKey } = generateKeyPairSync('ed25519');
  await writeManifest([path], privateKey, { version, days: 30, now: Date.now() });
  return { from, key: publicPartOf(privateKey), started };
}

/** Has a command of IT set it: the page may not. */
async function setByCommand(folder: string, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, value] of Object.entries(values)) {
    const words = ['settings', 'set', path, value, '--data-dir', join(folder, 'data')];
    await promisify(execFile)(process.execPath, [join(projectRoot, 'out/cli/index.js'), ...words]);
  }
}

async function zoomTo({ app, page }: Launched, zoom: number): Promise<void> {
  await app.evaluate(({ BrowserWindow }, factor) => {
    BrowserWindow.getAllWindows()[0]?.webContents.setZoomFactor(factor);
  }, zoom);
  await until(page, `Math.abs(innerWidth - 1280 / ${String(zoom)}) < 20`);
}

type Look = readonly [theme: 'light' | 'dark', language: 'de' | 'en', zoom: number];

/** Looks at a part of what is shown, in one language after the other; the last one is English, as at the start. */
async function lookAt(run: Launched, name: string, part: Locator, looks: readonly Look[]): Promise<void> {
  const { page } = run;
  await mkdir(pictures, { recursive: true });
  for (const [theme, language, zoom] of looks) {
    await zoomTo(run, zoom);
    await setSetting(page, 'window.theme', theme);
    await setSetting(page, 'language', language);
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await part.scrollIntoViewIfNeeded();
    await page.screenshot({ path: join(pictures, `${name}-${theme}-${language}-${String(zoom * 100)}.png`) });
    await expectUsable(page);
    const isWhole =
      '[document.documentElement, document.querySelector("footer")].every((each) => each.scrollWidth <= each.clientWidth)';
    expect(await page.evaluate<unknown>(isWhole), `${name} ${theme} ${language} ${String(zoom)}`).toBe(true);
  }
}

async function openDiagnostics(run: Launched): Promise<void> {
  await openScreen(run, 'settings');
  await run.page.getByRole('button', { name: 'Diagnostics' }).click();
  await expect(run.page.getByRole('heading', { name: 'Updates' })).toBeVisible();
}

const notice = (page: Page) => page.getByRole('button', { name: 'Update ready' });

test('an update is told in the status bar and in Settings, and installed when a person says so', async ({
  station,
}) => {
  test.setTimeout(300_000);
  const [app, update] = [await packagedApp(station.folder), await updateFolder(station.folder)];
  const installed = join(station.folder, 'Mailroom.AppImage');
  await writeFile(installed, 'the one that runs');
  await chmod(installed, 0o755);
  // Another language starts the engine anew; what is asked for just then is not found.
  const run = await station.start({
    app,
    size: { width: 1280, height: 800 },
    env: { APPDIR: '/', APPIMAGE: installed },
    args: ['--practice'],
    provokes: true,
  });
  const { page } = run;
  await openDiagnostics(run);
  await expect(page.getByText('Your administrator has not set up updates here.')).toBeVisible();
  await setByCommand(station.folder, { 'updates.from': update.from, 'updates.key': update.key });
  await expect(notice(page)).toBeVisible();
  await lookAt(run, 'update-settings', page.getByRole('region', { name: 'Updates' }), [
    ['light', 'de', 1.5],
    ['dark', 'en', 1],
  ]);

  // By the keyboard alone: asked, put off, asked again.
  await notice(page).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: `Restart for version ${version}?` });
  await expect(dialog).toBeVisible();
  await lookAt(run, 'update-dialog', page.getByRole('dialog'), [
    ['dark', 'de', 1],
    ['light', 'en', 1.5],
  ]);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(notice(page)).toBeFocused();
  expect(await readFile(installed, 'utf8')).toBe('the one that runs');
  await notice(page).press('Enter');
  await dialog.getByRole('button', { name: 'Restart and install' }).press('Enter');
  // An app that is not packaged is started with its folder, too.
  await expect
    .poll(async () => (await readFile(update.started, 'utf8').catch(() => '')).replace(` ${app} `, ' '), {
      timeout: 30_000,
    })
    .toBe(`${installed} --data-dir ${join(station.folder, 'data')} --practice\n`);
  expect(await readFile(installed, 'utf8')).toContain('#!/bin/sh');
});
