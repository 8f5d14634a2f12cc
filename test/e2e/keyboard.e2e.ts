import { rm } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import { chooseInDialogs, writePdfs } from './support/bring-files.ts';
import { counter, test } from './support/mailroom-test.ts';

/** Presses Tab until the wanted control has the focus. */
async function tabTo(page: Page, wanted: Locator): Promise<void> {
  await expect(wanted).toBeEnabled();
  for (let presses = 0; presses < 60; presses += 1) {
    if ((await wanted.and(page.locator(':focus')).count()) === 1) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`60 times Tab do not lead to ${wanted.toString()}`);
}

test('from the first start to the retry of a held item without the mouse', async ({ station }) => {
  const keychain = await station.signIn();
  const service = await station.serve();
  const { app, page } = await station.start({ env: keychain.env });
  const button = (name: string | RegExp): Locator => page.getByRole('button', { name }).first();
  const press = async (name: string | RegExp): Promise<void> => {
    await tabTo(page, button(name));
    await page.keyboard.press('Enter');
  };

  // The first start.
  for (const [label, text] of [
    ['Base URL', service.baseUrl],
    ['Client ID', service.clientId],
    ['Client secret', service.clientSecret],
  ] as const) {
    await tabTo(page, page.getByLabel(label, { exact: true }));
    await page.keyboard.type(text);
  }
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Choose a project' })).toBeVisible();
  await tabTo(page, page.getByRole('radio').first());
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await press('Continue');
  await tabTo(page, page.getByRole('radio', { name: /^Add a hot folder/u }));
  await page.keyboard.press('ArrowDown');
  await press('Open Mailroom');
  await expect(page.getByRole('heading', { name: 'Intake', level: 1 })).toBeVisible();

  // A file comes in while nothing is sent, and disappears.
  const [path = ''] = await writePdfs(station.folder, ['letter.pdf']);
  await press('Pause all');
  await expect(button('Resume all')).toBeVisible();
  await chooseInDialogs(app, [path]);
  await press('Add files…');
  await expect(page.getByRole('row', { name: /letter\.pdf/u }).or(page.getByRole('dialog'))).toBeVisible();
  if (await page.getByRole('dialog').isVisible()) await press('Take in');
  await expect(page.getByRole('row', { name: /letter\.pdf/u })).toBeVisible();
  await rm(path);
  await press('Resume all');
  await expect(counter(page, 'Needs you', 1)).toBeVisible();

  // It is found by the arrows, explained, put back and sent.
  await tabTo(page, page.getByRole('treegrid'));
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowDown');
  const details = page.getByRole('region', { name: 'Details' });
  await expect(details).toContainText('disappeared');
  await writePdfs(station.folder, ['letter.pdf']);
  await tabTo(page, details.getByRole('button', { name: 'Retry' }));
  await page.keyboard.press('Enter');
  await expect(counter(page, 'Done today', 1)).toBeVisible({ timeout: 30_000 });
  expect((await service.documents()).length).toBe(1);
});

test('Escape closes a question, nothing was done, and the focus is back on what asked', async ({ station }) => {
  const { app, page } = (await station.connected()).run;
  await page.getByRole('button', { name: 'Pause all' }).click();
  await expect(page.getByRole('button', { name: 'Resume all' })).toBeVisible();
  await chooseInDialogs(app, await writePdfs(station.folder, ['one.pdf', 'two.pdf']));
  await page.getByRole('button', { name: 'Add files…' }).first().click();
  await expect(counter(page, 'Waiting', 2)).toBeVisible();
  await page.getByRole('row', { name: /two\.pdf/u }).click();
  await page.getByRole('row', { name: /one\.pdf/u }).click({ modifiers: ['Control'] });
  const cancel = page.getByRole('button', { name: 'Cancel…' });
  await cancel.click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('alertdialog')).toBeHidden();
  await expect(cancel).toBeFocused();
  await expect(counter(page, 'Waiting', 2)).toBeVisible();
});

test('Ctrl+A chooses all items, out of sight too, and what can be done with them is offered', async ({ station }) => {
  const { app, page } = (await station.connected()).run;
  await page.getByRole('button', { name: 'Pause all' }).click();
  await expect(page.getByRole('button', { name: 'Resume all' })).toBeVisible();
  const names = Array.from({ length: 250 }, (_, index) => `page ${String(index)}.pdf`);
  await chooseInDialogs(app, await writePdfs(station.folder, names));
  await page.getByRole('button', { name: 'Add files…' }).first().click();
  await expect(counter(page, 'Waiting', 250)).toBeVisible();
  await page.getByRole('row', { name: /page/u }).nth(2).click();
  await page.keyboard.press('Control+a');
  await expect(page.getByText('250 selected')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel…' }).click();
  await expect(page.getByRole('alertdialog')).toContainText('250');
});

test('typed letters find an item, and details that close leave the keyboard on the list', async ({ station }) => {
  const { app, page } = (await station.connected()).run;
  await page.getByRole('button', { name: 'Pause all' }).click();
  await expect(page.getByRole('button', { name: 'Resume all' })).toBeVisible();
  await chooseInDialogs(app, await writePdfs(station.folder, ['one.pdf', 'two.pdf', 'two more.pdf']));
  await page.getByRole('button', { name: 'Add files…' }).first().click();
  await expect(counter(page, 'Waiting', 3)).toBeVisible();
  const list = page.getByRole('treegrid');
  await list.focus();
  await page.keyboard.press('Home');
  await page.keyboard.type('two m');
  await expect(page.getByRole('row', { name: /two more/u })).toHaveAttribute('aria-selected', 'true');
  // Read aloud, a file stands below the head of its group.
  await expect(page.getByRole('row', { name: /two more/u })).toHaveAttribute('aria-level', '2');
  await expect(page.getByRole('row', { expanded: true }).first()).toHaveAttribute('aria-level', '1');
  await tabTo(page, page.getByRole('button', { name: 'Close details' }));
  await page.keyboard.press('Enter');
  await expect(list).toBeFocused();
});
