import { spawn } from 'node:child_process';
import { expect, test } from '@playwright/test';
import { findElectron } from '../../tools/electron-binary.ts';
import { runSample, sampleApp, statusOf } from './sample-run.ts';
import type { SampleRun } from './sample-run.ts';

let run: SampleRun;
test.beforeEach(async () => {
  run = await runSample();
});
test.afterEach(() => run.end());

test('a window that the app keeps open stays, until it may go; with the last one the app ends', async () => {
  await run.app.evaluate(({ BrowserWindow }) => {
    Reflect.set(globalThis, 'keepOpen', true);
    BrowserWindow.getAllWindows()[0]?.close();
  });
  expect(await run.seen()).toContainEqual(['close']);
  expect(await run.inPage('1 + 1')).toBe(2);
  const ended = statusOf(run.app.process());
  await run.app.evaluate(({ BrowserWindow }) => {
    Reflect.set(globalThis, 'keepOpen', false);
    setImmediate(() => BrowserWindow.getAllWindows()[0]?.close());
  });
  expect(await ended).toBe(0);
});

test('a second start hands its arguments to the first and ends', async () => {
  const electron = findElectron();
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const second = spawn(electron.path, [...sandbox, sampleApp, '/some/file.pdf'], {
    env: { ...process.env, SAMPLE_DATA: run.folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  expect(await statusOf(second)).toBe(0);
  await expect
    .poll(run.seen)
    .toContainEqual([
      'second-instance',
      [expect.any(String), ...sandbox, sampleApp, '/some/file.pdf'],
      process.cwd(),
      { sample: true },
    ]);
});

test('the theme that the app sets is that of the page, also after a reload, which asks nobody', async () => {
  const dark = (): Promise<unknown> => run.inPage(`matchMedia('(prefers-color-scheme: dark)').matches`);
  expect(await dark()).toBe(false);
  await run.inPage(`sample.invoke('theme', 'dark')`);
  await expect.poll(dark).toBe(true);
  await run.page.reload();
  await expect.poll(dark).toBe(true);
  expect(await run.inPage(`sample.invoke('echo', 1).then(({ value }) => value)`)).toBe(1);
  expect(await run.seen()).not.toContainEqual(['close']);
});

test('a hidden window comes back, and says so', async () => {
  const told = await run.app.evaluate(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows();
    const events: string[] = [];
    window?.on('hide', () => events.push('hide'));
    window?.on('show', () => events.push('show'));
    window?.hide();
    const hidden = window?.isVisible();
    window?.show();
    return [hidden, window?.isVisible(), ...events];
  });
  expect(told).toEqual([false, true, 'hide', 'show']);
  const protocol = await run.page.context().newCDPSession(run.page);
  await expect.poll(async () => (await protocol.send('Browser.getWindowForTarget')).bounds.windowState).toBe('normal');
});

test('when the app is killed, Chromium goes too, and the app starts again on the same data', async () => {
  await run.kill();
  const again = await runSample();
  expect(await again.inPage('1 + 1')).toBe(2);
  await again.end();
});
