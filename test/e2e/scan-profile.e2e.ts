import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { startTestScanner } from '../scanner/test-scanner.ts';
import { test } from './support/mailroom-test.ts';
import { setUpProfile } from './support/scan-station.ts';
import { expectUsable } from './support/usable.ts';

/** A field of the form and what it is set to; a later row may depend on an earlier one. */
type Row = readonly ['text' | 'choice' | 'check', string, string];

const rows: readonly Row[] = [
  ['text', 'Name', 'Contracts'],
  ['choice', 'Scanner', 'Chosen on the Scan screen'],
  ['choice', 'Paper is', 'In the feeder, both sides'],
  ['text', 'Resolution', '200'],
  ['choice', 'Colour', 'Black and white'],
  ['choice', 'Paper size', 'Another size'],
  ['text', 'Width', '190'],
  ['text', 'Height', '250.5'],
  ['choice', 'Narrower paper is', 'in the middle of the feeder'],
  ['check', 'Ask for more paper after each scan', 'on'],
  ['choice', 'Brightness', '+25'],
  ['choice', 'Contrast', '−50'],
  ['check', 'Leave blank pages out', 'on'],
  ['text', 'Blank means less ink than', '0.7'],
  ['check', 'Straighten skewed pages', 'off'],
  ['check', 'Crop pages to the paper', 'on'],
  ['check', 'Turn the backs by 180°', 'on'],
  ['choice', 'Rotate', '90° to the left'],
  ['choice', 'A new document begins', 'After a number of pages'],
  ['text', 'Pages per document', '4'],
  ['choice', 'The first barcode becomes', 'The role in a case'],
  ['choice', 'Image quality', 'Lossless'],
  ['choice', 'Format', 'TIFF'],
  ['text', 'Name of documents', '{date} {barcode}'],
  ['choice', 'Each file becomes', 'Part of a case'],
];

/** What is typed into a field, and what is said of it. */
const wrongs: readonly (readonly [string, string, string])[] = [
  ['Resolution', '20', 'A whole number from 50 to 2400.'],
  ['Resolution', '2401', 'A whole number from 50 to 2400.'],
  ['Resolution', '300.5', 'A whole number from 50 to 2400.'],
  ['Width', '9', 'A number from 10 to 2000.'],
  ['Height', 'wide', 'A number from 10 to 2000.'],
  ['Blank means less ink than', '21', 'A number from 0 to 20.'],
  ['Pages per document', '0', 'A whole number from 1 to 1000.'],
  ['Name of documents', ' ', 'Enter a pattern for the names.'],
  ['Name', 'Incoming post', 'Another profile already has this name.'],
  ['Name', '', 'Enter a name.'],
];

function choice(page: Page, label: string): ReturnType<Page['locator']> {
  return page.locator('[data-profile-form]').getByRole('button', { name: new RegExp(`(^| )${label}$`, 'u') });
}

function text(page: Page, label: string): ReturnType<Page['locator']> {
  return page.locator('[data-profile-form]').getByLabel(label, { exact: true });
}

async function setField(page: Page, [kind, label, value]: Row): Promise<void> {
  if (kind === 'text') await text(page, label).fill(value);
  else if (kind === 'choice') {
    await choice(page, label).click();
    await page.getByRole('option', { name: value, exact: true }).click();
  } else if ((await page.getByRole('checkbox', { name: label }).isChecked()) !== (value === 'on')) {
    await page.getByText(label, { exact: true }).click();
  }
}

async function expectField(page: Page, [kind, label, value]: Row): Promise<void> {
  if (kind === 'text') await expect(text(page, label)).toHaveValue(value);
  else if (kind === 'choice') await expect(choice(page, label)).toContainText(value);
  else await expect(page.getByRole('checkbox', { name: label })).toBeChecked({ checked: value === 'on' });
}

async function openScanners(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('button', { name: 'Scanners' }).click();
}

test('each field of a profile is changed, saved and there again after a start; what is no value says why and is not saved', async ({
  station,
}) => {
  test.setTimeout(300_000);
  const scanner = await startTestScanner(1);
  try {
    const run = await station.start({ args: ['--practice'] });
    await setUpProfile(run.page, scanner.address, join(station.folder, 'xml'));
    await openScanners(run.page);
    await run.page.getByRole('button', { name: 'Add profile' }).click();
    for (const row of rows) await setField(run.page, row);
    await run.page.getByRole('button', { name: 'Save profile' }).click();
    await expect(run.page.getByText('Contracts saved')).toBeVisible();
    await run.close();

    const { app, page } = await station.start({ args: ['--practice'] });
    await openScanners(page);
    await page.getByRole('row', { name: /^Contracts/u }).click();
    for (const row of rows) await test.step(row[1], () => expectField(page, row));

    for (const [label, value, why] of wrongs) {
      await test.step(`${label}: ${value}`, async () => {
        await text(page, label).fill(value);
        await expect(page.getByText(why, { exact: true }).first()).toBeVisible();
        await expect(text(page, label)).toHaveAccessibleDescription(why);
      });
    }
    await page.getByRole('button', { name: 'Save profile' }).click();
    await expect(text(page, 'Name')).toBeFocused();
    await text(page, 'Name').fill('Contracts');
    await page.getByRole('button', { name: 'Save profile' }).click();
    await expect(text(page, 'Resolution')).toBeFocused();
    for (const theme of ['light', 'dark'] as const) {
      await app.evaluate(({ nativeTheme }, source) => {
        nativeTheme.themeSource = source;
      }, theme);
      await expectUsable(page);
    }
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect(text(page, 'Resolution')).toHaveValue('200');
    await expect(text(page, 'Name of documents')).toHaveValue('{date} {barcode}');
    await setField(page, ['choice', 'A new document begins', 'With a page that has a barcode']);
    await setField(page, ['text', 'The barcode begins with', 'RE-']);
    await page.getByRole('button', { name: 'Save profile' }).click();
    await expect(page.getByText('Contracts saved')).toBeVisible();
    await expectField(page, ['text', 'The barcode begins with', 'RE-']);
  } finally {
    await scanner.close();
  }
});

test('the form of a profile with errors is usable by everybody in German, in both themes', async ({ station }) => {
  const { app, page } = await station.start({ args: ['--practice'], locale: 'de' });
  await page.getByRole('button', { name: 'Einstellungen', exact: true }).click();
  await page.getByRole('navigation', { name: 'Einstellungen' }).getByRole('button', { name: 'Scanner' }).click();
  await page.getByRole('button', { name: 'Profil hinzufügen' }).first().click();
  await text(page, 'Auflösung').fill('20');
  await page.getByRole('button', { name: 'Profil speichern' }).click();
  await expect(page.locator('[data-profile-form] [aria-invalid=true]')).toHaveCount(2);
  for (const theme of ['light', 'dark'] as const) {
    await app.evaluate(({ nativeTheme }, source) => {
      nativeTheme.themeSource = source;
    }, theme);
    await expectUsable(page);
  }
});
