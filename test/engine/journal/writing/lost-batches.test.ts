import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { migrate } from '../../../../src/main/engine/journal/migrations/migrate.ts';
import { salvage } from '../../../../src/main/engine/journal/recovery/salvage.ts';
import { walkBegun, walkOn } from '../../../../src/main/engine/journal/storage/custody-chain.ts';
import { openDatabase, setUpWriting } from '../../../../src/main/engine/journal/storage/database.ts';
import type { Database } from '../../../../src/main/engine/journal/storage/database.ts';
import { createRules } from '../../../../src/main/engine/journal/storage/rules.ts';
import { createWriter } from '../../../../src/main/engine/journal/writing/writer.ts';
import { createTestLog, makeTestFolder } from '../../../support/ports.ts';
import { added, moved, noon, openTestJournal, someItem } from '../journal-fixtures.ts';

const items = Array.from({ length: 40 }, (_, index) => someItem({ id: `item-${index}` }));
const [settled, ...unsent] = items;

/** A journal whose tables say that all but one item are accepted; that they were sent waits. */
function openWaiting(directory: string): Database {
  const database = openDatabase(join(directory, 'journal.sqlite'));
  setUpWriting(database);
  migrate(database);
  const writer = createWriter(database, createRules(database), { min: 30, max: 1_000 });
  const list = (change: ReturnType<typeof added> | ReturnType<typeof moved>) => ({
    changes: [change],
    actor: null,
    at: noon,
  });
  for (const item of items) writer.writeBatch([list(added(item))]);
  writer.writeBatch([list(moved(settled?.id ?? '', 'accepted', 'settled'))]);
  writer.writeBatch(unsent.map(({ id }) => list(moved(id, 'accepted', 'uploading', 'uploaded', 'submitting'))));
  expect(database.get('SELECT count(*) AS batches FROM waiting_batches')).toEqual({ batches: 1 });
  return database;
}

const stages = (database: Database) =>
  database.all('SELECT stage, count(*) AS items, count(fault) AS told FROM items GROUP BY 1 ORDER BY 1');

const heldButOne = [
  { stage: 'held', items: 39, told: 39 },
  { stage: 'settled', items: 1, told: 0 },
];

it('a batch whose text is damaged is kept aside, and nothing is sent that it may have sent already', async () => {
  const directory = await makeTestFolder();
  const damaged = openWaiting(directory);
  damaged.run("UPDATE waiting_batches SET lists = substr(lists, 1, 2000) || '\u0001'");
  damaged.close();

  const log = createTestLog();
  const { journal } = await openTestJournal({ directory, log });

  expect(await journal.counts()).toEqual({ held: 39, settled: 1 });
  expect(await journal.item('item-7')).toMatchObject({ fault: { code: 'record-unreadable' }, resumeStage: 'accepted' });
  expect(await journal.verifyCustody()).toMatchObject({ brokenAt: null });
  expect(log.lines.join()).toContain('journal.changes-unwritable');
  expect(await journal.commit([added(someItem())])).toMatchObject({ ok: true });
});

it('a batch that could not be brought over from a damaged journal leaves nothing to be sent without a person', async () => {
  const directory = await makeTestFolder();
  const damaged = openWaiting(directory);
  damaged.get('PRAGMA wal_checkpoint(TRUNCATE)');
  const overflow = damaged.get("SELECT pageno FROM dbstat WHERE name = 'waiting_batches' AND pagetype = 'overflow'");
  damaged.close();
  const file = await open(join(directory, 'journal.sqlite'), 'r+');
  await file.write(Buffer.alloc(4_096, 0xa5), 0, 4_096, (Number(overflow?.['pageno']) - 1) * 4_096);
  await file.close();
  const fresh = openDatabase(join(await makeTestFolder(), 'journal.sqlite'));
  onTestFinished(() => fresh.close());
  setUpWriting(fresh);
  migrate(fresh);

  salvage(
    join(directory, 'journal.sqlite'),
    fresh,
    { setAsidePath: '/aside', reason: 'torn', now: noon + 1 },
    () => false,
  );
  createWriter(fresh, createRules(fresh)).writeWaiting();

  expect(stages(fresh)).toEqual(heldButOne);
  expect(fresh.get('SELECT count(*) AS batches FROM waiting_batches')).toEqual({ batches: 0 });
  expect(walkOn(fresh, walkBegun, 1_000)).toMatchObject({ brokenAt: null });
});
