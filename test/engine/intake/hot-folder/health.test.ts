import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { HotFolder } from '../../../../src/shared/settings.ts';
import { describe, expect, test } from 'vitest';
import { startFolderWatch } from '../../../../src/main/engine/intake/hot-folder/folder-watches.ts';
import { previewFiles } from '../../../../src/main/engine/intake/hot-folder/preview-files.ts';
import { checkRoot } from '../../../../src/main/engine/intake/hot-folder/source-root.ts';
import { JournalError } from '../../../../src/main/engine/journal/journal.ts';
import { rename } from '../../../../src/main/engine/platform/disk/patient-files.ts';
import { createIntakeStation, eventually, folderConfig } from '../intake-station.ts';
import { pdfBytes } from '../sample-bytes.ts';

const names = async (station: Awaited<ReturnType<typeof createIntakeStation>>): Promise<string[]> =>
  (await station.items()).map((item) => item.name).sort();

/** Watches folders, and keeps which are watched now, and how many watches were begun. */
function keepWatches() {
  const now = new Set<string>();
  let begun = 0;
  const startWatch: typeof startFolderWatch = (folder, ...rest) => {
    const watch = startFolderWatch(folder, ...rest);
    now.add(folder);
    begun += 1;
    return {
      close() {
        watch.close();
        now.delete(folder);
      },
    };
  };
  return { startWatch, watched: { now, begun: () => begun } };
}

describe('the health of a source', () => {
  test('a folder that is not there is said so; it is taken up by itself when it comes', async () => {
    const station = await createIntakeStation();
    await rm(station.folder, { recursive: true });
    const watcher = await station.watch({ rescanMs: 200 });
    await eventually(() => watcher.health()).toMatchObject({ state: 'silent', fault: { code: 'folder-missing' } });
    await mkdir(station.folder);
    await writeFile(join(station.folder, 'a.pdf'), pdfBytes('a'));
    await eventually(() => watcher.health()).toMatchObject({ state: 'watching', fault: null });
    await watcher.settled();
    expect(await names(station)).toEqual(['a.pdf']);
  });

  test('a share that drops and comes back brings nothing in twice and loses no waiting file', async () => {
    const station = await createIntakeStation();
    for (let at = 0; at < 20; at += 1) await writeFile(join(station.folder, `${at}.pdf`), pdfBytes(at));
    await writeFile(join(station.folder, 'half.pdf'), '%PDF-1.4 half');
    const { watched, startWatch } = keepWatches();
    const watcher = await station.watch({ rescanMs: 200 }, { startWatch });
    await watcher.settled();
    expect([...watched.now]).toEqual([station.folder]);
    const before = await station.items();
    await rename(station.folder, `${station.folder}-away`);
    await eventually(() => watcher.health().fault?.code).toBe('folder-missing');
    // What is mounted in its place for a moment is another, empty folder.
    await mkdir(join(station.folder, 'below'), { recursive: true });
    const begun = watched.begun();
    await watcher.rescan();
    await watcher.rescan();
    expect([[...watched.now], watched.begun()]).toEqual([[], begun]);
    await rm(station.folder, { recursive: true });
    await rename(`${station.folder}-away`, station.folder);
    await eventually(() => watcher.health().state).toBe('watching');
    await watcher.settled();
    const after = await station.items();
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    expect(after.filter((item) => item.stage !== 'accepted')).toMatchObject([{ name: 'half.pdf', stage: 'settling' }]);
    expect([...watched.now]).toEqual([station.folder]);
    await writeFile(join(station.folder, 'new.pdf'), pdfBytes('new'));
    await eventually(() => names(station)).toContain('new.pdf');
  });

  test('another folder with a file of the one before it is the folder of the source: it is watched, with all below it', async () => {
    const station = await createIntakeStation();
    await writeFile(join(station.folder, 'a.pdf'), pdfBytes('a'));
    const { watched, startWatch } = keepWatches();
    const watcher = await station.watch({ rescanMs: 3_600_000 }, { startWatch });
    await watcher.settled();
    await cp(station.folder, `${station.folder}-moved`, { recursive: true, preserveTimestamps: true });
    await mkdir(join(`${station.folder}-moved`, 'below'));
    await rename(station.folder, `${station.folder}-old`);
    await rename(`${station.folder}-moved`, station.folder);
    await watcher.rescan();
    await eventually(() => watcher.health().state).toBe('watching');
    await eventually(() => [...watched.now].sort()).toEqual([station.folder, join(station.folder, 'below')]);
    await writeFile(join(station.folder, 'below', 'new.pdf'), pdfBytes('new'));
    await eventually(() => names(station)).toEqual(['a.pdf', 'new.pdf']);
  });

  test('a shared folder that lets nothing be claimed is said so, as the shared folder; files come when it does', async () => {
    const station = await createIntakeStation();
    // A file stands where the stations' folder should be made: also the superuser can't write there.
    await writeFile(join(station.folder, '.mailroom'), 'in the way');
    await writeFile(join(station.folder, 'a.pdf'), pdfBytes('a'));
    const watcher = await station.watch({ claim: true, rescanMs: 200 });
    const fault = { code: 'folder-not-writable', params: { folder: station.folder } };
    await eventually(() => watcher.health()).toMatchObject({ state: 'silent', fault });
    await rm(join(station.folder, '.mailroom'));
    await eventually(() => watcher.health()).toMatchObject({ state: 'watching', fault: null });
    await eventually(() => names(station)).toEqual(['a.pdf']);
  });

  test('without watches left it says which limit, and polling goes on', async () => {
    const station = await createIntakeStation();
    const watcher = await station.watch(
      { rescanMs: 200 },
      {
        startWatch: () => {
          throw Object.assign(new Error('System limit for number of file watchers reached'), { code: 'ENOSPC' });
        },
      },
    );
    await eventually(() => watcher.health()).toMatchObject({ state: 'polling', fault: { code: 'watch-limit' } });
    await writeFile(join(station.folder, 'a.pdf'), pdfBytes('a'));
    await eventually(() => names(station)).toEqual(['a.pdf']);
  });

  test('a watch that tells nothing: the rescan is the truth', async () => {
    const station = await createIntakeStation();
    const watcher = await station.watch({ rescanMs: 200 }, { startWatch: () => ({ close: () => undefined }) });
    await watcher.settled();
    await mkdir(join(station.folder, 'deep/er'), { recursive: true });
    await writeFile(join(station.folder, 'deep/er/a.pdf'), pdfBytes('a'));
    await eventually(() => names(station)).toEqual(['a.pdf']);
  });

  test('where so much comes at once that names are dropped, as on Windows and macOS, the folder is looked through at once', async () => {
    const station = await createIntakeStation();
    let overflows = (): void => undefined;
    const watcher = await station.watch(
      { rescanMs: 3_600_000 },
      {
        startWatch: (_folder, tell) => {
          overflows = () => tell(null);
          return { close: () => undefined };
        },
      },
    );
    await watcher.settled();
    for (let at = 0; at < 5; at += 1) await writeFile(join(station.folder, `${at}.pdf`), pdfBytes(at));
    overflows();
    await eventually(() => names(station)).toEqual(['0.pdf', '1.pdf', '2.pdf', '3.pdf', '4.pdf']);
  });

  test('a network share is polled, with a longer quiet time', async () => {
    const station = await createIntakeStation();
    let watches = 0;
    await writeFile(join(station.folder, 'a.pdf'), pdfBytes('a'));
    const begun = performance.now();
    const watcher = await station.watch(
      { networkShare: true, rescanMs: 200 },
      {
        startWatch: (...given) => {
          watches += 1;
          return startFolderWatch(...given);
        },
      },
    );
    await eventually(() => station.taken.length).toBe(1);
    expect(performance.now() - begun).toBeGreaterThan(1_990);
    expect(watches).toBe(0);
    expect(watcher.health().state).toBe('polling');
  });

  test('a full disk under the journal is said so; nothing is lost and it goes on by itself', async () => {
    const station = await createIntakeStation();
    let full = true;
    const commit: typeof station.journal.commit = (changes, actor) =>
      full ? Promise.reject(new JournalError('disk-full', 'full')) : station.journal.commit(changes, actor);
    await writeFile(join(station.folder, 'a.pdf'), pdfBytes('a'));
    const journal = { ...station.dependencies.journal, ...methods(station), commit };
    const watcher = await station.watch({}, { journal });
    await eventually(() => watcher.health().fault?.code).toBe('disk-full');
    full = false;
    await eventually(() => names(station)).toEqual(['a.pdf']);
    await eventually(() => watcher.health().fault).toBeNull();
  });

  test('a folder that does not answer is silent', async () => {
    const station = await createIntakeStation();
    let answer = (): void => undefined;
    const silence = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const checkFolder = (folder: string) => silence.then(() => checkRoot(folder));
    const watcher = await station.watch({}, { checkFolder, silentAfterMs: 50 });
    await eventually(() => watcher.health()).toMatchObject({ state: 'silent', fault: { code: 'folder-silent' } });
    answer();
    await eventually(() => watcher.health()).toMatchObject({ state: 'watching', fault: null });
  });

  test('paused, nothing comes in; what came meanwhile does after it goes on', async () => {
    const station = await createIntakeStation();
    const watcher = await station.watch();
    await watcher.settled();
    await watcher.pause();
    expect(watcher.health().state).toBe('paused');
    await writeFile(join(station.folder, 'a.pdf'), pdfBytes('a'));
    await watcher.rescan();
    expect(await names(station)).toEqual([]);
    await watcher.resume();
    await watcher.settled();
    expect(await names(station)).toEqual(['a.pdf']);
  });

  test('a restart knows everything again, and goes on with what was settling', async () => {
    const station = await createIntakeStation();
    await writeFile(join(station.folder, 'a.pdf'), pdfBytes('a'));
    await writeFile(join(station.folder, 'half.pdf'), '%PDF-1.4 half');
    await writeFile(join(station.folder, 'going.pdf'), '%PDF-1.4 half');
    const first = await station.watch();
    await first.settled();
    await first.stop();
    const before = await station.items();
    expect(before.map(({ stage }) => stage).sort()).toEqual(['accepted', 'settling', 'settling']);
    await writeFile(join(station.folder, 'half.pdf'), pdfBytes('whole now'));
    await rm(join(station.folder, 'going.pdf'));
    const second = await station.watch();
    await second.settled({ until: 'taken-in' });
    const after = await station.items();
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    expect(Object.fromEntries(after.map(({ name, stage }) => [name, stage]))).toEqual({
      'a.pdf': 'accepted',
      'half.pdf': 'accepted',
      'going.pdf': 'cancelled',
    });
  });

  test('what waits for the same as before a restart waits since the same time, without a new line in its history', async () => {
    const station = await createIntakeStation();
    await writeFile(join(station.folder, 'half.pdf'), '%PDF-1.4 half');
    const first = await station.watch();
    await first.settled();
    await first.stop();
    const [before] = await station.items();
    expect(before).toMatchObject({ stage: 'settling', fault: { params: { problem: 'end-missing' } } });
    const trail = await station.trail(before?.id ?? '');
    const second = await station.watch();
    await second.settled();
    expect(await station.items()).toMatchObject([{ stage: 'settling', stageSince: before?.stageSince }]);
    expect(await station.trail(before?.id ?? '')).toEqual(trail);
  });

  test('an item that the sender gave back is looked at again', async () => {
    const station = await createIntakeStation();
    const path = join(station.folder, 'a.pdf');
    await writeFile(path, pdfBytes('a'));
    const watcher = await station.watch();
    await watcher.settled();
    const [item] = await station.items();
    const itemId = item?.id ?? '';
    await station.journal.commit([
      { kind: 'item-moved', itemId, from: ['accepted'], trail: [{ stage: 'settling', at: Date.now() }] },
    ]);
    watcher.lookAgain(path, itemId);
    await eventually(() => station.items()).toMatchObject([{ id: itemId, stage: 'accepted' }]);
  });

  test('a whole tree that is copied in comes in complete', async () => {
    const station = await createIntakeStation();
    const tree = join(station.beside, 'tree');
    for (let at = 0; at < 60; at += 1) {
      const folder = join(tree, `d${at % 5}`, `e${at % 7}`);
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, `${at}.pdf`), pdfBytes(at));
    }
    const watcher = await station.watch();
    await watcher.settled();
    await cp(tree, join(station.folder, 'tree'), { recursive: true });
    await eventually(() => station.taken.length).toBe(60);
    await watcher.settled();
    expect(await names(station)).toHaveLength(60);
  });

  test('a rescan of what is known asks the journal for no item', async () => {
    const station = await createIntakeStation();
    for (let at = 0; at < 50; at += 1) await writeFile(join(station.folder, `${at}.pdf`), pdfBytes(at));
    let asked = 0;
    const journal = {
      ...methods(station),
      commit: station.journal.commit.bind(station.journal),
      item: (id: string) => {
        asked += 1;
        return station.journal.item(id);
      },
    };
    const watcher = await station.watch({}, { journal });
    await watcher.settled();
    asked = 0;
    await watcher.settled();
    await watcher.settled();
    expect(asked).toBe(0);
    expect(station.taken).toHaveLength(50);
  });

  test('work that can’t begin with an item leaves the file to be taken in later, and is told', async () => {
    const station = await createIntakeStation();
    let refused = true;
    await writeFile(join(station.folder, 'a.pdf'), pdfBytes('a'));
    const watcher = await station.watch(
      {},
      {
        firstWork: () => ({
          changes: refused ? [{ kind: 'submission-set', submissionId: 'none', from: ['open'], set: {}, at: 1 }] : [],
          jobs: [],
        }),
      },
    );
    await eventually(() => watcher.health().fault?.code).toBe('internal');
    expect(await names(station)).toEqual([]);
    refused = false;
    await eventually(() => names(station)).toEqual(['a.pdf']);
  });

  test('a preview tells what would happen and writes nothing', async () => {
    const station = await createIntakeStation();
    await writeFile(join(station.folder, 'a.pdf'), pdfBytes('a'));
    await writeFile(join(station.folder, 'half.pdf'), '%PDF-1.4');
    await writeFile(join(station.folder, 'x.txt'), 'hello');
    expect(await previewOf(station)).toEqual({
      'a.pdf': 'take-in',
      'half.pdf': 'wait',
      'x.txt': 'hold',
    });
    expect(await station.items()).toEqual([]);
  });

  test('a preview asks the journal no more for many known files than for one', async () => {
    const station = await createIntakeStation();
    const names = Array.from({ length: 20 }, (_, index) => `${String(index)}.pdf`);
    for (const name of names) await writeFile(join(station.folder, name), pdfBytes(name));
    const watcher = await station.watch();
    await eventually(async () => (await station.items()).filter(({ stage }) => stage === 'accepted').length).toBe(20);
    await watcher.stop();
    let asked = 0;
    const counting = new Proxy(station.journal, {
      get(journal, name) {
        asked += 1;
        const read: unknown = Reflect.get(journal, name);
        return read;
      },
    });
    const told = await previewOf({ ...station, journal: counting });
    expect(told).toEqual(Object.fromEntries(names.map((name) => [name, 'known'])));
    expect(asked).toBeLessThan(10);
  });

  test('a preview tells what would be a duplicate, what still is held, and what is the same file under another name', async () => {
    const station = await createIntakeStation();
    await writeFile(join(station.folder, 'a.pdf'), pdfBytes('a'));
    await writeFile(join(station.folder, 'b.pdf'), pdfBytes('b'));
    await writeFile(join(station.folder, 'x.txt'), 'hello');
    const watcher = await station.watch();
    await eventually(async () => (await station.items()).map(({ stage }) => stage).sort()).toEqual([
      'accepted',
      'accepted',
      'held',
    ]);
    await watcher.stop();
    await writeFile(join(station.folder, 'a again.pdf'), pdfBytes('a'));
    await rename(join(station.folder, 'b.pdf'), join(station.folder, 'b renamed.pdf'));
    await writeFile(join(station.folder, 'new 1.pdf'), pdfBytes('new'));
    await writeFile(join(station.folder, 'new 2.pdf'), pdfBytes('new'));
    const told = await previewOf(station);
    expect(told).toMatchObject({
      'a.pdf': 'known',
      'a again.pdf': 'duplicate',
      'b renamed.pdf': 'known',
      'x.txt': 'hold',
    });
    expect([Reflect.get(told, 'new 1.pdf'), Reflect.get(told, 'new 2.pdf')].sort()).toEqual(['duplicate', 'take-in']);
    // Where the rule sends the same content again, there are none.
    const { rule } = folderConfig(station.folder);
    expect(await previewOf(station, { rule: { ...rule, duplicates: 'send-anyway' } })).toMatchObject({
      'a again.pdf': 'take-in',
      'new 1.pdf': 'take-in',
      'new 2.pdf': 'take-in',
    });
    // So are those of another project.
    expect(await previewOf(station, { rule: { ...rule, projectId: 'other' } })).toMatchObject({
      'a again.pdf': 'take-in',
    });
  });
});

/** What the station's folder would do with each file now. */
async function previewOf(station: Awaited<ReturnType<typeof createIntakeStation>>, config: Partial<HotFolder> = {}) {
  const { dependencies, journal, folder } = station;
  const told = await previewFiles(
    folderConfig(folder, config),
    { ...dependencies, journal },
    { fault: null, leftOut: [] },
  );
  return told.ok ? Object.fromEntries(told.value.files.map(({ path, verdict }) => [path, verdict])) : told.fault;
}

/** The journal's reads, for a test that replaces one of its methods. */
function methods({ journal }: Awaited<ReturnType<typeof createIntakeStation>>) {
  return {
    item: journal.item.bind(journal),
    items: journal.items.bind(journal),
    seenFile: journal.seenFile.bind(journal),
    seenFiles: journal.seenFiles.bind(journal),
    submissionsOfItem: journal.submissionsOfItem.bind(journal),
    cursor: journal.cursor.bind(journal),
    custody: journal.custody.bind(journal),
  };
}
