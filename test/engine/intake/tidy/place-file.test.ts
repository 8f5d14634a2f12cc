import { existsSync } from 'node:fs';
import { link, lstat, mkdir, mkdtemp, readFile, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { numberedName, placeFile } from '../../../../src/main/engine/intake/tidy/place-file.ts';
import { makeTestFolder } from '../../../support/ports.ts';
import { pdfBytes } from '../sample-bytes.ts';

describe('putting files in place', () => {
  test('a move that was broken off between its two steps ends without a second copy', async () => {
    const folder = await makeTestFolder();
    await writeFile(join(folder, 'a.pdf'), 'a');
    await mkdir(join(folder, 'to'));
    await link(join(folder, 'a.pdf'), join(folder, 'to/a.pdf'));
    expect(await placeFile(join(folder, 'a.pdf'), join(folder, 'to'), 't')).toBe(join(folder, 'to/a.pdf'));
    expect(await readdir(folder)).toEqual(['to']);
    expect(await readdir(join(folder, 'to'))).toEqual(['a.pdf']);
  });

  test('a file that lies there already stays: its one name is never taken for the first half of a move', async () => {
    const folder = await makeTestFolder();
    await writeFile(join(folder, 'a.pdf'), 'a');
    expect(await placeFile(join(folder, 'a.pdf'), folder, 't')).toBe(join(folder, 'a.pdf'));
    expect(await readFile(join(folder, 'a.pdf'), 'utf8')).toBe('a');
  });

  test('across disks it is copied whole, keeps its time, and leaves nothing behind', async () => {
    const folder = await makeTestFolder();
    // Memory of the kernel is another disk; where there is none the same must be true within one.
    const other = await mkdtemp(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'mailroom-test-'));
    onTestFinished(() => rm(other, { recursive: true, force: true }));
    await writeFile(join(folder, 'a.pdf'), pdfBytes('a', 100_000));
    await utimes(join(folder, 'a.pdf'), 1_000, 1_000);
    await writeFile(join(other, 'a.pdf'), 'there');
    const placed = await placeFile(join(folder, 'a.pdf'), other, 't');
    expect(placed).toBe(join(other, 'a (2).pdf'));
    expect(await readFile(placed)).toEqual(pdfBytes('a', 100_000));
    expect((await lstat(placed)).mtimeMs).toBe(1_000_000);
    expect(await readdir(folder)).toEqual([]);
    expect((await readdir(other)).sort()).toEqual(['a (2).pdf', 'a.pdf']);
  });

  test('names at the limit are cut before the number, keeping the extension', () => {
    const long = `${'ü'.repeat(125)}.pdf`;
    expect(Buffer.byteLength(numberedName(long, 2, '.reason.txt') + '.reason.txt')).toBeLessThanOrEqual(255);
    expect(numberedName(long, 2)).toMatch(/ü \(2\)\.pdf$/);
    expect(numberedName('noextension', 2)).toBe('noextension (2)');
  });
});
