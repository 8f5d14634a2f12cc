import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { caseRuleSchema } from '../../../../src/shared/case-rule.ts';
import type { ScanSessionView } from '../../../../src/shared/scanning.ts';
import type { HotFolder } from '../../../../src/shared/settings.ts';
import { paperRuleSchema } from '../../../../src/shared/scanning.ts';
import type { Ports } from '../../../../src/main/engine/platform/ports.ts';
import { drawnPdf } from '../../../scanner/drawn-file.ts';
import {
  createTestStation,
  expectWholeCustody,
  sha256,
  trailOf,
  type TestEngine,
  type TestStation,
} from '../../../support/engine.ts';
import { makeTestFolder, startTestWorker } from '../../../support/ports.ts';
import { openCase } from '../../casework/open-case-station.ts';

/** A PDF whose pages say `A1`, `A2` and so on. */
function lettered(letter: string, pages: number): Promise<Buffer> {
  return drawnPdf(Array.from({ length: pages }, (_, index) => ({ words: `${letter}${index + 1}` })));
}

/** What poppler reads on each page. */
async function wordsOf(content: Uint8Array): Promise<readonly string[]> {
  const path = join(await makeTestFolder(), 'read.pdf');
  await writeFile(path, content);
  const { stdout } = await promisify(execFile)('pdftotext', [path, '-']);
  return stdout
    .split('\f')
    .slice(0, -1)
    .map((page) => page.trim());
}

/** Files that wait in the hot folder of a station that does not send yet. */
async function waiting(
  station: TestStation,
  files: Readonly<Record<string, Uint8Array>>,
  rule: Partial<HotFolder['rule']> = {},
  ports: Partial<Ports> = {},
): Promise<TestEngine> {
  for (const [name, bytes] of Object.entries(files)) await station.put(name, bytes);
  const engine = await station.start({}, ports);
  await engine.act('items.pause', { itemIds: 'all' });
  await engine.watch(station.hotFolder(rule));
  for (const name of Object.keys(files)) await engine.reaches(basename(name), 'accepted');
  return engine;
}

async function idsOf(engine: TestEngine, names: readonly string[]): Promise<string[]> {
  return Promise.all(names.map(async (name) => (await engine.item(name)).id));
}

async function opened(engine: TestEngine, names: readonly string[]): Promise<ScanSessionView> {
  const { sessionId } = await engine.act('scan.edit-items', { itemIds: await idsOf(engine, names) });
  return engine.ask('scan.session', { sessionId });
}

/** The words on each page of documents that wait to be sent. */
async function wordsAt(paths: readonly string[]): Promise<readonly (readonly string[])[]> {
  return Promise.all(paths.map(async (path) => wordsOf(await readFile(path))));
}

/** Lets everything go on, and answers the fingerprints of what the service has once so many files are there. */
async function allSent(station: TestStation, engine: TestEngine, count: number): Promise<readonly string[]> {
  await engine.act('items.resume', { itemIds: 'all' });
  await engine.finished('submitted');
  const sent = await station.practice.files();
  expect(sent).toHaveLength(count);
  return sent.map((file) => file.sha256).sort();
}

test('a PDF that waits is split, turned and put into another order; the documents are sent, the original is kept and linked', async () => {
  const station = await createTestStation({ processingMs: 60_000 });
  const bytes = await lettered('A', 4);
  const engine = await waiting(station, { 'post.pdf': bytes }, { after: 'delete' });
  const session = await opened(engine, ['post.pdf']);
  const held = await engine.item('post.pdf');
  expect([held.stage, held.fault?.code]).toEqual(['held', 'pages-edited']);
  const [document] = session.documents;
  if (document === undefined) throw new Error('no document');
  expect(document.name).toBe('post');
  expect(session.edited).toEqual([{ itemId: held.id, name: 'post.pdf' }]);
  const [p1 = '', p2 = '', p3 = '', p4 = ''] = document.pages;
  const { id: sessionId } = session;
  await engine.act('scan.edit', { sessionId, edit: { act: 'split', pageId: p3 } });
  await engine.act('scan.edit', { sessionId, edit: { act: 'move', pageIds: [p2], documentId: document.id, index: 0 } });
  await engine.act('scan.edit', { sessionId, edit: { act: 'rotate', pageIds: [p1], by: 90 } });
  await engine.act('scan.edit', { sessionId, edit: { act: 'remove', pageIds: [p4] } });
  await engine.act('scan.undo', { sessionId });
  await engine.act('scan.edit', { sessionId, edit: { act: 'remove', pageIds: [p4] } });
  const sent = await engine.act('scan.send', { sessionId });
  expect(await wordsAt(sent.paths)).toEqual([['A2', 'A1'], ['A3']]);
  const made = (await engine.items()).filter(({ id }) => id !== held.id);
  expect(made.map(({ name }) => name).sort()).toEqual(['post (2).pdf', 'post.pdf']);
  expect(await allSent(station, engine, 2)).toEqual(made.map((item) => item.sha256 ?? '').sort());
  const first = made.find(({ name }) => name === 'post.pdf');
  const { rows } = await engine.ask('custody.page', { subjectId: first?.id ?? '', limit: 100 });
  expect(rows.find(({ event }) => event === 'part')?.detail).toMatchObject({
    ...{ original: held.id, from: 'post.pdf', sha256: sha256(bytes), pages: '1-2' },
  });
  expect(await trailOf(engine, held.id)).toContain('separated');
  expect((await engine.ask('scan.sessions', {})).sessions).toEqual([]);
  // A folder that deletes what was sent keeps an original whose pages were changed.
  await expect
    .poll(async () => (await readdir(station.folder, { recursive: true })).filter((name) => name.endsWith('.pdf')))
    .toEqual([expect.stringMatching(/^processed.*post\.pdf$/u)]);
  await expectWholeCustody(engine);
});

test('several files become one document, pages of each in any order; all of them are linked to it', async () => {
  const station = await createTestStation({ processingMs: 60_000 });
  const engine = await waiting(station, { 'a.pdf': await lettered('A', 2), 'b.pdf': await lettered('B', 2) });
  const session = await opened(engine, ['a.pdf', 'b.pdf']);
  const [a, b] = session.documents;
  if (a === undefined || b === undefined) throw new Error('no documents');
  await engine.act('scan.edit', { sessionId: session.id, edit: { act: 'merge', documentId: b.id } });
  await engine.act('scan.edit', {
    sessionId: session.id,
    edit: { act: 'move', pageIds: [b.pages[0] ?? ''], documentId: a.id, index: 1 },
  });
  const originals = await idsOf(engine, ['a.pdf', 'b.pdf']);
  const sent = await engine.act('scan.send', { sessionId: session.id });
  expect(await wordsAt(sent.paths)).toEqual([['A1', 'B1', 'A2', 'B2']]);
  const made = (await engine.items()).find(({ id }) => !originals.includes(id));
  expect(await allSent(station, engine, 1)).toEqual([made?.sha256]);
  const { rows } = await engine.ask('custody.page', { subjectId: made?.id ?? '', limit: 100 });
  expect(
    rows.filter(({ event }) => event === 'part').map(({ detail }) => [detail['original'], detail['pages']]),
  ).toEqual([
    [originals[0], '1-2'],
    [originals[1], '1-2'],
  ]);
  for (const id of originals) expect(await trailOf(engine, id)).toContain('separated');
});

test('an edit that is cancelled, or that changed nothing, sends the file as it came', async () => {
  const station = await createTestStation({ processingMs: 60_000 });
  const bytes = await lettered('A', 2);
  const other = await lettered('B', 2);
  const engine = await waiting(station, { 'post.pdf': bytes, 'other.pdf': other });
  const cancelled = await opened(engine, ['post.pdf']);
  const [pageId = ''] = cancelled.documents[0]?.pages ?? [];
  await engine.act('scan.edit', { sessionId: cancelled.id, edit: { act: 'remove', pageIds: [pageId] } });
  await engine.act('scan.discard', { sessionId: cancelled.id });
  const untouched = await opened(engine, ['other.pdf']);
  expect(await engine.act('scan.send', { sessionId: untouched.id })).toMatchObject({ paths: [] });
  expect(await allSent(station, engine, 2)).toEqual([sha256(bytes), sha256(other)].sort());
});

test('after an end in the middle the draft is there and the file is not sent; a draft that is lost gives it back', async () => {
  const station = await createTestStation({ processingMs: 60_000 });
  const bytes = await lettered('A', 3);
  const engine = await waiting(station, { 'post.pdf': bytes });
  const session = await opened(engine, ['post.pdf']);
  const [, pageId = ''] = session.documents[0]?.pages ?? [];
  await engine.act('scan.edit', { sessionId: session.id, edit: { act: 'split', pageId } });
  await engine.act('items.resume', { itemIds: 'all' });
  await engine.engine.stop();
  expect(await station.practice.files()).toEqual([]);

  const second = await station.start();
  const again = await opened(second, ['post.pdf']);
  expect(again.id).toBe(session.id);
  expect(again.documents.map(({ pages }) => pages.length)).toEqual([1, 2]);
  // Whoever gives it up now is asked, though nothing can be undone.
  expect([session.changed, again.changed, again.canUndo]).toEqual([false, true, false]);
  expect((await second.item('post.pdf')).fault?.code).toBe('pages-edited');
  await second.engine.stop();

  await rm(join(station.dataDirectory, 'scans/sessions', session.id), { recursive: true });
  const third = await station.start();
  expect(await allSent(station, third, 1)).toEqual([sha256(bytes)]);
});

test('a kill before the commit leaves the draft, one after it the documents: nothing is lost, nothing is there twice', async () => {
  const station = await createTestStation({ processingMs: 60_000 });
  const engine = await waiting(station, { 'post.pdf': await lettered('A', 2) });
  const session = await opened(engine, ['post.pdf']);
  const [original = ''] = await idsOf(engine, ['post.pdf']);
  const [, pageId = ''] = session.documents[0]?.pages ?? [];
  await engine.act('scan.edit', { sessionId: session.id, edit: { act: 'split', pageId } });
  await engine.engine.stop();
  // What a kill leaves that comes while documents are written.
  const parts = join(station.dataDirectory, 'scans/parts', original);
  await mkdir(parts, { recursive: true });
  await writeFile(join(parts, '1.pdf'), 'half');
  const draft = join(station.dataDirectory, 'scans/sessions', session.id);
  await cp(draft, join(station.root, 'draft'), { recursive: true });

  const second = await station.start();
  expect(await readdir(join(station.dataDirectory, 'scans/parts'))).toEqual([]);
  const sent = await second.act('scan.send', { sessionId: session.id });
  expect(await wordsAt(sent.paths)).toEqual([['A1'], ['A2']]);
  await second.engine.stop();
  // What a kill leaves that comes between the commit and the end of the draft.
  await cp(join(station.root, 'draft'), draft, { recursive: true });

  const third = await station.start();
  expect((await third.ask('scan.sessions', {})).sessions).toEqual([]);
  expect((await third.items()).map(({ name }) => name).sort()).toEqual(['post (2).pdf', 'post.pdf', 'post.pdf']);
  await allSent(station, third, 2);
});

test('pages are separated by what is drawn on them, as one change that can be taken back', async () => {
  const station = await createTestStation({ processingMs: 60_000 });
  const bytes = await drawnPdf([{ words: 'one', code: 'RE-1' }, { words: 'two' }, { words: 'three', code: 'RE-2' }]);
  const engine = await waiting(station, { 'post.pdf': bytes });
  const session = await opened(engine, ['post.pdf']);
  const rule = paperRuleSchema.parse({ separation: { by: 'barcode', startsWith: 'RE-' } });
  await engine.act('scan.separate', { sessionId: session.id, rule });
  const read = async (): Promise<readonly (readonly [string | null, number])[]> => {
    const { documents } = await engine.ask('scan.session', { sessionId: session.id });
    return documents.map(({ externalId, pages }) => [externalId, pages.length]);
  };
  expect(await read()).toEqual([
    ['RE-1', 2],
    ['RE-2', 1],
  ]);
  await engine.act('scan.undo', { sessionId: session.id });
  expect(await read()).toEqual([[null, 3]]);
});

test('what would lose something is refused with the reason, and goes on its way', async () => {
  const station = await createTestStation({ processingMs: 60_000 });
  const invoice = await drawnPdf([{ words: 'invoice' }], '<xml/>');
  const engine = await waiting(station, { 'invoice.pdf': invoice, 'list.csv': Buffer.from('a;b\n1;2\n') });
  await expect(opened(engine, ['invoice.pdf'])).rejects.toThrow(/pages-fixed.*has-files/u);
  await expect(opened(engine, ['list.csv'])).rejects.toThrow(/no-pages/u);
  expect((await engine.item('invoice.pdf')).stage).toBe('accepted');
  await engine.act('items.resume', { itemIds: 'all' });
  const sent = await engine.reaches('invoice.pdf', 'tracking');
  await expect(opened(engine, ['invoice.pdf'])).rejects.toThrow(/pages-too-late/u);
  expect(sent.sha256).toBe(sha256(invoice));
  expect(await readFile(join(station.folder, 'invoice.pdf'))).toEqual(invoice);
});

test('a file that is cancelled while it is edited is not replaced; retrying does not end the edit', async () => {
  const station = await createTestStation({ processingMs: 60_000 });
  const engine = await waiting(station, { 'post.pdf': await lettered('A', 2) });
  const session = await opened(engine, ['post.pdf']);
  const [itemId = ''] = await idsOf(engine, ['post.pdf']);
  const retried = await engine.act('items.retry', { itemIds: [itemId] });
  expect(retried.refused[0]?.first[0]?.fault.code).toBe('pages-edited');
  const [pageId = ''] = session.documents[0]?.pages ?? [];
  await engine.act('scan.edit', { sessionId: session.id, edit: { act: 'remove', pageIds: [pageId] } });
  await engine.act('items.cancel', { itemIds: [itemId] });
  await expect(engine.act('scan.send', { sessionId: session.id })).rejects.toThrow(/edit-over/u);
  expect(await engine.items()).toHaveLength(1);
});

test('pages of a file that a case waits for: its documents take its place there, and the case goes with them', async () => {
  const station = await createTestStation({ processingMs: 60_000 });
  await mkdir(join(station.folder, '4711'));
  const engine = await waiting(
    station,
    { '4711/post.pdf': await lettered('A', 2), '4711/other.pdf': await lettered('B', 1) },
    { mode: 'case', case: caseRuleSchema.parse({ by: 'folder' }) },
  );
  const [original = ''] = await idsOf(engine, ['post.pdf']);
  const session = await opened(engine, ['post.pdf']);
  const second = session.documents[0]?.pages[1] ?? '';
  await engine.act('scan.edit', { sessionId: session.id, edit: { act: 'split', pageId: second } });
  await engine.act('scan.send', { sessionId: session.id });
  const gathers = await openCase(engine, '4711');
  expect(gathers.members.filter(({ stage }) => stage !== 'separated')).toHaveLength(3);
  await engine.act('open-cases.release', { openCaseId: gathers.id });
  expect(await allSent(station, engine, 3)).toHaveLength(3);
  expect((await engine.items()).find(({ id }) => id === original)?.stage).toBe('separated');
  await expect.poll(() => station.practice.stats().cases).toBe(1);
  expect((await openCase(engine, '4711')).state).toBe('submitted');
});

test('two ends of one edit at once: the first counts, the second leaves the files of its documents alone', async () => {
  const station = await createTestStation({ processingMs: 60_000 });
  const engine = await waiting(station, { 'post.pdf': await lettered('A', 2) });
  const { id: sessionId, documents } = await opened(engine, ['post.pdf']);
  await engine.act('scan.edit', { sessionId, edit: { act: 'split', pageId: documents[0]?.pages[1] ?? '' } });
  const ends = await Promise.all([1, 2, 3].map(() => engine.engine.dispatch({ name: 'scan.send', sessionId })));
  expect(ends.map(({ ok }) => ok).filter(Boolean)).toHaveLength(1);
  expect(await allSent(station, engine, 2)).toHaveLength(2);
});

test('a case is not released while pages of a file of it are edited; given back, the file is sent with it', async () => {
  const station = await createTestStation({ processingMs: 60_000 });
  await mkdir(join(station.folder, '4711'));
  const engine = await waiting(
    station,
    { '4711/post.pdf': await lettered('A', 2), '4711/other.pdf': await lettered('B', 1) },
    { mode: 'case', case: caseRuleSchema.parse({ by: 'folder' }) },
  );
  await engine.act('items.resume', { itemIds: 'all' });
  await engine.reaches('post.pdf', 'uploaded');
  await engine.reaches('other.pdf', 'uploaded');
  const session = await opened(engine, ['post.pdf']);
  const { id: openCaseId } = await openCase(engine, '4711');
  for (const anyway of [false, true])
    expect(await engine.engine.dispatch({ name: 'open-cases.release', openCaseId, anyway })).toMatchObject({
      fault: { code: 'pages-edited' },
    });
  await engine.act('scan.discard', { sessionId: session.id });
  await engine.act('open-cases.release', { openCaseId });
  await engine.reaches('post.pdf', 'submitted');
  expect(station.practice.stats().cases).toBe(1);
  const [late = ''] = await idsOf(engine, ['post.pdf']);
  expect(await engine.engine.dispatch({ name: 'scan.edit-items', itemIds: [late] })).toMatchObject({ ok: false });
});

test('who edits a file in the window keeps it: the command finds it in use', async () => {
  const station = await createTestStation({ processingMs: 60_000 });
  const engine = await waiting(station, { 'post.pdf': await lettered('A', 2) });
  const session = await opened(engine, ['post.pdf']);
  const itemIds = await idsOf(engine, ['post.pdf']);
  expect(await engine.engine.dispatch({ name: 'scan.edit-items', itemIds, join: false })).toMatchObject({
    fault: { code: 'pages-edited' },
  });
  expect(await engine.act('scan.edit-items', { itemIds })).toEqual({ sessionId: session.id });
});

test('a document is as the file of its first page says, though it ends with a page of another file', async () => {
  const station = await createTestStation({ processingMs: 60_000 });
  await station.put('a.pdf.json', Buffer.from(JSON.stringify({ externalData: { customer: 'A' } })));
  await station.put('b.pdf.json', Buffer.from(JSON.stringify({ externalData: { customer: 'B' } })));
  const engine = await waiting(station, { 'a.pdf': await lettered('A', 2), 'b.pdf': await lettered('B', 2) });
  const { id: sessionId, documents } = await opened(engine, ['a.pdf', 'b.pdf']);
  const [a, b] = documents;
  const pageIds = [a?.pages[1] ?? ''];
  await engine.act('scan.edit', { sessionId, edit: { act: 'move', pageIds, documentId: b?.id ?? '', index: 2 } });
  const sent = await engine.act('scan.send', { sessionId });
  expect(await wordsAt(sent.paths)).toEqual([['A1'], ['B1', 'B2', 'A2']]);
  expect(JSON.parse(await readFile(join(dirname(sent.paths[0] ?? ''), 'parts.json'), 'utf8'))).toMatchObject({
    parts: [
      { item: { name: 'a.pdf', externalData: { customer: 'A' } } },
      { item: { name: 'b.pdf', externalData: { customer: 'B' } }, from: [{ from: 'b.pdf' }, { from: 'a.pdf' }] },
    ],
  });
});

test('a part whose pages are edited once more goes from the data directory as one that was sent', async () => {
  const station = await createTestStation({ processingMs: 60_000 });
  const rule = { after: 'move', tidyGraceMs: 0, trashMs: 0 } as const;
  const engine = await waiting(station, { 'post.pdf': await lettered('A', 3) }, rule);
  const first = await opened(engine, ['post.pdf']);
  await engine.act('scan.edit', {
    sessionId: first.id,
    edit: { act: 'split', pageId: first.documents[0]?.pages[1] ?? '' },
  });
  await engine.act('scan.send', { sessionId: first.id });
  const again = await opened(engine, ['post (2).pdf']);
  const pageIds = again.documents[0]?.pages.slice(1) ?? [];
  await engine.act('scan.edit', { sessionId: again.id, edit: { act: 'remove', pageIds } });
  await engine.act('scan.send', { sessionId: again.id });
  await allSent(station, engine, 2);
  const left = async (): Promise<readonly string[]> =>
    (await readdir(join(station.dataDirectory, 'scans/parts'), { recursive: true })).filter((name) =>
      /pdf$/u.test(name),
    );
  await expect.poll(left).toEqual([]);
});

test('a file that a program writes anew while its pages are read is not sent with them', async () => {
  const station = await createTestStation({ processingMs: 60_000 });
  const other = await lettered('B', 2);
  const startWorker: Ports['startWorker'] = (name, given) => {
    const worker = startTestWorker(name, given);
    const post = worker.postMessage.bind(worker);
    worker.postMessage = (task: unknown) => {
      if (JSON.stringify(task).startsWith('{"act":"arrange"')) writeFileSync(join(station.folder, 'post.pdf'), other);
      post(task);
    };
    return worker;
  };
  const engine = await waiting(station, { 'post.pdf': await lettered('A', 2) }, {}, { startWorker });
  const { id: sessionId, documents } = await opened(engine, ['post.pdf']);
  await engine.act('scan.edit', { sessionId, edit: { act: 'split', pageId: documents[0]?.pages[1] ?? '' } });
  expect(await engine.engine.dispatch({ name: 'scan.send', sessionId })).toMatchObject({
    fault: { code: 'file-changed' },
  });
  expect(await engine.items()).toHaveLength(1);
  expect(await readdir(join(station.dataDirectory, 'scans/parts'))).toEqual([]);
});

test('role and main mark that a person gave a file of a case go to what takes its place', async () => {
  const station = await createTestStation({ processingMs: 60_000 });
  await mkdir(join(station.folder, '4711'));
  const engine = await waiting(
    station,
    { '4711/post.pdf': await lettered('A', 2), '4711/other.pdf': await lettered('B', 1) },
    { mode: 'case', case: caseRuleSchema.parse({ by: 'folder' }) },
  );
  const itemIds = await idsOf(engine, ['post.pdf']);
  const { id: openCaseId } = await openCase(engine, '4711');
  await engine.act('open-cases.set-role', { itemIds, role: 'invoice' });
  await engine.act('open-cases.set-main', { openCaseId, itemId: itemIds[0] ?? '' });
  const { id: sessionId, documents } = await opened(engine, ['post.pdf']);
  const pageIds = [documents[0]?.pages[1] ?? ''];
  await engine.act('scan.edit', { sessionId, edit: { act: 'remove', pageIds } });
  await engine.act('scan.send', { sessionId });
  const { members } = await openCase(engine, '4711');
  expect(
    members.filter(({ stage }) => stage !== 'separated').map(({ name, role, mainMarked }) => [name, role, mainMarked]),
  ).toEqual([
    ['other.pdf', null, false],
    ['post.pdf', 'invoice', true],
  ]);
});
