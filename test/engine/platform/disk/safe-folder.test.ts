import { chmod, lstat, mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { holdFolder, unsafeFault, withFolder } from '../../../../src/main/engine/platform/disk/safe-folder.ts';
import { hasOtherAccount, plantLink } from '../../../support/other-account.ts';
import { makeTestFolder } from '../../../support/ports.ts';

/** A folder that others can write to, and one of this account that they can't. */
async function openAndClosed(): Promise<{ readonly open: string; readonly closed: string }> {
  const root = await makeTestFolder();
  // The way to it is free: the other account has to come through.
  await chmod(root, 0o755);
  const [open, closed] = [join(root, 'open'), join(root, 'closed')];
  for (const folder of [open, closed]) await mkdir(folder);
  await chmod(open, 0o777);
  return { open, closed };
}

async function write(folder: string, below?: string): Promise<void> {
  await withFolder(folder, { make: true, ...(below === undefined ? {} : { below }) }, (held) =>
    writeFile(held.at('note.txt'), 'note', { flag: 'wx' }),
  );
}

describe('a folder that Mailroom makes below one that others write to', () => {
  test('is not followed where somebody put a link in its place, at any depth', async () => {
    const { open, closed } = await openAndClosed();
    plantLink(closed, join(open, 'processed'));
    for (const folder of [join(open, 'processed'), join(open, 'processed', '2026-11-29', 'deep')]) {
      const refused = await write(folder, open).catch((error: unknown) => unsafeFault(error));
      expect(refused).toMatchObject({
        code: 'folder-unsafe',
        owner: 'it',
        params: { folder: join(open, 'processed'), problem: 'a-link' },
      });
    }
    await mkdir(join(open, 'failed'));
    await symlink(closed, join(open, 'failed', 'below'));
    await expect(write(join(open, 'failed', 'below'), open)).rejects.toMatchObject({ code: 'UNSAFE' });
    expect(await readdir(closed)).toEqual([]);
  });

  test('is made by Mailroom once the link is away', async () => {
    const { open, closed } = await openAndClosed();
    plantLink(closed, join(open, 'processed'));
    await expect(write(join(open, 'processed'), open)).rejects.toMatchObject({ code: 'UNSAFE' });
    await rm(join(open, 'processed'));
    await write(join(open, 'processed', '2026-11-29'), open);
    expect(await readFile(join(open, 'processed', '2026-11-29', 'note.txt'), 'utf8')).toBe('note');
  });

  test('stays the one that was looked at when somebody puts a link in its place meanwhile', async () => {
    const { open, closed } = await openAndClosed();
    const held = await holdFolder(join(open, 'processed'), { below: open, make: true });
    await rename(join(open, 'processed'), join(open, 'away'));
    plantLink(closed, join(open, 'processed'));
    try {
      if (process.platform === 'linux') {
        await writeFile(held.at('note.txt'), 'note', { flag: 'wx' });
        expect(await readdir(join(open, 'away'))).toEqual(['note.txt']);
      } else {
        await expect(held.check()).rejects.toMatchObject({ code: 'UNSAFE' });
      }
      expect(await readdir(closed)).toEqual([]);
    } finally {
      await held.close();
    }
  });
});

describe('a folder that a person configured', () => {
  test('may be reached through links of this account', async () => {
    const { open, closed } = await openAndClosed();
    await symlink(join('..', 'closed'), join(open, 'xml'));
    await write(join(open, 'xml', 'below'));
    expect(await readdir(join(closed, 'below'))).toEqual(['note.txt']);
  });

  test('is not reached through a link that another account put where many may write', async () => {
    const { open, closed } = await openAndClosed();
    plantLink(closed, join(open, 'xml'));
    const outcome = await write(join(open, 'xml')).catch((error: unknown) => unsafeFault(error)?.code);
    // Without a second account the link is this account's own, and that is followed.
    expect(outcome).toBe(hasOtherAccount ? 'folder-unsafe' : undefined);
    expect(await readdir(closed)).toEqual(hasOtherAccount ? [] : ['note.txt']);
  });

  test('is reached through any link in a folder that only this account can write to', async () => {
    const { open, closed } = await openAndClosed();
    plantLink(closed, join(open, 'xml'));
    await chmod(open, 0o755);
    await write(join(open, 'xml'));
    expect(await readdir(closed)).toEqual(['note.txt']);
  });

  test('that leads in circles says so, and a file in the way stays', async () => {
    const { open } = await openAndClosed();
    await symlink(join(open, 'b'), join(open, 'a'));
    await symlink(join(open, 'a'), join(open, 'b'));
    await expect(write(join(open, 'a'))).rejects.toMatchObject({ code: 'ELOOP' });
    await writeFile(join(open, 'file'), 'mine');
    await expect(write(join(open, 'file', 'below'))).rejects.toMatchObject({ code: 'ENOTDIR' });
    expect((await lstat(join(open, 'file'))).isFile()).toBe(true);
  });
});
