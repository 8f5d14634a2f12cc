import { join } from 'node:path';
import { expect } from '@playwright/test';
import { startTestScanner } from '../scanner/test-scanner.ts';
import { test } from './support/mailroom-test.ts';
import { pageOrder, scanAll, scanButton, setUpProfile } from './support/scan-station.ts';
import { expectUsable } from './support/usable.ts';

test('pages are dragged, replaced and cropped; documents are joined; the format of the session is chosen', async ({
  station,
}) => {
  const scanner = await startTestScanner(3);
  try {
    const { app, page } = await station.start({ args: ['--practice'] });
    await setUpProfile(page, scanner.address, join(station.folder, 'xml'));
    const pages = await scanAll(page, 3);
    const [first, second, third] = await pageOrder(page);

    await pages.nth(2).dragTo(pages.nth(0), { targetPosition: { x: 4, y: 40 } });
    await expect.poll(() => pageOrder(page)).toEqual([third, first, second]);
    await page.keyboard.press('Control+z');
    await expect.poll(() => pageOrder(page)).toEqual([first, second, third]);

    scanner.lay(1);
    await pages.nth(1).click();
    await page.getByRole('button', { name: 'Scan at this page' }).click();
    await page.getByRole('menuitem', { name: 'Scan this page again' }).click();
    await expect.poll(() => pageOrder(page), { timeout: 60_000 }).not.toContain(second);
    await expect.poll(() => pageOrder(page)).toEqual([first, expect.stringMatching(/^p/u), third]);

    await pages.nth(0).click();
    const crop = page.getByRole('button', { name: 'Crop', exact: true });
    const frame = page.getByRole('group', { name: 'Part of the page that stays' });
    const paper = page.getByRole('region', { name: 'Page', exact: true }).getByRole('img');
    await crop.click();
    await expectUsable(page);
    const box = await paper.boundingBox();
    if (box === null) throw new Error('The page is not there');
    await page.mouse.move(box.x + box.width * 0.1, box.y + box.height * 0.1);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.9, box.y + box.height * 0.5, { steps: 4 });
    await page.mouse.up();
    await page.getByRole('button', { name: 'Crop page', exact: true }).click();
    const proportion = async (): Promise<number> => {
      const now = await paper.boundingBox();
      return now === null ? 0 : now.width / now.height;
    };
    await expect.poll(proportion, { timeout: 30_000 }).toBeGreaterThan(1.3);
    await page.keyboard.press('Control+z');
    await expect.poll(proportion, { timeout: 30_000 }).toBeLessThan(0.8);
    await crop.click();
    await expect(frame).toBeFocused();
    for (let press = 0; press < 20; press += 1) await page.keyboard.press('Shift+ArrowUp');
    await page.keyboard.press('Enter');
    await expect(frame).toHaveCount(0);
    await expect.poll(proportion, { timeout: 30_000 }).toBeGreaterThan(1);

    await pages.nth(1).click();
    await page.getByRole('button', { name: 'Split here' }).click();
    await expect(page.getByRole('heading', { name: '2 documents' })).toBeVisible();
    await page.getByRole('button', { name: 'Actions for letter 2' }).click();
    await page.getByRole('menuitem', { name: 'Merge with the document above' }).click();
    await expect(page.getByRole('heading', { name: '1 document', exact: true })).toBeVisible();

    await page.getByRole('button', { name: /Format/u }).click();
    await page.getByRole('option', { name: 'TIFF' }).click();
    await expect(page.getByText('Becomes letter 1.tif')).toBeVisible();
    await app.evaluate(({ nativeTheme }) => {
      nativeTheme.themeSource = 'dark';
    });
    await expectUsable(page);
  } finally {
    await scanner.close();
  }
});

test('a kill in the middle of a run: the window opens with the pages that had come and says so; F9 waits for an open question', async ({
  station,
}) => {
  const scanner = await startTestScanner(400);
  try {
    const run = await station.start({ args: ['--practice'] });
    await setUpProfile(run.page, scanner.address, join(station.folder, 'xml'));
    await run.page.getByRole('button', { name: 'Scan', exact: true }).click();
    await scanButton(run.page).click();
    await expect(run.page.getByRole('option', { name: /^Page 3/u })).toBeVisible({ timeout: 120_000 });
    await run.kill();

    const { app, page } = await station.start({ args: ['--practice'] });
    await expect(page.getByText('Scanning was interrupted').first()).toBeVisible({ timeout: 60_000 });
    await page.getByRole('button', { name: 'Scan', exact: true }).click();
    await expect(page.getByRole('region', { name: 'Scanning was interrupted' })).toBeVisible();
    await expect(page.getByRole('option', { name: 'Page 3', exact: true })).toBeVisible();

    const jobs = scanner.jobs.length;
    await page.locator('header').getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Discard pages…' }).click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await app.evaluate(({ Menu }) => {
      Menu.getApplicationMenu()?.getMenuItemById('scan')?.click();
    });
    await page.keyboard.press('Escape');
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
    expect(scanner.jobs).toHaveLength(jobs);
  } finally {
    await scanner.close();
  }
});
