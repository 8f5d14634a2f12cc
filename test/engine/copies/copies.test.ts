import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { copyChange, createCopies } from '../../../src/main/engine/copies/copies.ts';
import { hashFile } from '../../../src/main/engine/intake/inspection/inspect-file.ts';
import { sentFile } from '../../../src/main/engine/journal/records.ts';
import { isThere } from '../../../src/main/engine/platform/disk/is-there.ts';
import type { ItemStage } from '../../../src/shared/item.ts';
import { added, committed, newId, openTestJournal, rule, someItem } from '../journal/journal-fixtures.ts';
import { createTestClock, createTestPorts, makeTestFolder } from '../../support/ports.ts';

async function ground() {
  const { journal } = await openTestJournal();
  const clock = createTestClock();
  const ports = createTestPorts(await makeTestFolder(), { clock });
  const copies = createCopies({ ports, journal, newId, inspector: { hash: hashFile } });
  const item = someItem({ rule });
  await committed(journal, added(item, 'accepted'));

  async function made(bytes: string): Promise<string> {
    const path = await copies.place(item.id, '.pdf');
    await writeFile(path, bytes);
    const copy = await copies.read(path, {
      kind: 'unlocked',
      name: 'open.pdf',
      mediaType: 'application/pdf',
      of: 'ab',
    });
    if (copy === null) throw new Error('no copy');
    await committed(journal, copyChange(item, copy));
    copies.kept(path);
    return path;
  }
  const moveTo = (from: ItemStage, stage: ItemStage): Promise<unknown> =>
    committed(journal, {
      kind: 'item-moved',
      itemId: item.id,
      from: [from],
      trail: [{ stage, at: clock.now() }],
    });
  const present = async () => {
    const found = await journal.item(item.id);
    if (found === null) throw new Error('no item');
    return found;
  };
  /** What the next process makes of it. */
  const next = () => createCopies({ ports, journal, newId, inspector: { hash: hashFile } });
  return { journal, clock, copies, item, made, moveTo, present, next };
}

it('a copy is sent instead of the file, which stays what the item is; the history says of which bytes it was made', async () => {
  const { journal, item, made, present } = await ground();
  const path = await made('open');
  const now = await present();
  expect(now).toMatchObject({ path: item.path, name: item.name });
  expect(sentFile(now)).toMatchObject({ path, name: 'open.pdf', size: 4, mediaType: 'application/pdf' });
  const [line] = (await journal.custody({ subjectIds: [item.id], limit: 10 })).filter(
    ({ event }) => event === 'copied',
  );
  const sha256 = createHash('sha256').update('open').digest('hex');
  expect(line?.detail).toEqual({ copy: 'unlocked', from: item.name, to: 'open.pdf', sha256, of: 'ab' });
});

it('a copy stays while its item may be sent, and a day after it was cancelled; then it goes', async () => {
  const { clock, made, moveTo, next } = await ground();
  const path = await made('open');
  await next().sweep();
  expect(await readFile(path, 'utf8')).toBe('open');
  await moveTo('accepted', 'cancelled');
  await next().sweep();
  expect(await isThere(path)).toBe(true);
  clock.advance(25 * 3_600_000);
  await next().sweep();
  expect(await isThere(path)).toBe(false);
});

it.each(['submitted', 'separated', 'handed-over'] as const)('a copy goes once its item is %s', async (stage) => {
  const { made, moveTo, next } = await ground();
  const path = await made('open');
  await moveTo('accepted', stage);
  await next().sweep();
  expect(await isThere(path)).toBe(false);
});

it('the copy before the last one goes, and one that a process left unfinished; one that is being made does not', async () => {
  const { copies, item, made, next } = await ground();
  const [first, second] = [await made('first'), await made('second')];
  const begun = await copies.place(item.id, '.pdf');
  await writeFile(`${begun}.part`, 'half');
  await copies.sweep();
  expect([await isThere(`${begun}.part`), await isThere(first), await isThere(second)]).toEqual([true, false, true]);
  await next().sweep();
  expect([await isThere(`${begun}.part`), await isThere(second)]).toEqual([false, true]);
});
