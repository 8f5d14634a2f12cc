import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { chooseInDialogs, writePdfs } from './support/bring-files.ts';
import { counter, inPage, projectId, signInBy, test } from './support/mailroom-test.ts';

test('from the first start to XML on disk, with the practice service', async ({ station }) => {
  const inbox = join(station.folder, 'Post of today');
  const xml = join(station.folder, 'XML for the ERP');
  await mkdir(inbox);
  const { app, page } = await station.start();

  await page.getByText('Practice service', { exact: true }).click();
  await page.getByRole('button', { name: 'Try it with the practice service' }).click();
  await expect(page.getByRole('heading', { name: 'Choose a project' })).toBeVisible();
  await page.getByText('Accounts payable', { exact: true }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await chooseInDialogs(app, [inbox]);
  await page.getByRole('button', { name: 'Choose…', exact: true }).click();
  await expect(page.getByText(inbox)).toBeVisible();
  const everything = join(station.folder, 'XML of all');
  await mkdir(everything);
  await chooseInDialogs(app, [everything]);
  await page.getByRole('button', { name: 'Choose… XML of finished documents goes to' }).click();
  await expect(page.getByRole('textbox', { name: 'XML of finished documents goes to' })).toHaveValue(everything);
  await page.getByRole('button', { name: 'Open Mailroom' }).click();

  await writePdfs(inbox, ['Invoice 4711.pdf']);
  const row = page.getByRole('row', { name: /Invoice 4711\.pdf/u });
  await expect(row).toBeVisible();
  await expect(row).toContainText('XML written', { timeout: 30_000 });
  const writtenTo = async (folder: string): Promise<string | undefined> =>
    (await readdir(folder).catch(() => [])).find((each) => each.endsWith('.xml'));
  await expect.poll(() => writtenTo(everything)).toBeDefined();
  await row.click();
  await page.getByRole('button', { name: 'Open document' }).click();
  await chooseInDialogs(app, [xml]);
  await page.getByRole('region', { name: 'Document' }).getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Export XML…' }).click();
  // The folder is made for it; what is still being written has another name.
  let name: string | undefined;
  await expect.poll(async () => (name = await writtenTo(xml)), { timeout: 30_000 }).toBeDefined();
  expect(await readFile(join(xml, name ?? ''), 'utf8')).toMatch(/^<\?xml/u);
});

test('the hot folder of the first start is still watched after the next start', async ({ station }) => {
  const inbox = join(station.folder, 'Scans');
  await mkdir(inbox);
  const keychain = await station.signIn();
  const service = await station.serve();
  const first = await station.start({ env: keychain.env });
  await signInBy(first.page, service);
  await first.page.getByRole('button', { name: 'Continue' }).click();
  await chooseInDialogs(first.app, [inbox]);
  await first.page.getByRole('button', { name: 'Choose…', exact: true }).click();
  await first.page.getByRole('button', { name: 'Open Mailroom' }).click();
  await expect(first.page.getByRole('heading', { name: 'Intake', level: 1 })).toBeVisible();
  await first.close();

  const second = await station.start({ env: keychain.env });
  await expect(second.page.getByRole('heading', { name: 'Intake', level: 1 })).toBeVisible();
  await writePdfs(inbox, ['after the restart.pdf']);
  await expect(counter(second.page, 'Done today', 1)).toBeVisible({ timeout: 30_000 });
  expect((await service.documents()).map((document) => document.projectId)).toEqual([projectId]);
});

test('a secret that the service refuses stores nothing and says what to do', async ({ station }) => {
  const keychain = await station.signIn();
  const service = await station.serve();
  const { page } = await station.start({ env: keychain.env });
  await signInBy(page, { ...service, clientSecret: 'not the secret' });
  await expect(page.getByText(/refused/u)).toBeVisible();
  const settings = await inPage(page, `mailroom.desktop({ name: 'settings.get' }).then(({ value }) => value.settings)`);
  expect(settings).toMatchObject({ connections: [] });
  await page.getByLabel('Client secret').fill(service.clientSecret);
  await page.getByRole('button', { name: 'Test and continue' }).click();
  await expect(page.getByRole('heading', { name: 'Choose a project' })).toBeVisible();
});

test('the first start says why it does not go on, shows the secret that is typed, asks where XML goes, and stays in its place', async ({
  station,
}) => {
  const { page } = await station.start({ args: [] });
  const place = async (): Promise<unknown> => {
    const box = await page.getByRole('main').getByRole('heading', { level: 1 }).locator('..').boundingBox();
    return { x: box?.x, y: box?.y, width: box?.width };
  };
  const before = await place();
  const secret = page.getByLabel('Client secret', { exact: true });
  await secret.fill('typed');
  await expect(secret).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Show what is typed' }).click();
  await expect(secret).toHaveAttribute('type', 'text');
  await page.getByRole('radio', { name: /^Practice service/u }).press('Space');
  await page.getByRole('button', { name: 'Try it with the practice service' }).click();
  await expect(page.getByRole('heading', { name: 'Choose a project' })).toBeVisible();
  expect(await place()).toEqual(before);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('XML of finished documents goes to')).toBeVisible();
  expect(await place()).toEqual(before);
});
