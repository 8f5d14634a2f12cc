import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { saveCaseFiles } from '../../src/main/engine/service/case-files/save-case-files.ts';
import { startContract } from './contract-ground.ts';

const options = { lane: 'person', tries: 1 } as const;
// The second one holds a ZIP of its own records, as Office files do.
const contents = ['%PDF-1.4 eins', 'PK\u0003\u0004PK\u0007\u0008PK\u0001\u0002\r\n--x\r\n', '\n'];
const names = ['../Rechnung ü.pdf', 'Lieferschein.pdf', 'Lieferschein.pdf'];

async function makeCase(): Promise<Awaited<ReturnType<typeof startContract>> & { readonly caseId: string }> {
  const ground = await startContract();
  const files: { id: string; type: string; mainFile: boolean }[] = [];
  for (const [index, text] of contents.entries()) {
    const body = { bytes: Buffer.from(text) };
    const file = { body, mediaType: 'application/pdf', fileName: names[index] ?? '' };
    const uploaded = await ground.client.uploadFile(file, options);
    const type = index === 0 ? 'invoice' : 'deliveryNote';
    files.push({ id: uploaded.ok ? uploaded.value.fileId : '', type, mainFile: index === 0 });
  }
  const body = { projectId: 'accounts-payable', files };
  const made = await ground.client.callOperation('cases.create', { body }, options);
  const answer = z.object({ caseId: z.string() }).parse(made.ok ? made.value : made.fault);
  return { ...ground, caseId: answer.caseId };
}

test.each(['zip', 'multipart'] as const)('the files of a case come as %s, all or those asked for', async (form) => {
  const { client, caseId } = await makeCase();
  const folder = await mkdtemp(join(tmpdir(), 'mailroom-case-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const answer = await client.downloadCaseFiles(caseId, { form }, options);
  const saved = answer.ok ? await saveCaseFiles(answer.value, folder) : answer;
  if (!saved.ok) throw new Error(saved.fault.code);
  expect(saved.value.map(({ path }) => basename(path))).toEqual([
    'Rechnung ü.pdf',
    'Lieferschein.pdf',
    'Lieferschein (2).pdf',
  ]);
  expect(saved.value.map(({ mediaType }) => mediaType)).toEqual(
    Array(3).fill(form === 'zip' ? null : 'application/pdf'),
  );
  const read = await Promise.all(saved.value.map(({ path }) => readFile(path, 'utf8')));
  expect(read).toEqual(contents);
  for (const [choice, count] of [
    [{ form, mainFile: true }, 1],
    [{ form, types: ['deliveryNote'] }, 2],
    [{ form, types: ['nothing'] }, 0],
  ] as const) {
    const some = await client.downloadCaseFiles(caseId, choice, options);
    const kept = some.ok ? await saveCaseFiles(some.value, join(folder, 'some')) : some;
    expect(kept.ok ? kept.value.length : kept.fault).toBe(count);
  }
});

test('a case that is not there is not found', async () => {
  const { client } = await startContract();
  const answer = await client.downloadCaseFiles('nothing', {}, options);
  expect(answer.ok ? null : answer.fault.code).toBe('not-found');
});
