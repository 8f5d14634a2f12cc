import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isHeldElsewhere } from '../../../../src/main/engine/intake/claim/holder.ts';
import { makeTestFolder } from '../../../support/ports.ts';

test('a claim that does not lie where it lay is held by whoever has it, this station too, until nobody has', async () => {
  const root = await makeTestFolder();
  const place = (station: string, name: string): string => join(root, '.mailroom', station, 'files', name);
  const was = join(place('here', 'claim'), 'below', 'a.pdf');
  expect(await isHeldElsewhere(was)).toBe(false);
  await mkdir(place('here', 'claim'), { recursive: true });
  await mkdir(join(root, '.mailroom', 'there', 'files'), { recursive: true });
  expect(await isHeldElsewhere(was)).toBe(false);
  await rename(place('here', 'claim'), place('there', 'over-claim'));
  expect(await isHeldElsewhere(was)).toBe(true);
  // Taken back a moment ago: its item does not know yet where it lies.
  await rename(place('there', 'over-claim'), place('here', 'over-claim'));
  expect(await isHeldElsewhere(was)).toBe(true);
  await rm(place('here', 'over-claim'), { recursive: true });
  expect(await isHeldElsewhere(was)).toBe(false);
});
