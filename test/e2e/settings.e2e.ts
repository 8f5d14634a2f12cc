import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { chooseInDialogs, dropOn, writePdfs } from './support/bring-files.ts';
import { counter, projectId, shareStation, test } from './support/mailroom-test.ts';

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
