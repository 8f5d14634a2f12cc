import { expect, test } from 'vitest';
import { checkUpdates } from '../../../src/main/cli/doctor/check-computer.ts';
import { lookForUpdate } from '../../../src/main/host/updates/look-for-update.ts';
import { createUpdateFolder, today } from '../../host/updates/update-folder.ts';

test('doctor says nothing of updates that are off, and names what is missing where half is set', async () => {
  expect(await checkUpdates({ updates: {} }, '/nowhere', 'en')).toEqual([]);
  expect(await checkUpdates({ updates: { from: '/updates' } }, '/nowhere', 'en')).toMatchObject([
    { ok: false, detail: 'The window does not update itself: updates.key is not set.' },
  ]);
});

test('doctor tells what the window’s last look came to', async () => {
  const update = await createUpdateFolder();
  const told = () => checkUpdates(update.parts, update.own, 'en');
  expect((await told())[0]?.detail).toContain('has looked yet');
  await update.release('1.2.0');
  await lookForUpdate(update.parts);
  expect((await told())[0]?.detail).toMatch(/^1\.2\.0 is ready \(looked at 2026-/u);
  await update.put('{}');
  await lookForUpdate(update.parts);
  expect(await told()).toMatchObject([{ ok: false, fault: { code: 'update-untrusted', owner: 'it' } }]);
});

test('doctor says when the manifest of the version that is here has expired, and repeats no login or token', async () => {
  const update = await createUpdateFolder();
  const from = 'https://it:secret@updates.example/m?token=secret';
  expect(
    JSON.stringify(await checkUpdates({ updates: { ...update.parts.updates, from } }, '/nowhere', 'en')),
  ).not.toContain('secret');
  await update.release('1.2.0', { at: today - 31 * 86_400_000 });
  await lookForUpdate({ ...update.parts, version: '1.2.0' });
  const [finding] = await checkUpdates(update.parts, update.own, 'en');
  expect(finding).toMatchObject({ ok: true });
  expect(finding?.detail).toContain('the manifest has expired on 2026-11-29');
});
