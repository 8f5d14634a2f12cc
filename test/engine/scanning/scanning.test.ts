import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import sharp from 'sharp';
import { expect, onTestFinished, test, vi } from 'vitest';
import { describeFault } from '../../../src/main/engine/faults/describe.ts';
import { scanningSettingsSchema, type ScanSessionView } from '../../../src/shared/scanning.ts';
import { settingsSchema, type Settings } from '../../../src/shared/settings.ts';
import { startTestScanner, type TestScanner } from '../../scanner/test-scanner.ts';
import { connectionId, createTestStation, type TestEngine, type TestStation } from '../../support/engine.ts';

const patience = { timeout: 30_000, interval: 50 };

async function scannerWith(sheets: number): Promise<TestScanner> {
  const scanner = await startTestScanner(sheets);
  onTestFinished(() => scanner.close());
  return scanner;
}

function scanning(scanner: TestScanner): Settings['scanning'] {
  return scanningSettingsSchema.parse({
    profiles: [
      {
        id: 'post',
        name: 'Post',
        scannerId: `escl:${scanner.address}/`,
        resolution: 100,
        nameTemplate: 'Post {number}',
        connectionId,
        projectId: 'accounts-payable',
      },
    ],
    defaultProfile: 'post',
  });
}

function exportsTo(station: TestStation): Settings['intake'] {
  return settingsSchema.shape.intake.parse({ export: { folder: station.out } });
}

/** Scans what lies in the feeder; answers the session when the run is over. */
async function scanned(engine: TestEngine): Promise<ScanSessionView> {
  const { sessionId } = await engine.act('scan.start', { profileId: 'post' });
  return over(engine, sessionId);
}

/** A session as it is when no page comes in any more. */
function over(engine: TestEngine, sessionId: string): Promise<ScanSessionView> {
  return vi.waitFor(async () => {
    const session = await engine.ask('scan.session', { sessionId });
    expect(session.scanning).toBe(false);
    return session;
  }, patience);
}

test('paper becomes XML on disk: scanned, sent, taken in once, and its session goes when the journal has it', async () => {
  const station = await createTestStation();
  const scanner = await scannerWith(3);
  const engine = await station.start({ scanning: scanning(scanner), intake: exportsTo(station) });
  const changed = new Set<string>();
  engine.engine.scans.onChanged((id) => changed.add(id));
  const session = await scanned(engine);
  expect(session.fault).toBeNull();
  expect(Object.keys(session.pages)).toHaveLength(3);
  expect(changed).toContain(session.id);
  const [document] = session.documents;
  const last = document?.pages.at(-1) ?? '';
  await engine.act('scan.edit', { sessionId: session.id, edit: { act: 'split', pageId: last } });
  const picture = await engine.engine.scans.picture(session.id, last, 200);
  expect(picture.ok && Buffer.from(picture.value).subarray(0, 2).toString('hex')).toBe('ffd8');

  const sent = await engine.act('scan.send', { sessionId: session.id });
  expect(sent.paths.map((path) => basename(path))).toEqual(['Post 1.pdf', 'Post 2.pdf']);
  await engine.reaches('Post 1.pdf', 'exported');
  await engine.reaches('Post 2.pdf', 'exported');
  expect((await readdir(station.out)).filter((name) => name.endsWith('.xml'))).toHaveLength(2);
  await vi.waitFor(async () => {
    expect((await engine.ask('scan.sessions', {})).sessions).toEqual([]);
    expect(await readdir(join(station.dataDirectory, 'scans/sessions'))).toEqual([]);
  }, patience);
  expect(await engine.items()).toHaveLength(2);
});

test('what lies in an outbox when Mailroom ends is taken in at the next start, though its profile is gone', async () => {
  const station = await createTestStation();
  const scanner = await scannerWith(1);
  const first = await station.start({ scanning: scanning(scanner) });
  const session = await scanned(first);
  // Nothing is taken in from a source that stands still.
  const { sourceId, paths } = await first.act('scan.send', { sessionId: session.id }).then(async (sent) => {
    await first.act('source.pause', { sourceId: sent.sourceId });
    return sent;
  });
  const taken = (await first.items()).length;
  await first.engine.stop();
  const second = await station.start();
  await second.act('source.resume', { sourceId }).catch(() => undefined);
  await second.reaches('Post 1.pdf', 'settled');
  expect(paths).toHaveLength(1);
  expect(taken).toBeLessThanOrEqual(1);
  expect(await second.items()).toHaveLength(1);
  await vi.waitFor(async () => {
    expect((await second.ask('scan.sessions', {})).sessions).toEqual([]);
  }, patience);
});

test('a jam ends the run with its fault; the pages before it are there after a restart, and scanning goes on behind them', async () => {
  const station = await createTestStation();
  const scanner = await scannerWith(5);
  scanner.trouble({ kind: 'jam', afterPages: 2 });
  const settings = { scanning: scanning(scanner) };
  const first = await station.start(settings);
  const session = await scanned(first);
  expect(session.fault?.code).toBe('scanner-jammed');
  expect(Object.keys(session.pages)).toHaveLength(2);
  await first.engine.stop();

  scanner.trouble(null);
  scanner.lay(1);
  const second = await station.start(settings);
  const [left] = (await second.ask('scan.sessions', {})).sessions;
  expect(left?.id).toBe(session.id);
  await second.act('scan.start', { profileId: 'post', sessionId: session.id });
  const whole = await vi.waitFor(async () => {
    const now = await second.ask('scan.session', { sessionId: session.id });
    expect(now.scanning).toBe(false);
    return now;
  }, patience);
  expect(whole.fault).toBeNull();
  expect(Object.keys(whole.pages).length).toBeGreaterThan(2);
  expect(whole.documents.flatMap(({ pages }) => pages)).toHaveLength(Object.keys(whole.pages).length);
});

test('saves into a folder without a service, never over a file, and keeps the session', async () => {
  const station = await createTestStation();
  const scanner = await scannerWith(1);
  const engine = await station.start({ scanning: scanning(scanner) }, {}, { work: false });
  const session = await scanned(engine);
  await engine.act('scan.save-as', { sessionId: session.id, folder: station.folder });
  const again = await engine.act('scan.save-as', { sessionId: session.id, folder: station.folder });
  expect(again.paths).toEqual([join(station.folder, 'Post 1 (2).pdf')]);
  expect((await readFile(join(station.folder, 'Post 1.pdf'))).subarray(0, 5).toString()).toBe('%PDF-');
  expect((await engine.ask('scan.sessions', {})).sessions).toHaveLength(1);
  await engine.act('scan.discard', { sessionId: session.id });
  expect((await engine.ask('scan.sessions', {})).sessions).toEqual([]);
  expect(await readdir(join(station.dataDirectory, 'scans/sessions'))).toEqual([]);
});

test('a person says what stands in the way: no profile, no scanner, no such session, no project', async () => {
  const station = await createTestStation();
  const scanner = await scannerWith(1);
  const { profiles } = scanning(scanner);
  const nowhere = profiles.map((profile) => ({ ...profile, projectId: undefined }));
  const engine = await station.start({
    scanning: { ...scanning(scanner), profiles: nowhere, defaultProfile: undefined },
  });
  const asked = async (command: Parameters<typeof engine.engine.dispatch>[0]): Promise<string> => {
    const outcome = await engine.engine.dispatch(command);
    return outcome.ok ? 'ok' : outcome.fault.code;
  };
  expect(await asked({ name: 'scan.start', profileId: 'none' })).toBe('profile-unknown');
  expect(await asked({ name: 'scan.start', profileId: 'post', scannerId: 'sane' })).toBe('scanner-missing');
  expect(await asked({ name: 'scan.stop', sessionId: 'none' })).toBe('not-found');
  const without = nowhere.map((profile) => ({ ...profile, id: 'open', scannerId: undefined }));
  await engine.act('station.configure', { scanning: { ...scanning(scanner), profiles: [...nowhere, ...without] } });
  const unchosen = await engine.engine.dispatch({ name: 'scan.start', profileId: 'open' });
  expect(!unchosen.ok && describeFault(unchosen.fault, 'en').reason).toBe('No scanner is chosen.');
  expect(!unchosen.ok && describeFault(unchosen.fault, 'de').reason).toBe('Es ist kein Scanner gewählt.');
  const session = await scanned(engine);
  expect(await asked({ name: 'scan.send', sessionId: session.id })).toBe('project-unknown');
  // What dropped files get is what documents get, from the moment it is set.
  const intake = settingsSchema.shape.intake.parse({ projects: { [connectionId]: 'contracts' } });
  await engine.act('station.configure', { scanning: { ...scanning(scanner), profiles: nowhere }, intake });
  expect(await asked({ name: 'scan.send', sessionId: session.id })).toBe('ok');
  await vi.waitFor(async () => {
    expect((await engine.items()).map(({ projectId }) => projectId)).toEqual(['contracts']);
  }, patience);
});

test('pages are turned as the profile says, and what the device cannot change is changed afterwards', async () => {
  const station = await createTestStation();
  const scanner = await scannerWith(2);
  const { profiles } = scanning(scanner);
  const engine = await station.start({ scanning: scanning(scanner) });
  const darkest = async (): Promise<{ wide: boolean; level: number }> => {
    const session = await scanned(engine);
    const [pageId = ''] = Object.keys(session.pages);
    const picture = await engine.engine.scans.picture(session.id, pageId, 2_000);
    if (!picture.ok) throw new Error(picture.fault.code);
    const seen = sharp(picture.value).greyscale();
    const { width, height } = await seen.metadata();
    const paper = (await seen.stats()).channels[0]?.mean ?? 0;
    await engine.act('scan.discard', { sessionId: session.id });
    return { wide: width > height, level: paper };
  };
  scanner.lay(1);
  const plain = await darkest();
  // The test scanner knows brightness, and no contrast.
  const changed = profiles.map((profile) => ({ ...profile, rotation: 90 as const, contrast: -60 }));
  await engine.act('station.configure', { scanning: { ...scanning(scanner), profiles: changed } });
  scanner.lay(1);
  const turned = await darkest();
  expect(plain.wide).toBe(false);
  expect(turned.wide).toBe(true);
  expect(plain.level - turned.level).toBeGreaterThan(20);
});

test('a file that cannot be read when it is imported by hand says what a person does, and nothing of it comes later', async () => {
  const station = await createTestStation();
  const scanner = await scannerWith(0);
  const engine = await station.start({ scanning: scanning(scanner) }, {}, { work: false });
  const { sessionId } = await engine.act('scan.import', {
    profileId: 'post',
    paths: [join(station.folder, 'nowhere.pdf')],
  });
  const { fault, pages } = await over(engine, sessionId);
  if (fault === null) throw new Error('imported');
  expect(pages).toEqual({});
  expect(fault).toMatchObject({ code: 'file-unreadable', retry: 'after-person' });
  expect(describeFault(fault, 'en').nextStep).toBe('Check that it is there and who may read it, then try again.');
  expect(describeFault(fault, 'de').nextStep).toBe(
    'Prüfen, ob sie da ist und wer sie lesen darf, dann erneut versuchen.',
  );
});
