import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { dropOn, writePdfs } from './support/bring-files.ts';
import { counter, inPage, signInBy, test } from './support/mailroom-test.ts';

const projectTitle = { name: 'Choose a project' } as const;

test('without a keychain the first start says so, stores nothing, and lets one try again', async ({ station }) => {
  const none = await station.signIn('missing');
  const service = await station.serve();
  const { page } = await station.start({ env: none.env });
  await signInBy(page, service);
  await expect(page.getByText(/keychain/u).and(page.locator('[role=status] *'))).toBeVisible();
  await expect(page.getByRole('button', { name: 'Test and continue' })).toBeVisible();
  const settings = await inPage(page, `mailroom.desktop({ name: 'settings.get' }).then(({ value }) => value.settings)`);
  expect(settings).toMatchObject({ connections: [] });
  const kept = await readFile(join(station.folder, 'data/settings.json'), 'utf8').catch(() => '');
  expect(kept).not.toContain(service.clientSecret);
});

test('a keychain that refuses is told from a wrong secret, and once it is open the same step goes on', async ({
  station,
}) => {
  const keychain = await station.signIn();
  await keychain.change('locked');
  const service = await station.serve();
  const { page } = await station.start({ env: keychain.env });
  await signInBy(page, service);
  await expect(page.getByText(/locked/u)).toBeVisible();
  await keychain.change('open');
  await page.getByLabel('Client secret').fill(service.clientSecret);
  await page.getByRole('button', { name: 'Test and continue' }).click();
  await expect(page.getByRole('heading', projectTitle)).toBeVisible();
});

test('a keychain that is locked at the next start keeps the queue, says who must do what, and goes on once it is open', async ({
  station,
}) => {
  // A question that stands while the keychain is changed may go unanswered for a minute; then it is asked again.
  test.setTimeout(300_000);
  const { run, service, keychain } = await station.connected();
  await run.close();
  await keychain.stop();
  const locked = await station.signIn('locked');
  const { page } = await station.start({ env: locked.env });
  await dropOn(page, await writePdfs(station.folder, ['while locked.pdf']));
  await expect(page.getByRole('row', { name: /while locked\.pdf/u })).toBeVisible();
  await expect(page.getByText(/keychain.*locked/iu).first()).toBeVisible({ timeout: 30_000 });
  expect(service.stats().uploads).toBe(0);
  await locked.change('open');
  await expect(counter(page, 'Done today', 1)).toBeVisible({ timeout: 180_000 });
});

test('a keychain that is gone at the next start is told before any file needs it, also beside the connection', async ({
  station,
}) => {
  const { run, keychain } = await station.connected();
  const connection = run.page.getByRole('navigation').getByRole('status');
  await expect(connection).toHaveText('Connected', { timeout: 30_000 });
  await run.close();
  await keychain.stop();
  const none = await station.signIn('missing');
  const { page } = await station.start({ env: none.env });
  await expect(page.getByRole('navigation').getByRole('status')).toHaveText('No keychain', { timeout: 30_000 });
});
