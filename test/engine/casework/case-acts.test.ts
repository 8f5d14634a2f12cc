import { readdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { createCaseActs, type CaseActs } from '../../../src/main/engine/casework/case-acts.ts';
import { success } from '../../../src/main/engine/faults/fault.ts';
import { makeTestFolder, realClock } from '../../support/ports.ts';
import { startScripted, type Script } from '../service/scripted-service.ts';

const place = { connectionId: 'one', caseId: 'c1' };

async function actsOn(script: Script): Promise<{ readonly acts: CaseActs; readonly told: string[] }> {
  const { client } = await startScripted(script);
  const told: string[] = [];
  const journal = {
    commit: (changes: readonly { readonly kind: string }[]) => {
      told.push(...changes.map(({ kind }) => kind));
      return Promise.resolve({ ok: true as const, revision: 1 });
    },
  };
  return { acts: createCaseActs({ journal, clock: realClock, actor: 'test', client: () => success(client) }), told };
}

/** Sends the beginning of one file of a case and no more. */
const slow: Script = (request, response) => {
  const zip = request.headers.accept === 'application/zip';
  response.writeHead(200, { 'content-type': zip ? 'application/zip' : 'multipart/mixed; boundary=b' });
  const head = Buffer.from('--b\r\nContent-Type: application/pdf\r\n\r\n');
  response.write(Buffer.concat([head, Buffer.alloc(5_000 - head.length)]));
};

test.each(['zip', 'files'] as const)(
  'saving a case as %s tells how much came, can be broken off, and leaves nothing then',
  async (as) => {
    const { acts, told } = await actsOn(slow);
    const folder = await makeTestFolder();
    expect(acts.savedBytes(place)).toBeNull();
    const saving = acts.saveCaseFiles({ name: 'cases.save-files', ...place, folder, as });
    await expect.poll(() => acts.savedBytes(place)).toBe(5_000);
    acts.stopSaving({ ...place, caseId: 'another' });
    expect(acts.savedBytes(place)).toBe(5_000);
    acts.stopSaving(place);
    expect(await saving).toEqual(success({ files: [], stopped: true }));
    expect(acts.savedBytes(place)).toBeNull();
    expect(await readdir(folder)).toEqual([]);
    expect(told).toEqual([]);
  },
);

test('what breaks off by itself is a fault, not a stop', async () => {
  const { acts } = await actsOn((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/zip', 'content-length': '9000' });
    response.write(Buffer.alloc(5_000), () => response.destroy());
  });
  const folder = await makeTestFolder();
  const saved = await acts.saveCaseFiles({ name: 'cases.save-files', ...place, folder, as: 'zip' });
  expect(saved.ok).toBe(false);
});
