import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { projectRoot } from '../../tools/run-step.ts';
import { chooseInDialogs, dropOn, writePdfs } from './support/bring-files.ts';
import { setSetting, test } from './support/mailroom-test.ts';
import { expectUsable } from './support/usable.ts';

const pictures = join(projectRoot, 'reports/screens');

async function openSection(page: Page, settings: string, name: string): Promise<void> {
  await page.getByRole('button', { name: settings, exact: true }).click();
  await page.getByRole('navigation', { name: settings }).getByRole('button', { name }).click();
}

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page
    .getByRole('region', { name: 'Index fields', exact: true })
    .getByRole('button', { name: new RegExp(`(^| )${label}$`, 'u') })
    .and(page.locator('[aria-haspopup=listbox]'))
    .press('Enter');
  const list = page.getByRole('listbox');
  await expect(list).toBeVisible();
  await page.getByRole('option', { name: option, exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(list).toBeHidden();
}

const moreButton = (page: Page): ReturnType<Page['locator']> =>
  page.locator('[data-folder-form]').getByRole('button', { name: 'More', exact: true });

test('IT sets up the form of a hot folder by keyboard: it says what is missing at its field, what stands in the CSV, and the files ask for it', async ({
  station,
}) => {
  test.setTimeout(180_000);
  const { run } = await station.connected();
  const { app, page } = run;
  await mkdir(pictures, { recursive: true });
  const customers = join(station.folder, 'customers.csv');
  await writeFile(customers, 'No;Name;Town\n10023;Müller & Söhne GmbH;Köln\n10024;Weiß KG;Bad Vilbel\n');
  const folder = join(station.folder, 'bills');
  await writePdfs(folder, ['bill.pdf']);
  await openSection(page, 'Settings', 'Hot folders');
  await dropOn(page, [folder]);
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('bills');

  // What a clerk needs, and below it nothing that has to be read.
  const place = page.locator('[data-folder-form]');
  await expect(place.getByRole('textbox')).toHaveCount(3);
  for (const name of ['Folder', 'Name', 'XML of finished documents goes to'])
    await expect(place.getByRole('textbox', { name, exact: true })).toBeVisible();
  await expect(place.getByRole('button', { name: /Project$/u })).toBeVisible();
  for (const role of ['checkbox', 'switch', 'combobox'] as const) await expect(place.getByRole(role)).toHaveCount(0);
  const more = moreButton(page);
  await expect(more).toHaveAttribute('aria-expanded', 'false');

  await more.press('Enter');
  const form = page.getByRole('region', { name: 'Index fields', exact: true });
  await form.getByRole('button', { name: 'Add field' }).press('Enter');
  await expect(form.getByLabel('Name of the field')).toBeFocused();
  await page.keyboard.type('Customer');
  await expect(form.getByLabel('Key at the service')).toHaveValue('Customer');
  await choose(page, 'Type', 'Lookup in a CSV file');
  await form.getByRole('checkbox', { name: /^Required/u }).focus();
  await page.keyboard.press('Space');
  await form.getByRole('button', { name: 'Add field' }).press('Enter');
  await expect(form.getByLabel('Name of the field')).toBeFocused();
  await page.keyboard.type('Kind of paper');
  await choose(page, 'Type', 'List');

  // Saving finds the first field that is wrong, wherever it stands: More opens for it.
  await more.press('Enter');
  await expect(more).toHaveAttribute('aria-expanded', 'false');
  await page.getByRole('button', { name: 'Save folder' }).press('Enter');
  await expect(more).toHaveAttribute('aria-expanded', 'true');
  await expect(form.getByLabel('Values of the list')).toBeFocused();
  await expect(form.getByLabel('Values of the list')).toHaveAccessibleDescription('Enter at least one value.');
  await page.keyboard.type('Invoice\nCredit note\n');
  await page.getByRole('button', { name: 'Save folder' }).press('Enter');
  await expect(form.getByRole('textbox', { name: 'CSV file' })).toBeFocused();
  await expect(form.getByText('Choose the CSV file.')).toBeVisible();

  await chooseInDialogs(app, [customers]);
  await form.getByRole('button', { name: 'Choose… CSV file' }).press('Enter');
  await expect(form.getByRole('status')).toHaveText('Columns: No, Name, Town');
  await form.getByRole('combobox', { name: 'Column of the value' }).fill('No');
  await page.keyboard.press('Escape');
  await expect(form.getByRole('status')).toHaveText('2 rows');
  await form.getByRole('button', { name: 'Add Name' }).press('Enter');
  await expect(form.getByRole('textbox', { name: 'Columns that are shown with it' })).toHaveValue('Name');
  await choose(page, 'Default', 'File name');
  await form.getByLabel('Part that counts').fill('{any}');
  await expect(form.getByLabel('Part that counts')).toHaveAccessibleDescription(/\{value\} has to be in it once/u);
  await form.getByLabel('Part that counts').fill('{value}');

  // The order, by keys in the list and by buttons.
  const list = form.getByRole('grid', { name: 'Index fields' });
  const order = async (): Promise<readonly string[]> =>
    (await list.getByRole('row').allInnerTexts()).slice(1).map((row) => row.split('\n')[0]?.trim() ?? '');
  expect(await order()).toEqual(['Customer', 'Kind of paper']);
  await list.focus();
  await page.keyboard.press('Alt+ArrowDown');
  await expect.poll(order).toEqual(['Kind of paper', 'Customer']);
  await form.getByRole('button', { name: 'Move up' }).press('Enter');
  await expect.poll(order).toEqual(['Customer', 'Kind of paper']);
  for (const theme of ['light', 'dark'] as const) {
    await setSetting(page, 'window.theme', theme);
    await form.getByLabel('Part that counts').scrollIntoViewIfNeeded();
    await expectUsable(page);
    // Nothing stands out at its side.
    const wide = `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('[data-folder-form]').parentElement)`;
    expect(await page.evaluate<number>(wide)).toBe(0);
    await page.screenshot({ path: join(pictures, `field-editor-${theme}-en.png`) });
  }
  await page.getByRole('button', { name: 'Save folder' }).press('Enter');
  await expect(page.getByText('bills is watched')).toBeVisible();
  await expect(page.getByText('Set: index fields')).toBeVisible();
  const stored: unknown = JSON.parse(await readFile(join(station.folder, 'data', 'settings.json'), 'utf8'));
  expect(stored).toMatchObject({
    hotFolders: [
      {
        rule: {
          fields: [
            {
              ...{ kind: 'lookup', key: 'Customer', label: 'Customer', required: true, file: customers },
              ...{ keyColumn: 'No', labelColumns: ['Name'], default: { from: 'name', pattern: '{value}' } },
            },
            { kind: 'list', key: 'Kind of paper', values: ['Invoice', 'Credit note'], required: false },
          ],
        },
      },
    ],
  });
  await page.getByRole('button', { name: /^Intake(?! def)/u }).click();
  await expect(page.getByRole('row', { name: 'bill.pdf' })).toContainText('Customer');

  // The file is away: it says so where the file is named.
  await openSection(page, 'Settings', 'Hot folders');
  await moreButton(page).press('Enter');
  await writeFile(customers, '');
  await form.getByRole('textbox', { name: 'Columns that are shown with it' }).fill('Town');
  await expect(form.getByRole('status')).toContainText('it has no rows');
  await page.getByRole('button', { name: 'Discard' }).click();
  await form.getByRole('button', { name: 'Remove field' }).press('Enter');
  await expect.poll(order).toEqual(['Kind of paper']);
});

test('the form of dropped files and of a scan profile is set up in German', async ({ station }) => {
  const { run } = await station.connected();
  const { page } = run;
  await setSetting(page, 'language', 'de');
  await mkdir(pictures, { recursive: true });
  await openSection(page, 'Einstellungen', 'Vorgaben');
  const drops = page.getByRole('region', { name: 'Indexfelder hineingezogener Dateien' });
  await drops.getByRole('button', { name: 'Feld hinzufügen' }).press('Enter');
  await page.getByRole('button', { name: 'Indexfelder speichern' }).press('Enter');
  await expect(drops.getByLabel('Name des Feldes')).toBeFocused();
  await expect(drops.getByLabel('Name des Feldes')).toHaveAccessibleDescription('Einen Namen eingeben.');
  await page.keyboard.type('Fällig am');
  await expectUsable(page);
  await page.getByRole('button', { name: 'Indexfelder speichern' }).press('Enter');
  const file = join(station.folder, 'data', 'settings.json');
  await expect.poll(() => readFile(file, 'utf8')).toContain('"Fällig am"');
  await page.screenshot({ path: join(pictures, 'field-editor-drops-light-de.png') });

  await page.getByRole('navigation', { name: 'Einstellungen' }).getByRole('button', { name: 'Scanner' }).click();
  await page.getByRole('button', { name: 'Profil hinzufügen' }).first().click();
  const profile = page.getByRole('region', { name: 'Indexfelder', exact: true });
  await profile.getByRole('button', { name: 'Feld hinzufügen' }).press('Enter');
  await page.keyboard.type('Kostenstelle');
  await page.locator('[data-profile-form]').getByLabel('Name', { exact: true }).fill('Post');
  await page.getByRole('button', { name: 'Profil speichern' }).click();
  await expect.poll(() => readFile(file, 'utf8')).toContain('"Kostenstelle"');
  await expectUsable(page);
  await profile.scrollIntoViewIfNeeded();
  await page.screenshot({ path: join(pictures, 'field-editor-profile-light-de.png') });
});
