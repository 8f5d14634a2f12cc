import { execFile } from 'node:child_process';
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { z } from 'zod';
import { projectRoot } from '../../tools/run-step.ts';
import { dropOn, writePdfs } from './support/bring-files.ts';
import { counter, inPage, projectId, test } from './support/mailroom-test.ts';

const lineSchema = z.record(z.string(), z.unknown());

/** Runs the built command on a data directory; answers its exit status and the JSON objects that it said. */
function mailroom(
  dataDirectory: string,
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<{ readonly status: number; readonly said: readonly Record<string, unknown>[]; readonly problems: string }> {
  const program = join(projectRoot, 'out/cli/index.js');
  const line = [program, ...words, '--json', '--data-dir', dataDirectory];
  return new Promise((resolve) => {
    execFile(process.execPath, line, { env: { ...process.env, ...env } }, (error, stdout, problems) => {
      const lines = stdout.split('\n').filter((text) => text !== '');
      const said = lines.map((text) => lineSchema.parse(JSON.parse(text)));
      resolve({ status: error === null ? 0 : Number(error.code), said, problems });
    });
  });
}

test('commands reach the window that works on their data directory, and what they decide shows in it', async ({
  station,
}) => {
  const { run, keychain } = await station.connected();
  const { page } = run;
  const stationFolder = join(station.folder, 'data');
  const [sent = ''] = await writePdfs(station.folder, ['by command.pdf']);
  const refused = join(station.folder, 'program.bin');
  await writeFile(refused, Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0]));
  await dropOn(page, [refused]);
  await expect(counter(page, 'Needs you', 1)).toBeVisible();

  const status = await mailroom(stationFolder, ['status']);
  expect(status).toMatchObject({ status: 0, problems: '' });
  expect(status.said[0]).toMatchObject({ event: 'status', running: true, paused: false, counts: { held: 1 } });
  const id = String(status.said.find(({ event }) => event === 'item')?.['id']);

  expect(await mailroom(stationFolder, ['pause'])).toMatchObject({ status: 0 });
  await expect
    .poll(() => inPage(page, `mailroom.query({ name: 'station.pauses' })`))
    .toMatchObject({
      value: { all: true },
    });
  const handedOver = await mailroom(stationFolder, ['send', sent, '--project', projectId], keychain.env);
  expect(handedOver).toMatchObject({ status: 0 });
  await expect(page.getByText('by command.pdf')).toBeVisible();
  const waiting = String(handedOver.said.find(({ event }) => event === 'item')?.['id']);
  const cancelled = await mailroom(stationFolder, ['cancel', waiting]);
  expect(cancelled.said.at(-1)).toMatchObject({ changed: 1, refused: 0, running: true });
  expect(await mailroom(stationFolder, ['resume'])).toMatchObject({ status: 0 });
  const retried = await mailroom(stationFolder, ['retry', id]);
  expect(retried.said.at(-1)).toMatchObject({ changed: 1, running: true });
  const told = await mailroom(stationFolder, ['history', waiting]);
  expect(told.said.map(({ what }) => what)).toContain('cancelled');

  // Limits are in force at once, here and in the page, and the engine goes on.
  expect(await mailroom(stationFolder, ['settings', 'set', 'limits.bytesPerSecond', '1000000'])).toMatchObject({
    status: 0,
  });
  expect(await inPage(page, `mailroom.query({ name: 'station.limits' })`)).toMatchObject({
    value: { bytesPerSecond: 1_000_000 },
  });
});

test('only the account of the window may open its socket, which is gone when the window is', async ({ station }) => {
  const run = await station.start({ args: ['--practice'] });
  const stationFolder = join(station.folder, 'data');
  await expect(run.page.getByRole('heading', { name: 'Intake', level: 1 })).toBeVisible();
  const rights = (): Promise<number | null> =>
    stat(join(stationFolder, 'control.sock')).then(
      ({ mode }) => mode & 0o777,
      () => null,
    );
  await expect.poll(rights).toBe(0o600);
  const status = await mailroom(stationFolder, ['status']);
  expect(status.said[0]).toMatchObject({ running: true });
  // This limit needs a new engine: one ends, the next follows, and commands wait for it.
  const renewed = inPage(
    run.page,
    `mailroom.desktop({ name: 'settings.set', path: 'limits.sockets', value: 3 }).then(({ ok }) => ok)`,
  );
  expect((await mailroom(stationFolder, ['status'])).said[0]).toMatchObject({ running: true });
  expect(await renewed).toBe(true);
  await run.close();
  expect((await mailroom(stationFolder, ['status'])).said[0]).toMatchObject({ running: false });
});
