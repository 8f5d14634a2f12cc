import { describe, expect, test } from 'vitest';
import { createTransferHandler } from '../../../src/main/engine/exports/transfer-job.ts';
import { againChanges } from '../../../src/main/engine/exports/plan-exports.ts';
import { failure, success } from '../../../src/main/engine/faults/fault.ts';
import type { Journal } from '../../../src/main/engine/journal/journal.ts';
import type { NewJob } from '../../../src/main/engine/journal/records.ts';
import type { JobResult } from '../../../src/main/engine/queue/job.ts';
import { createTestLog, makeTestFolder, realClock } from '../../support/ports.ts';
import { eventsOf, openTestJournal, someJob } from '../journal/journal-fixtures.ts';
import { createScriptedService } from '../tracker/scripted-service.ts';
import type { ScriptedService } from '../tracker/scripted-service.ts';
import { attemptAt, createBench, exportOf, itemOf, plan, resultOf } from './export-fixtures.ts';

interface Scene {
  readonly journal: Journal;
  readonly service: ScriptedService;
  readonly documentId: string;
  readonly itemId: string;
  readonly exportId: string;
  readonly job: NewJob;
  readonly run: (job?: NewJob, over?: Journal) => Promise<JobResult>;
}

/** A written export whose report is due. */
async function reportDue(): Promise<Scene> {
  const { journal } = await openTestJournal();
  const planned = await plan(journal, await makeTestFolder(), { reportTransfer: true });
  const bench = createBench(journal);
  await bench.run(planned.job);
  const [job] = bench.announced;
  if (job === undefined) throw new Error('no transfer job');
  const service = createScriptedService();
  service.put({ id: planned.documentId, state: 'done' });
  const run = (which: NewJob = job, over: Journal = journal): Promise<JobResult> => {
    const dependencies = { clientOf: () => service.client, journal: over, clock: realClock, log: createTestLog() };
    return resultOf(createTransferHandler(dependencies), attemptAt(which));
  };
  const { documentId, itemId, exportId } = planned;
  return { journal, service, documentId, itemId, exportId, job, run };
}

describe('a transfer report', () => {
  test('is made once, and hands the item over', async () => {
    const { journal, service, documentId, itemId, exportId, run } = await reportDue();
    expect(await run()).toEqual({ state: 'done' });
    expect(service.requests).toEqual([`transfer ${documentId}`]);
    expect((await exportOf(journal, exportId)).state).toBe('reported');
    expect((await itemOf(journal, itemId)).stage).toBe('handed-over');
    expect(await eventsOf(journal, documentId)).toEqual(expect.arrayContaining(['reporting', 'transfer-reported']));
  });

  test('is the state of the document from then on, whether or not the service is looked at again', async () => {
    const { journal, documentId, run } = await reportDue();
    await run();
    expect(await journal.document(documentId)).toMatchObject({ state: 'transferred', settled: true });
    expect(await eventsOf(journal, documentId)).toContain('state-changed');
  });

  test('of a paused item waits in the journal, without a trace of an intent', async () => {
    const { journal, service, documentId, itemId, job, run } = await reportDue();
    await journal.commit([{ kind: 'pause-set', scope: 'item', id: itemId, paused: true, at: 1 }]);
    expect(await run()).toEqual({ state: 'cancelled' });
    expect(service.requests).toEqual([]);
    expect((await journal.job(job.id))?.state).toBe('ready');
    expect(await eventsOf(journal, documentId)).not.toContain('reporting');
  });

  test('whose answer was lost is looked up, not repeated', async () => {
    const { service, journal, documentId, itemId, run } = await reportDue();
    service.instead.transfer = (id) => {
      service.change(id, { state: 'transferred' }, Date.now());
      return Promise.resolve(failure('outcome-unclear'));
    };
    expect(await run()).toEqual({ state: 'done' });
    expect(service.requests).toEqual([`transfer ${documentId}`, `get ${documentId}`]);
    expect((await itemOf(journal, itemId)).stage).toBe('handed-over');
  });

  test('that was lost before it arrived is repeated after another look', async () => {
    const { service, documentId, run } = await reportDue();
    service.instead.transfer = () => Promise.resolve(failure('outcome-unclear'));
    expect(await run()).toMatchObject({ state: 'ready', fault: { code: 'outcome-unclear' } });
    delete service.instead.transfer;
    expect(await run()).toEqual({ state: 'done' });
    expect(service.requests).toEqual([
      `transfer ${documentId}`,
      `get ${documentId}`,
      `get ${documentId}`,
      `transfer ${documentId}`,
    ]);
  });

  test('cut off by a crash after it arrived is found', async () => {
    const { journal, service, documentId, itemId, job, run } = await reportDue();
    const arrived = new Promise<void>((resolve) => {
      service.instead.transfer = (id) => {
        service.change(id, { state: 'transferred' }, Date.now());
        resolve();
        return new Promise(() => undefined);
      };
    });
    void run();
    await arrived;
    await journal.commit([{ kind: 'attempt-ended', jobId: job.id, at: 1, state: 'ready', dueAt: 0, counts: false }]);
    expect(await run()).toEqual({ state: 'done' });
    expect(service.requests).toEqual([`transfer ${documentId}`, `get ${documentId}`]);
    expect((await itemOf(journal, itemId)).stage).toBe('handed-over');
  });

  test('that is refused waits for a person, with the words of the service', async () => {
    const { journal, service, itemId, exportId, job, run } = await reportDue();
    service.instead.transfer = () => Promise.resolve(failure('request-refused', { message: 'still processing' }));
    expect(await run()).toMatchObject({ state: 'held', fault: { code: 'transfer-refused' } });
    expect(await itemOf(journal, itemId)).toMatchObject({
      stage: 'held',
      resumeStage: 'exported',
      fault: { code: 'transfer-refused', params: { message: 'still processing' } },
    });
    expect((await exportOf(journal, exportId)).state).toBe('written');

    delete service.instead.transfer;
    await journal.commit([{ kind: 'job-set', jobId: job.id, set: { state: 'ready' } }]);
    expect(await run()).toEqual({ state: 'done' });
    expect(await itemOf(journal, itemId)).toMatchObject({ stage: 'handed-over', fault: null, resumeStage: null });
  });

  test('of a document that somebody else reported otherwise is no success', async () => {
    const { service, run } = await reportDue();
    service.instead.transfer = (id) => {
      service.change(id, { state: 'rejected' }, Date.now());
      return Promise.resolve(failure('outcome-unclear'));
    };
    expect(await run()).toMatchObject({ state: 'held', fault: { code: 'transfer-refused' } });
  });

  test('leaves alone an XML that a person has written once more while the receipt is on its way', async () => {
    const { journal, service, documentId, exportId, job, run } = await reportDue();
    const refused = { state: 'refused' } as const;
    await journal.commit([{ kind: 'export-set', exportId, set: refused, at: 1, event: 'refused' }]);
    let isAsked = false;
    const over: Journal = {
      ...journal,
      async exportsOfDocument(id) {
        const found = await journal.exportsOfDocument(id);
        if (service.requests.length === 0 || isAsked) return found;
        isAsked = true;
        await journal.commit(againChanges(await exportOf(journal, exportId), 'again', 2, 0));
        return found;
      },
    };
    expect(await run({ ...job, payload: { successful: false, exportId } }, over)).toEqual({ state: 'done' });
    expect(isAsked).toBe(true);
    expect(await exportOf(journal, exportId)).toMatchObject({ state: 'planned', reportedAt: null });
    expect((await journal.job(job.id))?.state).toBe('done');
    expect((await journal.document(documentId))?.state).toBe('transferFailed');
  });

  test('is not made a second time for another export of the document', async () => {
    const { journal, service, documentId, run } = await reportDue();
    await run();
    const second = someJob({
      kind: 'transfer',
      subjectId: documentId,
      payload: { successful: true, exportId: 'other' },
    });
    await journal.commit([{ kind: 'job-added', job: second }]);
    expect(await run(second)).toEqual({ state: 'done' });
    expect(service.requests).toHaveLength(1);
  });
});

test('a person may reject a document', async () => {
  const { journal, service, documentId, run } = await reportDue();
  const job = someJob({ kind: 'reject', subjectId: documentId, payload: { message: 'not ours' } });
  await journal.commit([{ kind: 'job-added', job }]);
  expect(await run(job)).toEqual({ state: 'done' });
  expect(service.requests).toEqual([`reject ${documentId}: not ours`]);
  expect((await journal.document(documentId))?.state).toBe('rejected');
});

test('what the service could not be asked is tried later', async () => {
  const { service, run } = await reportDue();
  service.instead.transfer = () => Promise.resolve(failure('service-unreachable'));
  expect(await run()).toMatchObject({ state: 'ready' });
  service.instead.transfer = () => Promise.resolve(success(undefined));
  expect(await run()).toEqual({ state: 'done' });
});

describe('the report of a whole case', () => {
  async function caseDue() {
    const scene = await reportDue();
    const { journal, service, documentId } = scene;
    const document = await journal.document(documentId);
    if (document === null) throw new Error('no document');
    await journal.commit([{ kind: 'document-seen', document: { ...document, caseId: 'case-1' }, at: 1 }]);
    const fields = { fileBatchId: null, externalId: null, projectId: 'invoices', state: 'new', title: null, raw: {} };
    service.cases.push({ id: 'case-1', ...fields });
    const job = someJob({
      kind: 'transfer',
      subjectId: 'case-1',
      payload: { case: true, successful: true, message: 'posted' },
    });
    await journal.commit([{ kind: 'job-added', job }]);
    return { ...scene, caseJob: job };
  }

  test('is made once, and hands over the items of its documents', async () => {
    const { journal, service, itemId, exportId, run, caseJob } = await caseDue();
    expect(await run(caseJob)).toEqual({ state: 'done' });
    expect(service.requests).toEqual(['transfer-case case-1: posted']);
    expect((await exportOf(journal, exportId)).state).toBe('reported');
    expect((await itemOf(journal, itemId)).stage).toBe('handed-over');
    expect(await eventsOf(journal, 'case-1')).toEqual(['reporting', 'transfer-reported']);
    expect((await journal.documentsOfCase('case-1')).map(({ state }) => state)).toEqual(['transferred']);
  });

  test('whose answer was lost is looked up, not repeated', async () => {
    const { service, run, caseJob } = await caseDue();
    service.instead.transferCase = () => failure('outcome-unclear');
    expect(await run(caseJob)).toEqual({ state: 'done' });
    expect(service.requests).toEqual(['transfer-case case-1: posted', 'get-case case-1']);
  });

  test('cut off by a crash after it arrived is found', async () => {
    const { journal, service, run, caseJob } = await caseDue();
    await run(caseJob);
    const intended = { kind: 'custody', subject: 'case', subjectId: 'case-1', event: 'reporting', at: 1 } as const;
    const again = { ...caseJob, id: 'again' };
    await journal.commit([
      { ...intended, detail: { job: 'again' } },
      { kind: 'job-added', job: again },
    ]);
    expect(await run(again)).toEqual({ state: 'done' });
    expect(service.requests.filter((request) => request.startsWith('transfer-case'))).toHaveLength(1);
  });

  test('that is refused waits for a person, and says so on the files that it would have handed over', async () => {
    const { journal, itemId, service, run, caseJob } = await caseDue();
    service.cases.length = 0;
    expect(await run(caseJob)).toMatchObject({ state: 'held', fault: { code: 'transfer-refused' } });
    expect(await itemOf(journal, itemId)).toMatchObject({
      stage: 'held',
      resumeStage: 'exported',
      fault: { code: 'transfer-refused' },
    });
    expect(await eventsOf(journal, 'case-1')).toContain('report-refused');
  });
});
