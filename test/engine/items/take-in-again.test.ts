import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fc } from '../../support/property.ts';
import { describe, expect, it } from 'vitest';
import { accountName } from '../../../src/main/engine/history/actor.ts';
import { isThere } from '../../../src/main/engine/platform/disk/is-there.ts';
import { caseRuleSchema } from '../../../src/shared/case-rule.ts';
import { paperRuleSchema } from '../../../src/shared/scanning.ts';
import { devicePdf } from '../../scanner/device-files.ts';
import { letter, scanned } from '../../scanner/paper.ts';
import { createTestStation, expectOneDocumentEach, expectWholeCustody, smallPdf } from '../../support/engine.ts';
import { stageOf, stuckBefore } from './stuck.ts';

const other = 'contracts';

describe('what was cancelled', () => {
  it('is taken in again and sent once; the history says who did both', async () => {
    const station = await createTestStation();
    const engine = await stuckBefore(station, 'files.upload');
    const { id } = await engine.item('a.pdf');
    await engine.act('items.cancel', { itemIds: [id] });
    station.practice.clearFaults();
    expect(await engine.act('items.take-in-again', { itemIds: [id] })).toMatchObject({ itemIds: [id], refused: [] });
    await engine.reaches('a.pdf', 'settled');
    expect(station.practice.stats().duplicateFileIds).toBe(0);
    const { rows } = await engine.ask('custody.page', { subjectId: id, limit: 100 });
    const decisions = rows.flatMap(({ actor, detail }) => ('decision' in detail ? [[detail['decision'], actor]] : []));
    expect(decisions).toEqual([
      ['cancel', accountName()],
      ['take-in-again', accountName()],
    ]);
    expect(await engine.act('items.take-in-again', { itemIds: [id] })).toMatchObject({ itemIds: [] });
    await expectWholeCustody(engine);
  });

  it('is held where its file is gone meanwhile, and is a duplicate where the same content went', async () => {
    const station = await createTestStation();
    const engine = await stuckBefore(station, 'files.upload');
    const { id } = await engine.item('a.pdf');
    await engine.act('items.cancel', { itemIds: [id] });
    station.practice.clearFaults();
    const bytes = await readFile(join(station.folder, 'a.pdf'));
    await station.put('same.pdf', bytes);
    const same = await engine.reaches('same.pdf', 'settled');
    await engine.act('items.take-in-again', { itemIds: [id] });
    expect(await engine.reaches('a.pdf', 'duplicate')).toMatchObject({ duplicateOf: same.id });
  });

  it('is not taken in where its file came in again as another item', async () => {
    const station = await createTestStation();
    const engine = await stuckBefore(station, 'files.upload');
    const { id } = await engine.item('a.pdf');
    await engine.act('items.cancel', { itemIds: [id] });
    station.practice.clearFaults();
    await rm(join(station.folder, 'a.pdf'));
    await writeFile(join(station.folder, 'a.pdf'), smallPdf('another content', 40));
    await expect.poll(async () => (await engine.items()).filter(({ name }) => name === 'a.pdf').length).toBe(2);
    const answer = await engine.act('items.take-in-again', { itemIds: [id] });
    expect(answer.refused[0]?.first[0]?.fault.params['use']).toBe('came-again');
  });

  it('after an unclear delivery that was given up is looked for at the service before it goes again', async () => {
    const station = await createTestStation();
    const operation = 'documents.process-file';
    station.practice.injectFault({ operation, kind: 'reset-before', probability: 1, times: null });
    const engine = await station.start({ limits: { filesInFlight: 8, sockets: 4, unclearGraceMs: 50 } });
    const content = smallPdf('a');
    await station.put('a.pdf', content);
    await engine.watch(station.hotFolder());
    const { id } = await engine.reaches('a.pdf', 'held');
    await engine.act('items.cancel', { itemIds: [id] });
    expect(await stageOf(engine, 'a.pdf')).toBe('cancelled');
    station.practice.clearFaults();
    const moved = await engine.act('items.take-in-again', { itemIds: [id], projectId: other });
    expect(moved.refused[0]?.first[0]?.fault.params['use']).toBe('maybe-at-service');
    await engine.act('items.take-in-again', { itemIds: [id] });
    await engine.reaches('a.pdf', 'settled');
    await expectOneDocumentEach(station, [content]);
  });
});

describe('what is looked at again', () => {
  it('keeps the rule it came in with, whatever its folder says now', async () => {
    const station = await createTestStation();
    const engine = await stuckBefore(station, 'files.upload');
    const { id } = await engine.item('a.pdf');
    await engine.act('items.cancel', { itemIds: [id] });
    station.practice.clearFaults();
    await engine.watch(station.hotFolder({ projectId: other }));
    await engine.act('items.take-in-again', { itemIds: [id] });
    expect(await engine.reaches('a.pdf', 'settled')).toMatchObject({ projectId: 'accounts-payable' });
  });

  it('is a part of a scanned file as before: its own file goes once it was sent, the folder keeps its originals', async () => {
    const station = await createTestStation();
    station.practice.injectFault({ operation: 'files.upload', kind: '429', probability: 1, times: null });
    const engine = await station.start();
    const page = { picture: await scanned({ svg: letter }, 75), keeping: 'jpeg' } as const;
    await station.put('scan.pdf', await devicePdf([page, page], 75));
    const paper = paperRuleSchema.parse({ separation: { by: 'pages', pages: 1 } });
    await engine.watch(station.hotFolder({ paper, after: 'keep' }));
    await engine.reaches('scan.pdf', 'separated');
    const parts = (await engine.items()).filter(({ stage }) => stage !== 'separated');
    const itemIds = parts.map(({ id }) => id);
    await engine.act('items.cancel', { itemIds });
    station.practice.clearFaults();
    await engine.act('items.take-in-again', { itemIds, projectId: other });
    await engine.finished();
    expect((await engine.items()).filter(({ id }) => itemIds.includes(id))).toMatchObject([
      { stage: 'settled', projectId: other },
      { stage: 'settled', projectId: other },
    ]);
    for (const { path } of parts) await expect.poll(() => isThere(path), { interval: 25 }).toBe(false);
  });
});

describe('another project', () => {
  it('gets what waits, what is held before it came in, and a duplicate; each goes there once and nowhere else', async () => {
    const station = await createTestStation();
    const engine = await station.start();
    await station.put('first.pdf', smallPdf('first'));
    await engine.watch(station.hotFolder());
    await engine.reaches('first.pdf', 'settled');
    await station.put('twin.pdf', smallPdf('first'));
    const twin = await engine.reaches('twin.pdf', 'duplicate');
    await station.put('broken.pdf', Buffer.from('MZ\u0090\0 a program'));
    const broken = await engine.reaches('broken.pdf', 'held');
    await writeFile(join(station.folder, 'broken.pdf'), smallPdf('mended'));
    await engine.act('items.pause', { itemIds: 'all' });
    await station.put('waits.pdf', smallPdf('waits'));
    const waits = await engine.reaches('waits.pdf', 'accepted');
    await engine.act('items.take-in-again', { itemIds: [twin.id, broken.id, waits.id], projectId: other });
    await engine.act('items.resume', { itemIds: 'all' });
    for (const name of ['twin.pdf', 'broken.pdf', 'waits.pdf']) await engine.reaches(name, 'settled');
    const documents = await station.practice.documents();
    expect(documents.map(({ projectId }) => projectId).sort()).toEqual(['accounts-payable', other, other, other]);
    expect(station.practice.stats().duplicateFileIds).toBe(0);
    expect(await engine.item('twin.pdf')).toMatchObject({ projectId: other });
  });

  it('gets what leaves its batch before that is sent; the batch goes on without it', async () => {
    const station = await createTestStation();
    const engine = await station.start();
    await engine.watch(station.hotFolder({ mode: 'batch', batchQuietMs: 3_600_000 }));
    const names = ['a.pdf', 'b.pdf', 'c.pdf', 'd.pdf'];
    for (const name of names) await station.put(name, smallPdf(name));
    const items = await Promise.all(names.map((name) => engine.reaches(name, 'uploaded')));
    const [a = '', b = '', c = ''] = items.map(({ id }) => id);
    const gathering = async () =>
      (await engine.ask('batches.open', {})).batches.map((batch) => [batch.projectId, batch.items]);
    await expect.poll(gathering).toEqual([['accounts-payable', 4]]);
    await engine.act('items.take-in-again', { itemIds: [a], projectId: other });
    await expect.poll(gathering).toEqual([
      ['accounts-payable', 3],
      [other, 1],
    ]);
    await engine.act('items.cancel', { itemIds: [b] });
    await engine.act('items.take-in-again', { itemIds: [c], mode: 'document' });
    await engine.reaches('c.pdf', 'settled');
    await engine.act('items.take-in-again', { itemIds: [b] });
    await expect.poll(async () => (await gathering()).map(([, count]) => count)).toEqual([2, 1]);
    await engine.act('batches.send-now', {});
    await engine.finished();
    const projects = new Map((await engine.items()).map(({ name, projectId }) => [name, projectId]));
    expect(projects.get('a.pdf')).toBe(other);
    expect((await station.practice.documents()).map(({ projectId }) => projectId).sort()).toEqual(
      names.map((name) => projects.get(name)).sort(),
    );
    expect(station.practice.stats().duplicateFileIds).toBe(0);
    const { rows } = await engine.ask('custody.page', { subjectId: c, limit: 100 });
    expect(rows.map(({ detail }) => detail['decision'])).toContain('send-as-document');
  });

  it('gets a file of a case that is put together here; its case goes without it, and a file can become part of one', async () => {
    const station = await createTestStation();
    const engine = await station.start();
    await engine.watch(
      station.hotFolder({ mode: 'case', case: caseRuleSchema.parse({ by: 'folder', release: 'decision' }) }),
    );
    await mkdir(join(station.folder, '4711'));
    for (const name of ['a.pdf', 'b.pdf', 'c.pdf']) await station.put(`4711/${name}`, smallPdf(name));
    const items = await Promise.all(['a.pdf', 'b.pdf', 'c.pdf'].map((name) => engine.reaches(name, 'uploaded')));
    const [a = '', b = ''] = items.map(({ id }) => id);
    const openCases = async () => (await engine.ask('open-cases.page', { offset: 0, limit: 10 })).rows;
    const [first] = await openCases();
    await engine.act('items.take-in-again', { itemIds: [a], mode: 'document' });
    await engine.reaches('a.pdf', 'settled');
    await engine.act('items.take-in-again', { itemIds: [b], projectId: other });
    await engine.reaches('b.pdf', 'uploaded');
    const named = async () =>
      (await openCases()).map(({ projectId, members }) => [projectId, members.map(({ name }) => name)]).sort();
    await expect.poll(named).toEqual([
      ['accounts-payable', ['c.pdf']],
      [other, ['b.pdf']],
    ]);
    await engine.act('items.take-in-again', { itemIds: [b], projectId: 'accounts-payable' });
    await expect.poll(named).toEqual([['accounts-payable', ['c.pdf', 'b.pdf']]]);
    await engine.act('open-cases.release', { openCaseId: first?.id ?? '' });
    await engine.finished();
    expect((await engine.ask('open-cases.get', { idPrefix: first?.id ?? '' })).state).toBe('submitted');
    const closed = await engine.act('items.take-in-again', { itemIds: [b], mode: 'document' });
    expect(closed.refused[0]?.first[0]?.fault.params['use']).toBe('at-service');
  });

  it('gets nothing that is at the service: it is told so', async () => {
    const station = await createTestStation();
    const engine = await station.start();
    await station.put('a.pdf', smallPdf('a'));
    await engine.watch(station.hotFolder());
    const { id } = await engine.reaches('a.pdf', 'settled');
    const answer = await engine.act('items.take-in-again', { itemIds: [id], projectId: other });
    expect(answer.refused[0]?.first[0]?.fault.params['use']).toBe('at-service');
    expect(station.practice.stats().documents).toBe(1);
  });

  it('gets what is at the service as a second document, only where a person says so, and once; each history names the other', async () => {
    const station = await createTestStation();
    const engine = await station.start();
    await station.put('a.pdf', smallPdf('a'));
    await engine.watch(station.hotFolder());
    const { id } = await engine.reaches('a.pdf', 'settled');
    const twice = { itemIds: [id], projectId: other, second: true };
    expect(
      await Promise.all([engine.act('items.take-in-again', twice), engine.act('items.take-in-again', twice)]),
    ).toMatchObject([{ itemIds: [id] }, { itemIds: [], refused: [{ count: 1 }] }]);
    await engine.finished();
    const all = await engine.items();
    const [first, second] = [all.find((item) => item.id === id), all.find((item) => item.id !== id)];
    expect([first, second]).toMatchObject([
      { stage: 'settled', projectId: 'accounts-payable' },
      { stage: 'settled', projectId: other, name: 'a.pdf', duplicateOf: null },
    ]);
    expect((await station.practice.documents()).map(({ projectId }) => projectId).sort()).toEqual([
      'accounts-payable',
      other,
    ]);
    const named = async (itemId: string): Promise<unknown> =>
      (await engine.ask('custody.page', { subjectId: itemId, limit: 100 })).rows.flatMap(({ event, detail }) =>
        event === 'sent-again' || event === 'second-of' ? [[event, detail['id']]] : [],
      );
    expect(await named(id)).toEqual([['sent-again', second?.id]]);
    expect(await named(second?.id ?? '')).toEqual([['second-of', id]]);
    const same = await engine.act('items.take-in-again', { ...twice, projectId: 'accounts-payable' });
    expect(same.refused[0]?.first[0]?.fault.params['use']).toBe('at-service');
    // The second one has the same content: neither goes where either went.
    for (const [itemId, projectId] of [
      [second?.id ?? '', 'accounts-payable'],
      [id, other],
    ] as const) {
      const again = await engine.act('items.take-in-again', { itemIds: [itemId], projectId, second: true });
      expect(again.refused[0]?.first[0]?.fault.params['use']).toBe('sent-again');
    }
    // Another mode is another way.
    await engine.act('items.take-in-again', { itemIds: [id], mode: 'batch', second: true });
    await expect
      .poll(async () => (await engine.ask('batches.open', {})).batches.map(({ items }) => items))
      .toEqual([1]);
    await engine.act('batches.send-now', {});
    await engine.finished();
    expect(station.practice.stats()).toMatchObject({ documents: 3, duplicateFileIds: 0 });
    await expectWholeCustody(engine);
  });

  it('gets nothing of what is not on this computer any more', async () => {
    const station = await createTestStation();
    const engine = await station.start();
    await station.put('a.pdf', smallPdf('a'));
    await engine.watch(station.hotFolder());
    const { id } = await engine.reaches('a.pdf', 'settled');
    await rm(join(station.folder, 'a.pdf'));
    const answer = await engine.act('items.take-in-again', { itemIds: [id], projectId: other, second: true });
    expect(answer.refused[0]?.first[0]?.fault.code).toBe('file-gone');
    expect(station.practice.stats().documents).toBe(1);
  });

  it('is kept over a start', async () => {
    const station = await createTestStation();
    const engine = await stuckBefore(station, 'files.upload');
    const { id } = await engine.item('a.pdf');
    await engine.engine.stop();
    const idle = await station.start({}, {}, { work: false });
    await idle.act('items.take-in-again', { itemIds: [id], projectId: other });
    await idle.engine.stop();
    station.practice.clearFaults();
    const next = await station.start();
    await next.watch(station.hotFolder());
    expect(await next.reaches('a.pdf', 'settled')).toMatchObject({ id, projectId: other });
    const projects = (await station.practice.documents()).map(({ projectId }) => projectId);
    expect(projects.filter((projectId) => projectId === other)).toHaveLength(1);
  });
});

it('whatever persons decide in whatever order, and whenever the engine ends, each content is one document at most', async () => {
  const act = fc.constantFrom('cancel', 'again', 'move', 'back', 'pause', 'resume', 'restart');
  const station = await createTestStation();
  const watched = station.hotFolder();
  let engine = await station.start();
  await engine.watch(watched);
  let round = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 2, maxLength: 7 }), async (acts) => {
      round += 1;
      const name = `${String(round)}.pdf`;
      await station.put(name, smallPdf(name));
      await expect.poll(async () => (await engine.items()).some((item) => item.name === name)).toBe(true);
      const { id } = await engine.item(name);
      const itemIds = [id];
      for (const each of acts) {
        if (each === 'cancel') await engine.act('items.cancel', { itemIds });
        if (each === 'again') await engine.act('items.take-in-again', { itemIds });
        if (each === 'move') await engine.act('items.take-in-again', { itemIds, projectId: other });
        if (each === 'back') await engine.act('items.take-in-again', { itemIds, projectId: 'accounts-payable' });
        if (each === 'pause') await engine.act('items.pause', { itemIds });
        if (each === 'resume') await engine.act('items.resume', { itemIds });
        if (each !== 'restart') continue;
        await engine.engine.stop();
        engine = await station.start();
        await engine.watch(watched);
      }
      await engine.act('items.resume', { itemIds });
      await expect
        .poll(async () => ['settled', 'cancelled'].includes((await engine.item(name)).stage), { interval: 50 })
        .toBe(true);
      const item = await engine.item(name);
      const mine = (await station.practice.documents()).filter(({ externalId }) => externalId === `mailroom-${id}`);
      expect(mine.map(({ projectId }) => projectId)).toEqual(item.stage === 'settled' ? [item.projectId] : []);
    }),
    { numRuns: 6 },
  );
  expect(station.practice.stats().duplicateFileIds).toBe(0);
  await expectWholeCustody(engine);
});

it('files of batches come to an end each, whatever persons decide in whatever order: sent once where they belong, or cancelled', async () => {
  const act = fc.constantFrom('cancel', 'again', 'move', 'back', 'single', 'batch', 'send', 'restart');
  const step = fc.record({ act, of: fc.integer({ min: 0, max: 2 }) });
  const station = await createTestStation();
  const watched = station.hotFolder({ mode: 'batch', batchQuietMs: 3_600_000, batchMaximum: 3 });
  let engine = await station.start();
  await engine.watch(watched);
  let round = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 9 }), async (steps) => {
      round += 1;
      const names = ['a', 'b', 'c'].map((each) => `${String(round)}${each}.pdf`);
      for (const name of names) await station.put(name, smallPdf(name));
      const mine = async () => (await engine.items()).filter(({ name }) => names.includes(name));
      await expect.poll(async () => (await mine()).length).toBe(3);
      const ids = await Promise.all(names.map(async (name) => (await engine.item(name)).id));
      for (const { act: each, of } of steps) {
        const itemIds = [ids[of] ?? ''];
        if (each === 'cancel') await engine.act('items.cancel', { itemIds });
        if (each === 'again') await engine.act('items.take-in-again', { itemIds });
        if (each === 'move') await engine.act('items.take-in-again', { itemIds, projectId: other });
        if (each === 'back') await engine.act('items.take-in-again', { itemIds, projectId: 'accounts-payable' });
        if (each === 'single') await engine.act('items.take-in-again', { itemIds, mode: 'document' });
        if (each === 'batch') await engine.act('items.take-in-again', { itemIds, mode: 'batch' });
        if (each === 'send') await engine.act('batches.send-now', {});
        if (each !== 'restart') continue;
        await engine.engine.stop();
        engine = await station.start();
        await engine.watch(watched);
      }
      await expect
        .poll(
          async () => {
            await engine.act('batches.send-now', {});
            return (await mine()).filter(({ stage }) => stage !== 'settled' && stage !== 'cancelled');
          },
          { interval: 50 },
        )
        .toEqual([]);
      for (const { stage, projectId, sha256: content } of await mine()) {
        const documents = (await station.practice.documents()).filter(({ sha256 }) => sha256 === content);
        expect(documents.map((document) => document.projectId)).toEqual(stage === 'settled' ? [projectId] : []);
      }
    }),
    { numRuns: 6 },
  );
  expect(station.practice.stats().duplicateFileIds).toBe(0);
  await expectWholeCustody(engine);
});
