import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createFileInspector } from '../../../src/main/engine/intake/inspection/file-inspector.ts';
import { createOpenWriters } from '../../../src/main/engine/intake/tidy/open-writers.ts';
import { createOriginals } from '../../../src/main/engine/sources/originals.ts';
import { hotFolderSchema } from '../../../src/shared/settings.ts';
import { createTestClock, createTestLog, createTestPorts, makeTestFolder } from '../../support/ports.ts';
import { newId, openTestJournal } from '../journal/journal-fixtures.ts';

test('the trash is emptied again after a time that failed, and not while the folder overlaps another', async () => {
  const folder = await makeTestFolder();
  const { journal } = await openTestJournal();
  const clock = createTestClock();
  const { notifier, startWorker } = createTestPorts(await makeTestFolder());
  const trash = join(folder, '.mailroom-trash', '2001-01-01T00-00Z');
  await mkdir(trash, { recursive: true });
  await writeFile(join(trash, `${newId().padEnd(26, '0')}~a.pdf`), 'a');
  const answers = ['overlaps', 'fails', 'works'];
  const emptied: string[] = [];
  let busy: Promise<unknown> = Promise.resolve();
  const originals = createOriginals({
    ports: { clock, log: createTestLog(), notifier },
    journal: {
      ...journal,
      item: (id) => (answers[0] === 'fails' ? Promise.reject(new Error('the disk is full')) : journal.item(id)),
    },
    inspector: createFileInspector({ startWorker }),
    writers: createOpenWriters(),
    newId,
    language: () => 'en',
    sources: () => ({
      folderOf: () => folder,
      originals: { setAside: () => undefined, forget: () => undefined, remember: () => undefined },
      overlap: () =>
        Promise.resolve({
          fault:
            answers[0] === 'overlaps' ? { code: 'folder-overlaps', retry: 'later', owner: 'it', params: {} } : null,
          leftOut: [],
        }),
    }),
    enqueue: () => undefined,
    inBackground(_, act) {
      busy = act().then(
        () => emptied.push('done'),
        () => emptied.push('failed'),
      );
    },
  });
  const rule = { connectionId: 'c', projectId: 'p', trashMs: 1_000 };
  originals.watch(hotFolderSchema.parse({ id: 'inbox', name: 'Inbox', folder, rule }));
  for (;;) {
    await busy;
    if (answers.length === 1) break;
    expect(await readdir(trash)).toHaveLength(1);
    answers.shift();
    clock.advance(1_000);
  }
  expect(emptied).toEqual(['done', 'failed', 'done']);
  expect(await readdir(join(folder, '.mailroom-trash')).catch(() => [])).toEqual([]);
  originals.stop();
  clock.advance(10_000);
  await busy;
  expect(emptied).toHaveLength(3);
});
