import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { projectRoot } from '../../tools/run-step.ts';
import { writePdfs } from './support/bring-files.ts';
import { projectId, setSetting, test } from './support/mailroom-test.ts';
import { expectUsable } from './support/usable.ts';

const pictures = join(projectRoot, 'reports/screens');
const names = [1, 2, 3, 4, 5].map((number) => `bill ${number}.pdf`);

test('a stack of held files is filled in by keyboard alone, and the service gets the values as they are kept', async ({
  station,
}) => {
  test.setTimeout(180_000);
  const { run, service } = await station.connected();
  const { app, page } = run;
  await mkdir(pictures, { recursive: true });
  const customers = join(station.folder, 'customers.csv');
  await writeFile(customers, 'No;Name;Town\n10023;Müller & Söhne GmbH;Köln\n10024;Weiß KG;Bad Vilbel\n');
  const folder = join(station.folder, 'bills');
  await writePdfs(folder, names);
  const fields = [
    { kind: 'list', key: 'type', label: 'Type', required: true, values: ['Invoice', 'Credit note', 'Reminder'] },
    { kind: 'date', key: 'date', label: 'Date' },
    { kind: 'amount', key: 'amount', label: 'Amount' },
    { kind: 'lookup', key: 'customer', label: 'Customer', file: customers, keyColumn: 'No', labelColumns: ['Name'] },
  ];
  const rule = { connectionId: 'office', projectId, fields };
  await setSetting(page, 'hotFolders', [{ id: 'bills', name: 'Bills', folder, rescanMs: 500, rule }]);
  for (const name of names) await expect(page.getByRole('row', { name })).toContainText('Type');
  expect(await service.files()).toEqual([]);

  // From here on the keyboard alone.
  await page.getByRole('treegrid').focus();
  await page.keyboard.press('End');
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Shift+F10');
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.type('Fill');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Fill in fields' });
  await expect(dialog).toContainText('1 of 5');
  await expect(dialog.getByRole('combobox', { name: 'Type' })).toBeFocused();
  // Nothing was typed: what is missing is said, and the file stays.
  await page.keyboard.press('Enter');
  await expect(dialog).toContainText('Fill this in.');
  await page.keyboard.type('inv');
  await expect(page.getByRole('option', { name: 'Invoice' })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.type('31/12/2026');
  await page.keyboard.press('Tab');
  await page.keyboard.type('1,234.5');
  await page.keyboard.press('Tab');
  await page.keyboard.type('mül');
  await expect(page.getByRole('option', { name: /10023/u })).toBeVisible();
  await page.screenshot({ path: join(pictures, 'fields-offers-light-en.png') });
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('combobox', { name: 'Customer' })).toHaveValue('10023');
  await expect(dialog.getByText('Müller & Söhne GmbH')).toBeVisible();

  for (const [zoom, theme] of [
    [1, 'light'],
    [1, 'dark'],
    [1.5, 'dark'],
    [1, 'light'],
  ] as const) {
    await setSetting(page, 'window.theme', theme);
    await app.evaluate(({ BrowserWindow }, factor) => {
      BrowserWindow.getAllWindows()[0]?.webContents.setZoomFactor(factor);
    }, zoom);
    await expect.poll(() => page.evaluate<number>('Math.round((outerWidth / innerWidth) * 10) / 10')).toBe(zoom);
    await expectUsable(page);
    await page.screenshot({ path: join(pictures, `fields-${theme}-en-${zoom * 100}.png`) });
  }

  await page.keyboard.press('Enter');
  let last = '';
  for (const number of [2, 3, 4, 5]) {
    await expect(dialog).toContainText(`${number} of 5`);
    // As the one before: all of it, but for the amount of the last one.
    await expect(dialog.getByRole('combobox', { name: 'Type' })).toBeFocused();
    for (let field = 0; field < fields.length; field += 1) {
      await page.keyboard.press('Control+d');
      if (field < fields.length - 1) await page.keyboard.press('Tab');
    }
    if (number === 5) {
      last = (await dialog.getByRole('group', { name: /^Fields of/u }).getAttribute('aria-label')) ?? '';
      await page.keyboard.press('Shift+Tab');
      await page.keyboard.press('Control+a');
      await page.keyboard.type('99');
    }
    await page.keyboard.press('Enter');
  }
  await expect(dialog).toBeHidden();
  await expect(page.getByText('5 files filled in')).toBeVisible();

  const sent = async (): Promise<unknown> =>
    (await service.documents())
      .map(({ title, externalData }) => ({ title, ...externalData }))
      .sort((one, other) => one.title.localeCompare(other.title));
  await expect.poll(sent, { timeout: 30_000 }).toEqual(
    names.map((title) => ({
      title,
      type: 'Invoice',
      date: '2026-12-31',
      amount: last === `Fields of ${title}` ? '99.00' : '1234.50',
      customer: '10023',
    })),
  );
});
