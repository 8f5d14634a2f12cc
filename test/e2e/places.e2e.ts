import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { hotFolderSchema } from '../../src/shared/settings.ts';
import { chooseInDialogs, writePdfs } from './support/bring-files.ts';
import { inPage, projectId, test } from './support/mailroom-test.ts';

test('a folder that nobody gave is asked for outside the page, and nothing changes where the answer is no', async ({
  station,
}) => {
  const { run, service } = await station.connected();
  const { app, page } = run;
  const folder = join(station.folder, 'private');
  await writePdfs(folder, ['letter.pdf']);
  const questions = await app.evaluateHandle(({ dialog }) => {
    const asked: string[] = [];
    const answer = { response: 0 };
    Reflect.set(dialog, 'showMessageBox', (_window: unknown, box: { message: string; detail: string }) => {
      asked.push(`${box.message} ${box.detail}`);
      return Promise.resolve({ ...answer, checkboxChecked: false });
    });
    return { asked, answer };
  });
  const source = { id: 'x', name: 'X', folder, rescanMs: 500, rule: { connectionId: 'office', projectId } };
  const set = { name: 'settings.set', path: 'hotFolders', value: [source] };
  const ask = (): Promise<unknown> =>
    inPage(page, `mailroom.desktop(${JSON.stringify(set)}).then(({ ok, fault }) => ok || fault.code)`);
  const preview = { name: 'sources.preview', source: hotFolderSchema.parse(source) };
  const look = `mailroom.query(${JSON.stringify(preview)}).then(({ ok, fault }) => ok || fault.code)`;
  expect(await inPage(page, look)).toBe('wrong-usage');
  expect(await ask()).toBe('wrong-usage');
  expect(await ask()).toBe('wrong-usage');
  expect(await questions.evaluate(({ asked }) => asked)).toEqual([
    expect.stringMatching(/^Watch this folder and its subfolders\?.*\/private\n/u),
  ]);
  expect(await readFile(join(station.folder, 'data/settings.json'), 'utf8')).not.toContain('private');
  expect(service.stats().uploads).toBe(0);
  // Once a person gives it, it is watched.
  await chooseInDialogs(app, [folder]);
  await inPage(page, `mailroom.desktop({ name: 'dialog.choose-folder', title: 't' })`);
  expect(await ask()).toBe(true);
  await expect.poll(() => service.stats().uploads).toBe(1);
  expect(await questions.evaluate(({ asked }) => asked.length)).toBe(1);
});
