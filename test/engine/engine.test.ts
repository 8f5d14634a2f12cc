import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createEngine } from '../../src/main/engine/engine.ts';
import {
  createTestStation,
  expectOneDocumentEach,
  expectWholeCustody,
  smallPdf,
  sourceId,
  trailOf,
} from '../support/engine.ts';
import { createTestPorts } from '../support/ports.ts';

const exportTo = (folder: string, reportTransfer = false) => ({
  folder,
  states: ['done', 'doneAutomatically', 'extracted'],
  template: '{title}',
  reportTransfer,
});

describe('document mode', () => {
  it('brings each file to the service once, and its XML to disk', async () => {
    const station = await createTestStation();
    const contents = [smallPdf(1), smallPdf(2), smallPdf(3)];
    for (const [index, bytes] of contents.entries()) await station.put(`invoice-${index}.pdf`, bytes);
    const engine = await station.start();
    await engine.watch(station.hotFolder({ export: exportTo(station.out, true) }));
    await engine.finished();

    await expectOneDocumentEach(station, contents);
    const items = await engine.items();
    expect(items.map(({ stage }) => stage)).toEqual(['handed-over', 'handed-over', 'handed-over']);
    const documents = await station.practice.documents();
    expect(documents.map(({ state }) => state)).toEqual(['transferred', 'transferred', 'transferred']);
    for (const item of items) {
      expect(item.documents).toHaveLength(1);
      const path = item.exports[0]?.path ?? '';
      expect(path.startsWith(station.out)).toBe(true);
      expect((await readFile(path, 'utf8')).trimStart()).toMatch(/^</);
    }
    await expectWholeCustody(engine);
  });

  it('tells every stage in its order, and writes it into custody before and after each act', async () => {
    const station = await createTestStation();
    const engine = await station.start();
    await station.put('one.pdf', smallPdf('one'));
    await engine.watch(station.hotFolder({ export: exportTo(station.out) }));
    await engine.finished();
    const item = await engine.item('one.pdf');

    const order = ['seen', 'settling', 'accepted', 'uploading', 'uploaded', 'submitting', 'submitted'];
    await expect.poll(() => engine.told.get('one.pdf')).toEqual([...order, 'tracking', 'settled', 'exported']);
    const trail = await trailOf(engine, item.id);
    expect(trail.filter((event) => order.includes(event))).toEqual(order);
    const positions = ['uploading', 'file-uploaded', 'submitting', 'submitted', 'settled', 'exported'].map((event) =>
      trail.indexOf(event),
    );
    expect(positions).toEqual([...positions].sort((a, b) => a - b));
    expect(positions).not.toContain(-1);
  });

  it('gives what a sidecar says to the service', async () => {
    const station = await createTestStation();
    const engine = await station.start();
    await writeFile(
      join(station.folder, 'a.pdf.json'),
      JSON.stringify({ externalId: 'ORDER-17', externalData: { costCentre: '4711' } }),
    );
    await station.put('a.pdf', smallPdf('a'));
    await engine.watch(station.hotFolder({ externalData: { site: 'Bonn' } }));
    await engine.finished();

    const [document] = await station.practice.documents();
    expect(document?.externalId).toBe('ORDER-17');
    expect(document?.externalData).toEqual({ site: 'Bonn', costCentre: '4711' });
    expect(await engine.items()).toHaveLength(1);
  });

  it('sets duplicates aside with a link to the first, and holds what the service does not accept', async () => {
    const station = await createTestStation();
    const engine = await station.start();
    await station.put('first.pdf', smallPdf('same'));
    await engine.watch(station.hotFolder({ after: 'move' }));
    await engine.reaches('first.pdf', 'settled');
    await station.put('second.pdf', smallPdf('same'));
    await writeFile(join(station.folder, 'program.pdf'), Buffer.from('MZ\x90\x00 this is no document at all'));
    await engine.reaches('second.pdf', 'duplicate');
    const held = await engine.reaches('program.pdf', 'held');
    await engine.finished();

    const [first, second] = [await engine.item('first.pdf'), await engine.item('second.pdf')];
    expect(second.duplicateOf).toBe(first.id);
    expect(held.fault).toMatchObject({ code: 'type-not-accepted', owner: 'clerk' });
    expect(await readdir(join(station.folder, 'duplicates'))).toEqual(['second.pdf', 'second.pdf.duplicate.txt']);
    expect(await readdir(join(station.folder, 'failed'))).toEqual(['program.pdf', 'program.pdf.reason.txt']);
    const [day = ''] = await readdir(join(station.folder, 'processed'));
    expect(day).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(first.path).toBe(join(station.folder, 'processed', day, 'first.pdf'));
    expect(station.practice.stats().documents).toBe(1);
  });

  it('deletes the original after the service has it, and takes a new file of that name for a new one', async () => {
    const station = await createTestStation();
    const engine = await station.start();
    const path = await station.put('scan.pdf', smallPdf('page one'));
    await engine.watch(station.hotFolder({ after: 'delete' }));
    await engine.finished();
    await expect(stat(path)).rejects.toThrow('ENOENT');

    await station.put('scan.pdf', smallPdf('page two'));
    await expect.poll(async () => (await engine.items()).length).toBe(2);
    await engine.finished();
    await expectOneDocumentEach(station, [smallPdf('page one'), smallPdf('page two')]);
    // Deleted is what lies in the trash for its time: both, each under the id of its item.
    expect(await readdir(station.folder)).toEqual(['.mailroom-trash']);
    const trashed = (await engine.items()).map(({ path: at }) => at);
    expect(await Promise.all(trashed.map((at) => readFile(at)))).toEqual([smallPdf('page one'), smallPdf('page two')]);
  });

  it('holds a document that failed at the service, with the service’s reason', async () => {
    const station = await createTestStation();
    const engine = await station.start();
    await station.put('bad.failed.pdf', smallPdf('bad'));
    await engine.watch(station.hotFolder());
    const item = await engine.reaches('bad.failed.pdf', 'held');
    expect(item.fault?.code).toBe('processing-failed');
    const retried = await engine.act('items.retry', { itemIds: [item.id] });
    expect(retried.refused.map(({ first: [one] }) => one?.fault.code)).toEqual(['processing-failed']);
    expect(station.practice.stats().documents).toBe(1);
  });
});

describe('named files', () => {
  it('come in by a person’s act, are never touched, and end like others', async () => {
    const station = await createTestStation();
    const engine = await station.start();
    const path = await station.put('named.pdf', smallPdf('named'));
    const { rule } = station.hotFolder({ after: 'delete', export: exportTo(station.out) });
    const { itemIds, refused } = await engine.act('intake.take-in', {
      paths: [path, join(station.root, 'nowhere.pdf')],
      rule,
      sourceId: 'command-line',
    });
    expect(refused.map(({ fault }) => fault.params['use'])).toEqual(['no-such-path']);
    await expect
      .poll(() => engine.ask('items.once', { sourceIds: [], itemIds, until: 'settled' }))
      .toMatchObject({ done: true });
    expect((await engine.item('named.pdf')).stage).toBe('exported');
    expect((await stat(path)).size).toBe(smallPdf('named').length);
  });

  it('that were not whole go on at the next start, although no folder is watched', async () => {
    const station = await createTestStation();
    const path = await station.put('growing.pdf', Buffer.from('%PDF-1.4\nnot yet whole'));
    const first = await station.start();
    const { rule } = station.hotFolder();
    const { itemIds } = await first.act('intake.take-in', { paths: [path], rule, sourceId: 'command-line' });
    expect((await first.items()).map(({ stage }) => stage)).toEqual(['settling']);
    await first.engine.stop();
    await writeFile(path, smallPdf('whole'));

    const second = await station.start();
    await second.reaches('growing.pdf', 'settled');
    expect((await second.items()).map(({ id }) => id)).toEqual(itemIds);
    await expectOneDocumentEach(station, [smallPdf('whole')]);
  });
});

describe('a run with an end', () => {
  it('is over once everything found is at its end for the question asked', async () => {
    const station = await createTestStation({ processingMs: 1_500 });
    const engine = await station.start();
    await station.put('a.pdf', smallPdf('a'));
    await station.put('b.exe.pdf', Buffer.from('MZ no document'));
    await engine.watch(station.hotFolder({ export: exportTo(station.out) }));
    await engine.finished('submitted');
    const before = await engine.ask('items.once', { sourceIds: [sourceId], until: 'settled' });
    expect(before).toMatchObject({ done: false, outstanding: 1 });
    expect(before.rows.map(({ name }) => name)).toEqual(['a.pdf']);
    await engine.finished('settled');
    expect((await engine.item('a.pdf')).stage).toBe('exported');
    expect((await engine.item('b.exe.pdf')).stage).toBe('held');
    expect(await engine.ask('items.once', { sourceIds: ['another'], until: 'settled' })).toMatchObject({ done: true });
  });

  it('that names a file once more waits for the item of before', async () => {
    const station = await createTestStation();
    const engine = await station.start();
    const path = await station.put('again.pdf', smallPdf('again'));
    const { rule } = station.hotFolder();
    await engine.act('items.pause', { itemIds: 'all' });
    await engine.act('intake.take-in', { paths: [path], rule, sourceId: 'first' });
    await engine.reaches('again.pdf', 'accepted');
    const { itemIds } = await engine.act('intake.take-in', { paths: [path], rule, sourceId: 'second' });
    const once = () => engine.ask('items.once', { sourceIds: [], itemIds, until: 'submitted' });
    await expect
      .poll(async () => (await engine.items()).map(({ stage }) => stage).sort())
      .toEqual(['accepted', 'duplicate']);
    expect(await once()).toMatchObject({ done: false, outstanding: 1 });
    await engine.act('items.resume', { itemIds: 'all' });
    await expect.poll(once).toMatchObject({ done: true });
    expect(await station.practice.documents()).toHaveLength(1);
  });

  it('is not over while a file still settles', async () => {
    const station = await createTestStation();
    const engine = await station.start();
    const path = await station.put('slow.pdf', Buffer.alloc(0));
    await engine.watch(station.hotFolder());
    await engine.reaches('slow.pdf', 'settling');
    expect(await engine.ask('items.once', { sourceIds: [sourceId], until: 'submitted' })).toMatchObject({
      done: false,
      outstanding: 1,
    });
    await writeFile(path, smallPdf('slow'));
    await engine.finished();
    expect((await engine.item('slow.pdf')).stage).toBe('settled');
  });

  it('names beside what still settles also what is settled and has no XML yet', async () => {
    const station = await createTestStation();
    // A file stands where the folder should be made: also the superuser can't write there.
    await writeFile(station.out, 'in the way');
    const engine = await station.start();
    await engine.watch(
      station.hotFolder({
        export: { folder: station.out, states: ['doneAutomatically'], template: '{name}', reportTransfer: false },
      }),
    );
    await station.put('waits.pdf', Buffer.alloc(0));
    await station.put('written.pdf', smallPdf('written'));
    await engine.reaches('waits.pdf', 'settling');
    await engine.reaches('written.pdf', 'settled');
    const { done, outstanding, rows } = await engine.ask('items.once', { sourceIds: [sourceId], until: 'settled' });
    expect([done, outstanding, rows.map(({ name }) => name).sort()]).toEqual([false, 2, ['waits.pdf', 'written.pdf']]);
  });
});

describe('the data directory', () => {
  it('belongs to one engine at a time', async () => {
    const station = await createTestStation();
    const first = await station.start();
    const second = await createEngine(createTestPorts(station.dataDirectory), station.settings());
    expect(second).toMatchObject({ ok: false, fault: { code: 'data-directory-taken' } });
    await first.engine.stop();
    const third = await station.start();
    expect(await third.items()).toEqual([]);
  });
});

describe('the door', () => {
  it('refuses what is not in the contract, and connections that are not configured', async () => {
    const station = await createTestStation();
    const { engine, act } = await station.start();
    expect(await engine.dispatch({ name: 'items.retry', itemIds: [] })).toMatchObject({
      ok: false,
      fault: { code: 'wrong-usage' },
    });
    expect(await engine.query({ name: 'items.page', limit: 0 })).toMatchObject({
      ok: false,
      fault: { code: 'wrong-usage' },
    });
    expect(await engine.query({ name: 'documents.list', connectionId: 'nowhere', offset: 0, limit: 1 })).toMatchObject({
      ok: false,
      fault: { code: 'credentials-missing' },
    });
    expect(await engine.query({ name: 'items.get', idPrefix: 'zzz' })).toMatchObject({
      ok: false,
      fault: { code: 'not-found' },
    });
    const { refused } = await act('items.cancel', { itemIds: ['nothing'] });
    expect(refused).toMatchObject([{ count: 1, first: [{ itemId: 'nothing', fault: { code: 'not-found' } }] }]);
    expect(await engine.dispatch({ name: 'source.pause', sourceId: 'nowhere' })).toMatchObject({ ok: false });
  });
});
