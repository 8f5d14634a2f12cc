import { mkdir, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { circleOf, overlapIn, overlapOf } from '../../../src/main/engine/settings/overlaps.ts';
import { createSettingsStore } from '../../../src/main/engine/settings/settings-store.ts';
import { hotFolderSchema, settingsSchema, type ExportRule, type HotFolder } from '../../../src/shared/settings.ts';
import { connectionId, createTestStation, smallPdf } from '../../support/engine.ts';
import { makeTestFolder } from '../../support/ports.ts';

const rule = { connectionId: 'c', projectId: 'p' };

/** A hot folder at a place; `xml` = where its XML goes. */
function hot(folder: string, xml?: { readonly folder: string; readonly template?: string }, fields = {}): HotFolder {
  return hotFolderSchema.parse({ id: folder, name: folder, folder, rule: { ...rule, export: xml }, ...fields });
}

/** A disk with a folder `in`, one below it, one beside it, and a data directory. */
async function createPlaces() {
  const root = await makeTestFolder();
  const at = (...names: readonly string[]): string => join(root, ...names);
  for (const folder of [at('in', 'sub'), at('beside'), at('data', 'logs')]) await mkdir(folder, { recursive: true });
  return { root, at, own: at('data') };
}

/** Another way to a folder: a link, or the folder itself where links can't be made (Windows asks for a right). */
async function wayTo(folder: string, link: string): Promise<string> {
  if (process.platform === 'win32') return folder;
  await symlink(folder, link);
  return link;
}

function settingsOf(...hotFolders: readonly HotFolder[]) {
  return settingsSchema.parse({ station: { id: 's', name: 's' }, hotFolders });
}

describe('hot folders', () => {
  test('that lie in each other are refused with the two places, however the way to them is written', async () => {
    const { at, own } = await createPlaces();
    const link = await wayTo(at('in'), at('link'));
    const toNothing = await wayTo(at('in', 'later'), at('to-nothing'));
    const outer = hot(at('in'));
    const deep = ['sub', '', join('sub', 'not-there', 'yet')].map((name) => at('in', name));
    for (const folder of [...deep, ...['', 'sub', 'not-there'].map((name) => join(link, name)), toNothing]) {
      // The same way with another end is another source.
      const inner = { ...hot(folder), id: 'inner' };
      const told = { code: 'folder-overlaps', owner: 'it' };
      expect(await overlapIn(settingsOf(outer, inner), own), folder).toMatchObject({
        ...told,
        params: { folder: outer.folder, other: inner.folder },
      });
      expect(await overlapIn(settingsOf(inner, outer), own), folder).toMatchObject(told);
    }
    expect(await overlapIn(settingsOf(outer, hot(at('beside')), hot(at('in-too'))), own)).toBeNull();
  });

  test('may lie in one whose subfolders are not looked through, but not where that puts what it has sent', async () => {
    const { at, own } = await createPlaces();
    const outer = hot(at('in'), undefined, { recursive: false });
    expect(await overlapIn(settingsOf(outer, hot(at('in', 'sub'))), own)).toBeNull();
    for (const name of ['processed', 'failed', 'duplicates', '.mailroom']) {
      expect(await overlapIn(settingsOf(outer, hot(at('in', name))), own), name).not.toBeNull();
    }
  });

  test('are neither the data directory, nor one above it, nor where it keeps its own', async () => {
    const { root, at, own } = await createPlaces();
    for (const folder of [own, root, at('data', 'logs'), at('data', 'trash', '2026'), at('data', 'scans')]) {
      expect(await overlapIn(settingsOf(hot(folder)), own), folder).toMatchObject({
        code: 'folder-overlaps',
        params: { folder, other: own },
      });
    }
    expect(await overlapIn(settingsOf(hot(at('data', 'practice-inbox'))), own)).toBeNull();
  });

  test('of which one is not there yet are the same under names that differ by case only', async () => {
    const { at, own } = await createPlaces();
    expect(await overlapIn(settingsOf(hot(at('New')), hot(at('new', 'below'))), own)).not.toBeNull();
  });
});

describe('a folder of XML', () => {
  test('in a hot folder is left out by its path, whatever its name and however it is reached', async () => {
    const { at, own } = await createPlaces();
    const xml = await wayTo(at('in', 'sub'), at('xml'));
    for (const [folder, below] of [
      [at('in', 'XML [neu]'), 'XML [neu]'],
      [at('in', 'a*', '[!b]', '{c}'), 'a*/[!b]/{c}'],
      [xml, 'sub'],
      [join(xml, 'deep'), 'sub/deep'],
    ] as const) {
      const others = { dataDirectory: own, hotFolders: [], intake: {} };
      expect(await overlapOf(hot(at('in'), { folder }), others)).toEqual({ fault: null, leftOut: [below] });
    }
  });

  test('that is a hot folder, or puts XML into one by words of the document, is refused', async () => {
    const { at, own } = await createPlaces();
    const xml = await wayTo(at('in'), at('xml'));
    const told = { code: 'folder-overlaps' };
    expect(await overlapIn(settingsOf(hot(at('in'), { folder: xml })), own)).toMatchObject(told);
    const around = { folder: at(), template: '{project}/{title}' };
    expect(await overlapIn(settingsOf(hot(at('in'), around)), own)).toMatchObject(told);
    expect(await overlapIn(settingsOf(hot(at('in'), { ...around, template: '{title}' })), own)).toBeNull();
    expect(await overlapIn(settingsOf(hot(at('in')), hot(at('beside'), { folder: at('in') })), own)).not.toBeNull();
  });
});

test('XML goes in a circle where a hot folder looks, but not where that leaves it out or looks no further', async () => {
  const { root, at, own } = await createPlaces();
  const link = await wayTo(at('in', 'sub'), at('xml'));
  const circle = async (folder: string, ...hotFolders: readonly HotFolder[]) =>
    (await circleOf(folder, { dataDirectory: own, hotFolders, intake: { export: undefined } }))?.params['folder'] ??
    null;
  const deep = hot(at('in'));
  for (const folder of [at('in'), at('in', 'sub'), link, join(link, 'later'), at('in', 'later')])
    expect(await circle(folder, deep), folder).toBe(at('in'));
  for (const folder of [root, at('beside'), at('in-too')]) expect(await circle(folder, deep), folder).toBeNull();
  const flat = hot(at('in'), undefined, { recursive: false });
  expect(await circle(at('in'), flat)).toBe(at('in'));
  expect(await circle(at('in', 'sub'), flat)).toBeNull();
  expect(await circle(at('in', 'processed'), flat)).toBe(at('in'));
  for (const xml of [at('in', 'sub'), link]) {
    expect(await circle(at('in', 'sub', '2026'), hot(at('in'), { folder: xml }))).toBeNull();
    expect(await circle(at('in', 'subs'), hot(at('in'), { folder: xml }))).toBe(at('in'));
  }
  // XML around it leaves nothing out.
  expect(await circle(at('in', 'sub'), hot(at('in'), { folder: root }))).toBe(at('in'));
});

test('settings that make folders overlap are not stored; others still are, where they did before', async () => {
  const { at, own } = await createPlaces();
  const store = createSettingsStore({ dataDirectory: own, newId: () => 's', stationName: 's' });
  const stored = async (path: string, value: unknown): Promise<string | null> => {
    const outcome = await store.set(path, value);
    return outcome.ok ? null : outcome.fault.code;
  };
  expect(await stored('hotFolders', [hot(at('in'))])).toBeNull();
  expect(await stored('hotFolders', [hot(at('in')), hot(at('in', 'sub'))])).toBe('folder-overlaps');
  expect(await stored('intake.export', { folder: at('in') })).toBe('folder-overlaps');
  // A link that changed meanwhile: the sources tell it, and the settings stay usable.
  await symlink(at('beside'), at('link'));
  expect(await stored('hotFolders', [hot(at('in')), hot(at('link'))])).toBeNull();
  await rm(at('link'));
  await symlink(at('in'), at('link'));
  expect(await stored('intake.mode', 'case')).toBeNull();
  expect(await stored('hotFolders', [hot(at('in'))])).toBeNull();
});

describe('a station at work', () => {
  test('takes in no XML of its own where the folder of it has brackets', async () => {
    const station = await createTestStation();
    const xml = join(station.folder, 'XML [neu]');
    const engine = await station.start();
    await engine.watch(station.hotFolder({ export: exportTo(xml) }));
    await station.put('a.pdf', smallPdf(1));
    await engine.reaches('a.pdf', 'exported');
    expect((await readdir(xml)).length).toBe(1);
    await engine.finished();
    expect((await engine.items()).map(({ name }) => name)).toEqual(['a.pdf']);
  });

  test('takes nothing in while a link leads one hot folder into another, says so of both, and goes on by itself', async () => {
    const station = await createTestStation();
    const [apart, link] = [join(station.root, 'apart'), join(station.root, 'link')];
    await mkdir(apart);
    await symlink(apart, link);
    const first = station.hotFolder({}, { rescanMs: 200 });
    const second = { ...first, id: 'second', folder: link };
    const engine = await station.start();
    for (const source of [first, second]) await engine.watch(source);
    const faults = async (): Promise<readonly (string | undefined)[]> =>
      (await engine.ask('sources.health', {})).sources.map(({ fault }) => fault?.code);
    await expect.poll(faults).toEqual([undefined, undefined]);

    await symlink(station.folder, `${link}-new`);
    await rename(`${link}-new`, link);
    await expect.poll(faults).toEqual(['folder-overlaps', 'folder-overlaps']);
    await station.put('a.pdf', smallPdf(1));
    const scans = async (): Promise<number> =>
      Math.min(...(await engine.ask('sources.health', {})).sources.map(({ lastScanAt }) => lastScanAt ?? 0));
    const before = await scans();
    // Nothing is scanned any more, so that looking for the file would find it by an event only.
    expect(await engine.items()).toEqual([]);

    await symlink(apart, `${link}-new`);
    await rename(`${link}-new`, link);
    await engine.reaches('a.pdf', 'settled');
    expect(await scans()).toBeGreaterThan(before);
    await expect.poll(faults).toEqual([undefined, undefined]);
    expect((await engine.items()).map(({ sourceId }) => sourceId)).toEqual([first.id]);
  });

  test('empties the trash of a folder that overlapped another when it was added, once that is over', async () => {
    const station = await createTestStation();
    const link = join(station.root, 'link');
    const apart = join(station.root, 'apart');
    await mkdir(apart);
    await symlink(station.folder, link);
    const trash = join(apart, '.mailroom-trash', '2001-01-01T00-00Z');
    await mkdir(trash, { recursive: true });
    await writeFile(join(trash, '01h0000000000000000000~old.pdf'), smallPdf('old'));
    const engine = await station.start();
    await engine.watch(station.hotFolder());
    const second = { ...station.hotFolder({ trashMs: 1_000 }), id: 'second', folder: link };
    expect(await engine.engine.dispatch({ name: 'source.add', source: second })).toMatchObject({ ok: false });
    await symlink(apart, `${link}-new`);
    await rename(`${link}-new`, link);
    await expect.poll(() => readdir(join(apart, '.mailroom-trash')).catch(() => [])).toEqual([]);
  });

  test('writes no XML to where it would take it in, by a rule that came later too, and does once that is left out', async () => {
    const station = await createTestStation();
    const [outside, xml] = [join(station.root, 'outside'), join(station.folder, 'xml')];
    await mkdir(outside);
    await writeFile(join(outside, 'a.pdf'), smallPdf(1));
    const engine = await station.start();
    await engine.watch(station.hotFolder());
    const rule = { ...station.hotFolder().rule, export: exportTo(xml) };
    await engine.act('intake.take-in', { paths: [join(outside, 'a.pdf')], rule, sourceId: 'drop' });
    await expect
      .poll(async () => (await engine.item('a.pdf')).fault)
      .toMatchObject({ code: 'folder-overlaps', params: { folder: station.folder, other: xml } });
    expect(await readdir(station.folder)).toEqual([]);

    const intake = { ...station.settings().intake, export: exportTo(xml) };
    await engine.act('station.configure', { intake });
    await engine.act('items.retry', { itemIds: 'all' });
    await engine.reaches('a.pdf', 'exported');
    await station.put('b.pdf', smallPdf(2));
    await engine.reaches('b.pdf', 'settled');
    expect((await engine.items()).map(({ name }) => name).sort()).toEqual(['a.pdf', 'b.pdf']);

    await engine.act('station.configure', { intake: { ...intake, export: exportTo(station.folder) } });
    await expect
      .poll(async () => (await engine.ask('sources.health', {})).sources.map(({ fault }) => fault?.code))
      .toEqual(['folder-overlaps']);
  });

  test.each([true, false])('gives a person no XML in a hot folder, whether it works (%s)', async (work) => {
    const station = await createTestStation();
    const hotFolders = [station.hotFolder()];
    const engine = await station.start({ hotFolders }, {}, { work });
    for (const folder of [station.folder, join(station.folder, 'xml')]) {
      const write = { documentIds: ['any'], projectId: 'accounts-payable', connectionId, folder };
      expect(await engine.engine.dispatch({ name: 'exports.write', ...write })).toMatchObject({
        ok: false,
        fault: { code: 'folder-overlaps' },
      });
    }
    expect(await readdir(station.folder)).toEqual([]);
  });
});

function exportTo(folder: string): ExportRule {
  return { folder, states: ['done', 'doneAutomatically', 'extracted'], template: '{title}', reportTransfer: false };
}
