import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeTestFolder } from '../../support/ports.ts';

const script = join(import.meta.dirname, '../../../packaging/debian/prerm');

/** What the script of version 2.0.0 ends with and says when dpkg calls it so; dpkg itself compares the versions. */
async function prerm(...args: readonly string[]): Promise<{ readonly status: number; readonly said: string }> {
  const path = join(await makeTestFolder(), 'prerm');
  await writeFile(path, (await readFile(script, 'utf8')).replaceAll('@VERSION@', '2.0.0'));
  return new Promise((resolve) => {
    execFile('sh', [path, ...args], (error, _stdout, stderr) => {
      resolve({ status: error === null ? 0 : Number(error.code), said: stderr });
    });
  });
}

describe('a version of the package for Debian', () => {
  it.each([
    ['upgrade', '2.0.1'],
    ['upgrade', '2.0.0'],
    ['failed-upgrade', '1.9.0'],
    ['remove', ''],
  ])('lets itself be replaced: %s %s', async (act, version) => {
    expect(await prerm(act, version)).toEqual({ status: 0, said: '' });
  });

  it.each([
    ['upgrade', '1.10.0', '2.0.0 stays'],
    ['failed-upgrade', '2.1.0', '2.1.0 stays'],
  ])('refuses in words what may not read its journal: %s %s', async (act, version, words) => {
    const { status, said } = await prerm(act, version);
    expect(status).toBe(1);
    expect(said).toContain(words);
    expect(said).toContain('nothing was changed');
  });
});
