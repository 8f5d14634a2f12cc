import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { assignRoles, formCases, groupKey } from '../../src/main/practice/cases/case-forming.ts';
import { handClock, withService } from './interface-client.ts';
import type { InterfaceClient } from './interface-client.ts';
import { fc } from '../support/property.ts';

const file = z.object({ id: z.string(), type: z.string(), mainFile: z.boolean() });
const oneCase = z.looseObject({
  id: z.string(),
  state: z.string(),
  files: z.array(file),
  documentIds: z.array(z.string()),
});
const casePage = z.object({ data: z.array(oneCase), totalCount: z.number() });

test('names of one case have one key', () => {
  const groups = [
    ['4711.pdf', '4711 delivery note.pdf', '4711-terms.docx', '4711_x.pdf'],
    ['bill.pdf', 'BILL.xml', 'bill.pdf.json', 'bill (2).pdf', 'bill-attachment.pdf', 'bill Anlage 2.tif'],
    ['2026-11-27 a.pdf'],
    ['2026-11-28 a.pdf'],
    ['invoice-001.pdf'],
    ['invoice-002.pdf'],
    ['.pdf'],
  ];
  const keys = groups.map((names) => new Set(names.map(groupKey)));
  for (const [index, key] of keys.entries()) expect(key.size, String(groups[index])).toBe(1);
  expect(new Set(keys.flatMap((key) => [...key])).size).toBe(groups.length);
});

test('whatever the names, each file is in one case, and each case has one main file', () => {
  const name = fc.oneof(
    fc.string({ maxLength: 8 }),
    fc.constantFrom('a.pdf', 'a.xml', 'a-annex.pdf', '123.pdf', '123 b.png'),
  );
  fc.assert(
    fc.property(fc.array(name, { maxLength: 12 }), (names) => {
      const files = names.map((text, index) => ({ id: String(index), name: text, contentType: 'application/pdf' }));
      const cases = formCases(files);
      expect(
        cases
          .flat()
          .map(({ id }) => id)
          .toSorted(),
      ).toEqual(files.map(({ id }) => id).toSorted());
      for (const members of cases) expect(members.filter(({ mainFile }) => mainFile).length).toBe(1);
    }),
  );
});

test('the main file is no attachment, and a PDF before an XML', () => {
  const roles = assignRoles([
    { id: 'x', name: 'a.xml', contentType: 'text/xml' },
    { id: 'n', name: 'a-annex.pdf', contentType: 'application/pdf' },
    { id: 'p', name: 'a.pdf', contentType: 'application/pdf' },
  ]);
  expect(roles).toEqual([
    { id: 'p', type: 'invoice', mainFile: true },
    { id: 'x', type: 'attachment', mainFile: false },
    { id: 'n', type: 'attachment', mainFile: false },
  ]);
});

test('a batch becomes cases, and each case one document with all its files', async () => {
  const clock = handClock();
  await withService({ clock: clock.now }, async (client) => {
    const bill = await client.upload('bill', '100 bill.pdf');
    const annex = await client.upload('annex', '100 annex.pdf');
    const other = await client.upload('other', 'other.tif', 'image/tiff');
    const reply = await client.call('POST', '/cases/process-file-batch', {
      fileIds: [annex, bill, other],
      projectId: 'accounts-payable',
      externalId: 'B-1',
      externalData: { k: 'v' },
    });
    expect(reply.status).toBe(202);
    const { fileBatchId } = z.strictObject({ fileBatchId: z.string() }).parse(reply.value);
    const find = async (query: string) => casePage.parse((await client.call('GET', `/cases?${query}`)).value);
    expect((await find(`fileBatchId=${fileBatchId}`)).data).toEqual([]);
    clock.forward(400);
    const found = await find(`fileBatchId=${fileBatchId}`);
    expect(found.totalCount).toBe(2);
    expect(found.data.map((entry) => entry.files.map(({ id }) => id).toSorted())).toEqual(
      expect.arrayContaining([[annex, bill].toSorted(), [other]]),
    );
    expect((await find('externalId=B-1')).totalCount).toBe(2);
    expect((await find('externalId=B-2')).totalCount).toBe(0);
    expect((await find('projectId=training')).totalCount).toBe(0);
    expect((await find('limit=1&offset=1')).data.length).toBe(1);
    expect((await client.call('GET', '/cases?limit=-1')).status).toBe(400);

    clock.forward(1000);
    const [document] = (await client.service.documents()).filter((entry) => entry.fileId === bill);
    const owner = found.data.find((entry) => entry.files.length === 2);
    expect(document).toMatchObject({
      caseId: owner?.id,
      state: 'doneAutomatically',
      externalId: 'B-1',
      externalData: { k: 'v' },
      files: [
        { id: bill, type: 'invoice', mainFile: true },
        { id: annex, type: 'attachment', mainFile: false },
      ],
    });
    const one = await client.call('GET', `/cases/${owner?.id ?? ''}`);
    expect(one.value).toMatchObject({
      state: 'completed',
      documentIds: [document?.id],
      fileBatchId,
      externalId: 'B-1',
    });
    const byCase = await client.call('GET', `/documents?caseId=${owner?.id ?? ''}`);
    expect(byCase.value).toMatchObject({ totalCount: 1, data: [{ id: document?.id }] });
    expect((await client.call('GET', '/cases/none')).status).toBe(404);
  });
});

test('the batch answer can be another status, and empty', async () => {
  for (const [status, body] of [
    [200, 'id'],
    [201, 'empty'],
  ] as const) {
    await withService({ batchAnswer: { status, body } }, async (client) => {
      const fileIds = [await client.upload('x')];
      const reply = await client.call('POST', '/cases/process-file-batch', { fileIds, projectId: 'training' });
      expect(reply.status).toBe(status);
      expect(reply.text === '').toBe(body === 'empty');
    });
  }
});

test('bad batches and cases are refused', async () => {
  await withService({}, async (client) => {
    const id = await client.upload('x');
    const batches: [unknown, number][] = [
      [{ fileIds: [], projectId: 'training' }, 400],
      [{ fileIds: id, projectId: 'training' }, 400],
      [{ fileIds: [id] }, 400],
      [{ fileIds: [id, 'none'], projectId: 'training' }, 404],
      [{ fileIds: [id], projectId: 'none' }, 404],
      [{ fileIds: [id], projectId: 'training', externalData: { a: {} } }, 400],
    ];
    for (const [body, status] of batches) {
      expect((await client.call('POST', '/cases/process-file-batch', body)).status, JSON.stringify(body)).toBe(status);
    }
    const files = (...list: unknown[]) => ({ projectId: 'training', files: list });
    const cases: [unknown, number][] = [
      [files(), 400],
      [files({ id }), 400],
      [files({ id, type: 'a', mainFile: true }, { id: 'b', type: 'b', mainFile: true }), 400],
      [files({ id, type: 'a' }, { id, type: 'b' }), 400],
      [files({ id: 'none', type: 'a' }), 404],
      [{ ...files({ id, type: 'a' }), projectId: 'none' }, 404],
    ];
    for (const [body, status] of cases) {
      expect((await client.call('POST', '/cases/create', body)).status, JSON.stringify(body)).toBe(status);
    }
  });
});

async function madeCase(
  client: InterfaceClient,
  files: readonly (readonly [string, string, string])[],
): Promise<string> {
  const uploaded: unknown[] = [];
  for (const [index, [content, name, type]] of files.entries()) {
    uploaded.push({ id: await client.upload(content, name), type, mainFile: index === 0 });
  }
  const reply = await client.call('POST', '/cases/create', {
    projectId: 'training',
    files: uploaded,
    externalId: 'C-1',
  });
  expect(reply.status).toBe(202);
  return z.strictObject({ caseId: z.string() }).parse(reply.value).caseId;
}

test('a case made by hand has its document later, and its transfer is that of the document', async () => {
  const clock = handClock();
  await withService({ clock: clock.now }, async (client) => {
    const id = await madeCase(client, [['a', 'a.review.pdf', 'contract']]);
    const read = async () => oneCase.parse((await client.call('GET', `/cases/${id}`)).value);
    expect(await read()).toMatchObject({ state: 'new', documentIds: [], externalId: 'C-1', fileBatchId: null });
    expect((await client.call('POST', `/cases/${id}/transfer`, { successful: true })).status).toBe(400);
    clock.forward(500);
    expect((await read()).state).toBe('processing');
    clock.forward(1000);
    const [documentId = ''] = (await read()).documentIds;
    expect(await client.state(documentId)).toBe('reviewRequired');
    expect((await client.call('POST', `/cases/${id}/transfer`, { message: 'x' })).status).toBe(400);
    expect((await client.call('POST', `/cases/${id}/transfer`, { successful: false, message: 'x' })).status).toBe(202);
    expect((await read()).state).toBe('transferFailed');
    expect(await client.state(documentId)).toBe('transferFailed');
  });
});

test('case files come as ZIP and as multipart, under their upload names, filtered', async () => {
  await withService({}, async (client) => {
    const id = await madeCase(client, [
      ['first', 'Rechnung ü.pdf', 'invoice'],
      ['second', 'same.pdf', 'attachment'],
      ['third', 'same.pdf', 'attachment'],
      ['x'.repeat(1_500_000), '../big.pdf', 'plan'],
    ]);
    const get = (query: string, accept: string) =>
      fetch(`${client.service.baseUrl}/cases/${id}/files${query}`, {
        headers: { authorization: `Bearer ${client.token}`, accept },
      });
    const zipOf = async (query: string) => {
      const answer = await get(query, 'application/zip');
      expect(answer.headers.get('content-type')).toBe('application/zip');
      return unzipSync(new Uint8Array(await answer.arrayBuffer()));
    };
    const all = await zipOf('');
    expect(Object.keys(all)).toEqual(['Rechnung ü.pdf', 'same.pdf', 'same (2).pdf', '../big.pdf']);
    expect(Buffer.from(all['same (2).pdf'] ?? []).toString()).toBe('third');
    expect(all['../big.pdf']?.length).toBe(1_500_000);
    expect(Object.keys(await zipOf('?mainFile=true'))).toEqual(['Rechnung ü.pdf']);
    expect(Object.keys(await zipOf('?mainFile=false&type=plan'))).toEqual(['../big.pdf']);
    expect(Object.keys(await zipOf('?type=none'))).toEqual([]);

    const mixed = await get('?type=attachment&type=invoice', 'multipart/mixed');
    const boundary = /^multipart\/mixed; boundary=(.+)$/.exec(mixed.headers.get('content-type') ?? '')?.[1] ?? '';
    const parts = (await mixed.text()).split(`--${boundary}`);
    expect(parts.at(-1)).toBe('--\r\n');
    expect(parts.slice(1, -1)).toEqual([
      `\r\nContent-Type: application/pdf\r\nContent-Disposition: attachment; filename="Rechnung _.pdf"; filename*=UTF-8''Rechnung%20%C3%BC.pdf\r\n\r\nfirst\r\n`,
      `\r\nContent-Type: application/pdf\r\nContent-Disposition: attachment; filename="same.pdf"; filename*=UTF-8''same.pdf\r\n\r\nsecond\r\n`,
      `\r\nContent-Type: application/pdf\r\nContent-Disposition: attachment; filename="same (2).pdf"; filename*=UTF-8''same%20%282%29.pdf\r\n\r\nthird\r\n`,
    ]);
    expect((await get('', 'text/html')).status).toBe(406);
    expect((await get('?mainFile=maybe', '*/*')).status).toBe(400);
  });
});
