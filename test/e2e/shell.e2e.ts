import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { findElectron } from '../../tools/electron-binary.ts';
import { projectRoot } from '../../tools/run-step.ts';
import { inPage, test } from './support/mailroom-test.ts';

test('a second start hands its files to the first window and ends', async ({ station }) => {
  const { page } = await station.start();
  const file = join(station.folder, 'letter.pdf');
  await writeFile(file, 'x');
  await inPage(
    page,
    `void (window.given = [], mailroom.onEvent((event) => event.kind === 'files' && given.push(...event.paths)))`,
  );
  const electron = findElectron();
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const second = spawn(electron.path, [...sandbox, '.', '--data-dir', join(station.folder, 'data'), file], {
    cwd: projectRoot,
    env: { ...process.env, ...electron.env },
    stdio: 'ignore',
  });
  await once(second, 'exit');
  expect(second.exitCode).toBe(0);
  await expect.poll(() => inPage(page, 'given')).toEqual([file]);
});

test('each command of the menu reaches the window', async ({ station }) => {
  const { app, page } = await station.start();
  await inPage(
    page,
    `void (window.chosen = [], mailroom.onEvent((event) => event.kind === 'menu' && chosen.push(event.command)))`,
  );
  await app.evaluate(({ Menu }) => {
    for (const id of ['add-files', 'find', 'show-settings', 'retry'])
      Menu.getApplicationMenu()?.getMenuItemById(id)?.click();
  });
  await expect.poll(() => inPage(page, 'chosen')).toEqual(['add-files', 'find', 'show-settings', 'retry']);
});
