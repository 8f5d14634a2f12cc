import { readFile } from 'node:fs/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createResolver } from '../../../src/main/engine/cases/resolve.ts';
import { createExportHandler } from '../../../src/main/engine/exports/export-job.ts';
import { exportFiles } from '../../../src/main/engine/exports/export-files.ts';
import { createTransferHandler } from '../../../src/main/engine/exports/transfer-job.ts';
import { checkXml } from '../../../src/main/engine/intake/inspection/xml/check-xml.ts';
import type { NewItem, NewJob } from '../../../src/main/engine/journal/records.ts';
import { createFindSubmitted } from '../../../src/main/engine/service/find-submitted.ts';
import { createServiceClient } from '../../../src/main/engine/service/service-client.ts';
import type { ServiceClient } from '../../../src/main/engine/service/client.ts';
import { startPracticeService } from '../../../src/main/practice/practice-service.ts';
import type { PracticeOptions, PracticeService } from '../../../src/main/practice/practice-service.ts';
import { createTestLog, makeTestFolder, realClock } from '../../support/ports.ts';
import { attemptAt, exportOf, filesIn, resultOf } from '../exports/export-fixtures.ts';
import {
  added,
  committed,
  newId,
  openTestJournal,
  rule,
  someItem,
  someSubmission,
} from '../journal/journal-fixtures.ts';
import { stageOf, startTracker } from '../tracker/tracker-fixtures.ts';

const projectId = 'accounts-payable';

async function startService(
  options: PracticeOptions = {},
): Promise<{ practice: PracticeService; client: ServiceClient }> {
  const practice = await startPracticeService({ processingMs: 300, ...options });
  const { baseUrl, clientId, clientSecret } = practice;
  const client = createServiceClient({
    connection: { id: 'office', name: 'Office', baseUrl, clientId },
    readSecret: () => Promise.resolve({ ok: true, value: clientSecret }),
    clock: realClock,
    random: Math.random,
    log: createTestLog(),
    network: { env: {} },
    sockets: 4,
  });
  onTestFinished(async () => {
    await client.close();
    await practice.close();
  });
  return { practice, client };
}

async function upload(client: ServiceClient, name: string): Promise<string> {
  const answer = await client.uploadFile(
    { body: { bytes: Buffer.from(`<invoice>${name}</invoice>`) }, mediaType: 'application/xml', fileName: name },
    { lane: 'upload' },
  );
  if (!answer.ok) throw new Error(answer.fault.code);
  return answer.value.fileId;
}

test.each(['id', 'empty'] as const)(
  'a batch on the practice service (answer: %s) becomes cases, documents, XML on disk and a report',
  async (body) => {
    const { practice, client } = await startService({ batchAnswer: { status: 202, body }, omitTotalCount: true });
    const { journal } = await openTestJournal();
    const folder = await makeTestFolder();
    const at = Date.now();
    const exported = { folder, states: ['doneAutomatically'], template: '{title}', reportTransfer: true };
    const ownRule = { ...rule, projectId, mode: 'batch', export: exported } as const;
    const names = ['4711 invoice.xml', '4711 invoice-attachment.xml', 'other.xml'];
    const items: { readonly item: NewItem; readonly fileId: string }[] = [];
    for (const name of names)
      items.push({ item: someItem({ name, rule: ownRule }), fileId: await upload(client, name) });
    const submission = someSubmission({
      kind: 'batch',
      projectId,
      state: 'submitted',
      submittedAt: at,
      externalId: `mailroom-${newId()}`,
      items: items.map(({ item }, position) => ({ itemId: item.id, role: null, position })),
    });
    const answer = await client.processFileBatch(
      { fileIds: items.map(({ fileId }) => fileId), projectId, externalId: submission.externalId },
      { lane: 'submit' },
    );
    if (!answer.ok) throw new Error(answer.fault.code);
    for (const { item, fileId } of items) {
      await committed(
        journal,
        { ...added(item, 'seen'), trail: [{ stage: 'submitted', at }] },
        { kind: 'file-uploaded', fileId, itemId: item.id, connectionId: 'office', size: 1, at },
      );
    }
    const known = { ...submission, fileBatchId: answer.value.fileBatchId };
    await committed(journal, { kind: 'submission-added', submission: known });

    // A small queue: one job after the other.
    let queue: Promise<unknown> = Promise.resolve();
    const parts = { clientOf: () => client, journal, clock: realClock, log: createTestLog() };
    const write = createExportHandler({
      ...parts,
      ids: newId,
      files: exportFiles,
      checkXml,
      doctypes: () => [],
      circle: () => Promise.resolve(null),
      transferPriority: 20,
      awaitAnswer: () => undefined,
      failureWords: ({ code }) => code,
      announceJobs: (jobs) => enqueue(jobs),
    });
    const report = createTransferHandler(parts);
    const enqueue = (jobs: readonly NewJob[]): void => {
      for (const job of jobs) {
        queue = queue.then(() => resultOf(job.kind === 'export' ? write : report, attemptAt(job)));
      }
    };
    const scene = startTracker(journal, {
      client,
      announceJobs: enqueue,
      resolveBatches: (project, signal) => resolve(project, signal),
    });
    const resolve = createResolver({
      client,
      journal,
      clock: realClock,
      log: createTestLog(),
      observe: (documents) => scene.tracker.observe(documents),
      limits: { fastestMs: 20, slowestMs: 100 },
    });
    scene.tracker.follow(projectId);

    await vi.waitFor(
      async () => {
        for (const { item } of items) expect(await stageOf(journal, item.id)).toBe('handed-over');
        expect((await journal.submission(submission.id))?.state).toBe('resolved');
      },
      { timeout: 60_000, interval: 50 },
    );
    await queue;
    expect(await journal.cases(submission.id)).toHaveLength(2);
    const documents = await practice.documents();
    expect(documents.map((document) => document.state)).toEqual(['transferred', 'transferred']);
    expect(Object.keys(await filesIn(folder))).toHaveLength(2);
    for (const document of documents) {
      const [row] = await journal.exportsOfDocument(document.id);
      const written = await exportOf(journal, row?.id ?? '');
      expect(written.state).toBe('reported');
      expect((await readFile(written.path ?? '')).length).toBe(written.size);
    }
  },
);

test.each(['reset-after', 'reset-before'] as const)('a submission cut off by %s is looked up rightly', async (kind) => {
  const { practice, client } = await startService();
  const find = createFindSubmitted({ clock: realClock, monotonic: () => performance.now() });
  const since = Date.now();
  for (const mode of ['document', 'batch'] as const) {
    const fileIds =
      mode === 'document'
        ? [await upload(client, 'a.xml')]
        : [await upload(client, 'b.xml'), await upload(client, 'c.xml')];
    const operation = mode === 'document' ? 'documents.process-file' : 'cases.process-file-batch';
    practice.injectFault({ operation, kind, probability: 1, times: 1 });
    const externalId = `mailroom-${newId()}`;
    const options = { lane: 'submit', tries: 1 } as const;
    const answer =
      mode === 'document'
        ? await client.processFile({ fileId: fileIds[0] ?? '', projectId, externalId }, options)
        : await client.processFileBatch({ fileIds, projectId, externalId }, options);
    expect(answer.ok).toBe(false);
    const look = () => find({ client, projectId, kind: mode, fileIds, externalId, since, askedAt: null, options });
    if (kind === 'reset-before') {
      expect(await look()).toEqual({ ok: true, value: null });
      continue;
    }
    await vi.waitFor(
      async () => {
        const found = await look();
        expect(found.ok && found.value !== null && found.value.documentIds.length).toBe(fileIds.length);
      },
      { timeout: 60_000, interval: 50 },
    );
  }
});
