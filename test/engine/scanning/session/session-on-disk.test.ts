import { cpSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { ScannerDriver } from '../../../../src/main/engine/scanning/drivers/driver.ts';
import { createPageThread } from '../../../../src/main/engine/scanning/pages/page-thread.ts';
import type { Scanning } from '../../../../src/main/engine/scanning/scanning.ts';
import { openScanning } from '../../../../src/main/engine/scanning/scanning.ts';
import { createLiveSession } from '../../../../src/main/engine/scanning/session/live-session.ts';
import { picturesAt } from '../../../../src/main/engine/scanning/session/pictures-at.ts';
import type { LiveSession } from '../../../../src/main/engine/scanning/session/live-session.ts';
import { openSessionFolder, type SessionFolder } from '../../../../src/main/engine/scanning/session/session-folder.ts';
import { emptySession } from '../../../../src/main/engine/scanning/session/session-state.ts';
import { success } from '../../../../src/main/engine/faults/fault.ts';
import { scanProfileSchema } from '../../../../src/shared/scanning.ts';
import { devicePdf } from '../../../scanner/device-files.ts';
import { letter, scanned } from '../../../scanner/paper.ts';
import { noEdits, noFiles } from '../../../scanner/no-edits.ts';
import { createTestClock, makeTestFolder, realClock, startTestWorker } from '../../../support/ports.ts';

const patience = { timeout: 60_000, interval: 20 };
const profile = scanProfileSchema.parse({
  id: 'post',
  name: 'Post',
  scannerId: 'sane:paper',
  color: 'grey',
  resolution: 75,
  rotation: 90,
  separation: { by: 'blank' },
});
const request = {
  source: 'feeder' as const,
  resolution: 75,
  color: 'grey' as const,
  widthMm: 210,
  heightMm: 297,
  brightness: 0,
  contrast: 0,
};
const unturned = { rotation: 0 as const, brightness: 0, contrast: 0 };

/** What the system says of a disk. */
function refusal(code: 'ENOSPC' | 'EIO'): Error {
  return Object.assign(new Error(code), { code, syscall: 'write', errno: -28 });
}

/** A scanner that lays its sheets into the folder one by one, as all drivers do: under a number of the run. */
function paperDriver(sheets: readonly string[]): ScannerDriver {
  const left = [...sheets];
  return {
    name: 'sane',
    list: () => Promise.resolve(success([])),
    capabilities: () => Promise.resolve(success({ sources: [], brightness: true, contrast: true })),
    async scan(_id, _request, taker) {
      let pages = 0;
      for (let sheet = left.shift(); sheet !== undefined; sheet = left.shift()) {
        pages += 1;
        const path = join(taker.folder, `page-${pages}.png`);
        await copyFile(sheet, path);
        await taker.take({ path, mediaType: 'image/png' });
      }
      return success({ pages });
    },
  };
}

async function sheets(count: number): Promise<readonly string[]> {
  return Promise.all(
    Array.from({ length: count }, (_, index) =>
      scanned({ svg: `${letter}<text x="25" y="20" font-size="9">${index + 1}</text>` }, 75),
    ),
  );
}

/** A session whose folder refuses what the test says. */
async function session(
  refuses: Partial<Record<'adopt' | 'save', () => Error | null>>,
  by = profile,
  onImport: () => void = () => undefined,
) {
  const folder = await makeTestFolder();
  const real = await openSessionFolder(join(folder, 's1'));
  const refuse = (act: 'adopt' | 'save'): void => {
    const error = refuses[act]?.() ?? null;
    if (error !== null) throw error;
  };
  const place: SessionFolder = {
    ...real,
    async adopt(page, number) {
      refuse('adopt');
      return real.adopt(page, number);
    },
    async save(state) {
      refuse('save');
      return real.save(state);
    },
  };
  const thread = createPageThread(() => startTestWorker('pages', null));
  onTestFinished(() => thread.close());
  const clock = createTestClock();
  const live = createLiveSession(emptySession('s1', 'post', 0), {
    folder: place,
    thread: {
      ...thread,
      importPages(...asked) {
        const answer = thread.importPages(...asked);
        onImport();
        return answer;
      },
    },
    clock,
    profile: () => by,
    files: noFiles,
    onChanged: () => undefined,
  });
  return { live, clock, real, folder };
}

/** Resolves when every page of a session was looked at. */
async function looked(opened: Scanning, sessionId: string): Promise<void> {
  const session = opened.find(sessionId);
  if (session.ok) await session.value.looked();
}

async function scanning(folder: string, by = profile): Promise<Scanning> {
  const opened = await openScanning({
    folder,
    drivers: [],
    thread: createPageThread(() => startTestWorker('pages', null)),
    clock: realClock,
    newId: () => 'new',
    profiles: () => [by],
    outbox: () => Promise.reject(new Error('nothing is sent here')),
    safeName: (text) => text,
    isTakenIn: () => Promise.resolve(false),
    edits: noEdits,
    files: noFiles,
    onChanged: () => undefined,
  });
  onTestFinished(() => opened.close());
  return opened;
}

test.each([
  ['ENOSPC', 'disk-full'],
  ['EIO', 'data-directory-unusable'],
] as const)(
  'a page that could not be taken over (%s) is %s, and comes once with the next run, which writes over nothing',
  async (code, fault) => {
    // The first try at the end of the run is refused as well.
    let refusals = 2;
    const { live, real } = await session({
      adopt: () =>
        live.view().documents.flatMap(({ pages }) => pages).length === 1 && refusals-- > 0 ? refusal(code) : null,
    });
    const papers = await sheets(4);
    const driver = paperDriver(papers);
    // The first try of the end is refused as well.
    refusals = 2;
    const first = await live.run(driver, 'sane:paper', request, { kind: 'end' }, unturned);
    expect(first.ok ? null : first.fault.code).toBe(fault);
    expect(live.view().fault?.code).toBe(fault);
    expect(await readdir(real.incoming)).toEqual(['page-2.png']);
    const second = await live.run(driver, 'sane:paper', request, { kind: 'end' }, unturned);
    expect(second).toEqual({ ok: true, value: { pages: 2 } });
    const files = live.view().documents.flatMap(({ pages }) => pages.map((id) => live.state().pages[id]?.file ?? ''));
    const bytes = await Promise.all(files.map((file) => readFile(join(real.folder, file))));
    expect(bytes).toEqual(await Promise.all(papers.map((paper) => readFile(paper))));
    expect(live.view().fault).toBeNull();
  },
);

test.each([
  ['at the end of its run', 1, false],
  ['with the next run', 2, false],
  ['after a restart', 2, true],
])('a back that the disk refused at first and that comes %s is turned like the others', async (_, most, restarts) => {
  const by = { ...profile, rotation: 0 as const, source: 'duplex' as const, turnBacks: true };
  let refusals = 0;
  const isSecond = (): boolean => Object.keys(live.view().pages).length === 1;
  const { live, folder } = await session(
    { adopt: () => (isSecond() && refusals++ < most ? refusal('ENOSPC') : null) },
    by,
  );
  const driver = paperDriver(await sheets(4));
  const run = () => live.run(driver, 'sane:paper', { ...request, source: 'duplex' }, { kind: 'end' }, unturned);
  expect((await run()).ok).toBe(false);
  if (restarts) await live.end(true);
  else expect((await run()).ok).toBe(true);
  const view = restarts ? (await scanning(folder, by)).sessions()[0] : live.view();
  const rotations = Object.values(view?.pages ?? {}).map(({ rotation }) => rotation);
  expect(rotations).toEqual(restarts ? [0, 180] : [0, 180, 0, 180]);
});

async function takeIn(live: LiveSession, places: readonly string[]): ReturnType<LiveSession['importFiles']> {
  const found = await picturesAt(places);
  return found.ok ? live.importFiles(found.value) : found;
}

test('what the disk does not let us note is shown, told, looked at, and noted by itself when there is room', async () => {
  let isFull = true;
  const { live, clock, real } = await session({ save: () => (isFull ? refusal('ENOSPC') : null) });
  const driver = paperDriver(await sheets(1));
  const run = await live.run(driver, 'sane:paper', request, { kind: 'end' }, unturned);
  expect(run.ok ? null : run.fault.code).toBe('disk-full');
  await live.looked();
  const [pageId = ''] = Object.keys(live.view().pages);
  expect(live.view().pages[pageId]?.inkPercent).toBeGreaterThan(0);
  await expect(live.edit({ act: 'rotate', pageIds: [pageId], by: 90 })).rejects.toThrow('ENOSPC');
  expect(live.view()).toMatchObject({ fault: { code: 'disk-full' } });
  clock.advance(60_000);
  isFull = false;
  clock.advance(60_000);
  await vi.waitFor(async () => {
    const saved: unknown = JSON.parse(await readFile(join(real.folder, 'session.json'), 'utf8'));
    expect(saved).toMatchObject({ pages: { [pageId]: { shape: { rotation: 90 } } } });
  }, patience);
});

test('a file of many pages is taken in whole or not at all: trying again brings no page twice', async () => {
  let left = 2;
  const { live, real } = await session({ adopt: () => (left-- > 0 ? null : refusal('ENOSPC')) });
  const [one = '', two = ''] = await sheets(2);
  const path = join(await makeTestFolder(), 'three.pdf');
  const pages = [one, two, one].map((picture) => ({ picture, keeping: 'jpeg' as const }));
  await writeFile(path, await devicePdf(pages, 75));
  const refused = await takeIn(live, [path]);
  expect(refused.ok ? null : refused.fault.code).toBe('disk-full');
  expect(Object.keys(live.view().pages)).toEqual([]);
  expect(await readdir(real.incoming)).toEqual([]);
  expect((await readdir(real.folder)).filter((name) => name.startsWith('page-'))).toEqual([]);
  left = 9;
  expect(await takeIn(live, [path])).toEqual({ ok: true, value: { pages: 3 } });
  expect(Object.keys(live.view().pages)).toHaveLength(3);
});

test('an import that a person stops takes nothing in; what was asked for meanwhile is answered, and the same folder comes whole afterwards', async () => {
  const seen: unknown[] = [];
  let isStopped = false;
  const { live, real } = await session({}, profile, () => {
    seen.push(live.view().importing);
    if (seen.length === 2 && !isStopped) {
      isStopped = true;
      live.stop('person');
    }
  });
  const [one = '', two = ''] = await sheets(2);
  const path = join(await makeTestFolder(), 'three.pdf');
  await writeFile(
    path,
    await devicePdf(
      [one, two, one].map((picture) => ({ picture, keeping: 'jpeg' as const })),
      75,
    ),
  );
  expect(await takeIn(live, [one])).toEqual({ ok: true, value: { pages: 1 } });
  seen.length = 0;
  const stopped = takeIn(live, [path, path, path]);
  await vi.waitFor(() => expect(isStopped).toBe(true), patience);
  // The page from before waits for its look, or is looked at.
  await live.looked();
  expect(live.view().pages['p1']?.inkPercent).not.toBeNull();
  expect(await stopped).toEqual({ ok: true, value: { pages: 0 } });
  expect(seen).toEqual([
    { done: 0, of: 3 },
    { done: 1, of: 3 },
  ]);
  expect(live.view()).toMatchObject({ scanning: false, importing: null, fault: null, interrupted: false });
  expect(Object.keys(live.view().pages)).toEqual(['p1']);
  expect(await readdir(real.incoming)).toEqual([]);
  expect(await takeIn(live, [path])).toEqual({ ok: true, value: { pages: 3 } });
});

test('a folder is taken in whole or not at all: what cannot be read is named, and what is no picture is counted', async () => {
  const { live, real } = await session({});
  const folder = await makeTestFolder();
  const [one = '', two = ''] = await sheets(2);
  await copyFile(one, join(folder, '1.png'));
  await copyFile(two, join(folder, '3.png'));
  await writeFile(join(folder, '2.png'), 'no picture');
  await writeFile(join(folder, 'list.txt'), '');
  await mkdir(join(folder, 'others'));
  const refused = await takeIn(live, [folder]);
  expect(refused).toMatchObject({ fault: { code: 'file-damaged', params: { picture: '2.png' } } });
  expect(Object.keys(live.view().pages)).toEqual([]);
  expect(await readdir(real.incoming)).toEqual([]);
  await copyFile(one, join(folder, '2.png'));
  expect(await takeIn(live, [folder])).toEqual({ ok: true, value: { pages: 3 } });
  expect(live.view().notes).toEqual([{ about: 'import', leftOut: 2 }]);
  expect(await takeIn(live, [folder, join(folder, 'others')])).toMatchObject({
    fault: { code: 'wrong-usage', params: { use: 'no-pictures', folder: join(folder, 'others') } },
  });
  expect(Object.keys(live.view().pages)).toHaveLength(3);
});

test('a kill before a whole page was taken over loses nothing: it is there once, as its profile wants, and is looked at', async () => {
  const folder = await makeTestFolder();
  const place = await openSessionFolder(join(folder, 's1'));
  const [one = '', blank = '', three = ''] = [
    ...(await sheets(1)),
    await scanned({ svg: '' }, 75),
    ...(await sheets(1)),
  ];
  await place.save({ ...emptySession('s1', 'post', 1), underWay: true });
  await copyFile(one, join(place.folder, 'page-00001.png'));
  await copyFile(blank, join(place.incoming, 'page-2.png'));
  await copyFile(three, join(place.incoming, 'page-10.png'));
  await writeFile(join(place.incoming, 'page-11.png.part'), 'half');
  await writeFile(join(place.folder, '.session.json.abc.tmp'), 'half');
  const opened = await scanning(folder);
  await looked(opened, 's1');
  const [view] = opened.sessions();
  expect(view?.interrupted).toBe(true);
  // The blank sheet separates, as the profile says, though it came without anybody looking at it.
  expect(view?.documents.map(({ pages }) => pages.length)).toEqual([1, 2]);
  expect(
    Object.values(view?.pages ?? {}).map(({ leftOut, rotation, inkPercent }) => [
      leftOut,
      rotation,
      inkPercent !== null,
    ]),
  ).toEqual([
    [null, 90, true],
    ['separator', 90, true],
    [null, 90, true],
  ]);
  expect(await readdir(place.incoming)).toEqual([]);
  expect((await readdir(place.folder)).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  const again = await scanning(folder);
  expect(Object.keys(again.sessions()[0]?.pages ?? {})).toHaveLength(3);
});

test('a kill while a session is taken away brings none of its pages back', async () => {
  const folder = await makeTestFolder();
  const gone = join(folder, '.gone-s1');
  await mkdir(gone);
  const [one = ''] = await sheets(1);
  await copyFile(one, join(gone, 'page-00001.png'));
  const opened = await scanning(folder);
  expect(opened.sessions()).toEqual([]);
  expect(await readdir(folder)).toEqual([]);
});

test('a session that the disk does not let go is there as before, and can still be changed and thrown away', async () => {
  const folder = await makeTestFolder();
  const open = await scanning(folder);
  const [sheet = ''] = await sheets(1);
  const imported = await open.importFiles('post', undefined, [sheet]);
  if (!imported.ok) throw new Error(imported.fault.code);
  const { sessionId, ended } = imported.value;
  await ended;
  await looked(open, sessionId);
  const inTheWay = join(folder, `.gone-${sessionId}`);
  await mkdir(join(inTheWay, 'full'), { recursive: true });
  await expect(open.discard(sessionId)).rejects.toThrow(/ENOTEMPTY|EEXIST|EPERM/);
  const there = open.session(sessionId);
  const documentId = there.ok ? there.value.documents[0]?.id : undefined;
  const session = open.find(sessionId);
  if (!session.ok) throw new Error(session.fault.code);
  expect(await session.value.edit({ act: 'describe', documentId: documentId ?? '', name: 'Kept' })).toMatchObject({
    ok: true,
  });
  expect(await readFile(join(folder, sessionId, 'session.json'), 'utf8')).toContain('"Kept"');
  await rm(inTheWay, { recursive: true });
  expect(await open.discard(sessionId)).toMatchObject({ ok: true });
  expect(await readdir(folder)).toEqual([]);
  await open.close();
});

test('a session that is thrown away while its pages are looked at stays away', async () => {
  const folder = await makeTestFolder();
  const place = await openSessionFolder(join(folder, 's1'));
  for (const [index, sheet] of (await sheets(3)).entries()) {
    await copyFile(sheet, join(place.folder, `page-0000${index + 1}.png`));
  }
  const opened = await scanning(folder);
  const seen = looked(opened, 's1');
  await opened.discard('s1');
  await seen;
  expect(await readdir(folder)).toEqual([]);
});

test.each([
  ['cut-off', true],
  ['person', false],
] as const)('a run that ends by %s: the next start says so (%s), and has the page that came', async (why, said) => {
  const { live, folder } = await session({});
  const [sheet = ''] = await sheets(1);
  const endless: ScannerDriver = {
    ...paperDriver([]),
    async scan(_id, _request, taker, signal) {
      const path = join(taker.folder, 'page-1.png');
      await copyFile(sheet, path);
      await taker.take({ path, mediaType: 'image/png' });
      live.stop(why);
      return signal.aborted ? success({ pages: 1 }) : new Promise(() => undefined);
    },
  };
  await live.run(endless, 'sane:paper', request, { kind: 'end' }, unturned);
  await live.looked();
  await live.end(true);
  const [next] = (await scanning(folder)).sessions();
  expect(next?.interrupted).toBe(said);
  expect(Object.keys(next?.pages ?? {})).toEqual(['p1']);
});

test('a kill while pages of a file are taken over: the session has those that were, and says that others may be missing', async () => {
  const after = await makeTestFolder();
  let adopted = 0;
  const { live, real } = await session({
    adopt() {
      adopted += 1;
      // What the disk has while the third page is on its way.
      if (adopted === 3) cpSync(real.folder, join(after, 's1'), { recursive: true });
      return null;
    },
  });
  const [one = ''] = await sheets(1);
  const path = join(await makeTestFolder(), 'four.pdf');
  const pages = Array.from({ length: 4 }, () => ({ picture: one, keeping: 'jpeg' as const }));
  await writeFile(path, await devicePdf(pages, 75));
  expect(await takeIn(live, [path])).toEqual({ ok: true, value: { pages: 4 } });
  const [whole] = (await scanning(join(real.folder, '..'))).sessions();
  expect(whole?.interrupted).toBe(false);
  const [found] = (await scanning(after)).sessions();
  expect(Object.keys(found?.pages ?? {})).toHaveLength(2);
  expect(found?.interrupted).toBe(true);
});
