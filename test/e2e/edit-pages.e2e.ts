import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { drawnPdf } from '../scanner/drawn-file.ts';
import { signedPdf } from '../scanner/raw-pdf.ts';
import { chooseInDialogs } from './support/bring-files.ts';
import { test } from './support/mailroom-test.ts';
import { pageOrder } from './support/scan-station.ts';
import { expectUsable } from './support/usable.ts';

/** Adds a PDF of three pages to Intake while sending is paused. */
async function addPost(
  station: { readonly folder: string },
  { app, page }: { readonly app: Parameters<typeof chooseInDialogs>[0]; readonly page: Page },
): Promise<void> {
  const folder = join(station.folder, 'post');
  await mkdir(folder);
  const path = join(folder, 'post.pdf');
  await writeFile(path, await drawnPdf(['one', 'two', 'three'].map((words) => ({ words }))));
  await page.getByRole('button', { name: 'Pause all' }).click();
  await chooseInDialogs(app, [path]);
  await page.getByRole('button', { name: 'Add files…' }).first().click();
  await expect(page.getByRole('row', { name: /post\.pdf/u })).toBeVisible();
}

test('pages of a file that waits are put in order, turned and split by keyboard; the original is kept', async ({
  station,
}) => {
  const { run } = await station.connected();
  const { page } = run;
  await addPost(station, run);
  await page.getByRole('row', { name: /post\.pdf/u }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Edit pages' }).click();
  await expect(page.getByRole('heading', { name: 'Edit pages' })).toBeVisible();
  const pages = page.getByRole('option', { name: /^Page \d/u });
  await expect(pages).toHaveCount(3);
  await expect(page.getByRole('region', { name: 'Page', exact: true }).getByRole('img')).toBeVisible({
    timeout: 60_000,
  });
  await expectUsable(page);
  const [first, second, third] = await pageOrder(page);
  await pages.nth(2).focus();
  await pages.nth(2).click();
  await page.keyboard.press('Alt+ArrowLeft');
  await expect.poll(() => pageOrder(page)).toEqual([first, third, second]);
  await page.getByRole('button', { name: 'Rotate right' }).press('Enter');
  await page.getByRole('button', { name: 'Split here' }).press('Enter');
  await expect(page.getByRole('heading', { name: '2 documents' })).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(page.getByRole('heading', { name: '1 document', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Split here' }).press('Enter');

  // Whoever leaves in the middle finds the way back from the row.
  await page.keyboard.press('Control+1');
  await page.getByRole('row', { name: /post\.pdf/u }).click();
  await expect(page.getByText('Somebody is editing its pages.').first()).toBeVisible();
  await page.getByRole('button', { name: 'Edit pages' }).first().click();
  await page.getByRole('button', { name: 'Replace with 2 documents' }).click();
  await expect(page.getByText('Replaced with 2 documents')).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole('row', { name: /post \(1\)\.pdf|post\.pdf/u }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Resume all' }).click();
  await expect(page.getByRole('row', { name: /Separated/u })).toBeVisible({ timeout: 60_000 });
  await expectUsable(page);
});

test('an edit that is cancelled asks first, and the file continues as it came; a signed file is refused with its reason', async ({
  station,
}) => {
  const { run } = await station.connected();
  const { page } = run;
  await addPost(station, run);
  await page.getByRole('row', { name: /post\.pdf/u }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Edit pages' }).click();
  const pages = page.getByRole('option', { name: /^Page \d/u });
  await expect(pages).toHaveCount(3);
  await pages.nth(1).click();
  await page.keyboard.press('Delete');
  await expect(pages).toHaveCount(2);
  await page.getByRole('button', { name: 'Cancel editing' }).click();
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'));
  await expectUsable(page);
  await dialog.getByRole('button', { name: 'Cancel editing' }).click();
  await page.keyboard.press('Control+1');
  await expect(page.getByText('Somebody is editing its pages.')).toHaveCount(0);
  const signed = join(station.folder, 'signed.pdf');
  await writeFile(signed, signedPdf());
  await chooseInDialogs(run.app, [signed]);
  await page.getByRole('button', { name: 'Add files…' }).first().click();
  await page.getByRole('row', { name: /signed\.pdf/u }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Edit pages' }).click();
  await expect(page.getByText(/it is signed, and the signature would no longer be valid/u).first()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Intake', level: 1 })).toBeVisible();
  await expectUsable(page);
  await page.getByRole('button', { name: 'Resume all' }).click();
  await expect(page.getByRole('row', { name: /post\.pdf/u })).toContainText(/Processing|Done|At the service|EUR/u, {
    timeout: 60_000,
  });
});
