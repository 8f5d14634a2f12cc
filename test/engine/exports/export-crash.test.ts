import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { exportFiles } from '../../../src/main/engine/exports/export-files.ts';
import type { ExportFiles } from '../../../src/main/engine/exports/export-files.ts';
import type { Journal } from '../../../src/main/engine/journal/journal.ts';
import type { NewJob } from '../../../src/main/engine/journal/records.ts';
import { makeTestFolder } from '../../support/ports.ts';
import { openTestJournal } from '../journal/journal-fixtures.ts';
import { createBench, exportOf, filesIn, itemOf, plan, sha256 } from './export-fixtures.ts';

const never = new Promise<never>(() => undefined);

/** Stops the world before step `dieAt`: the step and all that would come after it never happen, as in a crash. */
function createMortality(dieAt: number): { died: Promise<'died'>; step: <T>(act: () => Promise<T>) => Promise<T> } {
  let steps = 0;
  let report: (word: 'died') => void = () => undefined;
  const died = new Promise<'died'>((resolve) => {
    report = resolve;
  });
  return {
    died,
    step(act) {
      steps += 1;
      if (steps < dieAt) return act();
      report('died');
      return never;
    },
  };
}

function mortalFiles(step: <T>(act: () => Promise<T>) => Promise<T>): ExportFiles {
  return {
    makeFolder: (path) => step(() => exportFiles.makeFolder(path)),
    exists: (path) => step(() => exportFiles.exists(path)),
    digest: (path) => step(() => exportFiles.digest(path)),
    publish: (from, to) => step(() => exportFiles.publish(from, to)),
    replace: (from, to) => step(() => exportFiles.replace(from, to)),
    remove: (path) => step(() => exportFiles.remove(path)),
    syncFolder: (path) => step(() => exportFiles.syncFolder(path)),
    create: (path) =>
      step(async () => {
        const writer = await exportFiles.create(path);
        return {
          write: (chunk) => step(() => writer.write(chunk)),
          sync: () => step(() => writer.sync()),
          // A dead process leaves no open handle behind.
          close: () => writer.close(),
        };
      }),
  };
}

function mortalJournal(journal: Journal, step: <T>(act: () => Promise<T>) => Promise<T>): Journal {
  return { ...journal, commit: (changes, actor) => step(() => journal.commit(changes, actor)) };
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
    const doomed = createBench(mortalJournal(journal, step), { files: mortalFiles(step) });
    const end = await Promise.race([doomed.run(planned.job), died]);
    finished = end !== 'died';
    if (!finished) crashes += 1;

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

test('the same content of somebody else at the intended path is not taken for ours', async () => {
  const { journal, folder, planned, text, path } = await crashedWhilePublishing();
  await writeFile(path, text);
  expect(await createBench(journal).run(planned.job)).toEqual({ state: 'done' });
  expect(Object.keys(await filesIn(folder)).sort()).toEqual(['Invoice 1 (2).xml', 'Invoice 1.xml']);
});

test('a name reserved before a crash, where there are no hard links, is filled', async () => {
  const { journal, folder, planned, text, path } = await crashedWhilePublishing();
  await writeFile(path, '');
  expect(await createBench(journal).run(planned.job)).toEqual({ state: 'done' });
  expect(await filesIn(folder)).toEqual({ 'Invoice 1.xml': text });
});
