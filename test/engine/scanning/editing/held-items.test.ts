import { expect, test } from 'vitest';
import { JournalError, type Journal } from '../../../../src/main/engine/journal/journal.ts';
import type { JobRecord } from '../../../../src/main/engine/journal/records.ts';
import { holdItems } from '../../../../src/main/engine/scanning/editing/held-items.ts';
import { createPageEdits } from '../../../../src/main/engine/scanning/editing/page-edits.ts';
import { added, committed, noon, openTestJournal, someItem, someJob } from '../../journal/journal-fixtures.ts';

/** What edits need of the engine, over a journal; `gone` = what was let go on. */
function partsOver(journal: Journal) {
  const gone: JobRecord[] = [];
  return {
    ...{ gone, journal, actor: 'clerk', dataDirectory: '/data', newId: () => 'new', now: () => noon },
    known: { forget: () => undefined },
    stopJobs: () => Promise.resolve(),
    goOn: (jobs: readonly JobRecord[]) => void gone.push(...jobs),
    givenBack: () => undefined,
    inspector: { hash: () => Promise.resolve({ kind: 'unreadable', code: 'EIO' } as const) },
    intake: () => ({ firstWork: () => ({ changes: [], jobs: [] }), taken: null }),
    ...{ enqueue: () => undefined, dropped: () => undefined },
  };
}

test('items that the journal can not hold, for want of room, go on being sent', async () => {
  const { journal } = await openTestJournal();
  const item = { ...someItem(), mediaType: 'application/pdf' };
  const job = someJob({ kind: 'upload', subjectId: item.id });
  await committed(journal, added(item, 'accepted'), { kind: 'job-added', job });
  const record = await journal.item(item.id);
  if (record === null) throw new Error('the file was not taken in');
  const full: Journal = { ...journal, commit: () => Promise.reject(new JournalError('disk-full', 'no room')) };
  const parts = partsOver(full);
  const edited = [{ itemId: item.id, name: item.name, path: item.path, mediaType: 'application/pdf', heldAt: noon }];
  await expect(holdItems(parts, [record], edited)).rejects.toThrow('no room');
  expect(parts.gone.map(({ id }) => id)).toEqual([job.id]);
});

test('files that are too large together are refused before one of them is read, and are not called damaged', async () => {
  const { journal } = await openTestJournal();
  const items = [1, 2, 3].map((each) => ({
    ...someItem({ path: `/inbox/${each}.pdf`, size: 200 * 1024 * 1024 }),
    mediaType: 'application/pdf',
  }));
  await committed(journal, ...items.map((item) => added(item, 'accepted')));
  const refused = () => Promise.reject(new Error('nothing is read'));
  const nothing = { survey: refused, draw: refused, look: refused, write: refused, forget: refused, close: refused };
  const edits = createPageEdits(partsOver(journal), nothing);
  const drafted = await edits.draft(
    items.map(({ id }) => id),
    'session',
  );
  expect(drafted).toMatchObject({ fault: { code: 'pages-fixed', params: { problem: 'too-large-together' } } });
});
