import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { exportFiles } from '../../../src/main/engine/exports/export-files.ts';
import type { ExportFiles } from '../../../src/main/engine/exports/export-files.ts';
import type { Journal } from '../../../src/main/engine/journal/journal.ts';
import type { NewJob } from '../../../src/main/engine/journal/records.ts';
import { makeTestFolder } from '../../support/ports.ts';
import { success } from '../../../src/main/engine/faults/fault.ts';
import type { Download } from '../../../src/main/engine/service/client.ts';
import type { Outcome } from '../../../src/shared/faults.ts';
import { download } from '../tracker/scripted-service.ts';
import { openTestJournal } from '../journal/journal-fixtures.ts';
import { createMortality, mortalJournal, type Step } from './mortality.ts';
import { createBench, exportOf, filesIn, itemOf, plan, sha256 } from './export-fixtures.ts';

/**
 * The disk, as a mortal process uses it. `buried` waits for what was begun and closes what is open, as the system does for a dead one:
 * Windows keeps such files.
 */
function mortalFiles(mortal: Step): { readonly files: ExportFiles; readonly buried: () => Promise<void> } {
  const begun: Promise<unknown>[] = [];
  const open = new Set<() => Promise<void>>();
  const step: Step = (act) =>
    mortal(() => {
      const doing = act();
      begun.push(doing);
      return doing;
    });
  const files: ExportFiles = {
    makeFolder: (path, below) => step(() => exportFiles.makeFolder(path, below)),
    exists: (path) => step(() => exportFiles.exists(path)),
    digest: (path) => step(() => exportFiles.digest(path)),
    contains: (path, text) => step(() => exportFiles.contains(path, text)),
    publish: (from, to) => step(() => exportFiles.publish(from, to)),
    replace: (from, to) => step(() => exportFiles.replace(from, to)),
    remove: (path) => step(() => exportFiles.remove(path)),
    syncFolder: (path) => step(() => exportFiles.syncFolder(path)),
    create: (path) =>
      step(async () => {
        const writer = await exportFiles.create(path);
        const close = (): Promise<void> => (open.delete(close) ? writer.close() : Promise.resolve());
        open.add(close);
        return { write: (chunk) => step(() => writer.write(chunk)), sync: () => step(() => writer.sync()), close };
      }),
  };
  return {
    files,
    async buried() {
      await Promise.allSettled(begun);
      await Promise.all([...open].map((close) => close()));
    },
  };
}

/** What the engine does at its start with attempts that never ended. */
async function releaseLease(journal: Journal, job: NewJob): Promise<boolean> {
  const found = await journal.job(job.id);
  if (found?.state === 'running') {
    await journal.commit([
      { kind: 'attempt-ended', jobId: job.id, at: Date.now(), state: 'ready', dueAt: 0, counts: false },
    ]);
  }
  return found?.state !== 'done';
}

const carried = `%PDF-1.7 ${'x'.repeat(300)}`;

/** The same for an XML whose file goes beside it. */
test('a crash between any two steps leaves one XML with its file beside it, and nothing half-done', async () => {
  const { journal } = await openTestJournal();
  const root = await makeTestFolder();
  let finished = false;
  let crashes = 0;
  for (let dieAt = 1; !finished && dieAt < 100; dieAt += 1) {
    const folder = join(root, String(dieAt));
    await mkdir(folder);
    await writeFile(join(folder, 'Invoice 1.xml'), 'somebody else');
    const planned = await plan(journal, folder, {
      handOver: { binaries: 'beside', reportFailedWrites: false, versions: 'one', acknowledgement: null },
    });
    const text = `<d><b encoding="base64">${Buffer.from(carried).toString('base64')}</b></d>`;
    const xml = (): Promise<Outcome<Download>> => Promise.resolve(success(download(text)));
    const { died, step } = createMortality(dieAt);
    const { files: disk, buried } = mortalFiles(step);
    const doomed = createBench(mortalJournal(journal, step), { files: disk });
    doomed.service.instead.xml = xml;
    const end = await Promise.race([doomed.run(planned.job), died]);
    finished = end !== 'died';
    if (!finished) crashes += 1;
    await buried();

    if (await releaseLease(journal, planned.job)) {
      const bench = createBench(journal);
      bench.service.instead.xml = xml;
      expect(await bench.run(planned.job)).toEqual({ state: 'done' });
    }

    const record = await exportOf(journal, planned.exportId);
    const files = await filesIn(folder);
    expect(Object.keys(files).sort(), `crash before step ${String(dieAt)}`).toEqual([
      'Invoice 1 (2).1.pdf',
      'Invoice 1 (2).xml',
      'Invoice 1.xml',
    ]);
    expect(files['Invoice 1 (2).1.pdf']).toBe(carried);
    expect(record).toMatchObject({
      state: 'written',
      sha256: sha256(files['Invoice 1 (2).xml'] ?? ''),
      original: { sha256: sha256(text) },
      beside: [{ path: join(folder, 'Invoice 1 (2).1.pdf'), sha256: sha256(carried) }],
    });
  }
  expect(finished).toBe(true);
  expect(crashes).toBeGreaterThan(20);
});

test('a crash between any two steps leaves one whole file, one manifest row and nothing half-done', async () => {
  const { journal } = await openTestJournal();
  const root = await makeTestFolder();
  let finished = false;
  let crashes = 0;
  for (let dieAt = 1; !finished && dieAt < 100; dieAt += 1) {
    const folder = join(root, String(dieAt));
    await mkdir(folder);
    await writeFile(join(folder, 'Invoice 1.xml'), 'somebody else');
    const planned = await plan(journal, folder, { reportTransfer: true });
    const { died, step } = createMortality(dieAt);
    const { files: disk, buried } = mortalFiles(step);
    const doomed = createBench(mortalJournal(journal, step), { files: disk });
    const end = await Promise.race([doomed.run(planned.job), died]);
    finished = end !== 'died';
    if (!finished) crashes += 1;
    await buried();

    if (await releaseLease(journal, planned.job)) {
      expect(await createBench(journal).run(planned.job)).toEqual({ state: 'done' });
    }

    const text = `<document id="${planned.documentId}"/>`;
    expect(await filesIn(folder), `crash before step ${String(dieAt)}`).toEqual({
      'Invoice 1.xml': 'somebody else',
      'Invoice 1 (2).xml': text,
    });
    expect(await exportOf(journal, planned.exportId)).toMatchObject({
      state: 'written',
      path: join(folder, 'Invoice 1 (2).xml'),
      sha256: sha256(text),
    });
    expect(await journal.jobsOf(planned.documentId)).toHaveLength(1);
    // After a crash behind the receipt the moves are in it already.
    expect((await itemOf(journal, planned.itemId)).stage).toBe('exported');
  }
  expect(finished).toBe(true);
  expect(crashes).toBeGreaterThan(12);
});

/** An export whose intended path is in the journal and whose whole temporary file is on disk; nothing has its name yet. */
async function crashedWhilePublishing() {
  const { journal } = await openTestJournal();
  const folder = await makeTestFolder();
  const planned = await plan(journal, folder);
  const text = `<document id="${planned.documentId}"/>`;
  const path = join(folder, 'Invoice 1.xml');
  await journal.commit([
    {
      kind: 'export-set',
      exportId: planned.exportId,
      set: { state: 'writing', path, sha256: sha256(text), size: text.length },
      at: 1,
      event: 'publishing',
    },
  ]);
  await writeFile(join(folder, `.${planned.exportId}.xml.part`), text);
  return { journal, folder, planned, text, path };
}

test('the same content at the intended path is not written once more, whoever put it there', async () => {
  const { journal, folder, planned, text, path } = await crashedWhilePublishing();
  await writeFile(path, text);
  expect(await createBench(journal).run(planned.job)).toEqual({ state: 'done' });
  expect(await filesIn(folder)).toEqual({ 'Invoice 1.xml': text });
});

test('a name reserved before a crash, where there are no hard links, is filled', async () => {
  const { journal, folder, planned, text, path } = await crashedWhilePublishing();
  await writeFile(path, '');
  expect(await createBench(journal).run(planned.job)).toEqual({ state: 'done' });
  expect(await filesIn(folder)).toEqual({ 'Invoice 1.xml': text });
});
