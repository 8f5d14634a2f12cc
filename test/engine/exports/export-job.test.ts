import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Fault } from '../../../src/shared/faults.ts';
import { createAdvanceExported } from '../../../src/main/engine/exports/advance-exported.ts';
import { exportFiles } from '../../../src/main/engine/exports/export-files.ts';
import { failure, fault, success } from '../../../src/main/engine/faults/fault.ts';
import { makeTestFolder } from '../../support/ports.ts';
import { added, committed, eventsOf, openTestJournal, someItem } from '../journal/journal-fixtures.ts';
import { download } from '../tracker/scripted-service.ts';
import { createBench, exportOf, filesIn, itemOf, jobOf, plan, planFor, sha256 } from './export-fixtures.ts';

function diskError(code: string): Error {
  return Object.assign(new Error(code), { code });
}

describe('an export', () => {
  test('is written byte for byte, told in the manifest, and moves its item on', async () => {
    const { journal } = await openTestJournal();
    const folder = await makeTestFolder();
    const planned = await plan(journal, folder, { template: '{project}/{title}' });
    const bench = createBench(journal);
    const text = '<?xml version="1.0"?>\r\n<a>\u00e4</a>\n';
    bench.service.instead.xml = () => Promise.resolve(success(download(text.slice(0, 30), text.slice(30))));

    expect(await bench.run(planned.job)).toEqual({ state: 'done' });

    expect(await filesIn(folder)).toEqual({ 'Invoice 1.xml': text });
    expect(await exportOf(journal, planned.exportId)).toMatchObject({
      state: 'written',
      path: join(folder, 'invoices', 'Invoice 1.xml'),
      sha256: sha256(text),
      size: Buffer.byteLength(text),
      fault: null,
    });
    expect(await itemOf(journal, planned.itemId)).toMatchObject({ stage: 'exported', fault: null });
    expect((await jobOf(journal, planned.job.id)).state).toBe('done');
    expect(await eventsOf(journal, planned.exportId)).toEqual(['planned', 'writing', 'publishing', 'written']);
    expect(bench.announced).toEqual([]);
  });

  test('never goes over what is there', async () => {
    const { journal } = await openTestJournal();
    const folder = await makeTestFolder();
    await writeFile(join(folder, 'Invoice 1.xml'), 'mine');
    const planned = [await plan(journal, folder), await plan(journal, folder), await plan(journal, folder)];
    const bench = createBench(journal);
    await Promise.all(planned.map(({ job }) => bench.run(job)));

    const found = await filesIn(folder);
    expect(Object.keys(found).sort()).toEqual([
      'Invoice 1 (2).xml',
      'Invoice 1 (3).xml',
      'Invoice 1 (4).xml',
      'Invoice 1.xml',
    ]);
    expect(found['Invoice 1.xml']).toBe('mine');
    expect(new Set(Object.values(found)).size).toBe(4);
  });

  test('a second run of a written export fetches nothing', async () => {
    const { journal } = await openTestJournal();
    const folder = await makeTestFolder();
    const planned = await plan(journal, folder);
    const bench = createBench(journal);
    await bench.run(planned.job);
    const again = { ...planned.job, id: 'again' };
    await journal.commit([{ kind: 'job-added', job: again }]);
    expect(await bench.run(again)).toEqual({ state: 'done' });
    expect(bench.service.requests).toHaveLength(1);
    expect(Object.keys(await filesIn(folder))).toHaveLength(1);
  });

  test('an item is exported once all exports of all its documents are written', async () => {
    const { journal } = await openTestJournal();
    const folder = await makeTestFolder();
    const first = await plan(journal, folder);
    const second = await planFor(journal, first.itemId, folder);
    const bench = createBench(journal);
    await bench.run(first.job);
    expect((await itemOf(journal, first.itemId)).stage).toBe('settled');
    await bench.run(second.job);
    expect((await itemOf(journal, first.itemId)).stage).toBe('exported');
  });

  test('with a report leads to one transfer job', async () => {
    const { journal } = await openTestJournal();
    const planned = await plan(journal, await makeTestFolder(), { reportTransfer: true });
    const bench = createBench(journal);
    await bench.run(planned.job);
    expect(bench.announced).toMatchObject([{ kind: 'transfer', subjectId: planned.documentId }]);
    expect(await journal.jobsOf(planned.documentId)).toMatchObject([{ kind: 'transfer', state: 'ready' }]);
    expect((await itemOf(journal, planned.itemId)).stage).toBe('exported');
  });
});

describe('an export that fails', () => {
  const bomb = `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x "xxxxxxxxxx">${['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
    .map(
      (name, index) =>
        `<!ENTITY ${name}1 "${`&${index === 0 ? 'x' : `${'abcdefgh'.charAt(index - 1)}1`};`.repeat(20)}">`,
    )
    .join('')}]><a>&h1;</a>`;
  test.each([
    ['cut off', '<a><b></a>'],
    ['empty', ''],
    ['no XML', 'Internal error'],
    ['an entity bomb', bomb],
  ])('with XML that is %s: nothing is written and a person is asked', async (_, text) => {
    const { journal } = await openTestJournal();
    const folder = await makeTestFolder();
    const planned = await plan(journal, folder);
    const bench = createBench(journal);
    bench.service.instead.xml = () => Promise.resolve(success(download(text)));
    // A person is asked only once it is clear that it was not cut on its way.
    for (const attempts of [0, 1]) {
      expect(await bench.run({ ...planned.job, attempts })).toMatchObject({
        state: 'ready',
        counts: true,
        fault: { code: 'export-not-well-formed' },
      });
      expect(await itemOf(journal, planned.itemId)).toMatchObject({ stage: 'settled' });
    }
    expect(await bench.run({ ...planned.job, attempts: 2 })).toMatchObject({
      state: 'held',
      fault: { code: 'export-not-well-formed' },
    });
    expect(await filesIn(folder)).toEqual({});
    expect(await exportOf(journal, planned.exportId)).toMatchObject({ state: 'held' });
    expect(await itemOf(journal, planned.itemId)).toMatchObject({
      stage: 'held',
      resumeStage: 'settled',
      fault: { code: 'export-not-well-formed', owner: 'it' },
    });
  });

  test('whose XML nobody could read for a moment is no faulty XML: the disk is told of, and it is tried again', async () => {
    const { journal } = await openTestJournal();
    const planned = await plan(journal, await makeTestFolder());
    const unread = { ok: false, reason: 'cannot be read: EBUSY', unread: 'EBUSY' } as const;
    const bench = createBench(journal, { checkXml: () => Promise.resolve(unread) });
    expect(await bench.run({ ...planned.job, attempts: 2 })).toMatchObject({
      state: 'ready',
      fault: { code: 'export-folder-unusable', cause: 'EBUSY' },
    });
  });

  test('held before its item came so far holds the item as soon as it does', async () => {
    const { journal } = await openTestJournal();
    const item = someItem();
    await committed(journal, added(item, 'seen', 'accepted', 'submitted'));
    const planned = await planFor(journal, item.id, await makeTestFolder());
    const bench = createBench(journal);
    bench.service.instead.xml = () => Promise.resolve(success(download('<a>')));
    await bench.run({ ...planned.job, attempts: 2 });
    expect(await itemOf(journal, item.id)).toMatchObject({ stage: 'submitted' });

    const trail = [{ stage: 'settled', at: 2 }] as const;
    const set = { fault: null, resumeStage: null };
    await committed(journal, { kind: 'item-moved', itemId: item.id, from: ['submitted'], trail, set });
    await createAdvanceExported(journal, () => 3)(planned.documentId);
    expect(await itemOf(journal, item.id)).toMatchObject({
      stage: 'held',
      resumeStage: 'settled',
      fault: { code: 'export-not-well-formed' },
    });
  });

  test('goes on after a person lets it', async () => {
    const { journal } = await openTestJournal();
    const folder = await makeTestFolder();
    const planned = await plan(journal, folder);
    const bench = createBench(journal);
    bench.service.instead.xml = () => Promise.resolve(success(download('<a>')));
    await bench.run({ ...planned.job, attempts: 2 });
    delete bench.service.instead.xml;
    await journal.commit([{ kind: 'job-set', jobId: planned.job.id, set: { state: 'ready', fault: null } }]);
    expect(await bench.run(planned.job)).toEqual({ state: 'done' });
    expect(await itemOf(journal, planned.itemId)).toMatchObject({ stage: 'exported', fault: null, resumeStage: null });
  });

  test.each(['not-found', 'request-refused'] as const)('%s: told in the words of the service', async (code) => {
    const { journal } = await openTestJournal();
    const planned = await plan(journal, await makeTestFolder());
    const bench = createBench(journal);
    bench.service.instead.xml = () => Promise.resolve(failure(code, { message: 'no rule' }));
    expect(await bench.run(planned.job)).toMatchObject({
      state: 'held',
      fault: { code: 'export-refused', params: { message: 'no rule' } },
    });
  });

  test('with a full disk waits and then writes', async () => {
    const { journal } = await openTestJournal();
    const folder = await makeTestFolder();
    const planned = await plan(journal, folder);
    let full = true;
    const bench = createBench(journal, {
      files: {
        ...exportFiles,
        async create(path) {
          const writer = await exportFiles.create(path);
          return { ...writer, write: (chunk) => (full ? Promise.reject(diskError('ENOSPC')) : writer.write(chunk)) };
        },
      },
    });
    expect(await bench.run(planned.job)).toMatchObject({ state: 'ready', fault: { code: 'disk-full' } });
    expect(await filesIn(folder)).toEqual({});
    expect(await itemOf(journal, planned.itemId)).toMatchObject({ stage: 'settled', fault: { code: 'disk-full' } });
    full = false;
    expect(await bench.run(planned.job)).toEqual({ state: 'done' });
    expect(await itemOf(journal, planned.itemId)).toMatchObject({ stage: 'exported', fault: null });
  });

  test.each([
    ['EACCES', 'not-allowed'],
    ['EROFS', 'read-only'],
  ])('with a folder that answers %s tries again later', async (code, problem) => {
    const { journal } = await openTestJournal();
    const folder = await makeTestFolder();
    const planned = await plan(journal, folder);
    const bench = createBench(journal, {
      files: { ...exportFiles, makeFolder: () => Promise.reject(diskError(code)) },
    });
    expect(await bench.run(planned.job)).toMatchObject({
      state: 'ready',
      fault: { code: 'export-folder-unusable', params: { folder, problem } },
    });
  });

  test.each([fault('folder-overlaps', { folder: '/a', other: '/b' }), fault('folder-unsafe', { folder: '/a' })])(
    'with $code goes on, with its item, once that is over',
    async (reason) => {
      const { journal } = await openTestJournal();
      const planned = await plan(journal, await makeTestFolder());
      let circle: Fault | null = { ...reason, retry: 'after-person' };
      const bench = createBench(journal, { circle: () => Promise.resolve(circle) });
      expect(await bench.run(planned.job)).toMatchObject({ state: 'held' });
      expect(await itemOf(journal, planned.itemId)).toMatchObject({ stage: 'held', fault: { code: reason.code } });
      circle = null;
      await journal.commit([{ kind: 'job-set', jobId: planned.job.id, set: { state: 'ready', fault: null } }]);
      expect(await bench.run(planned.job)).toEqual({ state: 'done' });
      expect(await itemOf(journal, planned.itemId)).toMatchObject({ stage: 'exported', fault: null });
    },
  );

  test('with a file in place of the folder says so', async () => {
    const { journal } = await openTestJournal();
    const root = await makeTestFolder();
    await writeFile(join(root, 'out'), '');
    const planned = await plan(journal, join(root, 'out', 'deep'));
    expect(await createBench(journal).run(planned.job)).toMatchObject({
      state: 'ready',
      fault: { code: 'export-folder-unusable', params: { problem: 'not-a-folder' } },
    });
  });

  test('that can not be looked at, for want of open files, says nothing of its content and is tried again', async () => {
    const { journal } = await openTestJournal();
    const folder = await makeTestFolder();
    const planned = await plan(journal, folder);
    const bench = createBench(journal, {
      checkXml: () => Promise.resolve({ ok: false, reason: 'cannot be read: EMFILE', unread: 'EMFILE' }),
    });
    expect(await bench.run(planned.job)).toMatchObject({ state: 'ready', fault: { code: 'open-files-limit' } });
    expect(await filesIn(folder)).toEqual({});
  });

  test('with an answer that breaks off leaves no half file', async () => {
    const { journal } = await openTestJournal();
    const folder = await makeTestFolder();
    const planned = await plan(journal, folder);
    const bench = createBench(journal);
    async function* broken(): AsyncIterable<Uint8Array> {
      yield Buffer.from('<a>');
      await Promise.resolve();
      throw new Error('reset');
    }
    bench.service.instead.xml = () => Promise.resolve(success({ ...download(), body: broken() }));
    expect(await bench.run(planned.job)).toMatchObject({ state: 'ready', fault: { code: 'service-unreachable' } });
    expect(await filesIn(folder)).toEqual({});
  });

  test('with a sign-in page for an answer is no success', async () => {
    const { journal } = await openTestJournal();
    const planned = await plan(journal, await makeTestFolder());
    const bench = createBench(journal);
    bench.service.instead.xml = () =>
      Promise.resolve(success({ ...download('<html></html>'), mediaType: 'text/html; charset=utf-8' }));
    expect(await bench.run(planned.job)).toMatchObject({ state: 'ready', fault: { code: 'answer-not-understood' } });
  });

  test('for being stopped does not count and shows no fault', async () => {
    const { journal } = await openTestJournal();
    const planned = await plan(journal, await makeTestFolder());
    const bench = createBench(journal);
    const stop = new AbortController();
    bench.service.instead.xml = () => {
      stop.abort();
      return Promise.resolve(failure('service-unreachable'));
    };
    expect(await bench.run(planned.job, stop.signal)).toMatchObject({ state: 'ready', counts: false });
    expect(await itemOf(journal, planned.itemId)).toMatchObject({ stage: 'settled', fault: null });
  });
});

test('an answer that was cut on its way, but is whole HTTP, is asked for again', async () => {
  const { journal } = await openTestJournal();
  const folder = await makeTestFolder();
  const planned = await plan(journal, folder);
  const bench = createBench(journal);
  bench.service.instead.xml = () => Promise.resolve(success(download('<a><b>')));
  expect(await bench.run(planned.job)).toMatchObject({ state: 'ready' });
  bench.service.instead.xml = () => Promise.resolve(success(download('<a><b/></a>')));
  expect(await bench.run({ ...planned.job, attempts: 1 })).toEqual({ state: 'done' });
  expect(Object.values(await filesIn(folder))).toEqual(['<a><b/></a>']);
  expect(await itemOf(journal, planned.itemId)).toMatchObject({ stage: 'exported', fault: null });
});

test('an export of a paused item waits in the journal', async () => {
  const { journal } = await openTestJournal();
  const planned = await plan(journal, await makeTestFolder());
  const bench = createBench(journal);
  await journal.commit([{ kind: 'pause-set', scope: 'item', id: planned.itemId, paused: true, at: 1 }]);
  expect(await bench.run(planned.job)).toEqual({ state: 'cancelled' });
  expect(bench.service.requests).toEqual([]);
  expect((await jobOf(journal, planned.job.id)).state).toBe('ready');
});

test('a title that is a path stays in the folder', async () => {
  const { journal } = await openTestJournal();
  const root = await makeTestFolder();
  const folder = join(root, 'out');
  await mkdir(folder);
  const planned = await plan(journal, folder, {}, '../../../escape');
  await createBench(journal).run(planned.job);
  expect((await exportOf(journal, planned.exportId)).path).toBe(join(folder, '-..-..-escape.xml'));
});
