import { join } from 'node:path';
import { expect } from '@playwright/test';
import { chooseInDialogs, writePdfs } from './support/bring-files.ts';
import { counter, inPage, openScreen, test } from './support/mailroom-test.ts';
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
  await page.keyboard.press('End');
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

test('columns are chosen, widened and sorted by mouse and by keys, and kept over a restart; so are filters', async ({
  station,
}) => {
  const { run } = await station.connected();
  const { app, page } = run;
  await chooseInDialogs(
    app,
    await writePdfs(join(station.folder, 'post'), ['Zahlung.pdf', 'Ärger.pdf', 'angebot.pdf']),
  );
  await page.getByRole('button', { name: 'Add files…' }).first().click();
  await expect(counter(page, 'Done today', 3)).toBeVisible();
  const names = page.getByRole('row').filter({ hasText: '.pdf' });
  const heading = (name: string): ReturnType<typeof page.getByRole> => page.getByRole('columnheader', { name });
  await heading('Name').getByRole('button').click();
  await expect(heading('Name')).toHaveAttribute('aria-sort', 'ascending');
  await expect(names).toContainText(['angebot.pdf', 'Ärger.pdf', 'Zahlung.pdf']);
  await page.keyboard.press('Enter');
  await expect(heading('Name')).toHaveAttribute('aria-sort', 'descending');
  await expect(names).toContainText(['Zahlung.pdf', 'Ärger.pdf', 'angebot.pdf']);
  const widthOf = async (name: string): Promise<number> => (await heading(name).boundingBox())?.width ?? 0;
  const before = await widthOf('Name');
  await page.keyboard.press('Shift+ArrowRight');
  await expect.poll(() => widthOf('Name')).toBe(Math.round(before) + 16);
  await page.keyboard.press('ArrowRight');
  await expect(heading('Source').getByRole('button')).toBeFocused();
  await page.keyboard.press('Shift+F10');
  await expectUsable(page);
  await page.getByRole('menuitemcheckbox', { name: 'Source' }).press('Enter');
  await page.keyboard.press('Escape');
  await expect(heading('Source')).toBeHidden();

  const search = page.getByRole('searchbox');
  const saved = page.getByRole('button', { name: 'Saved filters' });
  await saved.click();
  await expect(page.getByText('Search or filter first: everything is shown now.')).toBeVisible();
  await page.keyboard.press('Escape');
  await search.fill('aerger');
  await expect(names).toHaveCount(1);
  await saved.click();
  await page.getByRole('menuitem', { name: 'Save this filter…' }).click();
  await page.getByLabel('Name of the filter').fill('Trouble');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Filter “Trouble” saved')).toBeVisible();
  await run.close();

  const again = await station.start();
  await expect(again.page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'descending');
  await expect(again.page.getByRole('columnheader', { name: 'Source' })).toBeHidden();
  const rows = again.page.getByRole('row').filter({ hasText: '.pdf' });
  await expect(rows).toHaveCount(3);
  await again.page.getByRole('button', { name: 'Saved filters' }).click();
  await again.page.getByRole('menuitemradio', { name: 'Trouble' }).click();
  await expect(rows).toHaveCount(1);
  await again.page.getByRole('button', { name: 'Saved filters' }).click();
  await expectUsable(again.page);
  await again.page.getByRole('menuitem', { name: 'Delete this filter' }).click();
  await expect(again.page.getByText('Filter deleted')).toBeVisible();
});

test('documents, exports, rules, settings and lines of the log have menus, orders and filters too', async ({
  station,
}) => {
  const run = await station.start({ args: ['--practice'] });
  const { page } = run;
  await expect(page.getByText('XML written').first()).toBeVisible();
  /** Sorts by a heading, by mouse and then by key, and says what stands in its column each time. */
  const sorts = async (name: string, keys: string): Promise<void> => {
    const heading = page.getByRole('main').getByRole('columnheader', { name });
    await heading.getByRole('button').click();
    await expect(heading).toHaveAttribute('aria-sort', 'ascending');
    await page.keyboard.press(keys);
    await expect(heading).toHaveAttribute('aria-sort', 'descending');
  };
  for (const heading of ['Source', 'Project']) await sorts(heading, 'Enter');
  await expectUsable(page);
  await openScreen(run, 'documents');
  const rows = page.getByRole('main').getByRole('row').filter({ hasText: '.pdf' });
  await rows.last().click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Reject…' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  await sorts('Supplier', 'Enter');
  await expect(page.getByText(/Only the \d+ documents of this computer/u)).toBeVisible();
  await expectUsable(page);
  await sorts('Changed', 'Enter');
  await expect(page.getByText('List of the service')).toBeVisible();
  await page.getByRole('main').getByRole('combobox', { name: 'Supplier' }).fill('no such supplier');
  await expect(page.getByText('No documents here')).toBeVisible();
  await page.getByRole('button', { name: 'Show all' }).click();
  await page.getByRole('button', { name: /Since when/u }).click();
  await page.getByRole('option', { name: 'Last 7 days' }).click();
  await expect(page.getByText(/the service filters by neither supplier nor time/u)).toBeVisible();
  await rows.last().click();
  await page.getByRole('option').first().click({ button: 'right' });
  await expect(page.getByRole('menuitem', { name: 'Copy ID' })).toBeVisible();
  await expectUsable(page);
  await page.keyboard.press('Escape');
  await openScreen(run, 'exports');
  await rows.first().click({ button: 'right' });
  await expect(page.getByRole('menuitem', { name: 'Show in folder' })).toBeVisible();
  await page.keyboard.press('Escape');
  const files = (): Promise<readonly string[]> =>
    page.getByRole('gridcell').filter({ hasText: '.xml' }).allTextContents();
  await sorts('Hand-over', 'Enter');
  await sorts('File', 'Enter');
  const down = await files();
  // Others may be written meanwhile.
  const known = async (): Promise<readonly string[]> => (await files()).filter((name) => down.includes(name));
  await page.keyboard.press('Enter');
  await expect.poll(known).toEqual([...down].reverse());
  await page.getByRole('button', { name: /Since when/u }).click();
  await page.getByRole('option', { name: 'Today' }).click();
  await expect.poll(known).toEqual([...down].reverse());
  await page.getByRole('button', { name: 'Saved filters' }).click();
  await page.getByRole('menuitem', { name: 'Save this filter…' }).click();
  await page.getByLabel('Name of the filter').fill('Of today');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Filter “Of today” saved')).toBeVisible();
  await page.getByRole('radio', { name: /^Rules/u }).press('Space');
  await sorts('Source', 'Space');
  await page.getByRole('row').filter({ hasText: '.xml' }).last().click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Stop writing XML…' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave it' }).click();
  await openScreen(run, 'activity');
  await page.getByRole('radio', { name: 'Log' }).press('Space');
  await page.getByRole('option').first().click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Copy this line' }).click();
  await page.getByRole('button', { name: /Since when/u }).click();
  await page.getByRole('option', { name: 'Today' }).click();
  await page.getByRole('button', { name: 'Saved filters' }).click();
  await expectUsable(page);
  await page.keyboard.press('Escape');
  await openScreen(run, 'settings');
  await page.getByRole('button', { name: 'Hot folders', exact: true }).click();
  await sorts('Name', 'Enter');
  await expectUsable(page);
});
