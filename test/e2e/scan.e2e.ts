import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { startTestScanner } from '../scanner/test-scanner.ts';
import { test } from './support/mailroom-test.ts';
import { setUpProfile } from './support/scan-station.ts';
import { expectUsable } from './support/usable.ts';

test('pages are scanned, deleted, brought back, split and sent, and their XML is on the disk', async ({ station }) => {
  const scanner = await startTestScanner(3);
  const xml = join(station.folder, 'xml');
  try {
    const { app, page } = await station.start({ args: ['--practice'] });
    await setUpProfile(page, scanner.address, xml);
    await page.getByRole('button', { name: 'Scan', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Load paper, then scan' })).toBeVisible();
    await expectUsable(page);
    await app.evaluate(({ Menu }) => {
      Menu.getApplicationMenu()?.getMenuItemById('scan')?.click();
    });
    const pages = page.getByRole('option', { name: /^Page \d/u });
    await expect(pages).toHaveCount(3);
    await expect(page.getByRole('button', { name: 'Send document' })).toBeEnabled();
    await expect(page.locator('[role=option] img')).toHaveCount(3);

    await pages.nth(1).click();
    await page.keyboard.press('Delete');
    await expect(pages).toHaveCount(2);
    await expect(page.getByText('Deleted after page 1')).toBeVisible();
    await page.keyboard.press('Control+z');
    await expect(pages).toHaveCount(3);

    await pages.nth(1).click();
    await page.getByRole('button', { name: 'Split here' }).click();
    await expect(page.getByRole('heading', { name: '2 documents' })).toBeVisible();
    await pages.nth(1).press('Alt+ArrowLeft');
    await expect(page.getByRole('listbox', { name: 'Pages of letter 1' }).getByRole('option')).toHaveCount(2);
    await page.keyboard.press('Control+z');
    await expect(page.getByRole('listbox', { name: 'Pages of letter 1' }).getByRole('option')).toHaveCount(1);

    await expectUsable(page);

    await page.getByRole('button', { name: 'Send 2 documents' }).click();
    await expect(page.getByText('2 documents are on their way')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Load paper, then scan' })).toBeVisible();
    await expect
      .poll(async () => (await readdir(xml).catch(() => [])).filter((name) => name.endsWith('.xml')).toSorted(), {
        timeout: 60_000,
      })
      .toEqual(['letter 1.xml', 'letter 2.xml']);
    expect(await readFile(join(xml, 'letter 1.xml'), 'utf8')).toContain('<?xml');
  } finally {
    await scanner.close();
  }
});

test('what stops a scanner is said with the next step, and pages from before a crash are offered again', async ({
  station,
}) => {
  const scanner = await startTestScanner(4);
  try {
    const run = await station.start({ args: ['--practice'] });
    await setUpProfile(run.page, scanner.address, join(station.folder, 'xml'));
    scanner.trouble({ kind: 'jam', afterPages: 2 });
    await run.page.getByRole('button', { name: 'Scan', exact: true }).click();
    await run.page.locator('header').getByRole('button', { name: 'Scan', exact: true }).click();
    await expect(run.page.getByText('Paper is jammed in the scanner.', { exact: false })).toBeVisible();
    await expect(run.page.getByRole('option', { name: /^Page \d/u })).toHaveCount(2);
    await run.kill();

    const { page } = await station.start({ args: ['--practice'] });
    await page.getByRole('button', { name: 'Settings', exact: true }).click();
    const sections = page.getByRole('navigation', { name: 'Settings' });
    await sections.getByRole('button', { name: 'Scanners' }).click();
    await expect(page.getByRole('row', { name: /Incoming post/u })).toBeVisible();
    await expectUsable(page);
    await page.getByRole('button', { name: 'Scan', exact: true }).click();
    await page.getByRole('button', { name: /^Resume: Incoming post, 2 pages/u }).click();
    await expect(page.getByRole('option', { name: /^Page \d/u })).toHaveCount(2);
    scanner.trouble(null);
    await page.locator('header').getByRole('button', { name: 'Scan', exact: true }).click();
    await expect(page.getByRole('option', { name: /^Page \d/u })).toHaveCount(4);
  } finally {
    await scanner.close();
  }
});

test('a first profile is set up from the Scan screen, with the address of a scanner that was asked', async ({
  station,
}) => {
  const scanner = await startTestScanner(1);
  try {
    const { page } = await station.start({ args: ['--practice'] });
    await page.getByRole('button', { name: 'Scan', exact: true }).click();
    await page.getByRole('button', { name: 'Set up a profile' }).click();
    await page.getByLabel('Address', { exact: true }).fill(scanner.address);
    await page.getByRole('button', { name: 'Test and add' }).click();
    await expect(page.getByText(/^Answers: /u)).toBeVisible();
    await page.getByLabel('Name', { exact: true }).fill('Post');
    await page.getByRole('button', { name: 'Save profile' }).click();
    await expect(page.getByRole('row', { name: /Post.*Default/u })).toBeVisible();
    const stored = await readFile(join(station.folder, 'data', 'settings.json'), 'utf8');
    expect(JSON.parse(stored)).toMatchObject({
      scanning: { addresses: [scanner.address], profiles: [{ name: 'Post', source: 'feeder' }] },
    });
  } finally {
    await scanner.close();
  }
});
