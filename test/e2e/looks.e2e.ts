import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { projectRoot } from '../../tools/run-step.ts';
import { scanProfileSchema } from '../../src/shared/scanning.ts';
import { startTestScanner } from '../scanner/test-scanner.ts';
import { writePdfs } from './support/bring-files.ts';
import type { Launched } from './support/launch.ts';
import { openScreen, projectId, setSetting, test } from './support/mailroom-test.ts';
import { expectUsable } from './support/usable.ts';

const pictures = join(projectRoot, 'reports/screens');
const looks = [
  { theme: 'light', language: 'en' },
  { theme: 'dark', language: 'de' },
] as const;

async function change(page: Page, values: Readonly<Record<string, unknown>>): Promise<void> {
  for (const [path, value] of Object.entries(values)) await setSetting(page, path, value);
}

async function open(run: Launched, name: string): Promise<void> {
  await openScreen(run, name);
  await expect(run.page.getByRole('main')).not.toBeEmpty();
}

/** Looks at what is shown in each look, and keeps a picture of it. */
async function lookAt({ page }: Launched, name: string): Promise<void> {
  await mkdir(pictures, { recursive: true });
  for (const { theme, language } of looks) {
    await change(page, { 'window.theme': theme, language });
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await page.screenshot({ path: join(pictures, `${name}-${theme}-${language}.png`) });
    await expectUsable(page);
  }
}

test('screens that have nothing to show can be used by everybody', async ({ station }) => {
  test.setTimeout(600_000);
  const { run } = await station.connected();
  for (const name of ['intake', 'scan', 'cases', 'documents', 'exports', 'activity']) {
    await open(run, name);
    await lookAt(run, `empty-${name}`);
  }
  await open(run, 'cases');
  await run.page.getByRole('radio').nth(1).press('Space');
  await lookAt(run, 'empty-cases-service');
  await open(run, 'exports');
  await run.page.getByRole('radio').nth(1).press('Space');
  await lookAt(run, 'empty-exports-rules');
});

test('the first start can be used by everybody', async ({ station }) => {
  await lookAt(await station.start(), 'first-start');
});

test('cases with files, one of them open, can be used by everybody', async ({ station }) => {
  test.setTimeout(300_000);
  const { run } = await station.connected();
  const { page } = run;
  const folder = join(station.folder, 'in');
  await writePdfs(folder, ['4711/bill_invoice.pdf', '4712/a_invoice.pdf', '4712/b_deliveryNote.pdf', 'stray.pdf']);
  const roles = ['invoice', 'deliveryNote'];
  const rule = { connectionId: 'office', projectId, mode: 'case', case: { by: 'folder', roles, required: roles } };
  await change(page, { hotFolders: [{ id: 'cases', name: 'Cases in', folder, rescanMs: 500, rule }] });
  await open(run, 'cases');
  await page.getByRole('region', { name: '4711', exact: true }).click();
  await expect(page.getByRole('option', { name: /stray/u })).toBeVisible();
  await lookAt(run, 'filled-cases');
});

test('scanned pages, one of them chosen, can be used by everybody', async ({ station }) => {
  test.setTimeout(300_000);
  const scanner = await startTestScanner(3);
  try {
    // Another language starts the engine anew; pictures that are asked for just then are not found.
    const run = await station.start({ args: ['--practice'], provokes: true });
    const { app, page } = run;
    const profile = scanProfileSchema.parse({
      id: 'post',
      name: 'Incoming post',
      scannerId: `escl:${scanner.address}`,
      resolution: 100,
    });
    await change(page, { scanning: { profiles: [profile], addresses: [scanner.address] } });
    await open(run, 'scan');
    await expect(page.getByRole('heading', { name: 'Load paper, then scan' })).toBeVisible();
    await app.evaluate(({ Menu }) => void Menu.getApplicationMenu()?.getMenuItemById('scan')?.click());
    const pages = page.getByRole('option', { name: /^Page \d/u });
    await expect(pages).toHaveCount(3);
    await expect(page.locator('[role=option] img')).toHaveCount(3);
    await pages.nth(1).click();
    await lookAt(run, 'filled-scan');
  } finally {
    await scanner.close();
  }
});
