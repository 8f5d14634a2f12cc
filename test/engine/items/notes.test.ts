import { describe, expect, it } from 'vitest';
import { accountName } from '../../../src/main/engine/history/actor.ts';
import { createTestStation, smallPdf, type TestEngine } from '../../support/engine.ts';
import { stuckBefore } from './stuck.ts';

/** Names of the listed items that fulfil a condition. */
async function listed(
  engine: TestEngine,
  conditions: Parameters<typeof engine.ask<'items.page'>>[1],
): Promise<string[]> {
  const { rows } = await engine.ask('items.page', conditions);
  return rows.map(({ name }) => name).sort();
}

describe('notes and who has to deal with it', () => {
  it('stand with many items, in their histories, and are found by words, by person and in the counts', async () => {
    const station = await createTestStation();
    const engine = await stuckBefore(station, 'files.upload');
    for (const name of ['b.pdf', 'c.pdf']) {
      await station.put(name, smallPdf(name));
      await engine.reaches(name, 'accepted');
    }
    const [a, b] = [await engine.item('a.pdf'), await engine.item('b.pdf')];
    await engine.act('items.note', { itemIds: [a.id, b.id], note: ' Rückfrage an\nMüller ', assignee: 'Jürgen Groß' });
    await engine.act('items.note', { itemIds: [b.id], note: '' });

    expect(await engine.item('a.pdf')).toMatchObject({ note: 'Rückfrage an\nMüller', assignee: 'Jürgen Groß' });
    expect(await engine.item('b.pdf')).not.toHaveProperty('note');
    const { rows } = await engine.ask('custody.page', { subjectId: b.id, limit: 100 });
    const told = rows.filter(({ actor }) => actor === accountName());
    expect(told.map(({ event, detail }) => [event, detail])).toEqual([
      ['noted', { note: 'Rückfrage an\nMüller' }],
      ['assigned', { assignee: 'Jürgen Groß' }],
      ['note-removed', {}],
    ]);

    expect(await listed(engine, { assignee: 'Jürgen Groß', limit: 10 })).toEqual(['a.pdf', 'b.pdf']);
    expect(await listed(engine, { assignee: 'Jürgen Groß', search: 'a.pdf', offset: 0, limit: 10 })).toEqual(['a.pdf']);
    expect(await listed(engine, { search: 'mueller rueck', limit: 10 })).toEqual(['a.pdf']);
    expect(await listed(engine, { search: 'gross', limit: 10 })).toEqual(['a.pdf', 'b.pdf']);
    const counted = await engine.ask('items.summary', { doneSince: 0, assignee: 'Jürgen Groß' });
    expect(counted.waiting + counted.sending).toBe(2);
    expect((await engine.ask('custody.verify', {})).brokenAt).toBeNull();
  });

  it('change nothing of the way of an item, and outlive the end of Mailroom', async () => {
    const station = await createTestStation();
    const engine = await stuckBefore(station, 'documents.process-file');
    const { id } = await engine.item('a.pdf');
    await engine.act('items.note', { itemIds: [id], note: 'eilt', assignee: 'Anna' });
    await engine.act('items.note', { itemIds: [id], note: 'eilt', assignee: 'Anna' });
    await engine.engine.stop();

    station.practice.clearFaults();
    const again = await station.start();
    await again.watch(station.hotFolder());
    await again.finished('settled');
    expect(await again.item('a.pdf')).toMatchObject({ note: 'eilt', assignee: 'Anna', stage: 'settled' });
    expect(await again.ask('items.people', {})).toEqual({
      ...{ names: ['Anna'], assigned: ['Anna'], ofCases: [] },
      own: accountName(),
    });
    const { rows } = await again.ask('custody.page', { subjectId: id, limit: 100 });
    expect(rows.filter(({ event }) => event === 'noted' || event === 'assigned')).toHaveLength(2);
    expect(again.log.join('\n')).not.toContain('eilt');
  });

  it('are kept with a case in any state, and found there', async () => {
    const station = await createTestStation();
    const engine = await station.start();
    const { openCaseId } = await engine.act('open-cases.create', {
      title: 'Akte 7',
      connectionId: 'office',
      projectId: 'p',
    });
    await engine.act('open-cases.note', { openCaseId, note: 'Police fehlt', assignee: 'Anna' });
    expect(await engine.ask('items.people', {})).toMatchObject({ assigned: [], ofCases: ['Anna'] });
    const whose = async (assignee: string): Promise<number> =>
      (await engine.ask('open-cases.page', { assignee, offset: 0, limit: 10 })).total;
    expect([await whose('Anna'), await whose('Bert')]).toEqual([1, 0]);
    await engine.act('open-cases.dissolve', { openCaseId });
    await engine.act('open-cases.note', { openCaseId, assignee: null });
    expect(await engine.ask('open-cases.get', { idPrefix: openCaseId })).toMatchObject({
      note: 'Police fehlt',
      assignee: null,
    });
    const found = await engine.ask('open-cases.page', {
      states: ['dissolved'],
      search: 'akte police',
      offset: 0,
      limit: 10,
    });
    expect(found.rows.map(({ id }) => id)).toEqual([openCaseId]);
    expect(await engine.ask('items.people', {})).toMatchObject({ names: ['Anna'], assigned: [] });
    const { rows } = await engine.ask('custody.page', { subjectId: openCaseId, limit: 100 });
    expect(rows.map(({ event }) => event)).toEqual(['opened', 'noted', 'assigned', 'dissolved', 'unassigned']);
  });
});
