import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { dropOn, writePdfs } from './support/bring-files.ts';
import { counter, inPage, test } from './support/mailroom-test.ts';

test('killed twice in the middle, everything is there again and each content is at the service exactly once', async ({
  station,
}) => {
  test.setTimeout(120_000);
  const total = 120;
  const { run, service, keychain } = await station.connected({ latencyMs: 20 });
  // Few at a time, so that there is a middle.
  const slower = {
    name: 'settings.set',
    path: 'limits',
    value: { filesInFlight: 4, sockets: 4, unclearGraceMs: 1_000 },
  };
  expect(await inPage(run.page, `mailroom.desktop(${JSON.stringify(slower)}).then(({ ok }) => ok)`)).toBe(true);
  const names = Array.from({ length: total }, (_, index) => `page ${String(index)}.pdf`);
  const paths = await writePdfs(join(station.folder, 'scans'), names);
  await dropOn(run.page, paths);
  await expect.poll(() => service.stats().uploads, { intervals: [20] }).toBeGreaterThan(15);
  await run.kill();
  expect(service.stats().uploads).toBeLessThan(total);

  const second = await station.start({ env: keychain.env });
  await expect.poll(() => service.stats().uploads, { intervals: [20] }).toBeGreaterThan(50);
  await second.kill();

  const third = await station.start({ env: keychain.env });
  await expect(counter(third.page, 'Done today', total)).toBeVisible({ timeout: 60_000 });
  for (const name of ['Waiting', 'Sending', 'Processing', 'Needs you'])
    await expect(counter(third.page, name, 0)).toBeVisible();
  const contents = await Promise.all(paths.map((path) => readFile(path)));
  const hashes = contents.map((bytes) => createHash('sha256').update(bytes).digest('hex')).sort();
  expect((await service.documents()).map(({ sha256 }) => sha256).sort()).toEqual(hashes);
  expect(service.stats().duplicateFileIds).toBe(0);
});

test('without a network what comes in waits, says so, and goes on by itself', async ({ station }) => {
  const { run, service } = await station.connected();
  const { page } = run;
  await service.disconnect();
  await dropOn(page, await writePdfs(station.folder, ['offline.pdf']));
  await expect(counter(page, 'Waiting', 1)).toBeVisible();
  await expect(page.getByText('Service not reached').first()).toBeVisible({ timeout: 30_000 });
  await service.reconnect();
  await expect(counter(page, 'Done today', 1)).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText('Service not reached')).toHaveCount(0, { timeout: 30_000 });
});
