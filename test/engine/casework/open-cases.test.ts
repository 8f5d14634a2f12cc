import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, describe, it } from 'vitest';
import { connectionId, createTestStation, expectWholeCustody, smallPdf } from '../../support/engine.ts';
import { caseFolder, openCase, openCases, projectId, reaches } from './open-case-station.ts';

describe('mode case', () => {
  it('makes one case of each number in the names, with the roles they tell, once all roles are there', async () => {
    const station = await createTestStation();
    const engine = await station.start();
    await engine.watch(caseFolder(station, { by: 'name', required: ['invoice', 'note'], release: 'complete' }));
    await station.put('1234_invoice.pdf', smallPdf('a'));
    await station.put('1234_note.pdf', smallPdf('b'));
    await station.put('5678_invoice.pdf', smallPdf('c'));
    await station.put('readme.pdf', smallPdf('d'));
    const sent = await reaches(engine, '1234', 'submitted');
    expect(sent).toMatchObject({ key: '1234', missing: [], complete: true, releasedBy: 'engine' });
    expect(sent.members.map(({ name, role, mainFile }) => [name, role, mainFile]).sort()).toEqual([
      ['1234_invoice.pdf', 'invoice', true],
      ['1234_note.pdf', 'note', false],
    ]);
    await engine.reaches('1234_invoice.pdf', 'handed-over');
    await engine.reaches('1234_note.pdf', 'handed-over');
    const invoice = await engine.item('1234_invoice.pdf');
    expect(invoice.openCaseId).toBe(sent.id);
    expect((await engine.item('1234_note.pdf')).documents).toEqual(invoice.documents);

    const waiting = await openCase(engine, '5678');
    expect(waiting).toMatchObject({ state: 'open', missing: ['note'], complete: false, caseId: null });
    const { caseId } = await openCase(engine, '1234');
    const detail = await engine.ask('cases.detail', { connectionId, caseId: caseId ?? '' });
    expect(detail).toMatchObject({ id: caseId, openCaseId: sent.id, externalId: `mailroom-${sent.id}` });
    expect(detail.files.map(({ name, type, mainFile }) => [name, type, mainFile])).toEqual([
      ['1234_invoice.pdf', 'invoice', true],
      ['1234_note.pdf', 'note', false],
    ]);
    expect(detail.documents.map(({ id }) => id)).toEqual(invoice.documents.map(({ id }) => id));
    const loose = await engine.ask('open-cases.loose', { offset: 0, limit: 10 });
    expect(loose.rows.map(({ item }) => item.name)).toEqual(['readme.pdf']);
    expect(station.practice.stats().requests['cases.create']).toBe(1);
    await expectWholeCustody(engine);
  });

  it('makes one case of each subfolder after a quiet time', async () => {
    const station = await createTestStation();
    const engine = await station.start();
    await mkdir(join(station.folder, 'Kraus', 'photos'), { recursive: true });
    await mkdir(join(station.folder, 'Nordwest'));
    await station.put('Kraus/invoice.pdf', smallPdf(1));
    await station.put('Kraus/photos/gate.pdf', smallPdf(2));
    await station.put('Nordwest/Lieferschein.pdf', smallPdf(3));
    await engine.watch(caseFolder(station, { by: 'folder', release: 'quiet', quietMs: 400 }));
    const kraus = await reaches(engine, 'Kraus', 'submitted');
    await reaches(engine, 'Nordwest', 'submitted');
    expect(kraus.members).toHaveLength(2);
    await engine.finished();
    expect((await engine.items()).map(({ stage }) => stage)).toEqual(['handed-over', 'handed-over', 'handed-over']);
    expect(station.practice.stats()).toMatchObject({ cases: 2, documents: 2, duplicateFileIds: 0 });
  });

  it('goes by the case of the sidecar, its external id, or the index', async () => {
    const station = await createTestStation();
    const engine = await station.start();
    await mkdir(join(station.folder, 'a'));
    const sidecar = (fields: object) => Buffer.from(JSON.stringify(fields));
    await station.put('one.pdf.json', sidecar({ case: 'AB-1', role: 'invoice' }));
    await station.put('one.pdf', smallPdf(1));
    await station.put('two.pdf.json', sidecar({ case: 'ab-1', role: 'note' }));
    await station.put('two.pdf', smallPdf(2));
    await station.put('three.pdf.json', sidecar({ externalId: 'PO 7' }));
    await station.put('three.pdf', smallPdf(3));
    await station.put('a/index.csv', Buffer.from('file,role\nfour.pdf,invoice\nfive.pdf,note\n'));
    await station.put('a/four.pdf', smallPdf(4));
    await station.put('a/five.pdf', smallPdf(5));
    await engine.watch(caseFolder(station, { by: 'sidecar' }));
    for (const name of ['one', 'two', 'three', 'four', 'five']) await engine.reaches(`${name}.pdf`, 'uploaded');
    const found = (await openCases(engine)).map(({ name, externalId, members }) => [
      name.toLowerCase(),
      externalId,
      members.map((member) => `${member.name} ${String(member.role)}`).sort(),
    ]);
    expect(found.sort()).toEqual([
      ['a', null, ['five.pdf note', 'four.pdf invoice']],
      ['ab-1', null, ['one.pdf invoice', 'two.pdf note']],
      ['po 7', 'PO 7', ['three.pdf null']],
    ]);
  });

  it('is built by hand: open cases, roles, the main file, what is missing, and release by decision', async () => {
    const station = await createTestStation();
    const engine = await station.start();
    for (const name of ['a.pdf', 'b.pdf', 'c.pdf', 'd.pdf']) await station.put(name, smallPdf(name));
    await engine.watch(caseFolder(station));
    for (const name of ['a.pdf', 'b.pdf', 'c.pdf', 'd.pdf']) await engine.reaches(name, 'uploaded');
    const id = async (name: string) => (await engine.item(name)).id;
    const { openCaseId } = await engine.act('open-cases.create', {
      title: 'Kraus, Wartung',
      connectionId,
      projectId,
      required: ['invoice', 'deliveryNote'],
      itemIds: [await id('a.pdf'), await id('b.pdf')],
    });
    await engine.act('open-cases.set-role', { itemIds: [await id('b.pdf')], role: 'Invoice' });
    expect(await openCase(engine, 'Kraus, Wartung')).toMatchObject({ missing: ['deliveryNote'], withoutRole: 1 });
    const release = (anyway = false) => engine.engine.dispatch({ name: 'open-cases.release', openCaseId, anyway });
    expect(await release()).toMatchObject({ ok: false, fault: { code: 'case-incomplete' } });
    await engine.act('open-cases.move-items', { itemIds: [await id('c.pdf')], openCaseId });
    await engine.act('open-cases.set-role', { itemIds: [await id('c.pdf')], role: 'deliveryNote' });
    expect(await release()).toMatchObject({ ok: false, fault: { code: 'role-missing', params: { name: 'a.pdf' } } });
    await engine.act('open-cases.move-items', { itemIds: [await id('a.pdf')], openCaseId: null });
    expect(await openCase(engine, 'Kraus, Wartung')).toMatchObject({ complete: true });
    await engine.act('open-cases.set-main', { openCaseId, itemId: await id('c.pdf') });
    await engine.act('open-cases.rename', { openCaseId, title: 'Kraus' });
    await engine.act('open-cases.set-external', { openCaseId, externalId: '4500017733', externalData: { cost: '17' } });
    expect(await engine.act('open-cases.release', { openCaseId })).toMatchObject({});
    await engine.reaches('c.pdf', 'handed-over');
    await engine.reaches('b.pdf', 'handed-over');
    const { caseId } = await openCase(engine, 'Kraus');
    const detail = await engine.ask('cases.detail', { connectionId, caseId: caseId ?? '' });
    expect(detail).toMatchObject({ externalId: '4500017733', externalData: { cost: '17' } });
    expect(detail.files.map(({ name, type, mainFile }) => [name, type, mainFile])).toEqual([
      ['c.pdf', 'deliveryNote', true],
      ['b.pdf', 'Invoice', false],
    ]);
    expect((await engine.ask('open-cases.roles', { projectId })).roles.sort()).toEqual(['Invoice', 'deliveryNote']);
    const { rows } = await engine.ask('custody.page', { subjectId: openCaseId, limit: 100 });
    expect(rows.filter(({ event }) => event === 'released')).toMatchObject([{ subject: 'open-case' }]);
    expect(rows.find(({ event }) => event === 'released')?.actor).not.toBe('engine');
    expect((await engine.item('a.pdf')).stage).toBe('uploaded');
  });

  it('holds an open case that waits too long, says what is missing, and goes on when it comes', async () => {
    const station = await createTestStation();
    const engine = await station.start();
    await engine.watch(
      caseFolder(station, { by: 'name', required: ['invoice', 'note'], release: 'complete', limitMs: 700 }),
    );
    await station.put('77_invoice.pdf', smallPdf(1));
    const held = await reaches(engine, '77', 'held');
    expect(held.fault).toMatchObject({ code: 'case-incomplete', params: { missing: 'note', name: '77' } });
    const item = await engine.reaches('77_invoice.pdf', 'held');
    expect(item.fault?.code).toBe('case-incomplete');
    const { refused } = await engine.act('items.retry', { itemIds: [item.id] });
    expect(refused).toMatchObject([{ first: [{ fault: { code: 'case-incomplete' } }] }]);
    await station.put('77_note.pdf', smallPdf(2));
    await reaches(engine, '77', 'submitted');
    await engine.reaches('77_invoice.pdf', 'handed-over');
  });

  it('lets a person release without what is missing, also from the hold', async () => {
    const station = await createTestStation();
    const engine = await station.start();
    await engine.watch(caseFolder(station, { by: 'name', required: ['invoice', 'note'], limitMs: 300 }));
    await station.put('77_invoice.pdf', smallPdf(1));
    const { id } = await reaches(engine, '77', 'held');
    await engine.act('open-cases.release', { openCaseId: id, anyway: true });
    await reaches(engine, '77', 'submitted');
    await station.put('77_note.pdf', smallPdf(2));
    await expect.poll(async () => (await openCases(engine)).length).toBe(2);
    const late = (await openCases(engine)).find(({ state }) => state !== 'submitted');
    expect(late).toMatchObject({ name: '77', earlierOpenCaseId: id });
  });

  it('takes a refused release back, and sends what was corrected', async () => {
    const station = await createTestStation();
    const engine = await station.start();
    await station.put('5_invoice.pdf', smallPdf(1));
    const pairs = (from: number) => Object.fromEntries(Array.from({ length: 15 }, (_, at) => [`k${from + at}`, at]));
    const folder = caseFolder(station, { by: 'name' });
    await engine.watch({ ...folder, rule: { ...folder.rule, externalData: pairs(0) } });
    await engine.reaches('5_invoice.pdf', 'uploaded');
    const { id } = await openCase(engine, '5');
    await engine.act('open-cases.set-external', { openCaseId: id, externalData: pairs(100) });
    await engine.act('open-cases.release', { openCaseId: id });
    const refused = await reaches(engine, '5', 'refused');
    expect(refused.fault?.code).toBe('external-data-invalid');
    expect(await engine.engine.dispatch({ name: 'open-cases.rename', openCaseId: id, title: 'x' })).toMatchObject({
      ok: false,
    });
    await engine.act('open-cases.reopen', { openCaseId: id });
    expect(await openCase(engine, '5')).toMatchObject({ state: 'open', fault: null });
    await engine.act('open-cases.set-external', { openCaseId: id, externalData: null });
    await engine.act('open-cases.release', { openCaseId: id });
    await reaches(engine, '5', 'submitted');
    expect(station.practice.stats().cases).toBe(1);
  });
});
