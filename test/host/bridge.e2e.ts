import { expect, test } from '@playwright/test';
import { runSample } from './sample-run.ts';
import type { SampleRun } from './sample-run.ts';

let run: SampleRun;
test.beforeAll(async () => {
  run = await runSample();
});
test.afterAll(() => run.end());

test('an invocation is answered, and the main process sees who asks by the name of its own scheme', async () => {
  expect(await run.inPage(`sample.invoke('echo', { text: 'ä€', list: [1, null, { deep: true }] })`)).toEqual({
    value: { text: 'ä€', list: [1, null, { deep: true }] },
    from: 'app://sample/index.html',
    top: true,
  });
});

test('values keep their types on the way there and back', async () => {
  const script = `(async () => {
    const given = { bytes: new Uint8Array([1, 2, 255]), date: new Date(5), map: new Map([[1, new Set([2])]]), none: undefined, not: NaN, big: 10n };
    const { value } = await sample.invoke('echo', given);
    return [value.bytes instanceof Uint8Array && value.bytes[2], value.date.getTime(), value.map.get(1).has(2), 'none' in value, Number.isNaN(value.not), String(value.big)];
  })()`;
  expect(await run.inPage(script)).toEqual([255, 5, true, true, true, '10']);
});

test("failures of a handler arrive in Electron's words, and so does the lack of one", async () => {
  const message = (channel: string): Promise<unknown> =>
    run.inPage(`sample.invoke('${channel}').then(() => 'no failure', (error) => error.message)`);
  expect(await message('fail')).toBe("Error invoking remote method 'fail': TypeError: bad thing");
  expect(await message('nobody')).toBe(
    "Error invoking remote method 'nobody': Error: No handler registered for 'nobody'",
  );
});

test('what cannot be cloned is refused where it is sent', async () => {
  const script = `(() => { try { sample.note({ run() {} }); return 'sent'; } catch (error) { return error.message; } })()`;
  expect(await run.inPage(script)).toContain('could not be cloned');
});

test('a thousand events arrive, each once', async () => {
  await run.inPage(`sample.invoke('burst', 1000)`);
  await expect(run.page.locator('#ticks')).toHaveText('1000');
});

test('functions, promises and errors cross between the worlds', async () => {
  expect(await run.inPage(`sample.later({ a: [1] })`)).toEqual({ a: [1] });
  expect(await run.inPage(`sample.ask((number) => Promise.resolve(number / 2))`)).toBe(11);
  const script = `(() => { try { sample.boom(); } catch (error) { return error.name + ': ' + error.message; } })()`;
  expect(await run.inPage(script)).toBe('RangeError: from the preload');
});

test('the page cannot change the API, nor see the world of the preload', async () => {
  expect(await run.inPage(`[Object.isFrozen(sample), typeof onlyHere, typeof require, typeof process]`)).toEqual([
    true,
    'undefined',
    'undefined',
    'undefined',
  ]);
  expect(await run.inPage(`Object.getOwnPropertyNames(window).filter((name) => /host/i.test(name))`)).toEqual([]);
  expect(await run.inPage(`document.documentElement.dataset.preload`)).toBe('ran');
});

test('what the host does not have throws by its name', async () => {
  const script = `(() => { try { sample.unknown(); } catch (error) { return error.message; } })()`;
  expect(await run.inPage(script)).toContain('ipcRenderer.sendSync');
  const messages = await run.app.evaluate((electron) => {
    const attempts: (() => unknown)[] = [
      () => electron.autoUpdater,
      () => electron.shell.trashItem('/nowhere'),
      () => electron.app.setAboutPanelOptions({}),
      () => electron.BrowserWindow.getAllWindows()[0]?.setVibrancy('menu'),
      () => electron.BrowserWindow.getAllWindows()[0]?.on('sheet-begin', () => undefined),
      () => new electron.BrowserWindow({ frame: false }),
      () => new electron.BrowserWindow({ webPreferences: { nodeIntegration: true } }),
    ];
    return attempts.map((attempt) => {
      try {
        attempt();
        return 'nothing was thrown';
      } catch (error) {
        return String(error);
      }
    });
  });
  const names = ['autoUpdater', 'trashItem', 'setAboutPanelOptions', 'setVibrancy', 'sheet-begin', 'frame'];
  for (const [index, name] of [...names, 'nodeIntegration: true'].entries()) {
    expect(messages[index]).toContain(name);
    expect(messages[index]).toContain('not supported by the Chromium host');
  }
});

test('nothing was complained of on the console', () => {
  expect(run.complaints).toEqual([]);
});
