import { readdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createPageThread, type PageThread } from '../../../../src/main/engine/scanning/pages/page-thread.ts';
import { asScanned } from '../../../../src/main/engine/scanning/pages/page-shape.ts';
import { createLiveSession } from '../../../../src/main/engine/scanning/session/live-session.ts';
import { writeDocuments } from '../../../../src/main/engine/scanning/session/send-documents.ts';
import { openSessionFolder } from '../../../../src/main/engine/scanning/session/session-folder.ts';
import { emptySession } from '../../../../src/main/engine/scanning/session/session-state.ts';
import { failure } from '../../../../src/main/engine/faults/fault.ts';
import { letter, scanned } from '../../../scanner/paper.ts';
import { noFiles } from '../../../scanner/no-edits.ts';
import { createTestClock, makeTestFolder, startTestWorker } from '../../../support/ports.ts';

function pageThread(): PageThread {
  const thread = createPageThread(() => startTestWorker('pages', null));
  onTestFinished(() => thread.close());
  return thread;
}

test.each(['pdf', 'tiff'] as const)(
  'a document (%s) that the disk has no room for is disk-full, and nothing of it stays',
  async (format) => {
    const folder = await makeTestFolder();
    const path = join(folder, `one.${format}`);
    await symlink('/dev/full', `${path}.part`);
    const picture = await scanned({ svg: letter }, 75);
    const page = {
      path: picture,
      mediaType: 'image/png' as const,
      shape: asScanned,
      density: 75,
      color: 'color' as const,
    };
    const thread = pageThread();
    const refused = await thread.write([page, page], format, path, 'One');
    expect(refused.ok ? null : refused.fault.code).toBe('disk-full');
    expect(await readdir(folder)).toEqual([]);
    expect((await thread.write([page], format, path, 'One')).ok).toBe(true);
  },
);

test.each(['the note that it leaves', 'the document', 'both'])(
  'sending where the disk has no room for %s: the document stays open, and leaves once when there is room',
  async (what) => {
    let isFull = false;
    let saves = 0;
    const real = await openSessionFolder(join(await makeTestFolder(), 's1'));
    const thread = pageThread();
    const live = createLiveSession(emptySession('s1', 'post', 0), {
      folder: {
        ...real,
        async save(state) {
          saves += 1;
          if (isFull && what !== 'the document')
            throw Object.assign(new Error('full'), { code: 'ENOSPC', syscall: 'write' });
          return real.save(state);
        },
      },
      thread: {
        ...thread,
        write: (...asked) =>
          isFull && what !== 'the note that it leaves' ? Promise.resolve(failure('disk-full')) : thread.write(...asked),
      },
      clock: createTestClock(),
      profile: () => null,
      files: noFiles,
      onChanged: () => undefined,
    });
    const taken = await live.importFiles({ paths: [await scanned({ svg: letter }, 75)], leftOut: 0 });
    expect(taken.ok).toBe(true);
    const place = await makeTestFolder();
    const writing = {
      profile: null,
      place,
      leaving: true,
      safeName: (text: string) => text,
      isTakenIn: () => Promise.resolve(false),
      now: () => 5,
    };
    isFull = true;
    const refused = await writeDocuments(live, writing, undefined);
    expect(refused.ok ? null : refused.fault.code).toBe('disk-full');
    expect(live.view().documents.map(({ sentAt }) => sentAt)).toEqual([null]);
    expect(await readdir(place)).toEqual([]);
    isFull = false;
    expect((await writeDocuments(live, writing, undefined)).ok).toBe(true);
    expect(await readdir(place)).toHaveLength(1);
    expect(live.view()).toMatchObject({ fault: null, documents: [{ sentAt: 5 }] });
    expect(JSON.parse(await readFile(join(real.folder, 'session.json'), 'utf8'))).toMatchObject({
      documents: [{ sent: { at: 5 } }],
    });
    expect(saves).toBeGreaterThan(1);
  },
);

test('saving where the disk has room for the first of two documents alone keeps none, so that the next try brings none twice', async () => {
  let room = 1;
  const real = await openSessionFolder(join(await makeTestFolder(), 's1'));
  const thread = pageThread();
  const live = createLiveSession(emptySession('s1', 'post', 0), {
    folder: real,
    thread: {
      ...thread,
      write(...asked) {
        room -= 1;
        return room < 0 ? Promise.resolve(failure('disk-full')) : thread.write(...asked);
      },
    },
    clock: createTestClock(),
    profile: () => null,
    files: noFiles,
    onChanged: () => undefined,
  });
  const sheet = await scanned({ svg: letter }, 75);
  expect((await live.importFiles({ paths: [sheet, sheet], leftOut: 0 })).ok).toBe(true);
  const last = Object.keys(live.state().pages).at(-1) ?? '';
  expect((await live.edit({ act: 'split', pageId: last })).ok).toBe(true);
  const place = await makeTestFolder();
  const writing = {
    profile: null,
    place,
    leaving: false,
    safeName: (text: string) => text,
    isTakenIn: () => Promise.resolve(false),
    now: () => 5,
  };
  const refused = await writeDocuments(live, writing, undefined);
  expect(refused.ok ? null : refused.fault.code).toBe('disk-full');
  expect(await readdir(place)).toEqual([]);
  room = 2;
  expect((await writeDocuments(live, writing, undefined)).ok).toBe(true);
  expect(await readdir(place)).toHaveLength(2);
});
