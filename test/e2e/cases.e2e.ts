import { copyFile, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { chooseInDialogs, writePdfs } from './support/bring-files.ts';
import { projectId, setSetting, shareStation, test } from './support/mailroom-test.ts';
import { expectUsable } from './support/usable.ts';

const office = shareStation((station) => station.connected());

/** Watches a folder whose subfolders are cases that need an invoice and a delivery note. */
async function watchCases(page: Page, folder: string): Promise<void> {
  const roles = ['invoice', 'deliveryNote'];
  const rule = { connectionId: 'office', projectId, mode: 'case', case: { by: 'folder', roles, required: roles } };
  const source = { id: 'cases', name: 'Cases in', folder, rescanMs: 500, rule };
  await setSetting(page, 'hotFolders', [source]);
  await page.getByRole('button', { name: /^Cases/u }).click();
  await expect(page.getByRole('heading', { name: 'Cases', level: 1 })).toBeVisible();
}

const openCase = (page: Page, name: string): ReturnType<Page['getByRole']> =>
  page.getByRole('region', { name, exact: true });

test('a case is begun on the empty pane, others by names; a role is chosen, a merge and a dissolve are undone, and it is handed to a person', async () => {
  const { run, station } = office();
  const { page } = run;
  const folder = join(station.folder, 'loose');
  await writePdfs(folder, ['letter.pdf', 'Order 81_invoice.pdf', 'Order 81_deliveryNote.pdf', 'Order 82_invoice.pdf']);
  await watchCases(page, folder);
  const loose = page.getByRole('listbox', { name: 'Loose files' }).getByRole('option');
  await expect(loose).toHaveCount(4);
  await loose
    .filter({ hasText: 'letter' })
    .dragTo(page.getByText('Drag loose files here to start a case', { exact: false }));
  const begun = page.getByRole('dialog', { name: 'New case' });
  await expect(begun).toContainText('The selected file goes into it.');
  // A button that can't be pressed yet says why.
  await expect(begun.getByRole('button', { name: 'Create' })).toHaveAccessibleDescription(/./u);
  await expectUsable(page);
  await begun.getByLabel('Name', { exact: true }).fill('By hand');
  await begun.getByRole('button', { name: 'Create' }).click();
  await expect(openCase(page, 'By hand')).toContainText('letter.pdf');

  await page.getByRole('button', { name: 'Group by name…' }).click();
  const grouping = page.getByRole('dialog', { name: 'Group loose files by name' });
  await expect(grouping.getByRole('status')).toContainText('Order 81');
  await expectUsable(page);
  await grouping.getByRole('button', { name: 'Group', exact: true }).click();
  await expect(loose).toHaveCount(0);
  await expect(openCase(page, 'Order 81')).toContainText('Invoice');

  const role = openCase(page, 'By hand').getByRole('button', { name: /^Role of letter\.pdf/u });
  await role.click();
  const roles = page.getByRole('menu', { name: 'Role of 1 file' });
  await expect(roles).toBeVisible();
  await expectUsable(page);
  await roles.getByRole('menuitem', { name: 'Contract', exact: true }).click();
  await expect(roles).toBeHidden();
  await expect(role).toContainText('Contract');
  // The window goes on without Esc.
  await openCase(page, 'Order 82').getByRole('heading').click();
  const details = page.getByRole('region', { name: 'This case' });
  await expect(details.getByRole('heading', { level: 2 })).toHaveText('Order 82');

  const choose = async (name: string, command: string): Promise<void> => {
    await openCase(page, name).getByRole('heading').click({ button: 'right' });
    await page.getByRole('menuitem', { name: command }).click();
  };
  await choose('By hand', 'Merge…');
  await page
    .getByRole('dialog')
    .getByRole('option', { name: /Order 81/u })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Merge', exact: true }).click();
  await expect(openCase(page, 'Order 81')).toContainText('letter.pdf');
  await expect(openCase(page, 'By hand')).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(openCase(page, 'By hand')).toContainText('letter.pdf');
  await expect(openCase(page, 'Order 81')).not.toContainText('letter.pdf');
  await choose('By hand', 'Dissolve…');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Dissolve' }).click();
  await expect(openCase(page, 'By hand')).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect(openCase(page, 'By hand')).toContainText('letter.pdf');

  await openCase(page, 'By hand').getByRole('heading').click();
  await details.getByRole('button', { name: 'Note…' }).click();
  await page.getByRole('dialog').getByLabel('With', { exact: true }).fill('Jana');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(openCase(page, 'By hand').getByRole('img', { name: 'With Jana' })).toBeVisible();
});

test('a case is put together by dragging, released, found at the service, and saved as ZIP', async () => {
  const { run, station } = office();
  const { page } = run;
  const folder = join(station.folder, 'in');
  await writePdfs(folder, ['4711/bill_invoice.pdf', 'note_deliveryNote.pdf', 'stray.pdf']);
  await watchCases(page, folder);
  await expect(openCase(page, '4711')).toContainText('Waiting for: delivery note');
  const note = page.getByRole('option', { name: /note_deliveryNote/u });
  await note.dragTo(openCase(page, '4711'));
  await expect(
    openCase(page, '4711').getByRole('button', { name: 'note_deliveryNote.pdf', exact: true }),
  ).toBeVisible();
  await expect(note).toBeHidden();
  await expect(openCase(page, '4711')).toContainText('Complete');
  // A chosen file shows its pages beside, a case its details; the list of either is saved.
  await openCase(page, '4711').getByRole('button', { name: 'note_deliveryNote.pdf', exact: true }).click();
  const pages = page.getByRole('region', { name: 'Pages of the file' });
  await expect(pages.getByRole('heading', { name: 'note_deliveryNote.pdf' })).toBeVisible();
  await expect(pages.getByRole('group', { name: /note_deliveryNote/u }).locator('canvas')).toBeVisible();
  await expectUsable(page);
  await pages.getByRole('button', { name: 'Details of the case' }).click();
  await expect(page.getByRole('region', { name: 'This case' })).toBeVisible();
  await page.getByRole('option', { name: /stray/u }).click();
  await expect(pages.getByRole('heading', { name: 'stray.pdf' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(pages).toBeHidden();
  const table = join(station.folder, 'cases.csv');
  await run.app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath });
  }, table);
  await page.getByRole('button', { name: 'Save the cases as a list' }).click();
  await page.getByRole('menuitem', { name: 'As CSV…' }).click();
  await expect.poll(() => readFile(table, 'utf8').catch(() => '')).toContain('note_deliveryNote.pdf');
  await expectUsable(page);
  await page.getByRole('button', { name: 'Release: 4711' }).click();
  await page.getByRole('button', { name: /Not sent yet/u }).click();
  await page.getByRole('option', { name: 'Sent', exact: true }).click();
  await expect(openCase(page, '4711')).toContainText('At the service');
  await openCase(page, '4711').getByRole('button', { name: 'Open the case' }).click();
  const saved = join(station.folder, 'saved');
  await writePdfs(saved, ['before.pdf']);
  await chooseInDialogs(run.app, [saved]);
  await page.getByRole('button', { name: 'Save all as ZIP…' }).click();
  await expect.poll(async () => (await readdir(saved)).some((name) => name.endsWith('.zip'))).toBe(true);
  await page.getByRole('button', { name: 'Show the assembled case' }).click();
  await expect(page.getByRole('heading', { name: '4711', level: 2 })).toBeVisible();
});

test('by keyboard alone: a file is cut and pasted into an open case, and the move is taken back', async () => {
  const { run, station } = office();
  const { page } = run;
  const folder = join(station.folder, 'in');
  await writePdfs(folder, ['4712/bill_invoice.pdf', 'lone.pdf']);
  await watchCases(page, folder);
  await expect(openCase(page, '4712')).toBeVisible();
  await page.getByRole('listbox', { name: 'Loose files' }).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Shift+F10');
  const menu = page.getByRole('menu', { name: 'Loose files' });
  await expect(menu.getByRole('menuitem', { name: 'Set role…' })).toBeVisible();
  await expectUsable(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('listbox', { name: 'Loose files' })).toBeFocused();
  await page.keyboard.press('Control+x');
  await openCase(page, '4712').focus();
  await page.keyboard.press('Control+v');
  await expect(openCase(page, '4712')).toContainText('lone.pdf');
  await page.keyboard.press('Control+z');
  await expect(page.getByRole('option', { name: /lone/u })).toBeVisible();
  await expect(openCase(page, '4712')).not.toContainText('lone.pdf');
});

test('a file whose content is in another case is shown with the open case it came for, and put in by a click', async () => {
  const { run, station } = office();
  const { page } = run;
  const folder = join(station.folder, 'in');
  const [first = ''] = await writePdfs(folder, ['4714/terms_deliveryNote.pdf']);
  await watchCases(page, folder);
  await expect(openCase(page, '4714')).toContainText('Waiting for: invoice');
  await writePdfs(folder, ['4715/bill_invoice.pdf']);
  await copyFile(first, join(folder, '4715/terms_deliveryNote.pdf'));
  await expect(openCase(page, '4715')).toContainText('Waiting for: delivery note');
  const mark = openCase(page, '4715').getByRole('img', { name: '1 file set aside as known' });
  await expect(mark).toBeVisible();
  await openCase(page, '4715').click();
  const aside = page.getByRole('region', { name: 'Set aside as known' });
  await expect(aside).toContainText('Is in 4714 already');
  await expectUsable(page);
  await aside.getByRole('button', { name: 'Put it in' }).click();
  await expect(openCase(page, '4715')).toContainText('Complete');
  await expect(aside).toBeHidden();
  await expect(mark).toBeHidden();
});

test('a case that misses a file is released only after a question', async () => {
  const { run, station } = office();
  const { page } = run;
  const folder = join(station.folder, 'in');
  await writePdfs(folder, ['4713/bill_invoice.pdf']);
  await watchCases(page, folder);
  await openCase(page, '4713').click();
  await page.getByRole('button', { name: 'Release without it…' }).click();
  const asked = page.getByRole('alertdialog');
  await expect(asked).toContainText('Missing: delivery note.');
  await asked.getByRole('button', { name: 'Release' }).click();
  await expect(openCase(page, '4713')).toBeHidden();
  await page.getByRole('radio', { name: 'At the service' }).click();
  await page.getByRole('row', { name: /4713/u }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Report transfer…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
});
