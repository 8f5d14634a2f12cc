import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { z } from 'zod';
import { writePdfs } from './support/bring-files.ts';
import { projectId, setSetting, test } from './support/mailroom-test.ts';
import { expectUsable } from './support/usable.ts';

const linesSchema = z.array(
  z.object({
    sequence: z.number(),
    at: z.iso.datetime(),
    subject: z.string(),
    subjectId: z.string(),
    event: z.string(),
    actor: z.string(),
    detail: z.record(z.string(), z.unknown()),
    hash: z.string(),
  }),
);

test('the custody of a case and of a file goes from the first sight to the acknowledged hand-over, and is saved as CSV and JSON', async ({
  station,
}) => {
  const { run } = await station.connected({ processingMs: 1 });
  const { app, page } = run;
  const folder = join(station.folder, 'in');
  const xml = join(station.folder, 'xml');
  const [invoice = '', note = ''] = await writePdfs(folder, ['4720/a_invoice.pdf', '4720/b_note.pdf']);
  const roles = ['invoice', 'note'];
  const handOver = { folder: xml, template: '{documentId}', reportTransfer: true, acknowledgement: {} };
  const rule = {
    connectionId: 'office',
    projectId,
    mode: 'case',
    case: { by: 'folder', roles, required: roles, release: 'complete' },
    export: handOver,
  };
  const source = { id: 'cases', name: 'Cases in', folder, rescanMs: 500, rule };
  await setSetting(page, 'hotFolders', [source]);
  let written: string | undefined;
  await expect
    .poll(async () => (written = (await readdir(xml).catch(() => [])).find((name) => name.endsWith('.xml'))))
    .toBeDefined();
  await page.getByRole('button', { name: /^Cases/u }).click();
  await page.getByRole('button', { name: /Not sent yet/u }).click();
  await page.getByRole('option', { name: 'Sent', exact: true }).click();
  await page.getByRole('region', { name: '4720', exact: true }).getByRole('heading').click();
  await page.getByRole('button', { name: 'History…' }).click();
  const dialog = page.getByRole('dialog', { name: 'History of 4720' });
  const lines = dialog.getByRole('listitem');
  await expect(lines.first()).toContainText(/_invoice\.pdf|_note\.pdf/u);
  // The answer of the target system comes while a person looks.
  await writeFile(join(xml, `${written ?? ''}.ok`), 'externalId=ERP-20\n');
  await expect(lines.filter({ hasText: 'ERP-20' }).first()).toBeVisible();
  for (const path of [invoice, note]) {
    const hash = createHash('sha256')
      .update(await readFile(path))
      .digest('hex');
    await expect(lines.filter({ hasText: `SHA-256 ${hash}` }).first()).toBeVisible();
  }
  await expect(lines.filter({ hasText: '4720: the case was released.' })).toBeVisible();
  await expectUsable(page);

  const saveTo = async (name: string, button: string): Promise<string> => {
    const filePath = join(station.folder, name);
    await app.evaluate(({ dialog: asked }, chosen) => {
      asked.showSaveDialog = () => Promise.resolve({ canceled: false, filePath: chosen });
    }, filePath);
    await page.getByRole('button', { name: button }).click();
    await expect(page.getByText(filePath)).toBeVisible();
    return readFile(filePath, 'utf8');
  };
  const json = linesSchema.parse(JSON.parse(await saveTo('case.json', 'Save as JSON…')));
  const items = json.filter(({ subject }) => subject === 'item');
  const ids = [...new Set(items.map(({ subjectId }) => subjectId))];
  expect(ids).toHaveLength(2);
  for (const id of ids) {
    const events = items.filter(({ subjectId }) => subjectId === id).map(({ event }) => event);
    expect(events[0]).toBe('seen');
    expect(events).toEqual(
      expect.arrayContaining(['accepted', 'open-case-joined', 'uploaded', 'submitted', 'settled']),
    );
  }
  expect(json.find(({ event }) => event === 'acknowledged')?.detail).toMatchObject({ externalId: 'ERP-20' });
  const csv = (await saveTo('case.csv', 'Save as CSV…')).trimEnd().split('\r\n');
  // People read the CSV: it has the words of the window, and no line less.
  expect(csv.length - 1).toBeGreaterThanOrEqual(json.length);
  expect(csv.some((line) => line.includes('4720: the case was released.'))).toBe(true);
  expect(csv.join('\n')).not.toMatch(/\{"|open-case-joined/u);

  // The same for one of its files, where files are.
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Open the case' }).last().click();
  await page.getByRole('button', { name: 'History…' }).click();
  await expect(lines.filter({ hasText: 'ERP-20' }).first()).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: /^Intake/u }).click();
  await page.getByRole('row', { name: /a_invoice\.pdf/u }).click();
  await page.getByRole('region', { name: 'Details' }).getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'History…' }).click();
  const own = page.getByRole('dialog', { name: 'History of a_invoice.pdf' });
  await expect(own.getByRole('listitem').filter({ hasText: 'ERP-20' }).first()).toBeVisible();
  const ofItem = linesSchema.parse(JSON.parse(await saveTo('item.json', 'Save as JSON…')));
  expect(new Set(ofItem.filter(({ subject }) => subject === 'item').map(({ subjectId }) => subjectId)).size).toBe(1);
  expect(ofItem.some(({ event }) => event === 'acknowledged')).toBe(true);
});
