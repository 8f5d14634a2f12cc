import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { copyToClipboard, dropOn, startDrag, writePdfs } from './support/bring-files.ts';
import { counter, inPage, shareStation, test } from './support/mailroom-test.ts';

const office = shareStation((station) => station.connected());

/** How many files were done before this moment. */
async function doneNow(page: Page): Promise<number> {
  return Number(
    await inPage(page, `mailroom.query({ name: 'items.summary', doneSince: 0 }).then(({ value }) => value.done)`),
  );
}

test('dropped files and a folder are taken in, sent and settled', async () => {
  const { run, service, station } = office();
  const { folder } = station;
  const { page } = run;
  const before = await doneNow(page);
  const [letter = ''] = await writePdfs(folder, ['Größe & Maß.pdf']);
  await writePdfs(
    join(folder, 'Scans'),
    ['one.pdf', 'deeper/two.pdf', 'deeper/three.pdf'].map((name, at) => `${String(at)}/${name}`),
  );
  await dropOn(page, [letter, join(folder, 'Scans')]);
  await expect(page.getByRole('row', { name: /Größe & Maß\.pdf/ })).toBeVisible();
  await expect(counter(page, 'Done today', before + 4)).toBeVisible();
  expect((await service.files()).map(({ name }) => name?.normalize('NFC')).sort()).toEqual(
    ['Größe & Maß.pdf', 'one.pdf', 'three.pdf', 'two.pdf'].sort(),
  );
});

test('what hovers says what would happen, and nothing is taken in before it is let go', async () => {
  const { run, station } = office();
  const { page } = run;
  const before = await doneNow(page);
  const paths = await writePdfs(station.folder, ['letter.pdf']);
  const drag = await startDrag(page, paths);
  await drag.hover();
  const notice = page.getByRole('heading', { name: /^Drop (here|into)/u });
  await expect(notice).toBeVisible();
  await expect(counter(page, 'Waiting', 0)).toBeVisible();
  await drag.letGo();
  await expect(notice).toBeHidden();
  await expect(counter(page, 'Done today', before + 1)).toBeVisible();
});

test('files copied in the file manager are pasted by Ctrl+V', async () => {
  const { run, station } = office();
  const { page } = run;
  const before = await doneNow(page);
  const paths = await writePdfs(station.folder, ['copied 1.pdf', 'copied 2.pdf']);
  const clipboard = await copyToClipboard(paths);
  await page.keyboard.press('Control+V');
  await expect(counter(page, 'Done today', before + 2)).toBeVisible();
  await expect(page.getByRole('row', { name: /copied 2\.pdf/u })).toBeVisible();
  await clipboard.stop();
});

test('an empty file is explained, and the others go on', async () => {
  const { run, station } = office();
  const { folder } = station;
  const { page } = run;
  const before = await doneNow(page);
  const empty = join(folder, 'from a mail.pdf');
  await mkdir(folder, { recursive: true });
  await writeFile(empty, '');
  const [whole = ''] = await writePdfs(folder, ['whole.pdf']);
  await dropOn(page, [empty, whole]);
  const explained = page.getByRole('dialog');
  await expect(explained).toContainText('Empty');
  await expect(explained).toContainText('from a mail.pdf');
  await explained.getByRole('button', { name: 'OK' }).click();
  await expect(counter(page, 'Done today', before + 1)).toBeVisible();
});
