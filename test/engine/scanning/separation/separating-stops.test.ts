import { utimesSync } from 'node:fs';
import { mkdir, readdir, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { paperRuleSchema } from '../../../../src/shared/scanning.ts';
import type { WorkerName } from '../../../../src/main/engine/platform/ports.ts';
import { createPageThread } from '../../../../src/main/engine/scanning/pages/page-thread.ts';
import { separateFile } from '../../../../src/main/engine/scanning/separation/separate-file.ts';
import type { JobResult } from '../../../../src/main/engine/queue/job.ts';
import { createAttempt } from '../../../../src/main/engine/queue/attempt.ts';
import { createSeparating } from '../../../../src/main/engine/scanning/separation/separating.ts';
import { createStop } from '../../../../src/main/engine/platform/stop-signal.ts';
import { createKnownItems } from '../../../../src/main/engine/submissions/known-items.ts';
import { devicePdf } from '../../../scanner/device-files.ts';
import { letter, scanned } from '../../../scanner/paper.ts';
import { resultOf } from '../../exports/export-fixtures.ts';
import { createTestStation, smallPdf } from '../../../support/engine.ts';
import { createTestLog, createTestPorts, makeTestFolder, startTestWorker } from '../../../support/ports.ts';

const paper = paperRuleSchema.parse({ separation: { by: 'pages', pages: 1 } });

async function twoPages(): Promise<Buffer> {
  const page = { picture: await scanned({ svg: letter }, 75), keeping: 'jpeg' } as const;
  return devicePdf([page, page], 75);
}

test('what a start before left half-done is taken away before any file is taken apart again', async () => {
  const station = await createTestStation({ processingMs: 60_000 });
  await station.put('scan.pdf', await twoPages());
  const first = await station.start();
  await first.act('items.pause', { itemIds: 'all' });
  await first.watch(station.hotFolder({ paper }));
  const { id } = await first.reaches('scan.pdf', 'accepted');
  await first.act('items.resume', { itemIds: 'all' });
  await first.engine.stop();
  const parts = join(station.dataDirectory, 'scans/parts');
  const leftFolders = 300;
  await mkdir(join(parts, id, 'pages'), { recursive: true });
  await Promise.all(
    Array.from({ length: leftFolders }, (_, each) => mkdir(join(parts, `left-${each}`), { recursive: true })),
  );

  const log = createTestLog();
  let sweptBefore: number | null = null;
  const swept = (): number => log.lines.filter((line) => line.includes('parts-without-item')).length;
  const startWorker = (name: WorkerName, given: unknown): Worker => {
    if (name === 'pages') sweptBefore ??= swept();
    return startTestWorker(name, given);
  };
  const second = await station.start({}, { startWorker, log });
  await second.reaches('scan.pdf', 'separated');
  expect(sweptBefore).toBe(leftFolders);
});

test('what a file browser left among the folders of parts keeps no start from going on', async () => {
  const station = await createTestStation({ processingMs: 50 });
  const parts = join(station.dataDirectory, 'scans/parts');
  await mkdir(parts, { recursive: true });
  await writeFile(join(parts, '.DS_Store'), 'as Finder writes it');
  const engine = await station.start();
  await station.put('scan.pdf', await twoPages());
  await engine.watch(station.hotFolder({ paper }));
  await engine.reaches('scan.pdf', 'separated');
});

test('a file that can not be read for a moment waits and is taken apart then: it never goes whole', async () => {
  const station = await createTestStation({ processingMs: 60_000 });
  await station.put('scan.pdf', await twoPages());
  let threads = 0;
  const startWorker = (name: WorkerName, given: unknown): Worker => {
    if (name !== 'pages' || threads > 0) return startTestWorker(name, given);
    threads += 1;
    const code = `const { parentPort } = require('node:worker_threads');
      parentPort.on('message', ({ act, id }) => {
        if (act === 'forget') return parentPort.postMessage({ act, id });
        parentPort.postMessage({ act: 'failed', id, code: 'EIO', message: 'EIO: i/o error' });
        parentPort.close();
      });`;
    return new Worker(code, { eval: true });
  };
  const engine = await station.start({}, { startWorker });
  await engine.watch(station.hotFolder({ paper }));
  const { id } = await engine.reaches('scan.pdf', 'separated');
  const { rows } = await engine.ask('custody.page', { subjectId: id, limit: 100 });
  expect(rows.map(({ detail }) => detail['fault'])).toContain('file-unreadable');
  expect(rows.map(({ event }) => event)).not.toContain('uploaded');
});

test('a thread that is closed over a file has stopped: that says nothing about the file', async () => {
  const folder = await makeTestFolder();
  const path = join(folder, 'scan.pdf');
  await writeFile(path, await twoPages());
  let asked: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => {
    asked = resolve;
  });
  const thread = createPageThread(() => {
    asked();
    return new Worker(`require('node:worker_threads').parentPort.on('message', () => undefined);`, { eval: true });
  });
  const signal = { aborted: false };
  const file = {
    path,
    name: 'scan.pdf',
    mediaType: 'application/pdf',
    rule: paper,
    folder: join(folder, 'own'),
    signal,
  };
  const separated = separateFile({ thread, safeName: (text) => text }, file);
  await begun;
  await thread.close();
  expect(await separated).toEqual({ ok: true, value: { kind: 'stopped' } });
});

const nothing = { changes: [], jobs: [] };

/** Runs the upload of one file through separating, over a journal that takes everything. */
async function separateOne(
  content: Buffer,
  startWorker: (path: string) => ReturnType<typeof createTestPorts>['startWorker'],
  before: (path: string) => Promise<void> = () => Promise.resolve(),
): Promise<{ result: JobResult; uploads: number; commits: readonly string[]; parts: readonly string[] }> {
  const station = await createTestStation();
  const path = await station.put('scan.pdf', content);
  const { size, mtimeMs } = await stat(path);
  const commits: string[] = [];
  const journal = {
    commit: (changes: readonly { readonly kind: string }[]) => {
      commits.push(...changes.map(({ kind }) => kind));
      return Promise.resolve({ ok: true, revision: 1 } as const);
    },
    item: () => Promise.resolve(null),
    custody: () => Promise.resolve([]),
  };
  const known = createKnownItems(journal);
  const { rule } = station.hotFolder({ paper });
  const file = { id: 'one', sourceId: 'inbox', path, name: 'scan.pdf', size, modifiedAt: mtimeMs, rule };
  known.remember({ ...file, mediaType: 'application/pdf' }, 1);
  const separating = createSeparating({
    ports: { ...createTestPorts(station.dataDirectory), startWorker: startWorker(path) },
    journal,
    known,
    inspector: { hash: () => Promise.reject(new Error('nothing to hash')) },
    notes: { around: (_, act) => act() },
    newId: () => 'new',
    intake: () => ({ firstWork: () => nothing, doubtWork: () => nothing, taken: () => undefined }),
    enqueue: () => undefined,
    dropped: () => undefined,
  });
  onTestFinished(() => separating.close());
  let uploads = 0;
  const handler = separating.first(() => {
    uploads += 1;
    return Promise.resolve({ state: 'done' });
  });
  const job = { id: 'job', kind: 'upload', subjectId: 'one', connectionId: 'office', sourceId: 'inbox' } as const;
  const context = createAttempt({ ...job, priority: 1, dueAt: 0, attempts: 0, payload: {} }, createStop().signal, {
    now: Date.now,
    random: () => 0.5,
    leaseOwner: 'test',
    leaseMs: 1_000,
    failuresBehind: () => 0,
  });
  await before(path);
  const result = await resultOf(handler, context);
  const parts = await readdir(join(station.dataDirectory, 'scans', 'parts')).catch(() => []);
  return { result, uploads, commits, parts };
}

test('a file that is away just when it is looked at is not handed on to be sent: it might be back by then', async () => {
  const { result, uploads, commits } = await separateOne(
    smallPdf(1),
    () => startTestWorker,
    (path) => rename(path, `${path}.away`),
  );
  expect(uploads).toBe(0);
  expect(result).toMatchObject({ state: 'held', fault: { code: 'file-gone' } });
  expect(commits).toContain('item-moved');
});

test('a file that changes while it is separated leaves no parts behind: the upload finds out what became of it', async () => {
  const { uploads, commits, parts } = await separateOne(await twoPages(), (path) => (name, task) => {
    utimesSync(path, 1_000, 1_000);
    return startTestWorker(name, task);
  });
  expect({ uploads, commits, parts }).toEqual({ uploads: 1, commits: [], parts: [] });
});
