import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type ElectronApplication, type Page } from '@playwright/test';
import { createTeamSchema } from '../../src/main/engine/team/postgres/found.ts';
import { postgresOfTests } from '../support/postgres.ts';
import { chooseInDialogs, dropOn, writePdfs } from './support/bring-files.ts';
import { counter, openScreen, projectId, setSetting, shareStation, test } from './support/mailroom-test.ts';
import { expectUsable } from './support/usable.ts';

/** Values that can't be changed, and whose words stand out less than 4.5 to 1: axe leaves what is disabled out. */
const faintLocked = `(() => {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const rgb = (colour) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const light = (colour) => rgb(colour).slice(0, 3).map((each) => each / 255)
    .map((each) => (each <= 0.03928 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4))
    .reduce((sum, each, at) => sum + each * [0.2126, 0.7152, 0.0722][at], 0);
  const behind = (element) => {
    for (let at = element; at !== null; at = at.parentElement) {
      const { backgroundColor } = getComputedStyle(at);
      if (rgb(backgroundColor)[3] === 255) return backgroundColor;
    }
    return 'white';
  };
  const opacity = (element) => element === null ? 1 : Number(getComputedStyle(element).opacity) * opacity(element.parentElement);
  return [...document.querySelectorAll('main :is(:disabled, [aria-disabled=true], [data-disabled]):is(input, button, label, select)')]
    .filter((each) => (each.value || each.textContent).trim() !== '' && each.checkVisibility({ opacityProperty: true }))
    .flatMap((each) => {
      const [one, other] = [light(getComputedStyle(each).color), light(behind(each))];
      const ratio = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
      return ratio * opacity(each) < 4.5 ? [(each.value || each.textContent) + ' ' + ratio.toFixed(1) + ' × ' + opacity(each)] : [];
    });
})()`;

const office = shareStation((station) => station.connected());

async function openSection(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('button', { name }).click();
}

test('a dropped folder becomes a hot folder once it is saved, and its files come in', async () => {
  const { run, service, station } = office();
  const { page } = run;
  const scans = join(station.folder, 'Third floor');
  await writePdfs(scans, ['one.pdf', 'deeper/two.pdf']);
  await openSection(page, 'Hot folders');
  await dropOn(page, [scans]);
  const preview = page.getByRole('list', { name: 'What would happen now' });
  await expect(preview.getByRole('listitem')).toHaveCount(2);
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Third floor');
  expect(await service.files()).toEqual([]);
  await page.getByRole('button', { name: 'Save folder' }).click();
  await expect(page.getByRole('row', { name: /Third floor.*Watching/u })).toBeVisible();
  await page.getByRole('button', { name: 'Intake', exact: true }).click();
  await expect(counter(page, 'Done today', 2)).toBeVisible();
  const stored = await readFile(join(station.folder, 'data', 'settings.json'), 'utf8');
  expect(JSON.parse(stored)).toMatchObject({ hotFolders: [{ folder: scans, rule: { projectId } }] });

  await openSection(page, 'Hot folders');
  await page.getByRole('button', { name: 'Remove folder…' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stop watching' }).click();
  await expect(page.getByRole('heading', { name: 'No hot folder yet' })).toBeVisible();
});

test('a second connection says why it is refused, and its secret is nowhere in the window once it is kept', async () => {
  const { run, station } = office();
  const { page } = run;
  const other = await station.serve();
  await openSection(page, 'Connections');
  await page.getByRole('button', { name: 'Add connection' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Branch');
  await page.getByLabel('Base URL').fill(other.baseUrl);
  await page.getByLabel('Client ID').fill(other.clientId);
  await page.getByLabel('Client secret').fill('not the secret');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('That did not work');
  await page.getByLabel('Client secret').fill(other.clientSecret);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('What this client may do')).toBeVisible();
  await expect(page.getByRole('row', { name: /Branch.*Tested/u })).toBeVisible();
  await expect(page.getByText('In the keychain')).toBeVisible();
  const stored = await readFile(join(station.folder, 'data', 'settings.json'), 'utf8');
  for (const place of [stored, await page.content()]) expect(place).not.toContain(other.clientSecret);
});

test('what is set up for the practice service works, and nothing of it is stored', async ({ station }) => {
  const run = await station.start({ args: ['--practice'] });
  const { app, page } = run;
  const scans = join(station.folder, 'Scans');
  await mkdir(scans, { recursive: true });
  await chooseInDialogs(app, [scans]);
  await openSection(page, 'Hot folders');
  await page.getByRole('button', { name: 'Add hot folder…' }).first().click();
  await page.getByRole('button', { name: 'Save folder' }).click();
  await expect(page.getByRole('row', { name: /Scans.*Watching/u })).toBeVisible();
  const stored = await readFile(join(station.folder, 'data', 'settings.json'), 'utf8');
  expect(stored).not.toContain('practice');
  expect(stored).not.toContain(scans);
});

test('settings are changed without the mouse and hold at once', async () => {
  const { run, station } = office();
  const { page } = run;
  await openSection(page, 'Appearance');
  const nav = page.getByRole('navigation', { name: 'Settings' });
  await nav.getByRole('button', { name: 'Diagnostics' }).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await nav.getByRole('button', { name: 'Limits' }).focus();
  await page.keyboard.press('Enter');
  const bandwidth = page.getByLabel('Bandwidth');
  await bandwidth.focus();
  await page.keyboard.type('1.5');
  await page.keyboard.press('Enter');
  const file = join(station.folder, 'data', 'settings.json');
  await expect.poll(() => readFile(file, 'utf8')).toContain('"bytesPerSecond": 1500000');
  await page.getByRole('searchbox', { name: 'Search settings' }).fill('start when');
  await expect(nav.getByRole('button')).toHaveCount(1);
  await nav.getByRole('button', { name: /Window/u }).press('Enter');
  await expect(page.getByRole('switch', { name: /Start when I sign in/u })).toBeVisible();
});

test('a policy and settings that can not be read are named with what to do, and the last good settings are brought back', async ({
  station,
}) => {
  const policy = join(station.folder, 'policy.json');
  const env = { MAILROOM_POLICY: policy };
  const shownFolders = (app: ElectronApplication): ReturnType<typeof app.evaluateHandle<string[]>> =>
    app.evaluateHandle(({ shell }) => {
      const shown: string[] = [];
      Reflect.set(shell, 'showItemInFolder', (path: string) => shown.push(path));
      return shown;
    });
  await writeFile(policy, '{ "limits": { "sockets": "many" } }');
  const first = await station.start({ args: ['--practice'], env, provokes: true });
  const broken = first.page.getByRole('heading', { name: 'The settings cannot be used' });
  await expect(broken).toBeVisible();
  await expect(first.page.getByRole('main')).toContainText('policy.json');
  await expect(first.page.getByRole('main')).toContainText('limits.sockets');
  // An administrator's file is not brought back from here.
  await expect(first.page.getByRole('button', { name: /^Use the last good settings/u })).toBeHidden();
  const shown = await shownFolders(first.app);
  await first.page.getByRole('button', { name: 'Open folder' }).click();
  await expect.poll(() => shown.evaluate((paths) => paths)).toEqual([policy]);
  await writeFile(policy, '{ "limits": { "sockets": 4 }, "window": { "density": "compact" } }');
  await first.page.getByRole('button', { name: 'Read again' }).click();
  await expect(broken).toBeHidden();

  // What the policy sets says so, and can be read in both themes.
  await openScreen(first, 'settings');
  const sections = first.page.getByRole('navigation', { name: 'Settings' });
  for (const theme of ['light', 'dark']) {
    await setSetting(first.page, 'window.theme', theme);
    for (const name of ['Limits', 'Appearance']) {
      await sections.getByRole('button', { name }).click();
      await expect(first.page.getByText('Set by your administrator.').first()).toBeVisible();
      await expectUsable(first.page);
      expect(await first.page.evaluate<unknown>(faintLocked)).toEqual([]);
    }
  }
  await sections.getByRole('button', { name: 'Diagnostics' }).click();
  const locks = first.page.getByRole('region', { name: 'Policy' });
  for (const text of ['limits.sockets', 'window.density', policy]) await expect(locks).toContainText(text);
  await expectUsable(first.page);
  await first.close();

  const file = join(station.folder, 'data', 'settings.json');
  await writeFile(file, '{ "version": 1, "window": { "theme": 7 } }');
  const { app, page } = await station.start({ env, provokes: true });
  await expect(page.getByRole('heading', { name: 'The settings cannot be used' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('window.theme');
  const opened = await shownFolders(app);
  await page.getByRole('button', { name: 'Open folder' }).click();
  await expect.poll(() => opened.evaluate((paths) => paths)).toEqual([file]);
  await expectUsable(page);
  await page.getByRole('button', { name: /^Use the last good settings/u }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('a station joins a team by the credentials of its owner, sees who is in it, and leaves it', async ({
  station,
}) => {
  const there = await postgresOfTests();
  expect(await createTeamSchema(there.owner, 'mailroom')).toMatchObject({ ok: true });
  const { env } = await station.signIn();
  const { page } = await station.start({ args: ['--practice'], env });
  await setSetting(page, 'network.certificateAuthorities', there.authorities);
  await openSection(page, 'Team');
  const joins = page.getByRole('region', { name: 'This station works alone' });
  await joins.getByLabel('Database of the team').fill(there.address);
  await joins.getByLabel('Database user').fill(there.owner.user);
  await joins.getByLabel('Password').fill('not the password');
  await expectUsable(page);
  await joins.getByRole('button', { name: 'Join the team' }).press('Enter');
  await expect(joins.getByRole('alert')).toContainText('it refuses the name or the password');
  await joins.getByLabel('Password').fill(there.owner.password);
  await joins.getByRole('button', { name: 'Join the team' }).press('Enter');
  const team = page.getByRole('region', { name: 'Member of a team' });
  // The engine has begun anew with its team, which has heard of it.
  await expect(async () => {
    await team.getByRole('button', { name: 'Look again' }).press('Enter');
    await expect(team.getByRole('listitem')).toContainText('Active', { timeout: 1_000 });
  }).toPass();
  for (const theme of ['dark', 'light']) {
    await setSetting(page, 'window.theme', theme);
    await expectUsable(page);
  }
  await team.getByRole('button', { name: 'Leave the team' }).press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave the team' }).press('Enter');
  await expect(joins).toBeVisible();
});
