import { randomBytes } from 'node:crypto';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { describeFault } from '../../src/main/engine/faults/describe.ts';
import { openReader } from '../../src/main/engine/reader.ts';
import { createTestStation, smallPdf } from '../support/engine.ts';

it('a lost journal sends nothing twice: what lay there before waits for a person', async () => {
  const station = await createTestStation();
  await station.put('one.pdf', smallPdf('one'));
  await station.put('two.pdf', smallPdf('two'));
  const first = await station.start();
  await first.watch(station.hotFolder());
  await first.finished('settled');
  await first.engine.stop();
  expect(await station.practice.documents()).toHaveLength(2);

  const [journal] = (await readdir(station.dataDirectory)).filter((name) => name === 'journal.sqlite');
  if (journal === undefined) throw new Error('no journal');
  await writeFile(join(station.dataDirectory, journal), randomBytes(200_000));

  const second = await station.start();
  expect(second.engine.recovered).toMatchObject({ code: 'journal-damaged' });
  await second.watch(station.hotFolder());
  const held = await second.reaches('one.pdf', 'held');
  expect(held.fault).toMatchObject({ code: 'outcome-unclear' });
  await second.reaches('two.pdf', 'held');
  await station.put('three.pdf', smallPdf('three'));
  await second.reaches('three.pdf', 'settled');
  expect(await station.practice.documents()).toHaveLength(3);

  // Neither another project nor a cancel that is taken back is an answer to what it waits for.
  const itemIds = [held.id];
  const elsewhere = await second.act('items.take-in-again', { itemIds, projectId: 'contracts' });
  expect(elsewhere.refused[0]?.first[0]?.fault.params['use']).toBe('maybe-at-service');
  await second.act('items.cancel', { itemIds });
  await second.act('items.take-in-again', { itemIds });
  expect(await second.item('one.pdf')).toMatchObject({ stage: 'held', fault: { code: 'outcome-unclear' } });
  expect(await station.practice.documents()).toHaveLength(3);

  await second.act('items.retry', { itemIds: [held.id] });
  await second.reaches('one.pdf', 'settled');
  expect(await station.practice.documents()).toHaveLength(4);
});

it('a journal that was deleted is told as gone, and names no copy that is not there', async () => {
  const station = await createTestStation();
  await station.put('one.pdf', smallPdf('one'));
  const first = await station.start();
  await first.watch(station.hotFolder());
  await first.finished('settled');
  await first.engine.stop();
  for (const ending of ['', '-wal', '-shm'])
    await rm(join(station.dataDirectory, `journal.sqlite${ending}`), { force: true });
  const { recovered } = (await station.start()).engine;
  expect(recovered).toMatchObject({ code: 'journal-damaged', params: { problem: 'journal-gone' } });
  expect(recovered?.params).not.toHaveProperty('path');
  const told = recovered === null ? '' : describeFault(recovered, 'en').reason;
  expect(told).toBe('The journal is gone: it was deleted or emptied, and a new one is begun.');
});

it('looking at a damaged journal says so and changes nothing', async () => {
  const station = await createTestStation();
  await station.put('one.pdf', smallPdf('one'));
  const engine = await station.start();
  await engine.watch(station.hotFolder());
  await engine.finished('settled');
  await engine.engine.stop();
  const path = join(station.dataDirectory, 'journal.sqlite');
  await writeFile(path, randomBytes(200_000));
  const opened = openReader(station.dataDirectory, 'station');
  const answer = opened.ok ? await opened.value?.query({ name: 'items.page', limit: 10 }) : opened;
  expect(answer).toMatchObject({ ok: false, fault: { code: 'journal-damaged' } });
});
