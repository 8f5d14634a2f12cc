import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { strFromU8, unzipSync } from 'fflate';
import { z } from 'zod';
import { buildPdf } from '../../resources/sample-documents/index.ts';
import { plainBmp } from '../engine/scanning/pages/converting/bmp-files.ts';
import { heicFile } from '../engine/scanning/pages/converting/heic-files.ts';
import { projectRoot } from '../../tools/run-step.ts';
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

test('a cancel is undone in its notice, taken in again from its row, and several go to another project at once', async () => {
  const { run, service, station } = office();
  const { page } = run;
  await goTo(page, 'Intake');
  await page.getByRole('button', { name: 'Pause all' }).click();
  await dropOn(page, await writePdfs(join(station.folder, 'back'), ['undone.pdf', 'together.pdf']));
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
  await undone.click();
  await row(page, /together\.pdf/u).click({ modifiers: ['Control'] });
  await page.keyboard.press('Shift+F10');
  await page.getByRole('menuitem', { name: /^Send to another/u }).click();
  const dialog = page.getByRole('dialog', { name: 'Send 2 items elsewhere' });
  await expectUsable(page);
  await dialog.getByRole('button', { name: /Project$/u }).click();
  await page.getByRole('option', { name: 'Contracts' }).click();
  await dialog.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Resume all' }).click();
  const placed = async (): Promise<readonly string[]> =>
    (await service.documents())
      .flatMap(({ title, projectId: at }) => (/^(?:undone|together)\.pdf$/u.test(title) ? [`${title} ${at}`] : []))
      .sort();
  await expect.poll(placed, { timeout: 20_000 }).toEqual(['together.pdf contracts', 'undone.pdf contracts']);
  await expect.poll(async () => (await service.files()).filter(({ name }) => name === 'undone.pdf').length).toBe(1);
});

test('a document names as many unsure fields as it says, its details scroll by keyboard; a search of XML counts every match', async () => {
  const { run, station } = office();
  const { page } = run;
  await goTo(page, 'Intake');
  const matches = 1_234;
  const [unsure = ''] = await writePdfs(join(station.folder, 'unsure'), ['unsure.review.pdf']);
  const long = join(station.folder, 'long.xml');
  await writeFile(long, `<list>\n${'<line>needle</line>\n'.repeat(matches)}</list>\n`);
  await dropOn(page, [unsure, long]);
  await row(page, /unsure\.review\.pdf/u).click();
  const details = page.getByRole('region', { name: 'Details' });
  const says = details.getByText(/^The service is unsure about \d+ of \d+ fields?\.$/u);
  await expect(says).toBeVisible({ timeout: 20_000 });
  const [count] = /\d+/u.exec((await says.textContent()) ?? '') ?? [];
  const [, names = ''] =
    /Check (.+), then/u.exec((await details.getByText(/^Check .+, then/u).textContent()) ?? '') ?? [];
  expect(names.split(', ')).toHaveLength(Number(count));

  const body = details.getByRole('group', { name: 'Details' });
  const scrolled = (): Promise<number> =>
    page.evaluate<number>(`document.querySelector('[role=group][aria-label=Details]').scrollTop`);
  await body.focus();
  await page.keyboard.press('End');
  await expect.poll(scrolled).toBeGreaterThan(100);
  await page.keyboard.press('Home');
  await expect.poll(scrolled).toBe(0);

  await row(page, /long\.xml/u).click();
  await details.getByRole('button', { name: 'Larger' }).click();
  await details.getByRole('searchbox', { name: 'Search in the XML' }).fill('needle');
  await expect(details.getByText(`1 of ${matches.toLocaleString('en')} matches`)).toBeVisible();
});

test('what is at the service is sent once more to another project, by an act that says that the first stays there', async () => {
  const { run, service, station } = office();
  const { page } = run;
  await goTo(page, 'Intake');
  await dropOn(page, await writePdfs(join(station.folder, 'second'), ['second.pdf']));
  const sent = async (): Promise<readonly string[]> =>
    (await service.documents()).flatMap(({ title, projectId }) => (title === 'second.pdf' ? [projectId] : [])).sort();
  await expect.poll(sent, { timeout: 20_000 }).toEqual([projectId]);
  const first = row(page, /second\.pdf/u);
  await expect(first).toContainText('Processed', { timeout: 20_000 });
  await first.click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Send once more elsewhere…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send this item once more' });
  await expect(dialog).toContainText('stays at the service');
  await expectUsable(page);
  await page.screenshot({ path: join(projectRoot, 'reports/screens/send-second-light-en.png') });
  await expect(dialog.getByRole('button', { name: 'Send once more' })).toHaveAttribute('aria-disabled', 'true');
  await dialog.getByRole('button', { name: /Project$/u }).click();
  await page.getByRole('option', { name: 'Contracts' }).click();
  await dialog.getByRole('button', { name: 'Send once more' }).click();
  await expect.poll(sent, { timeout: 20_000 }).toEqual([projectId, 'contracts'].sort());
  await expect(row(page, /second\.pdf/u)).toHaveCount(2);
});

test('a note says with whom a file is, the list shows it, and the list is saved as an Excel file', async () => {
  const { run, station } = office();
  const { app, page } = run;
  await goTo(page, 'Intake');
  await dropOn(page, await writePdfs(join(station.folder, 'notes'), ['noted.pdf', '=1+1 noted.pdf']));
  await row(page, /=1\+1 noted\.pdf/u).click();
  await row(page, /^(?!.*=1).*noted\.pdf/u).click({ modifiers: ['Control'], button: 'left' });
  await expect(page.getByText('2 selected')).toBeVisible();
  await page.keyboard.press('Shift+F10');
  await page.getByRole('menuitem', { name: 'Note…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Note', { exact: true }).fill('ask the warehouse');
  await dialog.getByLabel('With', { exact: true }).fill('Jana');
  await expectUsable(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  for (const name of [/=1\+1 noted\.pdf/u, /^(?!.*=1).*noted\.pdf/u]) {
    await expect(row(page, name).getByRole('img', { name: 'With Jana. Note: ask the warehouse' })).toBeVisible();
  }
  // Whose they are limits the list, and stands in the history.
  await page
    .getByRole('button', { name: /^(?:All people )?With$|^With /u })
    .first()
    .click();
  await page.getByRole('option', { name: 'With Jana' }).click();
  await expect(page.getByRole('row').filter({ hasText: '.pdf' })).toHaveCount(2);
  await row(page, /=1\+1 noted\.pdf/u).click();
  await expect(
    page.getByRole('region', { name: 'Details' }).getByRole('listitem').filter({ hasText: 'Jana' }),
  ).toBeVisible();

  const saved = join(station.folder, 'intake.xlsx');
  await app.evaluate(({ dialog: dialogs }, filePath) => {
    dialogs.showSaveDialog = () => Promise.resolve({ canceled: false, filePath });
  }, saved);
  await page.getByRole('button', { name: 'Save the list' }).click();
  await page.getByRole('menuitem', { name: 'As an Excel file (XLSX)…' }).click();
  await expect
    .poll(async () => (await readFile(saved).catch(() => Buffer.alloc(0))).subarray(0, 2).toString())
    .toBe('PK');
  // What begins as a formula does is text, also after somebody edits the cell.
  const { 'xl/worksheets/sheet1.xml': sheet = new Uint8Array(), 'xl/styles.xml': looks = new Uint8Array() } = unzipSync(
    await readFile(saved),
  );
  const cell = /<c t="inlineStr" s="(\d+)">(?:(?!<\/c>).)*=1\+1 noted/u.exec(strFromU8(sheet));
  expect(strFromU8(looks).split('<xf ').slice(-4)[Number(cell?.[1])]).toContain('quotePrefix="1"');
  await page
    .getByRole('button', { name: /With Jana/u })
    .first()
    .click();
  await page.getByRole('option', { name: 'All people' }).click();
});

test('the password of a PDF is entered once: a copy goes, the original stays, and nothing of the password is kept', async () => {
  const { run, service, station } = office();
  const { page } = run;
  await goTo(page, 'Intake');
  const password = 'Geheim-4711-Wort';
  const original = Buffer.from(await buildPdf({ title: 'a', lines: ['confidential'], password }));
  const path = join(station.folder, 'locked.pdf');
  await writeFile(path, original);
  await dropOn(page, [path]);
  const held = row(page, /locked\.pdf/u);
  await expect(held).toContainText('password');
  await held.click();
  const details = page.getByRole('region', { name: 'Details' });
  await details.getByRole('button', { name: 'Enter password…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Password of locked.pdf' });
  await expect(dialog.getByRole('button', { name: 'Open' })).toHaveAccessibleDescription(/./u);
  await dialog.getByLabel('Password', { exact: true }).fill('wrong');
  await page.keyboard.press('Enter');
  await expect(dialog).toContainText('does not open');
  await expectUsable(page);
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(details.getByRole('listitem').filter({ hasText: 'A copy without it is sent' })).toBeVisible();
  const sent = async (): Promise<unknown> => (await service.documents()).find(({ title }) => title === 'locked.pdf');
  await expect.poll(sent).toBeDefined();
  expect(await readFile(path)).toEqual(original);
  expect(await sent()).not.toMatchObject({ sha256: createHash('sha256').update(original).digest('hex') });
  const kept = (await readdir(station.folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  expect(kept.length).toBeGreaterThan(3);
  const forms = [
    Buffer.from(password),
    Buffer.from(password, 'utf16le'),
    Buffer.from(Buffer.from(password).toString('base64')),
  ];
  for (const each of kept) {
    const bytes = await readFile(each).catch(() => Buffer.alloc(0));
    expect(
      forms.some((form) => bytes.includes(form)),
      each,
    ).toBe(false);
  }
});

test('pictures that the service does not take are converted, and the history says so', async () => {
  const { run, service, station } = office();
  const { page } = run;
  await goTo(page, 'Intake');
  const paths = [join(station.folder, 'from a phone.heic'), join(station.folder, 'from a fax.bmp')] as const;
  await writeFile(paths[0], heicFile('one'));
  await writeFile(
    paths[1],
    plainBmp(40, 30, (x, y) => [x * 5, y * 5, 90]),
  );
  await dropOn(page, paths);
  for (const [name, type] of [
    ['from a phone.heic', 'HEIC'],
    ['from a fax.bmp', 'BMP'],
  ] as const) {
    await page.getByRole('row', { name: new RegExp(name, 'u') }).click();
    const line = page.getByRole('region', { name: 'Details' }).getByRole('listitem');
    await expect(line.filter({ hasText: `Was converted from ${type} to J` })).toContainText('The original is kept');
  }
  const names = async (): Promise<readonly string[]> => (await service.documents()).map(({ title }) => title);
  await expect.poll(names).toEqual(expect.arrayContaining(['from a phone.jpg', 'from a fax.jpg']));
  // The copy that was sent is shown, also once it is no longer here.
  await expect(row(page, /from a phone\.heic/u)).toContainText('Processed');
  await setSetting(page, 'limits.sockets', 4);
  await expect.poll(() => readdir(join(station.folder, 'data', 'copies'))).toEqual([]);
  await page.keyboard.press('Escape');
  await row(page, /from a phone\.heic/u).click();
  await expect(page.getByRole('img', { name: /^from a phone\.jpg/u }).first()).toBeVisible();
});

test('how long something has been where it is does not begin anew when settings change', async () => {
  const { run, station } = office();
  const { page } = run;
  await goTo(page, 'Intake');
  const folder = join(station.folder, 'since');
  await writePdfs(folder, ['refused.failed.pdf']);
  await writeFile(join(folder, 'not written yet.pdf'), '');
  await dropOn(page, [folder]);
  await expect(row(page, /refused\.failed\.pdf/u)).toContainText('Failed');
  await expect(row(page, /not written yet\.pdf/u)).toContainText('still empty');
  const since = (): Promise<unknown> =>
    inPage(
      page,
      `mailroom.query({ name: 'items.page', limit: 50, search: 'e' }).then(({ value }) => value.rows
        .filter(({ name }) => /refused|not written/.test(name)).map(({ name, stage, stageSince }) => [name, stage, stageSince]))`,
    );
  const before = await since();
  expect(before).toHaveLength(2);
  // Each starts the engine anew.
  for (const value of [3, 2]) await setSetting(page, 'limits.sockets', value);
  await expect(row(page, /not written yet\.pdf/u)).toContainText('still empty');
  expect(await since()).toEqual(before);
});

test('a search of documents looks at what they say, and says how far it looked', async () => {
  const { run, service, station } = office();
  const { page } = run;
  await goTo(page, 'Intake');
  const bills = Array.from({ length: 12 }, (_, number) => `supplied ${String(number)}.pdf`);
  await dropOn(page, await writePdfs(join(station.folder, 'bills'), bills));
  const ended = (): Promise<number> =>
    service
      .documents()
      .then((all) => all.filter(({ title, state }) => bills.includes(title) && state !== 'processing').length);
  await expect.poll(ended).toBe(bills.length);
  await goTo(page, 'Documents');
  await expect(row(page, /\.pdf/u).first()).toBeVisible();
  const told = z.object({ title: z.string(), amount: z.number() }).parse(
    await inPage(
      page,
      `(async () => {
        const listed = await mailroom.query({ name: 'documents.list', connectionId: 'office', offset: 0, limit: 50 });
        for (const { id, title } of listed.value.documents) {
          const { value } = await mailroom.query({ name: 'documents.detail', connectionId: 'office', documentId: id });
          const { supplierName, totalGrossAmount } = value?.entities ?? {};
          if (supplierName?.value.includes('Söhne')) return { title, amount: totalGrossAmount.value };
        }
      })()`,
    ),
  );
  const search = page.getByRole('searchbox', { name: /supplier/u });
  // As a German clerk types it: words in any order, umlauts written out, the amount with a comma.
  for (const typed of ['soehne', 'Söhne']) {
    await search.fill(
      `${told.amount.toLocaleString('de', { minimumFractionDigits: 2, useGrouping: false })} ${typed} albrecht`,
    );
    await expect(row(page, /\.pdf/u)).toHaveCount(1);
    await expect(row(page, /\.pdf/u)).toContainText(told.title);
  }
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
  const isShown = (): Promise<boolean | undefined> =>
    app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible());
  await expect.poll(isShown).toBe(false);
  // Once it was answered it is not asked again.
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.show());
  await expect.poll(isShown).toBe(true);
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
  await expect.poll(isShown).toBe(false);
  expect(await asked.evaluate((questions) => questions.length)).toBe(1);
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.show());
  await setSetting(page, 'hotFolders', [{ ...source, paused: true }]);
  await expect(page.getByRole('contentinfo')).toContainText('1 hot folder paused');
  await setSetting(page, 'hotFolders', []);
});
