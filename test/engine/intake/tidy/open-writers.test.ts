import { link, lstat, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createOpenWriters } from '../../../../src/main/engine/intake/tidy/open-writers.ts';
import { makeTestFolder } from '../../../support/ports.ts';
import { keepOpen } from './open-program.ts';

async function look(path: string) {
  const { ino: inode, dev: device } = await lstat(path);
  return { inode, device };
}

describe.runIf(process.platform === 'linux')('programs that have a file open', () => {
  test.each(['a', 'r+'])(
    'one that opened it for writing (%s) is seen until it closes it, also after a rename',
    async (mode) => {
      const folder = await makeTestFolder();
      const [path, renamed] = [join(folder, 'scan.pdf'), join(folder, '.mailroom-x~scan.pdf')];
      await writeFile(path, 'page 1');
      const writers = createOpenWriters();
      expect(await writers.has(path, await look(path), 0)).toBe(false);
      const close = await keepOpen(path, mode);
      expect(await writers.has(path, await look(path), 0)).toBe(true);
      await rename(path, renamed);
      expect(await writers.has(renamed, await look(renamed), 0)).toBe(true);
      await close();
      expect(await writers.has(renamed, await look(renamed), 0)).toBe(false);
    },
  );

  test('who only reads it, or writes to another file of that name, is no writer', async () => {
    const [folder, other] = [await makeTestFolder(), await makeTestFolder()];
    await writeFile(join(folder, 'scan.pdf'), 'page 1');
    await writeFile(join(other, 'scan.pdf'), 'page 1');
    await link(join(folder, 'scan.pdf'), join(folder, 'second name.pdf'));
    await keepOpen(join(folder, 'scan.pdf'), 'r');
    await keepOpen(join(other, 'scan.pdf'), 'a');
    expect(await createOpenWriters().has(join(folder, 'scan.pdf'), await look(join(folder, 'scan.pdf')), 0)).toBe(
      false,
    );
  });

  test('many questions share a few looks at the open files of the machine', async () => {
    const folder = await makeTestFolder();
    const paths = Array.from({ length: 200 }, (_, index) => join(folder, `${String(index)}.pdf`));
    for (const path of paths) await writeFile(path, 'x');
    await keepOpen(paths[7] ?? '', 'a');
    const writers = createOpenWriters();
    const begun = performance.now();
    const found = await Promise.all(paths.map(async (path) => writers.has(path, await look(path), 0)));
    expect(found.filter(Boolean)).toHaveLength(1);
    expect(found[7]).toBe(true);
    expect(performance.now() - begun).toBeLessThan(10_000);
  });
});
