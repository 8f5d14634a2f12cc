import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { exportFiles } from '../../../src/main/engine/exports/export-files.ts';
import { success } from '../../../src/main/engine/faults/fault.ts';
import type { Journal } from '../../../src/main/engine/journal/journal.ts';
import type { ExportRecord, NewJob } from '../../../src/main/engine/journal/records.ts';
import { makeTestFolder } from '../../support/ports.ts';
import { committed, eventsOf, openTestJournal, someExport, someJob } from '../journal/journal-fixtures.ts';
import { download } from '../tracker/scripted-service.ts';
import { createBench, exportOf, filesIn, itemOf, plan, planFor } from './export-fixtures.ts';
import type { Bench, Planned } from './export-fixtures.ts';
import { createMortality, mortalJournal } from './mortality.ts';

interface Standing {
  readonly journal: Journal;
  readonly folder: string;
  readonly planned: Planned;
  readonly bench: Bench;
  /** Plans the export of a later state of the same document. */
  later(fields?: Partial<ExportRecord>): Promise<{ readonly id: string; readonly job: NewJob }>;
  says(xml: string): void;
}

const handOver = someExport({ documentId: 'any' }).handOver;

async function standing(fields: Partial<ExportRecord> = {}): Promise<Standing> {
  const { journal } = await openTestJournal();
  const folder = await makeTestFolder();
  const planned = await plan(journal, folder, { documentState: 'extracted', plannedAt: 1_000, ...fields });
  const bench = createBench(journal);
  return {
    journal,
    folder,
    planned,
    bench,
    async later(more = {}) {
      const record = someExport({ documentId: planned.documentId, folder, plannedAt: 2_000, ...fields, ...more });
      const job = someJob({ kind: 'export', subjectId: record.id, payload: { projectId: 'invoices' } });
      await committed(journal, { kind: 'export-added', export: record }, { kind: 'job-added', job });
      return { id: record.id, job };
    },
    says(xml) {
      bench.service.instead.xml = () => Promise.resolve(success(download(xml)));
    },
  };
}

/** Extracted and written as `<a>1</a>`; the service says `<a>2</a>` from then on. */
async function written(fields: Partial<ExportRecord> = {}): Promise<Standing> {
  const here = await standing(fields);
  here.says('<a>1</a>');
  await here.bench.run(here.planned.job);
  here.says('<a>2</a>');
  return here;
}

describe('a document that reaches a later state', () => {
  test('has one XML: the later one takes the place of the earlier', async () => {
    const { journal, folder, planned, bench, later } = await written();
    const second = await later({ documentState: 'done' });
    expect(await bench.run(second.job)).toEqual({ state: 'done' });
    expect(await filesIn(folder)).toEqual({ 'Invoice 1.xml': '<a>2</a>' });
    expect(await exportOf(journal, planned.exportId)).toMatchObject({ state: 'replaced', path: null });
    expect(await exportOf(journal, second.id)).toMatchObject({ state: 'written', path: join(folder, 'Invoice 1.xml') });
    expect(await journal.exportByPath(join(folder, 'Invoice 1.xml'))).toMatchObject({ id: second.id });
    expect(await itemOf(journal, planned.itemId)).toMatchObject({ stage: 'exported' });
    expect(await eventsOf(journal, planned.exportId)).toContain('replaced');
  });

  test.each([
    ['fetched', (path: string) => rm(path), {}],
    ['changed', (path: string) => writeFile(path, '<theirs/>'), { 'Invoice 1.xml': '<theirs/>' }],
    [
      'answered',
      (path: string) => writeFile(`${path}.ok`, ''),
      { 'Invoice 1.xml': '<a>1</a>', 'Invoice 1.xml.ok': '' },
    ],
  ])('is not handed over once more where the target system has %s the first', async (_, take, left) => {
    const { journal, folder, planned, bench, later } = await written();
    await take(join(folder, 'Invoice 1.xml'));
    const second = await later({ documentState: 'done' });
    expect(await bench.run(second.job)).toEqual({ state: 'done' });
    expect(await filesIn(folder)).toEqual(left);
    expect(await exportOf(journal, second.id)).toMatchObject({ state: 'left-out', path: null });
    expect(await exportOf(journal, planned.exportId)).toMatchObject({ state: 'written' });
    expect(await itemOf(journal, planned.itemId)).toMatchObject({ stage: 'exported' });
  });

  test.each([
    ['fetches', (path: string) => rm(path), {}],
    ['changes', (path: string) => writeFile(path, '<theirs/>'), { 'Invoice 1.xml': '<theirs/>' }],
    ['answers', (path: string) => writeFile(`${path}.ok`, ''), { 'Invoice 1.xml': '<a>1</a>', 'Invoice 1.xml.ok': '' }],
  ])('has one XML though the target system %s it while the next is on its way', async (_, take, left) => {
    // At the latest while the intent to replace it becomes durable.
    for (const moment of ['download', 'intent'] as const) {
      const { journal, folder, bench, later } = await written();
      const path = join(folder, 'Invoice 1.xml');
      const second = await later({ documentState: 'done' });
      const racing: Journal = {
        ...journal,
        async commit(changes, actor) {
          const outcome = await journal.commit(changes, actor);
          const isIntent = changes.some((change) => change.kind === 'export-set' && change.event === 'publishing');
          if (moment === 'intent' && isIntent) await take(path);
          return outcome;
        },
      };
      const { service, run } = createBench(racing);
      service.instead.xml = async () => {
        if (moment === 'download') await take(path);
        return success(download('<a>2</a>'));
      };
      expect(await run(second.job)).toEqual({ state: 'done' });
      expect(await filesIn(folder), moment).toEqual(left);
      expect(await exportOf(journal, second.id)).toMatchObject({ state: 'left-out', path: null, sha256: null });
      expect(bench.announced).toEqual([]);
    }
  });

  test('keeps what the target system has answered, also where that comes between the write and its receipt', async () => {
    const { journal, planned, later } = await written();
    const second = await later({ documentState: 'done' });
    const answered = { state: 'acknowledged' } as const;
    let over = false;
    const racing: Journal = {
      ...journal,
      async commit(changes, actor) {
        const isReceipt = changes.some((change) => change.kind === 'export-set' && change.event === 'written');
        if (isReceipt && !over) {
          over = true;
          const { exportId } = planned;
          await journal.commit([{ kind: 'export-set', exportId, set: answered, at: 3, event: 'acknowledged' }]);
        }
        return journal.commit(changes, actor);
      },
    };
    const { service, run } = createBench(racing);
    service.instead.xml = () => Promise.resolve(success(download('<a>2</a>')));
    expect(await run(second.job)).toEqual({ state: 'done' });
    expect(await exportOf(journal, planned.exportId)).toMatchObject(answered);
    expect(await exportOf(journal, second.id)).toMatchObject({ state: 'written' });
  });

  test('is not handed over once more where the first was answered and reported, though it still lies there', async () => {
    const { journal, folder, planned, bench, later } = await written();
    const { exportId } = planned;
    const answer = {
      kind: 'ok',
      message: null,
      externalId: null,
      externalData: null,
      path: '',
      sha256: '',
      at: 2,
    } as const;
    const set = { state: 'reported', answer: { ...answer, writtenBack: true } } as const;
    await committed(journal, { kind: 'export-set', exportId, set, at: 2, event: 'reported' });
    const second = await later({ documentState: 'done' });
    expect(await bench.run(second.job)).toEqual({ state: 'done' });
    expect(await filesIn(folder)).toEqual({ 'Invoice 1.xml': '<a>1</a>' });
    expect(await exportOf(journal, second.id)).toMatchObject({ state: 'left-out' });
  });

  test('has an XML for each state where the rule says so', async () => {
    const { folder, bench, later } = await written({ handOver: { ...handOver, versions: 'each' } });
    const second = await later({ documentState: 'done' });
    await bench.run(second.job);
    expect(await filesIn(folder)).toEqual({ 'Invoice 1.xml': '<a>1</a>', 'Invoice 1 (2).xml': '<a>2</a>' });
  });

  test('has one XML also where both are to be written at once, in whatever order they come', async () => {
    for (const order of [0, 1]) {
      const { journal, folder, planned, bench, later, says } = await standing();
      says('<a>2</a>');
      const second = await later({ documentState: 'done' });
      const jobs = order === 0 ? [planned.job, second.job] : [second.job, planned.job];
      await Promise.all(jobs.map((job) => bench.run(job)));
      expect(await filesIn(folder)).toEqual({ 'Invoice 1.xml': '<a>2</a>' });
      expect(await exportOf(journal, planned.exportId)).toMatchObject({ state: 'replaced' });
      expect(await exportOf(journal, second.id)).toMatchObject({ state: 'written' });
      expect(await itemOf(journal, planned.itemId)).toMatchObject({ stage: 'exported' });
    }
  });

  test('takes its files beside the XML along', async () => {
    const inline = (text: string): string =>
      `<a><f encoding="base64">${Buffer.from(`%PDF-1.4 ${text}`).toString('base64')}</f></a>`;
    const here = await standing({ handOver: { ...handOver, binaries: 'beside' } });
    here.says(inline('one'));
    await here.bench.run(here.planned.job);
    here.says(inline('two'));
    const second = await here.later({ documentState: 'done' });
    expect(await here.bench.run(second.job)).toEqual({ state: 'done' });
    const files = await filesIn(here.folder);
    expect(Object.keys(files)).toHaveLength(2);
    const [beside] = Object.entries(files).filter(([name]) => name.endsWith('.pdf'));
    expect(beside?.[1]).toBe('%PDF-1.4 two');
    expect(files['Invoice 1.xml']).toContain(beside?.[0]);
  });

  test('has one XML after a crash at any step', async () => {
    let died = true;
    for (let dieAt = 1; died; dieAt += 1) {
      const { journal, folder, planned, bench, later } = await written();
      const second = await later({ documentState: 'done' });
      const mortality = createMortality(dieAt);
      const doomed = createBench(mortalJournal(journal, mortality.step), {
        files: { ...exportFiles, replace: (from, to) => mortality.step(() => exportFiles.replace(from, to)) },
      });
      doomed.service.instead.xml = () => Promise.resolve(success(download('<a>2</a>')));
      died = (await Promise.race([doomed.run(second.job), mortality.died])) === 'died';
      expect(['<a>1</a>', '<a>2</a>']).toContain(await readFile(join(folder, 'Invoice 1.xml'), 'utf8'));
      await bench.run(second.job);
      expect(await filesIn(folder)).toEqual({ 'Invoice 1.xml': '<a>2</a>' });
      expect(await exportOf(journal, planned.exportId)).toMatchObject({ state: 'replaced' });
      expect(await exportOf(journal, second.id)).toMatchObject({ state: 'written' });
    }
  });
});

describe('a journal that went back', () => {
  test('finds the XML that it wrote before, and writes no second one', async () => {
    const { journal, folder, planned, bench, says } = await standing();
    await writeFile(join(folder, 'Invoice 1.xml'), '<a>1</a>');
    says('<a>1</a>');
    expect(await bench.run(planned.job)).toEqual({ state: 'done' });
    expect(await filesIn(folder)).toEqual({ 'Invoice 1.xml': '<a>1</a>' });
    expect(await exportOf(journal, planned.exportId)).toMatchObject({
      state: 'written',
      path: join(folder, 'Invoice 1.xml'),
    });
  });

  test('replaces the XML of an earlier state that it wrote before', async () => {
    const { journal, folder, planned, bench, says } = await standing();
    const { documentId } = await exportOf(journal, planned.exportId);
    await writeFile(join(folder, 'Invoice 1.xml'), `<a><id>${documentId}</id><state>done</state></a>`);
    const present = `<a><id>${documentId}</id><state>transferred</state></a>`;
    says(present);
    expect(await bench.run(planned.job)).toEqual({ state: 'done' });
    expect(await filesIn(folder)).toEqual({ 'Invoice 1.xml': present });
  });

  test('takes neither the XML of another document nor other content for its own', async () => {
    const { journal, folder, planned, bench, says } = await standing();
    says('<a>1</a>');
    await bench.run(planned.job);
    const other = await planFor(journal, planned.itemId, folder);
    await bench.run(other.job);
    await writeFile(join(folder, 'Invoice 1 (3).xml'), '<a>9</a>');
    const third = await planFor(journal, planned.itemId, folder);
    await bench.run(third.job);
    expect(Object.keys(await filesIn(folder)).sort()).toEqual(
      ['', ' (2)', ' (3)', ' (4)'].map((number) => `Invoice 1${number}.xml`).sort(),
    );
  });
});
