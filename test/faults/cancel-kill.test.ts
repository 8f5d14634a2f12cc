import { mkdir } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { added, committed, openTestJournal, someItem, someJob } from '../engine/journal/journal-fixtures.ts';
import { expectWholeDecisions } from '../engine/items/whole-decisions.ts';
import { connectionId, createTestStation, expectWholeCustody } from '../support/engine.ts';
import { startCancellingChild } from './engine-child.ts';

const many = 2_000;

it('an act on many items that is cut off by a kill leaves whole items, and the same act again finishes it', async () => {
  const station = await createTestStation({});
  await mkdir(station.dataDirectory, { recursive: true });
  const items = Array.from({ length: many }, () => {
    const item = someItem();
    return { ...item, rule: { ...item.rule, connectionId } };
  });
  const ids = items.map(({ id }) => id);
  const { journal } = await openTestJournal({ directory: station.dataDirectory });
  // Nothing is on its way: only the act changes something.
  await committed(journal, { kind: 'pause-set', scope: 'all', id: '', paused: true, at: 1 });
  await committed(
    journal,
    ...items.flatMap((item) => [
      added(item, 'seen', 'accepted'),
      { kind: 'job-added', job: someJob({ kind: 'upload', subjectId: item.id }) } as const,
    ]),
  );
  await journal.close();

  let before = 0;
  for (let kill = 0; kill < 2; kill += 1) {
    expect(await startCancellingChild(station).killAfter(0)).toBe('killed');
    const { journal: left } = await openTestJournal({ directory: station.dataDirectory });
    const cancelled = await expectWholeDecisions(left, ids);
    await left.close();
    expect(cancelled).toBeGreaterThan(before);
    expect(cancelled).toBeLessThan(many);
    before = cancelled;
  }
  expect(await startCancellingChild(station).over).toBe('done');

  const engine = await station.start();
  const { counts } = await engine.ask('items.page', { limit: 1 });
  expect(counts).toMatchObject({ cancelled: many });
  expect(station.practice.stats().uploads).toBe(0);
  await expectWholeCustody(engine);
});
