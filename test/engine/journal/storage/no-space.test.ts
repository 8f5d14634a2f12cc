import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase } from '../../../../src/main/engine/journal/storage/database.ts';
import { isOutOfSpace } from '../../../../src/main/engine/journal/storage/no-space.ts';
import { makeTestFolder } from '../../../support/ports.ts';

/** What SQLite says where it can't open a file, for whatever reason. */
async function refusal(): Promise<unknown> {
  const folder = join(await makeTestFolder(), 'folder');
  await mkdir(folder);
  try {
    openDatabase(folder, { readOnly: true });
    return null;
  } catch (error) {
    return error;
  }
}

test('an error of the disk is want of space where the disk says that it is full, else it is not', async () => {
  const refused = await refusal();
  expect(isOutOfSpace('/', refused, () => 0)).toBe(true);
  expect(isOutOfSpace('/', refused, () => 10_000_000)).toBe(false);
  expect(isOutOfSpace('/', refused, () => null)).toBe(false);
  expect(isOutOfSpace('/nowhere/at/all', refused)).toBe(false);
});

test('the system’s own word for it is enough; what is no error of the disk never is', () => {
  expect(isOutOfSpace('/', Object.assign(new Error('write'), { code: 'ENOSPC' }), () => 10_000_000)).toBe(true);
  expect(isOutOfSpace('/', new Error('a bug'), () => 0)).toBe(false);
});
