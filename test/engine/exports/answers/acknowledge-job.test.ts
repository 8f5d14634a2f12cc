import { appendFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { answerFiles } from '../../../../src/main/engine/exports/answers/answer-files.ts';
import { againChanges } from '../../../../src/main/engine/exports/plan-exports.ts';
import { describeFault } from '../../../../src/main/engine/faults/describe.ts';
import type { Journal } from '../../../../src/main/engine/journal/journal.ts';
import type { ExportRecord } from '../../../../src/main/engine/journal/records.ts';
import { eventsOf, openTestJournal } from '../../journal/journal-fixtures.ts';
import { makeTestFolder } from '../../../support/ports.ts';
import { createBench, exportOf, itemOf } from '../export-fixtures.ts';
import { createDealing, waitingExport } from './answer-fixtures.ts';

describe('an acknowledged XML', () => {
  test('waits after the write, and is reported only once the target system said ok', async () => {
    const { journal, xml, itemId, documentId, exportId, job, service, deal } = await waitingExport();
    expect(await exportOf(journal, exportId)).toMatchObject({ state: 'waiting', answer: null });
    expect((await itemOf(journal, itemId)).stage).toBe('exported');
    expect(job).toMatchObject({ kind: 'acknowledge' });
    expect(await deal.one(job)).toMatchObject({ state: 'ready', dueAt: job.dueAt });
    expect(service.requests).toEqual([]);

    await writeFile(`${xml}.ok`, '');
    expect(await deal.all(job)).toEqual(['acknowledge', 'transfer']);
    expect(service.requests).toEqual([`transfer ${documentId}`]);
    expect(await exportOf(journal, exportId)).toMatchObject({
      state: 'reported',
      answer: { kind: 'ok', message: null },
    });
    expect((await itemOf(journal, itemId)).stage).toBe('handed-over');
    expect(await eventsOf(journal, exportId)).toEqual(
      expect.arrayContaining(['acknowledged', 'reported', 'answer-filed']),
    );
  });

  test('keeps the answer in processed/, never over another one', async () => {
    const first = await waitingExport();
    await writeFile(`${first.xml}.ok`, 'message=one');
    await first.deal.all(first.job);
    const { journal, folder } = first;
    const second = await waitingExport({}, true, { journal, folder });
    await writeFile(`${second.xml}.ok`, 'message=two');
    await second.deal.all(second.job);
    const third = await waitingExport({}, true, { journal, folder });
    await writeFile(join(folder, 'processed', 'Invoice 1 (3).xml.ok'), 'somebody else');
    await writeFile(`${third.xml}.ok`, 'message=three');
    await third.deal.all(third.job);
    const kept = join(folder, 'processed');
    expect((await readdir(kept)).sort()).toEqual([
      'Invoice 1 (2).xml.ok',
      'Invoice 1 (3) (2).xml.ok',
      'Invoice 1 (3).xml.ok',
      'Invoice 1.xml.ok',
    ]);
    expect(await readFile(join(kept, 'Invoice 1 (3).xml.ok'), 'utf8')).toBe('somebody else');
  });

  test('is handed over without a report where the rule asks for none', async () => {
    const { journal, xml, itemId, job, service, deal } = await waitingExport({}, false);
    await writeFile(`${xml}.OK`, '');
    expect(await deal.all(job)).toEqual(['acknowledge']);
    expect(service.requests).toEqual([]);
    expect((await itemOf(journal, itemId)).stage).toBe('handed-over');
  });

  test('brings id and data of the answer to the service before the report', async () => {
    const { journal, xml, itemId, documentId, exportId, job, service, deal } = await waitingExport();
    service.change(documentId, { externalData: { Voucher: 'old', costCenter: '7' } }, Date.now());
    await writeFile(`${xml}.ok`, JSON.stringify({ externalId: 'ERP-4711', externalData: { voucher: '99' } }));
    expect(await deal.all(job)).toEqual(['acknowledge', 'write-back', 'transfer']);
    expect(service.requests).toEqual([
      `get ${documentId}`,
      `external-id ${documentId} ERP-4711`,
      `external-data ${documentId} {"costCenter":"7","voucher":"99"}`,
      `transfer ${documentId}`,
    ]);
    expect((await exportOf(journal, exportId)).answer).toMatchObject({ externalId: 'ERP-4711', writtenBack: true });
    expect((await journal.document(documentId))?.externalId).toBe('ERP-4711');
    expect((await itemOf(journal, itemId)).stage).toBe('handed-over');
  });
});

test('an answer that comes while ids and data of an earlier one reach the service is not replaced by that one', async () => {
  const { journal, xml, documentId, exportId, job, service, deal } = await waitingExport();
  await writeFile(`${xml}.ok`, JSON.stringify({ externalData: { voucher: '99' } }));
  let newer: ExportRecord['answer'] = null;
  service.instead.setExternalData = () => {
    if (newer !== null)
      void journal.commit([{ kind: 'export-set', exportId, set: { answer: newer }, at: 1, event: 'acknowledged' }]);
    return null;
  };
  await deal.one(job);
  const [writeBack] = (await journal.jobsOf(documentId)).filter(({ kind }) => kind === 'write-back');
  const { answer } = await exportOf(journal, exportId);
  if (writeBack === undefined || answer === null) throw new Error('nothing is written back');
  newer = { ...answer, sha256: 'f'.repeat(64), externalData: { voucher: '100' } };
  expect(await deal.one(writeBack)).toEqual({ state: 'cancelled' });
  expect((await exportOf(journal, exportId)).answer).toEqual(newer);
});

test('a title that is set while a report is written down stays', async () => {
  const { journal, xml, documentId, job, service } = await waitingExport();
  await writeFile(`${xml}.ok`, '');
  const slow = createDealing(
    {
      ...journal,
      async exportsOfDocument(id) {
        const found = await journal.exportsOfDocument(id);
        await journal.commit([{ kind: 'document-set', documentId, set: { title: 'By hand' }, at: 1 }]);
        return found;
      },
    },
    service,
  );
  await slow.all(job);
  expect(await journal.document(documentId)).toMatchObject({ title: 'By hand', state: 'transferred', settled: true });
});

test('an answer that can not be written down stays where it lies', async () => {
  const { journal, xml, exportId, job, service } = await waitingExport();
  await writeFile(`${xml}.ok`, '');
  // The job was ended by somebody else while the answer was read.
  const ended = createDealing(
    {
      ...journal,
      commit: (changes, actor) =>
        changes.some(({ kind }) => kind === 'attempt-ended')
          ? Promise.resolve({ ok: false, index: 0, reason: 'stage', found: 'cancelled' })
          : journal.commit(changes, actor),
    },
    service,
  );
  expect(await ended.one(job)).toEqual({ state: 'cancelled' });
  expect(await readFile(`${xml}.ok`, 'utf8')).toBe('');
  expect(await exportOf(journal, exportId)).toMatchObject({ state: 'waiting', answer: null });
});

interface RacedEnd extends Pick<ExportRecord, 'state' | 'answer'> {
  readonly name: string | undefined;
  readonly jobs: readonly string[];
}

describe('an XML that a person has written once more', () => {
  /** The journal and the disk, where the person acts just before call number `moment` of them. */
  async function raced(
    journal: Journal,
    told: string,
    moment: number,
  ): Promise<{ readonly calls: number; readonly end: RacedEnd | null }> {
    const folder = await makeTestFolder();
    const waiting = await waitingExport({ limitMs: told === '' ? 1 : 60_000 }, true, { journal, folder });
    const { xml, exportId, job, service } = waiting;
    const jobId = `again ${exportId}`;
    if (told !== '') await writeFile(`${xml}.${told}`, told === 'json' ? '{' : '');
    let calls = 0;
    async function before<T>(act: () => Promise<T>): Promise<T> {
      calls += 1;
      if (calls === moment) await journal.commit(againChanges(await exportOf(journal, exportId), jobId, 2, 0));
      return act();
    }
    const over: Journal = {
      ...journal,
      commit: (changes, actor) => before(() => journal.commit(changes, actor)),
      export: (id) => before(() => journal.export(id)),
      itemsOfDocument: (id) => before(() => journal.itemsOfDocument(id)),
    };
    const files = { ...answerFiles, of: (path: string) => before(() => answerFiles.of(path)) };
    const deal = createDealing(over, service, { files });
    const looked = await deal.one(job);
    if (looked.state === 'ready') await deal.one(job);
    const again = await journal.job(jobId);
    if (again === null) return { calls, end: null };
    await createBench(journal).run(again);
    const { state, path, answer } = await exportOf(journal, exportId);
    const jobs = (await journal.jobsOf(exportId)).map((one) => `${one.kind} ${one.state}`).sort();
    return { calls, end: { state, name: path?.slice(folder.length + 1), answer, jobs } };
  }

  test.each(['ok', 'err', 'json', ''])(
    'waits for its own answer, whenever that of the first one is read (.%s)',
    async (told) => {
      const { journal } = await openTestJournal();
      const ends: (RacedEnd | null)[] = [];
      for (let moment = 1, calls = 1; moment <= calls; moment += 1) {
        const race = await raced(journal, told, moment);
        calls = race.calls;
        ends.push(race.end);
      }
      expect(ends.length).toBeGreaterThan(3);
      for (const end of ends) {
        expect(end).toMatchObject({ state: 'waiting', name: 'Invoice 1 (2).xml', answer: null });
        expect(end?.jobs).not.toContain('acknowledge running');
      }
    },
  );
});

describe('a refusal', () => {
  test('is told to the service and to a person, with the words of the target system', async () => {
    const { journal, xml, itemId, documentId, exportId, job, service, deal } = await waitingExport();
    await writeFile(`${xml}.err`, 'Cost centre 4711 is closed');
    expect(await deal.all(job)).toEqual(['acknowledge', 'transfer']);
    expect(service.requests).toEqual([`transfer ${documentId} failed: Cost centre 4711 is closed`]);
    expect(await exportOf(journal, exportId)).toMatchObject({ state: 'refused', answer: { kind: 'err' } });
    expect((await exportOf(journal, exportId)).reportedAt).not.toBeNull();
    const item = await itemOf(journal, itemId);
    expect(item).toMatchObject({ stage: 'held', resumeStage: 'exported', fault: { code: 'hand-over-refused' } });
    expect(item.fault === null ? '' : describeFault(item.fault, 'en').reason).toBe(
      'The target system did not accept Invoice 1.xml: Cost centre 4711 is closed.',
    );
  });

  test('becomes a rejection, or nothing at the service, where the rule says so', async () => {
    const rejecting = await waitingExport({ onRefusal: 'reject' });
    await writeFile(`${rejecting.xml}.err`, 'not ours');
    expect(await rejecting.deal.all(rejecting.job)).toEqual(['acknowledge', 'reject']);
    expect(await exportOf(rejecting.journal, rejecting.exportId)).toMatchObject({ state: 'rejected' });
    expect((await itemOf(rejecting.journal, rejecting.itemId)).stage).toBe('handed-over');

    const silent = await waitingExport({ onRefusal: 'nothing', owner: 'it' });
    await writeFile(`${silent.xml}.err`, '');
    expect(await silent.deal.all(silent.job)).toEqual(['acknowledge']);
    expect(silent.service.requests).toEqual([]);
    expect(await itemOf(silent.journal, silent.itemId)).toMatchObject({ stage: 'held', fault: { owner: 'it' } });
  });

  test('that the target system takes back later counts', async () => {
    const { journal, xml, itemId, exportId, job, deal } = await waitingExport();
    await writeFile(`${xml}.err`, 'closed');
    await deal.all(job);
    await writeFile(`${xml}.ok`, '');
    const late = { ...job, id: 'late' };
    await journal.commit([{ kind: 'job-added', job: late }]);
    expect(await deal.all(late)).toEqual(['acknowledge', 'transfer']);
    expect((await exportOf(journal, exportId)).state).toBe('reported');
    expect(await itemOf(journal, itemId)).toMatchObject({ stage: 'handed-over', fault: null });
  });
});

test('a rejection is always one, with its message', async () => {
  const { journal, xml, itemId, documentId, exportId, job, service, deal } = await waitingExport();
  await writeFile(`${xml}.reject`, 'message=This invoice is not ours');
  expect(await deal.all(job)).toEqual(['acknowledge', 'reject']);
  expect(service.requests).toEqual([`reject ${documentId}: This invoice is not ours`]);
  expect((await exportOf(journal, exportId)).state).toBe('rejected');
  expect((await itemOf(journal, itemId)).stage).toBe('handed-over');
});

describe('an answer that does not come', () => {
  test('is a person’s matter after the limit; a person gives it the same time again, and a late one counts', async () => {
    const { journal, xml, itemId, exportId, job, deal } = await waitingExport({ limitMs: 1, owner: 'it' });
    expect(await deal.one(job)).toMatchObject({ state: 'held', fault: { code: 'hand-over-unanswered', owner: 'it' } });
    expect((await exportOf(journal, exportId)).state).toBe('held');
    expect(await itemOf(journal, itemId)).toMatchObject({
      stage: 'held',
      resumeStage: 'exported',
      fault: { code: 'hand-over-unanswered', params: { name: 'Invoice 1.xml' } },
    });

    await journal.commit([{ kind: 'job-set', jobId: job.id, set: { state: 'ready', fault: null } }]);
    expect(await deal.one(job)).toMatchObject({ state: 'ready' });
    expect((await exportOf(journal, exportId)).state).toBe('waiting');

    await writeFile(`${xml}.ok`, '');
    expect(await deal.all(job)).toEqual(['acknowledge', 'transfer']);
    expect(await itemOf(journal, itemId)).toMatchObject({ stage: 'handed-over', fault: null });
  });

  test('ends where a person has reported the document', async () => {
    const { journal, exportId, documentId, itemId, job, deal } = await waitingExport({ limitMs: 1 });
    const byPerson = {
      ...job,
      id: 'by-person',
      kind: 'transfer',
      subjectId: documentId,
      payload: { successful: true },
    } as const;
    await journal.commit([{ kind: 'job-added', job: byPerson }]);
    await deal.one(byPerson);
    expect((await exportOf(journal, exportId)).state).toBe('reported');
    expect((await itemOf(journal, itemId)).stage).toBe('handed-over');
    expect(await deal.one(job)).toEqual({ state: 'done' });
  });
});

describe('an answer that cannot be used', () => {
  test.each([
    ['err', 'several answers', { ok: '', err: 'no' }, 'contradictory'],
    [
      'ok',
      'too much data',
      { ok: Array.from({ length: 21 }, (_, n) => `externalData.k${String(n)}=1`).join('\n') },
      'too-many-pairs',
    ],
    ['ok', 'a very long text', { ok: 'x'.repeat(70_000) }, 'too-long'],
  ] as const)('by %s, for %s, is held and left where it is', async (_kind, _words, answers, problem) => {
    const { journal, xml, itemId, job, service, deal } = await waitingExport();
    for (const [kind, text] of Object.entries(answers)) await writeFile(`${xml}.${kind}`, text);
    expect(await deal.one(job)).toMatchObject({
      state: 'held',
      fault: { code: 'hand-over-answer-invalid', params: { problem } },
    });
    expect((await itemOf(journal, itemId)).stage).toBe('held');
    expect(service.requests).toEqual([]);
    for (const kind of Object.keys(answers)) expect(await readFile(`${xml}.${kind}`)).toBeDefined();
  });

  test('JSON that breaks off may still be written', async () => {
    const { xml, job, deal } = await waitingExport();
    await writeFile(`${xml}.ok`, '{"externalId": "ERP');
    expect(await deal.one(job)).toMatchObject({ state: 'ready' });
    await writeFile(`${xml}.ok`, '{"message": "posted"}');
    expect(await deal.all(job)).toEqual(['acknowledge', 'transfer']);
  });

  test('one that is being written is not read', async () => {
    const { journal, xml, exportId, job, service } = await waitingExport();
    await writeFile(`${xml}.err`, 'Cost');
    const look = async (path: string): ReturnType<typeof answerFiles.look> => {
      const found = await answerFiles.look(path);
      await appendFile(path, ' centre');
      return found;
    };
    const { one } = createDealing(journal, service, { files: { ...answerFiles, look } });
    expect(await one(job)).toMatchObject({ state: 'ready' });
    expect((await exportOf(journal, exportId)).answer).toBeNull();
  });
});

test('a file whose content is in the journal already changes nothing and goes out of the way', async () => {
  const { journal, folder } = { journal: (await openTestJournal()).journal, folder: await makeTestFolder() };
  const scene = await waitingExport({}, true, { journal, folder });
  await writeFile(`${scene.xml}.ok`, 'message=once');
  await scene.deal.all(scene.job);
  await writeFile(`${scene.xml}.ok`, 'message=once');
  const late = { ...scene.job, id: 'again' };
  await journal.commit([{ kind: 'job-added', job: late }]);
  const { all } = createDealing(journal, scene.service);
  expect(await all(late)).toEqual(['acknowledge']);
  expect(scene.service.requests).toHaveLength(1);
  expect(await readdir(folder)).not.toContain('Invoice 1.xml.ok');
});
