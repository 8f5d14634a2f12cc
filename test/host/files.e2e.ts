import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { dropOn } from '../e2e/support/bring-files.ts';
import { runSample } from './sample-run.ts';
import type { SampleRun } from './sample-run.ts';

let run: SampleRun;
test.beforeAll(async () => {
  run = await runSample();
});
test.afterAll(() => run.end());

async function writeFiles(names: readonly string[]): Promise<string[]> {
  return Promise.all(
    names.map(async (name) => {
      const path = join(run.folder, name);
      await mkdir(join(path, '..'), { recursive: true });
      await writeFile(path, name);
      return path;
    }),
  );
}

test('chosen files have their paths, two of the same name too', async () => {
  const paths = await writeFiles(['a b.txt', 'ü/scan.pdf', 'v/scan.pdf']);
  await run.page.setInputFiles('#file', paths);
  await expect(run.page.locator('#files li')).toHaveText(paths);
});

test('dropped files and folders have their paths', async () => {
  const paths = await writeFiles(['dropped.bin', 'folder/inside.txt']);
  const dropped = [paths[0] ?? '', join(run.folder, 'folder')];
  await dropOn(run.page, dropped, '#drop');
  await expect(run.page.locator('#files li')).toHaveText(dropped);
});

test('five hundred dropped files have theirs', async () => {
  const paths = await writeFiles(Array.from({ length: 500 }, (_, index) => `many/${index}.txt`));
  await dropOn(run.page, paths, '#drop');
  await expect(run.page.locator('#files li')).toHaveText(paths);
});

test('a file made by the page has none, and what is no file is refused', async () => {
  expect(await run.inPage(`sample.pathOf(new File(['x'], 'made.txt'))`)).toBe('');
  const script = `(() => { try { sample.pathOf({ name: 'x' }); return 'a path'; } catch (error) { return error.message; } })()`;
  expect(await run.inPage(script)).toContain('expects a File');
});

test('a dialog can be stood in for', async () => {
  await run.app.evaluate(({ dialog }) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: ['/chosen'] });
  });
  expect(await run.inPage(`sample.invoke('open')`)).toEqual({ canceled: false, filePaths: ['/chosen'] });
});

test('a custom scheme serves status, headers and large bodies', async () => {
  const script = `(async () => {
    const missing = await fetch('/missing');
    const large = await (await fetch('/bytes?size=70000000')).arrayBuffer();
    return [missing.status, missing.headers.get('x-why'), await missing.text(), large.byteLength, new Uint8Array(large)[69999999]];
  })()`;
  expect(await run.inPage(script)).toEqual([410, 'gone', 'gone', 70_000_000, 7]);
  expect(await run.seen()).toContainEqual(['request', 'app://sample/missing']);
});
