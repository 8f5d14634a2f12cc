import { expect, it } from 'vitest';
import type { ItemGroup } from '../../../src/shared/views.ts';
import { createTestStation, smallPdf } from '../../support/engine.ts';
import { caseFolder, uploadedAs } from './open-case-station.ts';

it('counts uploaded files that wait for their case as waiting, in the counters, the lists and a search alike', async () => {
  const station = await createTestStation();
  const engine = await station.start();
  await engine.watch(caseFolder(station, { by: 'name' }));
  await uploadedAs(station, engine, ['4711_invoice.pdf', '4711_note.pdf', 'loose.pdf']);
  const batch = station.hotFolder({ mode: 'batch', batchQuietMs: 600_000 });
  const path = await station.put('../batch.pdf', smallPdf('batch'));
  await engine.act('intake.take-in', { paths: [path], rule: batch.rule, sourceId: 'command-line' });
  await engine.reaches('batch.pdf', 'uploaded');

  const names = async (group: ItemGroup, search?: string): Promise<readonly string[]> => {
    const conditions = { group, limit: 100, ...(search === undefined ? {} : { search }) };
    const paged = await engine.ask('items.page', conditions);
    const jumped = await engine.ask('items.page', { ...conditions, offset: 0 });
    expect(jumped.rows).toEqual(paged.rows);
    return paged.rows.map(({ name }) => name).sort();
  };
  const cases = ['4711_invoice.pdf', '4711_note.pdf', 'loose.pdf'];
  expect(await names('waiting')).toEqual(cases);
  expect(await names('sending')).toEqual(['batch.pdf']);
  expect(await names('on-its-way')).toEqual([...cases, 'batch.pdf'].sort());
  expect(await names('waiting', '4711')).toEqual(cases.slice(0, 2));
  expect(await names('sending', '4711')).toEqual([]);
  expect(await engine.ask('items.summary', { doneSince: 0 })).toMatchObject({ waiting: 3, sending: 1, processing: 0 });
  expect(await engine.ask('items.summary', { doneSince: 0, search: '4711' })).toMatchObject({ waiting: 2, sending: 0 });
});
