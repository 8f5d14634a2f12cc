import { join } from 'node:path';
import { expect } from '@playwright/test';
import { chooseInDialogs, writePdfs } from './support/bring-files.ts';
import { counter, inPage, test } from './support/mailroom-test.ts';
import { expectUsable } from './support/usable.ts';

test('a row has its commands under the right button and under keys, with reasons, and gives the keyboard back', async ({
  station,
}) => {
  const { app, page } = (await station.connected()).run;
  await chooseInDialogs(app, await writePdfs(join(station.folder, 'post'), ['first.pdf', 'second.pdf']));
  await page.getByRole('button', { name: 'Add files…' }).first().click();
  await expect(counter(page, 'Done today', 2)).toBeVisible();
  const row = page.getByRole('row', { name: /second\.pdf/u });
  await row.click({ button: 'right' });
  const menu = page.getByRole('menu', { name: 'Items' });
  await expect(page.getByRole('row', { name: /second\.pdf/u, selected: true })).toBeVisible();
  await expect(menu.getByRole('menuitem', { name: 'Retry' })).toHaveAttribute('aria-disabled', 'true');
  await expect(menu.getByText('Only held items can be tried again.')).toBeVisible();
  await expectUsable(page);
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(page.getByRole('treegrid')).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Shift+F10');
  await expect(menu).toBeVisible();
  await page.keyboard.press('End');
  await expect(menu.getByRole('menuitem', { name: 'Copy history' })).toBeFocused();
  await menu.getByRole('menuitem', { name: 'Note…' }).press('Enter');
  await page.getByRole('dialog').getByLabel('Note', { exact: true }).fill('by the menu');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByRole('treegrid')).toBeFocused();
  const noted = `mailroom.query({ name: 'items.page', limit: 10 }).then(({ value }) => value.rows.map(({ note }) => note ?? '').join(''))`;
  await expect.poll(() => inPage(page, noted)).toBe('by the menu');
  await page.getByText('Done today 2').nth(1).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Select all of them' }).click();
  await expect(page.getByText('2 selected')).toBeVisible();
});
