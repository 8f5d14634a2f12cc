import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { ElectronApplication } from '@playwright/test';
import { findElectron } from '../../tools/electron-binary.ts';
import { projectRoot } from '../../tools/run-step.ts';
import { chooseInDialogs, dropOn, writePdfs } from './support/bring-files.ts';
import { counter, inPage, shareStation, test } from './support/mailroom-test.ts';

/** Whether the window is on the screen. */
const isShown = (app: ElectronApplication): Promise<boolean | undefined> =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible());

/** Starts Mailroom once more on the station's data directory and waits until that start ended. */
async function startAgain(folder: string, ...args: readonly string[]): Promise<void> {
  const electron = findElectron();
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const second = spawn(electron.path, [...sandbox, projectRoot, '--data-dir', join(folder, 'data'), ...args], {
    cwd: folder,
    env: { ...process.env, ...electron.env },
    stdio: 'ignore',
  });
  await once(second, 'exit');
  expect(second.exitCode).toBe(0);
}

test('files of the first start come in, although the page was not there yet; the app itself does not', async ({
  station,
}) => {
  const [first = ''] = await writePdfs(station.folder, ['given at the start.pdf']);
  const { page } = await station.start({ args: ['--practice', first] });
  await expect(page.getByRole('row', { name: /given at the start\.pdf/u })).toBeVisible();
  const answer = await inPage(
    page,
    `mailroom.query({ name: 'items.page', limit: 50 }).then(({ value }) => value.rows.filter(({ sourceId }) => sourceId === 'drop').map(({ name }) => name))`,
  );
  expect(answer).toEqual(['given at the start.pdf']);
});

test('a hidden start shows no window, and a second start does', async ({ station }) => {
  const { app, page } = await station.start({ args: ['--practice', '--hidden'] });
  await expect(page.getByRole('heading', { name: 'Intake', level: 1 })).toBeAttached();
  expect(await isShown(app)).toBe(false);
  await startAgain(station.folder);
  await expect.poll(() => isShown(app)).toBe(true);
});

test('the window opens where it was closed', async ({ station }) => {
  const bounds = { x: 120, y: 90, width: 1_000, height: 700 };
  const first = await station.start({ args: ['--practice'] });
  await expect(first.page.getByRole('heading', { name: 'Intake', level: 1 })).toBeVisible();
  await first.app.evaluate(({ BrowserWindow }, wanted) => BrowserWindow.getAllWindows()[0]?.setBounds(wanted), bounds);
  await first.close();
  const second = await station.start({ args: ['--practice'] });
  const found = await second.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getNormalBounds());
  expect(found).toEqual(bounds);
});

test('one notification tells of a held file, and a click on it shows the file', async ({ station }) => {
  const { run } = await station.connected();
  const { app, page } = run;
  const notifications = await app.evaluateHandle(({ Notification }) => {
    const shown: Electron.Notification[] = [];
    Notification.prototype.show = function show(): void {
      shown.push(this);
    };
    return { titles: () => shown.map(({ title }) => title), click: () => shown[0]?.emit('click') };
  });
  const [file = ''] = await writePdfs(station.folder, ['refused.failed.pdf']);
  await dropOn(page, [file]);
  await expect
    .poll(() => notifications.evaluate(({ titles }) => titles()), { timeout: 30_000 })
    .toEqual(['A file needs you']);
  await page.getByRole('navigation').getByText('Settings').click();
  await notifications.evaluate(({ click }) => click());
  await expect(page.getByRole('heading', { name: 'Intake', level: 1 })).toBeVisible();
  await expect(page.getByRole('heading', { name: /refused\.failed\.pdf/u })).toBeVisible();
});

test('quitting asks while bytes are on the wire, and stays where that is wanted', async ({ station }) => {
  const { run } = await station.connected({ latencyMs: 1_500 });
  const { app, page } = run;
  const questions = await app.evaluateHandle(({ dialog }) => {
    const asked: string[] = [];
    Reflect.set(dialog, 'showMessageBox', (_window: unknown, { message }: { message: string }) => {
      asked.push(message);
      return Promise.resolve({ response: 0, checkboxChecked: false });
    });
    return { asked };
  });
  const paths = await writePdfs(
    station.folder,
    Array.from({ length: 60 }, (_, index) => `many ${index}.pdf`),
  );
  await chooseInDialogs(app, paths);
  await app.evaluate(({ Menu }) => {
    Menu.getApplicationMenu()?.getMenuItemById('add-files')?.click();
  });
  await inPage(
    page,
    `new Promise((resolve) => mailroom.onEvent((event) => event.kind === 'progress' && event.progress.inFlight.length > 0 && resolve(true)))`,
  );
  await app.evaluate(({ app: desktop }) => desktop.quit());
  await expect.poll(() => questions.evaluate(({ asked }) => asked)).toEqual([expect.stringMatching(/being sent\.$/u)]);
  await expect(counter(page, 'Done today', 60)).toBeVisible({ timeout: 40_000 });
});

test.describe('a window with the practice service', () => {
  const practice = shareStation((station) => station.start({ args: ['--practice'] }));

  test('the tray pauses and resumes everything, and says so', async () => {
    const { app, page } = practice();
    await expect(page.getByRole('heading', { name: 'Intake', level: 1 })).toBeVisible();
    const paused = (): Promise<unknown> =>
      inPage(page, `mailroom.query({ name: 'station.pauses' }).then(({ value }) => value.all)`);
    const tray = await app.evaluateHandle(({ Tray }) => {
      const now: { told: string; menu: Electron.Menu | null } = { told: '', menu: null };
      Tray.prototype.setToolTip = (text): void => void (now.told = text);
      Tray.prototype.setContextMenu = (menu): void => void (now.menu = menu);
      return now;
    });
    const told = (): Promise<string> => tray.evaluate((now) => now.told);
    await inPage(page, `mailroom.command({ name: 'items.pause', itemIds: 'all' })`);
    await expect.poll(told).toMatch(/paused/u);
    await tray.evaluate(({ menu }) => {
      menu?.getMenuItemById('tray-resume')?.click();
    });
    await expect.poll(paused).toBe(false);
    await expect.poll(told).not.toMatch(/paused/u);
  });

  test('closing leaves it in the tray where that is wanted, and tray and another start bring it back', async () => {
    const { app, page } = practice();
    const close = (): Promise<void> =>
      app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().forEach((window) => window.close()));
    await inPage(page, `mailroom.desktop({ name: 'settings.set', path: 'window.closeToTray', value: true })`);
    await close();
    await expect.poll(() => isShown(app)).toBe(false);
    await startAgain(practice().station.folder);
    await expect.poll(() => isShown(app)).toBe(true);
    expect(await inPage(page, `mailroom.desktop({ name: 'station.info' }).then(({ ok }) => ok)`)).toBe(true);
  });

  test('nothing of the practice service is stored, and what was changed of it is in force', async () => {
    const { page, station } = practice();
    const folders = await inPage(
      page,
      `(async () => {
      const ask = async (request) => (await mailroom.desktop(request)).value.settings;
      const { hotFolders, connections } = await ask({ name: 'settings.get' });
      const list = hotFolders.map((folder) => ({ ...folder, name: 'Renamed' }));
      await ask({ name: 'settings.set', path: 'hotFolders', value: list });
      await ask({ name: 'settings.set', path: 'connections', value: connections });
      await ask({ name: 'settings.set', path: 'intake.projects.practice', value: 'contracts' });
      const settings = await ask({ name: 'settings.set', path: 'language', value: 'de' });
      return [settings.hotFolders.map(({ name }) => name), settings.intake.projects, settings.defaultConnection];
    })()`,
    );
    expect(folders).toEqual([['Renamed'], { practice: 'contracts' }, 'practice']);
    const stored = await readFile(join(station.folder, 'data', 'settings.json'), 'utf8');
    expect(stored).toContain('"language": "de"');
    expect(stored).not.toMatch(/practice|Renamed|contracts/u);
  });
});
