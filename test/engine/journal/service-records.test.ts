import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fault } from '../../../src/main/engine/faults/fault.ts';
import type { Change } from '../../../src/main/engine/journal/changes.ts';
import { openDatabase } from '../../../src/main/engine/journal/storage/database.ts';
import {
  added,
  committed,
  eventsOf,
  linked,
  moved,
  noon,
  openTestJournal,
  someDocument,
  someExport,
  someItem,
  someSubmission,
} from './journal-fixtures.ts';

describe('an uploaded file', () => {
  it('is the item’s from now on, also under the id of an earlier upload', async () => {
    const { journal } = await openTestJournal();
    const item = someItem();
    const uploaded = (fileId: string): Change => ({
      kind: 'file-uploaded',
      fileId,
      itemId: item.id,
      connectionId: 'office',
      size: 1_000,
      at: noon,
    });
    await committed(journal, added(item), uploaded('file-1'));
    await committed(journal, uploaded('file-2'));

    expect(await journal.item(item.id)).toMatchObject({ fileId: 'file-2' });
    expect((await journal.itemsByFileIds('office', ['file-1', 'file-3'])).map((each) => each.id)).toEqual([item.id]);
    expect(await journal.itemsByFileIds('branch', ['file-1'])).toEqual([]);
    expect(await eventsOf(journal, item.id)).toEqual(['seen', 'accepted', 'file-uploaded', 'file-uploaded']);
  });
});

describe('a document', () => {
  it('is known as it was last seen, but since when it was first seen', async () => {
    const { journal } = await openTestJournal();
    const document = someDocument({ files: [{ fileId: 'a', type: 'main', mainFile: true }] });
    const later = someDocument({
      id: document.id,
      state: 'done',
      title: 'Rechnung',
      caseId: 'case',
      externalId: 'E',
      createdAt: '2026-01-01T00:00:00Z',
      updatedAt: '2026-01-02T00:00:00Z',
      settled: true,
      files: [
        { fileId: 'b', type: null, mainFile: false },
        { fileId: 'a', type: 'main', mainFile: true },
      ],
      firstSeenAt: noon + 9_000,
    });

    await committed(journal, { kind: 'document-seen', document, at: noon });
    expect(await journal.document(document.id)).toEqual(document);
    await committed(journal, { kind: 'document-seen', document: later, at: noon + 1 });
    await committed(journal, { kind: 'document-seen', document: later, at: noon + 2 });

    expect(await journal.document(document.id)).toEqual({ ...later, firstSeenAt: noon });
    expect(await eventsOf(journal, document.id)).toEqual(['document-seen', 'state-changed']);
    expect(await journal.document('none')).toBeNull();
  });

  it('is related to items, many to many, each once', async () => {
    const { journal } = await openTestJournal();
    const items = [someItem(), someItem()];
    const documents = [someDocument(), someDocument()];
    const [first, second] = [documents[0]?.id ?? '', documents[1]?.id ?? ''];
    const [one, two] = [items[0]?.id ?? '', items[1]?.id ?? ''];
    await committed(
      journal,
      ...items.map((item) => added(item)),
      ...documents.map((document): Change => ({ kind: 'document-seen', document, at: noon })),
      linked(first, one),
      linked(first, two),
      linked(second, one),
    );
    await committed(journal, linked(first, one));

    expect((await journal.documentsOfItem(one)).map((each) => each.id)).toEqual([first, second].sort());
    expect((await journal.itemsOfDocument(first)).map((each) => each.id)).toEqual([one, two].sort());
    expect(await eventsOf(journal, two)).toEqual(['seen', 'accepted', 'document-linked']);
    expect(await journal.commit([linked('none', one)])).toMatchObject({ reason: 'missing' });
    expect(await journal.commit([linked(first, 'none')])).toMatchObject({ reason: 'missing' });
  });

  it('is followed until it is settled and its items are at their end', async () => {
    const { journal } = await openTestJournal();
    const item = someItem();
    const document = someDocument();
    const followed = async () => (await journal.unsettledDocuments('office', 'invoices', 10)).map((each) => each.id);
    await committed(journal, added(item, 'seen', 'accepted', 'tracking'), {
      kind: 'document-seen',
      document,
      at: noon,
    });
    expect(await followed()).toEqual([document.id]);
    await committed(
      journal,
      { kind: 'document-seen', document: { ...document, settled: true, state: 'done' }, at: noon },
      linked(document.id, item.id),
    );
    expect(await followed()).toEqual([document.id]);
    await committed(journal, moved(item.id, 'tracking', 'settled'));
    expect(await followed()).toEqual([]);
    await committed(journal, moved(item.id, 'settled', 'tracking'));
    expect(await followed()).toEqual([document.id]);
    await committed(journal, moved(item.id, 'tracking', 'held'));
    expect(await followed()).toEqual([]);
  });

  it('is listed among the unsettled of its project by id, page by page', async () => {
    const { journal } = await openTestJournal();
    const documents = ['d3', 'd1', 'd2'].map((id) => someDocument({ id }));
    const other = someDocument({ id: 'd0', projectId: 'letters' });
    await committed(
      journal,
      ...[...documents, other].map((document): Change => ({ kind: 'document-seen', document, at: noon })),
    );

    const page = async (after?: string) =>
      (await journal.unsettledDocuments('office', 'invoices', 2, after)).map((document) => document.id);
    expect(await page()).toEqual(['d1', 'd2']);
    expect(await page('d2')).toEqual(['d3']);
    expect(await journal.unsettledDocuments('branch', 'invoices', 2)).toEqual([]);
  });
});

describe('a case', () => {
  it('is known as last seen and related to the submission it came out of', async () => {
    const { journal } = await openTestJournal();
    const submission = someSubmission();
    const seen = {
      id: 'case-1',
      connectionId: 'office',
      projectId: 'invoices',
      fileBatchId: 'batch',
      externalId: null,
      state: 'open',
      title: null,
    };
    const link = { kind: 'case-linked', caseId: 'case-1', submissionId: submission.id, at: noon } as const;
    expect(await journal.commit([link])).toMatchObject({ reason: 'missing' });

    await committed(
      journal,
      { kind: 'submission-added', submission },
      { kind: 'case-seen', case: seen, at: noon },
      link,
      link,
    );
    await committed(journal, { kind: 'case-seen', case: { ...seen, state: 'closed', title: 'T' }, at: noon });

    expect(await journal.cases(submission.id)).toEqual([{ ...seen, state: 'closed', title: 'T' }]);
    expect(await eventsOf(journal, 'case-1')).toEqual(['case-seen', 'case-linked', 'state-changed']);
  });
});

describe('an export', () => {
  it('is planned once a document, folder and state; what follows in the second list is left out', async () => {
    const { journal } = await openTestJournal();
    const document = someDocument();
    const planned = someExport({ documentId: document.id });
    await committed(journal, { kind: 'document-seen', document, at: noon });
    expect(await journal.commit([{ kind: 'export-added', export: planned }])).toEqual({ ok: true, revision: 2 });

    const outcome = await journal.commit([
      { kind: 'cursor-set', name: 'before', value: '1' },
      { kind: 'export-added', export: someExport({ documentId: document.id }) },
      { kind: 'cursor-set', name: 'after', value: '1' },
    ]);

    expect(outcome).toEqual({ ok: true, revision: 3, stoppedAt: 1 });
    expect(await journal.cursor('before')).toBe('1');
    expect(await journal.cursor('after')).toBeNull();
    expect(await journal.exportsOfDocument(document.id)).toEqual([planned]);
    const again = { ...planned, documentState: 'extracted' };
    expect(await journal.commit([{ kind: 'export-added', export: again }])).toMatchObject({ reason: 'taken' });
    expect(await journal.commit([{ kind: 'export-added', export: someExport({ documentId: 'none' }) }])).toMatchObject({
      reason: 'missing',
    });
  });

  it('keeps what became of it', async () => {
    const { journal } = await openTestJournal();
    const document = someDocument();
    const planned = someExport({ documentId: document.id });
    const set = { kind: 'export-set', exportId: planned.id, at: noon + 3 } as const;
    await committed(journal, { kind: 'document-seen', document, at: noon }, { kind: 'export-added', export: planned });
    const reason = fault('export-folder-unusable', { folder: '/out' });

    await committed(journal, { ...set, set: { state: 'held', fault: reason }, event: 'held' });
    expect(await journal.export(planned.id)).toEqual({ ...planned, state: 'held', fault: reason });
    const written = {
      state: 'written',
      path: '/out/a.xml',
      sha256: 'ab',
      size: 7,
      writtenAt: noon + 3,
      fault: null,
    } as const;
    await committed(journal, { ...set, set: written, event: 'written', detail: { path: '/out/a.xml' } });

    expect(await journal.export(planned.id)).toEqual({ ...planned, ...written });
    expect(await journal.exports(['written', 'held'], 5)).toHaveLength(1);
    expect(await journal.exports(['planned'], 5)).toEqual([]);
    expect(await journal.exports(['written'], 5, planned.id)).toEqual([]);
    expect(await eventsOf(journal, planned.id)).toEqual(['planned', 'held', 'written']);
    expect(await journal.commit([{ ...set, exportId: 'none', set: {}, event: 'x' }])).toMatchObject({
      reason: 'missing',
    });
  });
});

it('changes an export whose answer of the target system was damaged', async () => {
  const { journal, directory } = await openTestJournal();
  const document = someDocument();
  const planned = someExport({ documentId: document.id });
  await committed(journal, { kind: 'document-seen', document, at: noon }, { kind: 'export-added', export: planned });
  // What waits for its table is in it once it was read.
  await journal.export(planned.id);
  const database = openDatabase(join(directory, 'journal.sqlite'));
  database.exec("UPDATE exports SET answer = '{'");
  database.close();

  const set = { state: 'written' } as const;
  await committed(journal, { kind: 'export-set', exportId: planned.id, at: noon + 3, set, event: 'written' });
  expect(await eventsOf(journal, planned.id)).toEqual(['planned', 'written']);
});

describe('the memory of folders and the station', () => {
  it('keeps seen files by path until they are forgotten', async () => {
    const { journal } = await openTestJournal();
    const file = (path: string, itemId = 'i') => ({ sourceId: 'inbox', path, size: 1, modifiedAt: 1.5, itemId });
    await committed(journal, ...['/b', '/a', '/c'].map((path): Change => ({ kind: 'seen', file: file(path) })), {
      kind: 'seen',
      file: { ...file('/a'), sourceId: 'scanner' },
    });
    await committed(journal, { kind: 'seen', file: { ...file('/b', 'j'), size: 2 } });

    expect((await journal.seenFiles('inbox', 2)).map((seen) => seen.path)).toEqual(['/a', '/b']);
    expect((await journal.seenFiles('inbox', 2, '/b')).map((seen) => seen.path)).toEqual(['/c']);
    expect(await journal.seenFile('inbox', '/b')).toEqual({ ...file('/b', 'j'), size: 2 });
    await committed(journal, { kind: 'seen-forgotten', sourceId: 'inbox', path: '/a' });
    expect(await journal.seenFile('inbox', '/a')).toBeNull();
    expect(await journal.seenFile('scanner', '/a')).not.toBeNull();
  });

  it('keeps pauses and cursors over a restart', async () => {
    const { journal, directory } = await openTestJournal();
    const pause = { kind: 'pause-set', paused: true, at: noon } as const;
    await committed(
      journal,
      { ...pause, scope: 'all', id: '' },
      { ...pause, scope: 'source', id: 'inbox' },
      { ...pause, scope: 'source', id: 'scanner' },
      { kind: 'cursor-set', name: 'documents', value: 'old' },
    );
    await committed(
      journal,
      { ...pause, scope: 'all', id: '', paused: false },
      { ...pause, scope: 'source', id: 'inbox', paused: false },
      { kind: 'cursor-set', name: 'documents', value: 'new' },
    );
    await journal.close();

    const again = await openTestJournal({ directory });
    expect(await again.journal.pauses()).toEqual({ all: false, sources: ['scanner'] });
    expect(await again.journal.cursor('documents')).toBe('new');
    expect(await eventsOf(again.journal, 'inbox')).toEqual(['paused', 'resumed']);
  });
});
