import { expect, type Locator, type Page } from '@playwright/test';
import { scanProfileSchema, type ScanProfile } from '../../../src/shared/scanning.ts';
import { setSetting } from './mailroom-test.ts';

/** Sets a profile up as the settings page would, for a scanner at an address. */
export async function setUpScanner(page: Page, address: string, more: Partial<ScanProfile> = {}): Promise<void> {
  const profile = scanProfileSchema.parse({
    id: 'post',
    name: 'Incoming post',
    scannerId: `escl:${address}`,
    resolution: 100,
    nameTemplate: 'letter {number}',
    ...more,
  });
  await setSetting(page, 'scanning', { profiles: [profile], addresses: [address] });
}

/** The same, and a folder for what becomes of it. */
export async function setUpProfile(page: Page, address: string, exportFolder: string): Promise<void> {
  await setUpScanner(page, address);
  await setSetting(page, 'intake.export', { folder: exportFolder, template: '{name}' });
}

/** The button that scans, in the top bar. */
export function scanButton(page: Page): Locator {
  return page.locator('header').getByRole('button', { name: 'Scan', exact: true });
}

/** The small pages, in their order. */
export function thumbs(page: Page): Locator {
  return page.getByRole('option', { name: /^Page \d/u });
}

/** Ids of the pages in the order in which they stand; they stay the pages' own wherever these go. */
export async function pageOrder(page: Page): Promise<readonly (string | null)[]> {
  return Promise.all((await thumbs(page).all()).map((each) => each.getAttribute('data-page')));
}

/** Opens the Scan screen and scans what lies in the feeder, until all of it can be sent. */
export async function scanAll(page: Page, count: number): Promise<Locator> {
  await page.getByRole('button', { name: 'Scan', exact: true }).click();
  await scanButton(page).click();
  await expect(thumbs(page)).toHaveCount(count, { timeout: 120_000 });
  await expect(page.getByRole('button', { name: 'Send document' })).toBeEnabled({ timeout: 60_000 });
  return thumbs(page);
}
