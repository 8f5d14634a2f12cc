import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { dropOn, writePdfs } from './support/bring-files.ts';
import { inPage, projectId, setSetting, shareStation, test } from './support/mailroom-test.ts';
import { expectUsable } from './support/usable.ts';

/** What people look for on their first day, in one window: each test leaves it as it found it, but for the files it brought. */
const office = shareStation((station) => station.connected());

const row = (page: Page, name: RegExp): ReturnType<Page['getByRole']> => page.getByRole('row', { name });

async function goTo(page: Page, screen: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: screen }).click();
  await expect(page.getByRole('heading', { name: screen, level: 1 })).toBeVisible();
}

test('F1 and the question mark show the keys of the screen, and Ctrl+K finds every command', async () => {
  const { page } = office().run;
  await goTo(page, 'Intake');
  await page.keyboard.press('F1');
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(keys).toContainText('Select all rows');
  await expectUsable(page);
  await page.keyboard.press('Escape');
  await expect(keys).toBeHidden();
  await page.keyboard.press('?');
  await expect(keys).toBeVisible();
  await page.keyboard.press('Escape');
  // A question mark that is typed is a letter.
  const search = page.getByRole('searchbox');
  await search.focus();
  await page.keyboard.press('?');
  await expect(search).toHaveValue('?');
  await expect(keys).toBeHidden();
  await search.fill('');

  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Commands' });
  await expect(palette).toBeVisible();
  await page.keyboard.type('activ');
  await expectUsable(page);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Activity', level: 1 })).toBeVisible();
});

test('three tips are there after the first start, until somebody closes them for good', async () => {
  const { page } = office().run;
  await goTo(page, 'Intake');
  await setSetting(page, 'window.tips', true);
  const tips = page.getByRole('complementary', { name: 'Tips' });
  await expect(tips.getByRole('listitem')).toHaveCount(3);
  await tips.getByRole('button', { name: 'Don’t show these tips again' }).click();
  await expect(tips).toBeHidden();
  const stored = await readFile(join(office().station.folder, 'data', 'settings.json'), 'utf8');
  expect(JSON.parse(stored)).toMatchObject({ window: { tips: false } });
});

test('words of a search may stand apart and in any order', async () => {
  const { run, station } = office();
  const { page } = run;
  await goTo(page, 'Intake');
  await dropOn(page, await writePdfs(join(station.folder, 'words'), ['Lieferschein Dahlke 4711.pdf', 'Brief 12.pdf']));
  await expect(row(page, /Brief 12/u)).toBeVisible();
  for (const words of ['lieferschein 4711', '4711 dahlke']) {
    await page.getByRole('searchbox').fill(words);
    await expect(row(page, /Brief 12/u)).toBeHidden();
    await expect(row(page, /Lieferschein Dahlke 4711/u)).toBeVisible();
  }
  await page.getByRole('searchbox').fill('');
});

test('an empty file in a dropped folder is in the list with its reason alone; an empty folder says that nothing was in it', async () => {
  const { run, station } = office();
  const { page } = run;
  await goTo(page, 'Intake');
  const folder = join(station.folder, 'with nothing');
  await writePdfs(folder, ['something.pdf']);
  await writeFile(join(folder, 'nothing in it.pdf'), '');
  await dropOn(page, [folder]);
  await expect(row(page, /something\.pdf/u)).toBeVisible();
  await expect(row(page, /nothing in it\.pdf/u)).toContainText('still empty');
  await expect(page.getByRole('dialog')).toBeHidden();
  const empty = join(station.folder, 'empty folder');
  await mkdir(empty);
  await dropOn(page, [empty]);
  await expect(page.getByText('There is no file in this folder. Nothing was taken in.').first()).toBeVisible();
});

test('a cancel is undone in its notice, taken in again from its row, and sent to another project', async () => {
  const { run, service, station } = office();
  const { page } = run;
  await goTo(page, 'Intake');
  await page.getByRole('button', { name: 'Pause all' }).click();
  await dropOn(page, await writePdfs(join(station.folder, 'back'), ['undone.pdf']));
  const undone = row(page, /undone\.pdf/u);
  const cancel = async (): Promise<void> => {
    await undone.click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Cancel…' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel item' }).click();
    await expect(undone).toContainText('Cancelled');
  };
  await cancel();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(undone).not.toContainText('Cancelled');
  await cancel();
  await undone.click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Take in again' }).click();
  await expect(undone).not.toContainText('Cancelled');
  await undone.click({ button: 'right' });
  await page.getByRole('menuitem', { name: /^Send to another/u }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await expectUsable(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Resume all' }).click();
  await expect.poll(async () => (await service.files()).filter(({ name }) => name === 'undone.pdf').length).toBe(1);
});

test('a note says with whom a file is, the list shows it, and the list is saved as an Excel file', async () => {
  const { run, station } = office();
  const { app, page } = run;
  await goTo(page, 'Intake');
  await dropOn(page, await writePdfs(join(station.folder, 'notes'), ['noted.pdf']));
  await row(page, /noted\.pdf/u).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Note…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Note', { exact: true }).fill('ask the warehouse');
  await dialog.getByLabel('With', { exact: true }).fill('Jana');
  await expectUsable(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(/Jana/u).first()).toBeVisible();

  const saved = join(station.folder, 'intake.xlsx');
  await app.evaluate(({ dialog: dialogs }, filePath) => {
    dialogs.showSaveDialog = () => Promise.resolve({ canceled: false, filePath });
  }, saved);
  await page.getByRole('button', { name: 'Save the list' }).click();
  await page.getByRole('menuitem', { name: 'As an Excel file (XLSX)…' }).click();
  await expect
    .poll(async () => (await readFile(saved).catch(() => Buffer.alloc(0))).subarray(0, 2).toString())
    .toBe('PK');
});

test('a search of documents looks at what they say, and says how far it looked', async () => {
  const { page } = office().run;
  await goTo(page, 'Documents');
  await expect(row(page, /\.pdf/u).first()).toBeVisible();
  const search = page.getByRole('searchbox', { name: /supplier/u });
  await search.fill('no such supplier anywhere');
  await expect(page.getByText(/^Searched: .* from this computer/u).first()).toBeVisible();
  await search.fill('');
});

test('a preview tells duplicates from what it would take in; a paused folder is not “all fine”; who closes is asked', async () => {
  const { run, station } = office();
  const { app, page } = run;
  const folder = join(station.folder, 'watched');
  const [known = ''] = await writePdfs(folder, ['known already.pdf', 'new one.pdf']);
  await goTo(page, 'Intake');
  await dropOn(page, [known]);
  await expect(row(page, /known already\.pdf.*XML|known already\.pdf/u)).toBeVisible();
  await expect
    .poll(() =>
      inPage(
        page,
        `mailroom.query({ name: 'items.summary', doneSince: 0 }).then(({ value }) => value.waiting + value.sending)`,
      ),
    )
    .toBe(0);
  await goTo(page, 'Settings');
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('button', { name: 'Hot folders' }).click();
  await dropOn(page, [folder]);
  const preview = page.getByRole('list', { name: 'What would happen now' });
  await expect(preview.getByRole('listitem').filter({ hasText: 'known already.pdf' })).toContainText('Duplicate');
  await expect(preview.getByRole('listitem').filter({ hasText: 'new one.pdf' })).toContainText('Take in');
  await page.getByRole('button', { name: 'Discard' }).click();

  const source = { id: 'watched', name: 'Watched', folder, rule: { connectionId: 'office', projectId } };
  await setSetting(page, 'hotFolders', [source]);
  await expect(page.getByRole('contentinfo')).toContainText('all fine');
  const asked = await app.evaluateHandle(({ dialog }) => {
    const questions: string[] = [];
    Reflect.set(dialog, 'showMessageBox', (...given: readonly unknown[]) => {
      questions.push(JSON.stringify(given.at(-1)));
      return Promise.resolve({ response: 2, checkboxChecked: false });
    });
    return questions;
  });
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
  await expect.poll(() => asked.evaluate((questions) => questions.length)).toBe(1);
  await setSetting(page, 'hotFolders', [{ ...source, paused: true }]);
  await expect(page.getByRole('contentinfo')).toContainText('1 hot folder paused');
  await setSetting(page, 'hotFolders', []);
});

test('settings that can not be read are named with what to do, and the last good ones are brought back', async ({
  station,
}) => {
  const first = await station.start({ args: ['--practice'] });
  await setSetting(first.page, 'window.theme', 'dark');
  await first.close();
  const file = join(station.folder, 'data', 'settings.json');
  await writeFile(file, '{ "version": 1, "window": { "theme": 7 } }');
  const { page } = await station.start({ provokes: true });
  await expect(page.getByRole('heading', { name: 'The settings cannot be used' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('window.theme');
  await expect(page.getByRole('button', { name: 'Open folder' })).toBeVisible();
  await expectUsable(page);
  await page.getByRole('button', { name: /^Use the last good settings/u }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('the first start says why it does not go on, shows the secret that is typed, and asks where XML goes', async ({
  station,
}) => {
  const { page } = await station.start({ args: [] });
  const secret = page.getByLabel('Client secret', { exact: true });
  await secret.fill('typed');
  await expect(secret).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Show what is typed' }).click();
  await expect(secret).toHaveAttribute('type', 'text');
  await page.getByRole('radio', { name: /^Practice service/u }).press('Space');
  await page.getByRole('button', { name: 'Try it with the practice service' }).click();
  await expect(page.getByRole('heading', { name: 'Choose a project' })).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('XML of finished documents goes to')).toBeVisible();
});
