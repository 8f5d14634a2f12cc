import { cp, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { scanningSettingsSchema, type ScanSessionView } from '../../../../src/shared/scanning.ts';
import { startTestScanner } from '../../../scanner/test-scanner.ts';
import { connectionId, createTestStation, type TestEngine } from '../../../support/engine.ts';

const patience = { timeout: 60_000, interval: 50 };

/** Scans what lies in the feeder; answers the session. */
async function scanned(engine: TestEngine, pages: number): Promise<ScanSessionView> {
  const { sessionId } = await engine.act('scan.start', { profileId: 'post' });
  return vi.waitFor(async () => {
    const session = await engine.ask('scan.session', { sessionId });
    expect(session.scanning).toBe(false);
    expect(Object.keys(session.pages)).toHaveLength(pages);
    return session;
  }, patience);
}

/** A station whose one scanned document, with an external id, was sent into an outbox that stands still. */
async function sentDocument() {
  const station = await createTestStation();
  const scanner = await startTestScanner(1);
  onTestFinished(() => scanner.close());
  const profile = { id: 'post', name: 'Post', scannerId: `escl:${scanner.address}/`, resolution: 100 };
  const scanning = scanningSettingsSchema.parse({
    profiles: [{ ...profile, nameTemplate: 'Post {number}', connectionId, projectId: 'accounts-payable' }],
  });
  const engine = await station.start({ scanning });
  // The first document makes the outbox, so that it can be paused.
  const first = await scanned(engine, 1);
  const { sourceId } = await engine.act('scan.send', { sessionId: first.id });
  await engine.reaches('Post 1.pdf', 'settled');
  await engine.act('source.pause', { sourceId });
  scanner.lay(2);
  const session = await scanned(engine, 2);
  const edit = { act: 'describe', documentId: session.documents[0]?.id ?? '', externalId: 'Box 7' } as const;
  await engine.act('scan.edit', { sessionId: session.id, edit });
  const { paths } = await engine.act('scan.send', { sessionId: session.id });
  await engine.engine.stop();
  return { station, scanning, sourceId, sessionId: session.id, path: paths[0] ?? '' };
}

/** The document is at the service once, with its external id, and its session is gone. */
async function arrivesOnce(engine: TestEngine): Promise<void> {
  await vi.waitFor(async () => {
    const items = (await engine.items()).filter(({ externalId }) => externalId === 'Box 7');
    expect(items.map(({ stage }) => stage)).toEqual(['settled']);
    expect((await engine.ask('scan.sessions', {})).sessions).toEqual([]);
  }, patience);
  const { documents } = await engine.ask('documents.list', {
    connectionId,
    projectId: 'accounts-payable',
    offset: 0,
    limit: 50,
  });
  expect(documents.filter(({ externalId }) => externalId === 'Box 7')).toHaveLength(1);
  expect(documents).toHaveLength(2);
}

test.each([
  [
    'it was noted as sent',
    async (path: string) => {
      await rm(path);
      await rm(`${path}.json`);
    },
  ],
  ['its sidecar was written', (path: string) => rm(path)],
  ['half of it was written', (path: string) => rename(path, `${path}.part`)],
])('a crash once %s: a document is open again, and sent again it arrives once', async (_step, undo) => {
  const { station, scanning, sourceId, sessionId, path } = await sentDocument();
  await undo(path);
  const engine = await station.start({ scanning });
  const session = await engine.ask('scan.session', { sessionId });
  expect(session.documents.map(({ externalId, sentAt }) => ({ externalId, sentAt }))).toEqual([
    { externalId: 'Box 7', sentAt: null },
  ]);
  expect(await engine.items()).toHaveLength(1);
  await engine.act('scan.send', { sessionId });
  await engine.act('source.resume', { sourceId });
  await arrivesOnce(engine);
});

test('a crash once a document lies in its outbox: it leaves by itself', async () => {
  const { station, scanning, sourceId } = await sentDocument();
  const engine = await station.start({ scanning });
  await engine.act('source.resume', { sourceId });
  await arrivesOnce(engine);
});

test('a crash once the journal has a document: neither its file nor its session brings it twice', async () => {
  const { station, scanning, sourceId, path } = await sentDocument();
  const scans = join(station.dataDirectory, 'scans');
  const sent = join(station.root, 'sent');
  await cp(scans, sent, { recursive: true });
  const engine = await station.start({ scanning });
  await engine.act('source.resume', { sourceId });
  await arrivesOnce(engine);
  await engine.engine.stop();
  // The power went before the file was deleted and the session was swept.
  await cp(sent, scans, { recursive: true });
  const after = await station.start({ scanning });
  await arrivesOnce(after);
  await vi.waitFor(async () => {
    expect(await readdir(join(path, '..')).catch(() => [])).toEqual([]);
  }, patience);
});
