import { mkdir } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { added, committed, openTestJournal, someItem, someJob } from '../engine/journal/journal-fixtures.ts';
import { expectWholeDecisions } from '../engine/items/whole-decisions.ts';
import {
  connectionId,
  createTestStation,
  expectOneDocumentEach,
  expectWholeCustody,
  smallPdf,
} from '../support/engine.ts';
import { startActingChild, type EngineChild } from './engine-child.ts';

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

  const cancelling = (): EngineChild => startActingChild(station, { name: 'items.cancel', itemIds: 'all' });
  let before = 0;
  for (let kill = 0; kill < 2; kill += 1) {
    expect(await cancelling().killAfter(0)).toBe('killed');
    const { journal: left } = await openTestJournal({ directory: station.dataDirectory });
    const cancelled = await expectWholeDecisions(left, ids);
    await left.close();
    expect(cancelled).toBeGreaterThan(before);
    expect(cancelled).toBeLessThan(many);
    before = cancelled;
  }
  expect(await cancelling().over).toBe('done');

  const engine = await station.start();
  const { counts } = await engine.ask('items.page', { limit: 1 });
  expect(counts).toMatchObject({ cancelled: many });
  expect(station.practice.stats().uploads).toBe(0);
  await expectWholeCustody(engine);
});

it('a kill while cancelled items are taken in again leaves each cancelled or on its way; in the end each is sent once', async () => {
  const station = await createTestStation();
  const contents = Array.from({ length: 200 }, (_, number) => smallPdf(`again ${String(number)}`));
  for (const [number, content] of contents.entries()) await station.put(`${String(number)}.pdf`, content);
  const folder = station.hotFolder();
  const first = await station.start();
  await first.act('items.pause', { itemIds: 'all' });
  await first.watch(folder);
  await expect.poll(async () => (await first.counts()).accepted, { interval: 25 }).toBe(contents.length);
  const itemIds = (await first.items()).map(({ id }) => id);
  await first.act('items.cancel', { itemIds });
  await first.act('items.resume', { itemIds: 'all' });
  await first.engine.stop();

  const taking = (): EngineChild => startActingChild(station, { name: 'items.take-in-again', itemIds }, folder);
  for (const ms of [0, 50, 150]) expect(await taking().killAfter(ms)).toBe('killed');
  expect(await taking().over).toBe('done');

  const engine = await station.start();
  expect(await engine.counts()).toEqual({ settled: contents.length });
  await expectOneDocumentEach(station, contents);
  for (const { id } of await engine.items()) {
    const { rows } = await engine.ask('custody.page', { subjectId: id, limit: 100 });
    expect(rows.filter(({ detail }) => detail['decision'] === 'take-in-again')).toHaveLength(1);
  }
  await expectWholeCustody(engine);
});
