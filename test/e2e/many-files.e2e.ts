import { join } from 'node:path';
import { expect } from '@playwright/test';
import { dropOn, writePdfs } from './support/bring-files.ts';
import { counter, test } from './support/mailroom-test.ts';

test('ten thousand dropped files all come in, the window answers meanwhile, and cancelling them can be stopped', async ({
  station,
}) => {
  test.setTimeout(420_000);
  // The paths of so many files go through the pipe of a Chromium of its own.
  const { page } = (await station.connected({}, { chromium: 'own' })).run;
  const names = Array.from({ length: 10_000 }, (_, index) => `scan ${String(index).padStart(5, '0')}.pdf`);
  const paths = await writePdfs(join(station.folder, 'scans'), names);
  // What is sent and followed has tests of its own; this one is about the window.
  await page.getByRole('button', { name: 'Pause all' }).click();
  await expect(page.getByRole('button', { name: 'Resume all' })).toBeVisible();

  const dropped = dropOn(page, paths);
  // In the middle of it: another screen, back, and a search. Not before the paths are read: the Chromium host hears no clicks then.
  await expect(page.getByText(/^Taking in .+ of 10,000$/u).first()).toBeVisible({ timeout: 180_000 });
  await page.getByRole('button', { name: 'Documents' }).click();
  await expect(page.getByRole('heading', { name: 'Documents', level: 1 })).toBeVisible();
  await page.getByRole('button', { name: /^Intake/u }).click();
  await expect(page.getByRole('heading', { name: 'Intake', level: 1 })).toBeVisible();
  await page.getByRole('searchbox').fill('scan 00000');
  await expect(page.getByRole('row', { name: /scan 00000\.pdf/u })).toBeVisible({ timeout: 60_000 });
  await page.getByRole('searchbox').fill('');
  await dropped;

  await expect(counter(page, 'Waiting', '10,000')).toBeVisible({ timeout: 120_000 });
  await page.getByRole('treegrid').focus();
  await page.keyboard.press('End');
  await expect(page.getByRole('row', { selected: true })).toContainText(/scan \d{5}\.pdf/u);

  // An act on all of them shows how far it is, and ends after what is in hand.
  await page.keyboard.press('Control+a');
  await expect(page.getByText('10,000 selected')).toBeVisible({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Cancel…' }).click();
  await page.getByRole('button', { name: 'Cancel items' }).click();
  const acting = page.getByRole('group', { name: 'Cancelling' });
  await expect(acting.getByText(/^[1-9][\d,]* of 10,000$/u)).toBeVisible({ timeout: 60_000 });
  await acting.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByText(/^Stopped: [\d,]+ items were left unchanged\./u)).toBeVisible({ timeout: 60_000 });
  await expect(acting).toBeHidden();
  await expect(counter(page, 'Waiting', '10,000')).toBeHidden();
  await expect(page.getByRole('button', { name: /^Waiting [1-9]/u })).toBeVisible();
});
