import { mkdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { connectionId, createTestStation, smallPdf } from '../../support/engine.ts';
import type { TestEngine, TestStation } from '../../support/engine.ts';

async function oneDocument(station: TestStation): Promise<{ engine: TestEngine; documentId: string }> {
  const engine = await station.start();
  await station.put('a.pdf', smallPdf('a'));
  await engine.watch(station.hotFolder());
  const item = await engine.reaches('a.pdf', 'settled');
  return { engine, documentId: item.documents[0]?.id ?? '' };
}

describe('a person’s acts on documents', () => {
  it('report a transfer, which hands the item over', async () => {
    const station = await createTestStation();
    const { engine, documentId } = await oneDocument(station);
    const report = { documentId, connectionId, successful: true, message: null };
    expect(await engine.act('documents.transfer', report)).toEqual({ state: 'done', fault: null });
    expect((await station.practice.documents()).map(({ state }) => state)).toEqual(['transferred']);
    await engine.reaches('a.pdf', 'handed-over');
  });

  it('reject a document with a message', async () => {
    const station = await createTestStation();
    const { engine, documentId } = await oneDocument(station);
    const rejection = { documentId, connectionId, message: 'Not ours' };
    expect(await engine.act('documents.reject', rejection)).toEqual({ state: 'done', fault: null });
    expect(await station.practice.documents()).toMatchObject([{ state: 'rejected', message: 'Not ours' }]);
  });

  it('answer queued while the service is away, and are done once it is back', async () => {
    const station = await createTestStation();
    const { engine, documentId } = await oneDocument(station);
    station.practice.injectFault({ operation: 'documents.transfer', kind: '503', probability: 1, times: 1 });
    const report = { documentId, connectionId, successful: false, message: 'The booking system is closed' };
    const answer = await engine.act('documents.transfer', report);
    expect(['queued', 'done']).toContain(answer.state);
    await expect
      .poll(async () => (await station.practice.documents()).map(({ state }) => state))
      .toEqual(['transferFailed']);
  });

  it('are refused where there is no such document', async () => {
    const station = await createTestStation();
    const engine = await station.start();
    const outcome = await engine.engine.dispatch({
      name: 'documents.transfer',
      documentId: 'no-such-document',
      connectionId,
      successful: true,
      message: null,
    });
    expect(outcome).toMatchObject({ ok: false, fault: { code: 'not-found' } });
  });

  it('write XML to a folder, once, and again where it was removed', async () => {
    const station = await createTestStation();
    const { engine, documentId } = await oneDocument(station);
    const folder = join(station.root, 'by hand');
    const write = { documentIds: [documentId, 'no-such'], projectId: 'accounts-payable', connectionId, folder };
    const first = await engine.act('exports.write', write);
    expect(first.exports.map(({ path, fault }) => [path !== null, fault?.code ?? null])).toEqual([
      [true, null],
      [false, 'not-found'],
    ]);
    const path = first.exports[0]?.path ?? '';
    const bytes = await readFile(path);
    expect((await engine.act('exports.write', write)).exports[0]).toEqual(first.exports[0]);
    await rm(path);
    const again = (await engine.act('exports.write', write)).exports[0];
    expect(again?.fault).toBeNull();
    expect((await stat(again?.path ?? '')).size).toBe(bytes.length);
  });

  it('write XML that a person asks for, whoever took that of an earlier state, and never over a file', async () => {
    const station = await createTestStation();
    const { engine, documentId } = await oneDocument(station);
    const folder = join(station.root, 'by hand');
    const write = { documentIds: [documentId], projectId: 'accounts-payable', connectionId, folder };
    const asked = async (): Promise<string> => {
      const [written] = (await engine.act('exports.write', write)).exports;
      expect(written?.fault).toBeNull();
      return written?.path ?? '';
    };
    const first = await asked();
    await mkdir(join(folder, 'booked'));
    await rename(first, join(folder, 'booked', 'mine.xml'));
    const report = { documentId, connectionId, message: null };
    await engine.act('documents.transfer', { ...report, successful: false });
    const second = await asked();
    const bytes = await readFile(second);
    // A later state, and nobody took the one before.
    await engine.act('documents.transfer', { ...report, successful: true });
    const third = await asked();
    expect(third).not.toBe(second);
    expect(await readFile(second)).toEqual(bytes);
    expect(await readFile(third)).toEqual(expect.any(Buffer));
  });

  it('list and show what the service has, with the items it came from', async () => {
    const station = await createTestStation();
    const { engine, documentId } = await oneDocument(station);
    const { id } = await engine.item('a.pdf');
    const list = await engine.ask('documents.list', {
      connectionId,
      projectId: 'accounts-payable',
      offset: 0,
      limit: 10,
    });
    expect(list.documents).toMatchObject([{ id: documentId, itemIds: [id] }]);
    expect(await engine.ask('documents.get', { connectionId, documentId })).toMatchObject({ itemIds: [id] });
  });
});
