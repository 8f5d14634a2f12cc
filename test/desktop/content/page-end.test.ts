import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createContentDesk } from '../../../src/main/desktop/content/content-desk.ts';
import { createPagePictures } from '../../../src/main/desktop/content/page-pictures.ts';
import { success } from '../../../src/main/engine/faults/fault.ts';
import { makeTestFolder } from '../../support/ports.ts';

test('addresses of content end with the page that asked, also one that is still being looked for', async () => {
  const path = join(await makeTestFolder(), 'a.txt');
  await writeFile(path, 'a');
  let find = (): void => undefined;
  let isSlow = false;
  const finder = {
    async find() {
      if (isSlow) await new Promise<void>((resolve) => (find = resolve));
      return success({ path, name: 'a.txt', mediaType: 'text/plain', size: 1, fetched: false });
    },
    close: () => Promise.resolve(),
  };
  const desk = createContentDesk(
    finder,
    createPagePictures(() => Promise.resolve(success(new Uint8Array([1])))),
  );
  const page = { kind: 'scan-page', sessionId: 's', pageId: 'p', version: 1, most: 100 } as const;
  const tokens: string[] = [];
  for (const content of [{ kind: 'item', itemId: 'i' } as const, page]) {
    const opened = await desk.open(content);
    tokens.push(opened.ok ? opened.value.url.replace('content/', '') : '');
  }
  const statuses = (): Promise<(number | null)[]> =>
    Promise.all(tokens.map(async (token) => (await desk.serve(token, null))?.status ?? null));
  expect(await statuses()).toEqual([200, 200]);
  isSlow = true;
  const late = desk.open({ kind: 'item', itemId: 'i' });
  desk.forget();
  find();
  expect(await late).toMatchObject({ ok: false });
  expect(await statuses()).toEqual([null, null]);
});
