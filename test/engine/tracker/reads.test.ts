import { expect, test, vi } from 'vitest';
import type { Journal } from '../../../src/main/engine/journal/journal.ts';
import {
  added,
  committed,
  linked,
  noon,
  openTestJournal,
  someDocument,
  someExport,
} from '../journal/journal-fixtures.ts';
import { someItem, someSubmission } from '../journal/some-records.ts';
import { createScriptedService } from './scripted-service.ts';
import { documentsOf, stageOf, startTracker, submit } from './tracker-fixtures.ts';
import type { Submitted } from './tracker-fixtures.ts';

/** The same journal; `reads` names every read of documents and their items in order. */
function counted(journal: Journal): { readonly journal: Journal; readonly reads: string[] } {
  const reads: string[] = [];
  const told =
    <Values extends readonly unknown[], Answer>(name: string, read: (...values: Values) => Answer) =>
    (...values: Values): Answer => {
      reads.push(name);
      return read(...values);
    };
  return {
    reads,
    journal: {
      ...journal,
      knownDocuments: told('knownDocuments', journal.knownDocuments),
      document: told('document', journal.document),
      documentsOfItem: told('documentsOfItem', journal.documentsOfItem),
      itemsOfDocument: told('itemsOfDocument', journal.itemsOfDocument),
      itemsByFileIds: told('itemsByFileIds', journal.itemsByFileIds),
      itemsByIds: told('itemsByIds', journal.itemsByIds),
      submissionByExternalId: told('submissionByExternalId', journal.submissionByExternalId),
      exportsOfDocument: told('exportsOfDocument', journal.exportsOfDocument),
    },
  };
}

test('a page of documents costs one read of the journal', async () => {
  const opened = await openTestJournal();
  const { journal, reads } = counted(opened.journal);
  const exported = { export: { folder: '/out', states: ['done'], template: '{title}', reportTransfer: false } };
  const items: Submitted[] = [];
  for (let index = 0; index < 200; index += 1) items.push(await submit(journal, index % 2 === 0 ? {} : exported));
  const service = createScriptedService();
  const { tracker, settled } = startTracker(journal, { service });
  await tracker.stop();
  reads.length = 0;

  for (const one of items) service.put({ id: one.documentId, state: 'done', fileId: one.fileId });
  for (let from = 0; from < 200; from += 50) {
    const page = items.slice(from, from + 50).map(({ documentId }) => service.documents.get(documentId));
    expect(await tracker.observe(page.filter((document) => document !== undefined))).toBe(true);
  }

  expect(reads).toEqual(['knownDocuments', 'knownDocuments', 'knownDocuments', 'knownDocuments']);
  expect(settled).toHaveLength(200);
  for (const one of items) expect(await stageOf(journal, one.itemId)).toBe('settled');
});

test('documents of one page that share an item are recorded one after the other, each with what the one before wrote', async () => {
  const { journal } = await openTestJournal();
  const one = await submit(journal);
  const parts = Array.from({ length: 5 }, (_, index) => `${one.documentId}-part-${String(index)}`);
  const service = createScriptedService();
  const { tracker } = startTracker(journal, { service });
  await tracker.stop();

  service.put({ id: one.documentId, state: 'processing', fileId: one.fileId });
  for (const id of parts) service.put({ id, state: 'done', fileId: one.fileId });
  await tracker.observe([...service.documents.values()]);

  expect(await documentsOf(journal, one.itemId)).toEqual([one.documentId, ...parts].sort());
  expect(await stageOf(journal, one.itemId)).toBe('tracking');
  service.put({ id: one.documentId, state: 'done', fileId: one.fileId });
  await tracker.observe([...service.documents.values()]);
  await vi.waitFor(async () => expect(await stageOf(journal, one.itemId)).toBe('settled'));
});

test('the journal answers all that it knows of many documents, in the order asked', async () => {
  const { journal } = await openTestJournal();
  const items = [someItem(), someItem(), someItem()];
  const [first, second, third] = items.map((item) => item.id);
  const known = someDocument();
  const written = someExport({ documentId: known.id });
  const submission = someSubmission({
    externalId: 'order-7',
    items: [{ itemId: third ?? '', role: null, position: 0 }],
  });
  await committed(
    journal,
    ...items.map((item) => added(item)),
    { kind: 'file-uploaded', fileId: 'file-2', itemId: second ?? '', connectionId: 'office', size: 1, at: noon },
    { kind: 'submission-added', submission },
    { kind: 'document-seen', document: known, at: noon },
    linked(known.id, first ?? ''),
    { kind: 'export-added', export: written },
  );

  const answers = await journal.knownDocuments('office', [
    { id: 'nobody', fileIds: ['file-2', 'file-9'], externalId: 'order-7' },
    { id: known.id, fileIds: [], externalId: 'order-7' },
    { id: 'new', fileIds: [], externalId: 'order-7' },
    { id: 'foreign', fileIds: ['file-9'], externalId: null },
  ]);

  const nothing = { document: null, linked: [], byFiles: [], submitted: null, documents: {}, exports: [] };
  expect(answers).toMatchObject([
    { ...nothing, byFiles: [{ id: second }], documents: { [second ?? '']: [] } },
    {
      ...nothing,
      document: { id: known.id },
      linked: [{ id: first }],
      documents: { [first ?? '']: [{ id: known.id }] },
      exports: [{ id: written.id }],
    },
    { ...nothing, submitted: { id: third }, documents: { [third ?? '']: [] } },
    nothing,
  ]);
});
