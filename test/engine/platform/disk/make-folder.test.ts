import { existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeFolder, makeFolderSync } from '../../../../src/main/engine/platform/disk/make-folder.ts';
import { makeTestFolder } from '../../../support/ports.ts';

const ways = [
  ['makeFolder', makeFolder],
  ['makeFolderSync', (folder: string, mode?: number) => Promise.resolve().then(() => makeFolderSync(folder, mode))],
] as const;

describe.each(ways)('%s', (_name, make) => {
  it('makes what is missing on the way, and leaves what is there', async () => {
    const root = await makeTestFolder();
    const folder = join(root, 'a', 'b', 'c');
    await make(folder, 0o700);
    await make(folder, 0o700);
    expect(statSync(folder).isDirectory()).toBe(true);
    expect(statSync(join(root, 'a')).mode & 0o777).toBe(0o700);
  });

  it('is as good at the same time', async () => {
    const folder = join(await makeTestFolder(), 'a', 'b');
    await Promise.all(Array.from({ length: 20 }, () => make(folder)));
    expect(existsSync(folder)).toBe(true);
  });

  it('says what is in the way', async () => {
    const root = await makeTestFolder();
    writeFileSync(join(root, 'file'), '');
    await expect(make(join(root, 'file'))).rejects.toMatchObject({ code: 'EEXIST' });
    await expect(make(join(root, 'file', 'below'))).rejects.toMatchObject({ code: 'ENOTDIR' });
  });

  it.runIf(process.platform === 'linux')('ends where a folder that is there knows no new ones', async () => {
    await expect(make('/proc/nowhere')).rejects.toMatchObject({ code: 'ENOENT' });
    await expect(make('/proc/nowhere/below')).rejects.toMatchObject({ code: 'ENOENT' });
  });
});
