import { expect, test } from 'vitest';
import type { CallOptions } from '../../src/main/engine/service/client.ts';
import { startContract as start } from './contract-ground.ts';

const options: CallOptions = { lane: 'upload', tries: 4 };
const pdf = {
  body: { bytes: Buffer.from('%PDF-1.4\n%%EOF\n') },
  mediaType: 'application/pdf',
  fileName: 'Rechnung ü.pdf',
};

async function textOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

test('a file becomes a document, is followed, read as XML and reported', async () => {
  const { client } = await start();
  const uploaded = await client.uploadFile(pdf, options);
  const fileId = uploaded.ok ? uploaded.value.fileId : '';
  const back = await client.downloadFile(fileId, options);
  expect(back.ok ? [back.value.fileName, await textOf(back.value.body)] : null).toEqual([
    'Rechnung ü.pdf',
    '%PDF-1.4\n%%EOF\n',
  ]);
  const submission = { fileId, projectId: 'accounts-payable', externalId: 'e-1', externalData: { Branch: 'Köln' } };
  const submitted = await client.processFile(submission, options);
  const id = submitted.ok ? submitted.value.documentId : '';
  await expect
    .poll(async () => {
      const read = await client.getDocument(id, options);
      return read.ok ? read.value.state : null;
    })
    .toBe('doneAutomatically');
  const page = await client.listDocuments({ projectIds: ['accounts-payable'], sort: '-updatedAt' }, options);
  expect(page.ok ? page.value.documents[0] : null).toMatchObject({ id, fileId, externalId: 'e-1' });
  const states = await client.documentStates(id, options);
  expect(states.ok ? states.value.map(({ state }) => state) : null).toEqual(['new', 'processing', 'doneAutomatically']);
  const xml = await client.documentXml(id, 'accounts-payable', options);
  expect(xml.ok ? await textOf(xml.value.body) : null).toContain('<?xml');
  for (const outcome of [
    await client.setTitle(id, 'Neuer Titel', options),
    await client.setExternalId(id, 'e-2', options),
    await client.setExternalData(id, {}, options),
    await client.transferDocument(id, { successful: false, message: 'no' }, options),
    await client.rejectDocument(id, {}, options),
  ]) {
    expect(outcome.ok).toBe(true);
  }
});

test.each([
  { status: 202, body: 'id' },
  { status: 200, body: 'empty' },
] as const)('a batch answered with %o becomes cases', async (batchAnswer) => {
  const { client } = await start({ batchAnswer });
  const uploads = await Promise.all([client.uploadFile(pdf, options), client.uploadFile(pdf, options)]);
  const fileIds = uploads.flatMap((upload) => (upload.ok ? [upload.value.fileId] : []));
  const batch = await client.processFileBatch({ fileIds, projectId: 'accounts-payable' }, options);
  const fileBatchId = batch.ok ? batch.value.fileBatchId : null;
  expect(fileBatchId === null).toBe(batchAnswer.body === 'empty');
  const query = fileBatchId === null ? {} : { fileBatchId };
  // A case is listed while its documents are still being processed; what became of it can be reported afterwards only.
  await expect
    .poll(async () => {
      const cases = await client.listCases(query, options);
      return cases.ok ? cases.value.cases[0]?.state : cases.fault.code;
    })
    .not.toBeOneOf([undefined, 'new', 'processing']);
  const cases = await client.listCases(query, options);
  const id = cases.ok ? (cases.value.cases[0]?.id ?? '') : '';
  const one = await client.getCase(id, options);
  expect(one.ok ? one.value.id : null).toBe(id);
  expect((await client.transferCase(id, { successful: true }, options)).ok).toBe(true);
});

test('projects are known or unknown', async () => {
  const { client } = await start();
  expect((await client.checkProject('contracts', options)).ok).toBe(true);
  const unknown = await client.checkProject('nowhere', options);
  expect(unknown.ok ? null : unknown.fault.code).toBe('project-unknown');
  const uploaded = await client.uploadFile(pdf, options);
  const fileId = uploaded.ok ? uploaded.value.fileId : '';
  const submitted = await client.processFile({ fileId, projectId: 'nowhere' }, options);
  expect(submitted.ok ? null : submitted.fault.code).toBe('project-unknown');
});

test('lost answers are told for what they are', async () => {
  const { client, service } = await start();
  const uploaded = await client.uploadFile(pdf, options);
  const fileId = uploaded.ok ? uploaded.value.fileId : '';
  for (const kind of ['reset-after', 'reset-before', 'garbage-html', 'garbage-cut', '503'] as const) {
    service.injectFault({ operation: 'documents.process-file', kind, probability: 1, times: 1 });
    const submitted = await client.processFile({ fileId, projectId: 'accounts-payable' }, options);
    expect(submitted.ok ? null : submitted.fault.code).toBe('outcome-unclear');
  }
  service.injectFault({ operation: 'documents.process-file', kind: '429', probability: 1, times: 1 });
  expect((await client.processFile({ fileId, projectId: 'accounts-payable' }, options)).ok).toBe(true);
  await service.disconnect();
  // The first call may meet a kept connection that just died; from then on nothing is sent any more.
  expect((await client.listDocuments({}, { lane: 'tracking', tries: 1 })).ok).toBe(false);
  const away = await client.processFile({ fileId, projectId: 'accounts-payable' }, options);
  expect(away.ok ? null : away.fault.code).toBe('service-unreachable');
  await service.reconnect();
  expect((await client.processFile({ fileId, projectId: 'accounts-payable' }, options)).ok).toBe(true);
});

test('revoked and short tokens go unnoticed by the callers', async () => {
  const { client, service } = await start({ tokenSeconds: 1 });
  const signedIn = async (): Promise<number> => {
    expect((await client.listDocuments({ limit: 1 }, { lane: 'tracking', tries: 1 })).ok).toBe(true);
    return service.stats().requests['auth.token'] ?? 0;
  };
  await expect.poll(signedIn).toBeGreaterThanOrEqual(2);
  service.revokeTokens();
  await expect.poll(signedIn).toBeGreaterThanOrEqual(4);
  expect(service.stats().answers['401'] ?? 0).toBeLessThanOrEqual(1);
});

test('many callers at once share 10 requests a second without a 429, and each gets its answers', async () => {
  const { client, service } = await start({ quota: 10, windowSeconds: 1 });
  const work = async (): Promise<readonly boolean[]> => {
    const answered: boolean[] = [];
    for (let call = 0; call < 5; call += 1) {
      answered.push((await client.listDocuments({ limit: 1 }, { lane: 'tracking', tries: 1 })).ok);
    }
    return answered;
  };
  const answered = await Promise.all(Array.from({ length: 8 }, work));
  expect(answered.flat()).toEqual(Array.from({ length: 40 }, () => true));
  expect(service.stats().answers['429'] ?? 0).toBe(0);
});
