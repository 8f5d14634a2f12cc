import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, type Page } from '@playwright/test';
import { z } from 'zod';
import { dropOn, writePdfs } from './support/bring-files.ts';
import { counter, inPage, test } from './support/mailroom-test.ts';
import { until } from './support/launch.ts';

/** The dialog for printers is the system's: it is stood in for, and what it would print is made into a PDF by the browser. */
async function stubDialog(page: Page): Promise<void> {
  await inPage(page, `void (window.print = () => { window.asked = (window.asked ?? 0) + 1; })`);
}

/** The words of what would be printed once the dialog was asked for, as poppler reads them. */
async function printed(
  page: Page,
  folder: string,
  dialogs: number,
): Promise<{ text: string; pages: number; images: number }> {
  await until(page, `window.asked === ${String(dialogs)}`);
  const protocol = await page.context().newCDPSession(page);
  const { data: base64 } = z.object({ data: z.string() }).parse(await protocol.send('Page.printToPDF', {}));
  await protocol.detach();
  await inPage(page, `void dispatchEvent(new Event('afterprint'))`);
  const path = join(folder, `printed-${String(dialogs)}.pdf`);
  await writeFile(path, Buffer.from(base64, 'base64'));
  const run = promisify(execFile);
  const { stdout: text } = await run('pdftotext', ['-layout', path, '-']);
  const { stdout: info } = await run('pdfinfo', [path]);
  const { stdout: images } = await run('pdfimages', ['-list', path]);
  return { text, pages: Number(/^Pages:\s+(\d+)/mu.exec(info)?.[1]), images: images.trim().split('\n').length - 2 };
}

test('a list, a history and a page are printed, and nothing of the window with them', async ({ station }) => {
  const { page } = (await station.connected()).run;
  await stubDialog(page);
  await dropOn(page, await writePdfs(station.folder, ['Größe & Maß.pdf', 'letter.pdf']));
  await expect(counter(page, 'Done today', 2)).toBeVisible();

  await page.getByRole('button', { name: 'Save the list' }).click();
  await page.getByRole('menuitem', { name: 'Print…' }).click();
  const list = await printed(page, station.folder, 1);
  expect(list.text).toMatch(/Größe & Maß\.pdf/u);
  expect(list.text).toMatch(/letter\.pdf/u);
  expect(list.text).not.toMatch(/Filter|Settings|Add files/u);
  expect(list.pages).toBe(1);

  await page.getByRole('row', { name: /letter\.pdf/u }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: /History/u }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Print…' }).click();
  const history = await printed(page, station.folder, 2);
  expect(history.text).toMatch(/History of letter\.pdf/u);
  expect(history.text).toMatch(/taken in/iu);
  expect(history.text).not.toMatch(/Größe/u);
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();

  await page.getByRole('button', { name: 'Documents', exact: true }).click();
  await page.getByRole('row', { name: /letter/u }).click();
  await page.getByRole('button', { name: 'Print page…' }).click();
  const sheet = await printed(page, station.folder, 3);
  expect(sheet).toMatchObject({ pages: 1, images: 1 });
  expect(sheet.text).toMatch(/letter\.pdf, page 1/u);
});
