import { chmod, lstat, mkdir, readFile, readdir, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fault } from '../../../../src/main/engine/faults/fault.ts';
import { createTidy } from '../../../../src/main/engine/intake/tidy/tidy-job.ts';
import { createOpenWriters } from '../../../../src/main/engine/intake/tidy/open-writers.ts';
import { plantLink } from '../../../support/other-account.ts';
import { pdfBytes } from '../sample-bytes.ts';
import { contextOf } from './job-context.ts';
import { keepOpen } from './open-program.ts';
import { createTidyStation } from './tidy-station.ts';

const today = new Date().toLocaleDateString('sv');

describe('tidying originals away', () => {
  test('a processed file moves to the folder of the day, its sidecar with it, and is not taken in again', async () => {
    const { folder, tidy, item, journal, watcher, items, trail } = await createTidyStation(['a.pdf']);
    await writeFile(join(folder, 'a.pdf.json'), '{}');
    expect(await tidy('a.pdf', 'processed')).toEqual({ state: 'done' });
    const target = join(folder, 'processed', today);
    expect((await readdir(target)).sort()).toEqual(['a.pdf', 'a.pdf.json']);
    const moved = await item('a.pdf');
    expect(moved.path).toBe(join(target, 'a.pdf'));
    expect(await journal.seenFile('inbox', join(folder, 'a.pdf'))).toBeNull();
    expect(await trail(moved.id)).toContain('tidied');
    await watcher.settled();
    expect(await items()).toHaveLength(1);
  });

  test('nothing is ever overwritten', async () => {
    const { folder, tidy, item } = await createTidyStation(['a.pdf']);
    const target = join(folder, 'processed', today);
    await mkdir(target, { recursive: true });
    await writeFile(join(target, 'a.pdf'), 'yesterday');
    await writeFile(join(target, 'a (2).pdf'), 'too');
    await tidy('a.pdf', 'processed');
    expect((await item('a.pdf')).path).toBe(join(target, 'a (3).pdf'));
    expect(await readFile(join(target, 'a.pdf'), 'utf8')).toBe('yesterday');
  });

  test('the same file dropped again after it was tidied, with its old time, is a duplicate and not passed over', async () => {
    const { folder, tidy, items, watcher } = await createTidyStation(['a.pdf']);
    const { mtime } = await lstat(join(folder, 'a.pdf'));
    await tidy('a.pdf', 'delete');
    await writeFile(join(folder, 'a.pdf'), pdfBytes('a.pdf'));
    await utimes(join(folder, 'a.pdf'), mtime, mtime);
    await watcher.settled({ until: 'taken-in' });
    expect((await items()).map(({ stage }) => stage)).toEqual(['accepted', 'duplicate']);
  });

  test('a file that changed since it was taken in is neither deleted nor moved', async () => {
    const { folder, tidy, item, trail } = await createTidyStation(['a.pdf']);
    const { mtime } = await lstat(join(folder, 'a.pdf'));
    const taken = await item('a.pdf');
    await writeFile(join(folder, 'a.pdf'), pdfBytes('b.pdf'));
    await utimes(join(folder, 'a.pdf'), mtime, mtime);
    expect(await tidy('a.pdf', 'delete')).toEqual({ state: 'done' });
    expect(await readFile(join(folder, 'a.pdf'))).toEqual(pdfBytes('b.pdf'));
    expect(await trail(taken.id)).toContain('not-tidied');
  });

  test('other times alone don’t keep a file from being tidied: the content is the same', async () => {
    const { folder, tidy } = await createTidyStation(['a.pdf']);
    await utimes(join(folder, 'a.pdf'), 5, 5);
    await tidy('a.pdf', 'processed');
    expect(existsSync(join(folder, 'a.pdf'))).toBe(false);
  });

  test('what was set aside says why, and a duplicate names the first', async () => {
    const station = await createTidyStation(['a.pdf']);
    await writeFile(join(station.folder, 'same.pdf'), pdfBytes('a.pdf'));
    await station.watcher.settled({ until: 'taken-in' });
    await station.tidy('same.pdf', 'duplicates');
    const first = await station.item('a.pdf');
    const note = await readFile(join(station.folder, 'duplicates/same.pdf.duplicate.txt'), 'utf8');
    expect(note).toContain(first.id);
    expect(note).toContain(first.path);
    const reason = fault('type-not-accepted', { type: 'EXE' });
    await station.journal.commit([{ kind: 'item-set', itemId: first.id, set: { fault: reason } }]);
    await station.tidy('a.pdf', 'failed');
    expect(await readFile(join(station.folder, 'failed/a.pdf.reason.txt'), 'utf8')).toContain('EXE is not accepted');
  });

  test('a file that is gone already is no failure', async () => {
    const { folder, tidy, warnings } = await createTidyStation(['a.pdf']);
    await rm(join(folder, 'a.pdf'));
    expect(await tidy('a.pdf', 'processed')).toEqual({ state: 'done' });
    expect(warnings).toEqual([]);
  });

  test('while the whole folder is away nothing is taken for gone: back again, its files are the same and go their way', async () => {
    const { folder, tidy, item, items, journal, watcher } = await createTidyStation(['a.pdf', 'b.pdf']);
    await rename(folder, `${folder}-away`);
    expect(await tidy('a.pdf', 'processed')).toMatchObject({ state: 'ready', counts: false });
    expect(await journal.seenFile('inbox', join(folder, 'a.pdf'))).not.toBeNull();
    await rename(`${folder}-away`, folder);
    await watcher.rescan();
    await watcher.settled();
    expect((await items()).map(({ stage }) => stage)).toEqual(['accepted', 'accepted']);
    expect(await tidy('a.pdf', 'processed')).toEqual({ state: 'done' });
    expect((await item('a.pdf')).path).toBe(join(folder, 'processed', today, 'a.pdf'));
  });

  test('a link that took the place of the file is not the file that was sent: it stays, and so does its target', async () => {
    const { folder, tidy, item, trail, beside } = await createTidyStation(['a.pdf']);
    const elsewhere = join(beside, 'elsewhere.pdf');
    await writeFile(elsewhere, pdfBytes('a.pdf'));
    await rm(join(folder, 'a.pdf'));
    await symlink(elsewhere, join(folder, 'a.pdf'));
    await tidy('a.pdf', 'delete');
    expect((await lstat(join(folder, 'a.pdf'))).isSymbolicLink()).toBe(true);
    expect(await readFile(elsewhere)).toEqual(pdfBytes('a.pdf'));
    expect(await trail((await item('a.pdf')).id)).toContain('not-tidied');
  });

  test('where it can’t be moved it is tried again, then told once as a warning, and the item is untouched', async () => {
    const { folder, tidy, item, warnings, trail } = await createTidyStation(['a.pdf']);
    // A file stands where the folder should be made: also the superuser can't write there.
    await writeFile(join(folder, 'processed'), 'in the way');
    expect(await tidy('a.pdf', 'processed')).toMatchObject({ state: 'ready', fault: { code: 'tidy-up-failed' } });
    expect(warnings).toEqual([]);
    expect(await tidy('a.pdf', 'processed', 4)).toEqual({ state: 'done' });
    expect(warnings).toMatchObject([{ code: 'tidy-up-failed' }]);
    const after = await item('a.pdf');
    expect(after).toMatchObject({ stage: 'accepted', fault: null, path: join(folder, 'a.pdf') });
    expect(await trail(after.id)).toContain('tidy-up-failed');
    await chmod(folder, 0o755);
  });

  test('what no waiting cures is told at the first try, once, and tried again all the same', async () => {
    // Nobody may make folders there, the superuser neither.
    const { tidy, item, warnings, trail } = await createTidyStation(['a.pdf'], '/sys/kernel');
    expect(await tidy('a.pdf', 'processed')).toMatchObject({ state: 'ready' });
    expect(warnings).toMatchObject([{ code: 'tidy-up-failed', params: { action: 'moved', problem: 'not-allowed' } }]);
    expect(await tidy('a.pdf', 'processed', 1)).toMatchObject({ state: 'ready' });
    expect(await tidy('a.pdf', 'processed', 4)).toEqual({ state: 'done' });
    expect(warnings).toHaveLength(1);
    expect(await trail((await item('a.pdf')).id)).toContain('tidy-up-failed');
  });

  test('a file that a program has open for writing stays until it is closed; where that lasts a person is told once', async () => {
    const { folder, tidy, item, warnings, trail } = await createTidyStation(['a.pdf', 'b.pdf']);
    const close = await keepOpen(join(folder, 'a.pdf'), 'a');
    expect(await tidy('a.pdf', 'delete')).toMatchObject({ state: 'ready', counts: true });
    expect(warnings).toEqual([]);
    expect(await tidy('a.pdf', 'delete', 4)).toMatchObject({ state: 'ready' });
    expect(warnings).toMatchObject([{ code: 'tidy-up-failed', params: { action: 'deleted', problem: 'in-use' } }]);
    expect(await tidy('a.pdf', 'delete', 5)).toMatchObject({ state: 'ready' });
    expect(warnings).toHaveLength(1);
    expect((await readdir(folder)).sort()).toEqual(['a.pdf', 'b.pdf']);
    await close();
    expect(await tidy('a.pdf', 'delete', 6)).toEqual({ state: 'done' });
    const trashed = (await item('a.pdf')).path;
    expect(trashed).toContain('.mailroom-trash');
    expect(await readFile(trashed)).toEqual(pdfBytes('a.pdf'));
    expect(await trail((await item('a.pdf')).id)).not.toContain('tidy-up-failed');
  });

  test('sources without a folder of their own keep their originals', async () => {
    const { folder, item, journal, dependencies } = await createTidyStation(['a.pdf']);
    const handler = createTidy({
      ...dependencies,
      journal,
      writers: createOpenWriters(),
      memory: { setAside: () => undefined, forget: () => undefined, remember: () => undefined },
      lookBack: () => null,
      enqueue: () => undefined,
      folderOf: () => null,
    });
    const { id } = await item('a.pdf');
    const job = {
      id: dependencies.newId(),
      kind: 'tidy',
      subjectId: id,
      connectionId: '',
      sourceId: 'inbox',
      priority: 60,
      dueAt: 0,
    } as const;
    await journal.commit([{ kind: 'job-added', job: { ...job, payload: { action: 'delete' } } }]);
    expect(await handler(contextOf({ ...job, attempts: 0, payload: { action: 'delete' } }))).toEqual({
      state: 'cancelled',
    });
    expect(existsSync(join(folder, 'a.pdf'))).toBe(true);
    const left = (await journal.jobsOf(id)).filter(({ kind }) => kind === 'tidy');
    expect(left).toMatchObject([{ state: 'ready' }]);
  });
});

describe('a link that somebody planted', () => {
  test.each([
    ['processed', 'processed'],
    [join('processed', today), 'processed'],
    ['failed', 'failed'],
    ['duplicates', 'duplicates'],
  ])('in the place of %s takes no original along: it is told to IT with the place', async (name, action) => {
    const { folder, beside, tidy, warnings } = await createTidyStation();
    const elsewhere = join(beside, 'autostart');
    const planted = join(folder, name);
    await mkdir(elsewhere);
    await mkdir(dirname(planted), { recursive: true });
    for (const open of [beside, dirname(planted)]) await chmod(open, 0o777);
    plantLink(elsewhere, planted);

    expect(await tidy('a.pdf', action)).toMatchObject({ state: 'ready', fault: { code: 'folder-unsafe' } });
    expect(warnings).toMatchObject([{ code: 'folder-unsafe', owner: 'it', params: { folder: planted } }]);
    expect(await readdir(elsewhere)).toEqual([]);
    expect(existsSync(join(folder, 'a.pdf'))).toBe(true);
    // However long it stands there, it is looked for again, and told once.
    expect(await tidy('a.pdf', action, 9)).toMatchObject({ state: 'ready' });
    expect(warnings).toHaveLength(1);

    await rm(planted);
    expect(await tidy('a.pdf', action)).toEqual({ state: 'done' });
    expect(existsSync(join(folder, 'a.pdf'))).toBe(false);
  });

  test('under the name of a note empties no file', async () => {
    const { folder, beside, tidy } = await createTidyStation();
    await writeFile(join(beside, 'mine.txt'), 'mine');
    await mkdir(join(folder, 'failed'));
    for (const open of [beside, join(folder, 'failed')]) await chmod(open, 0o777);
    plantLink(join(beside, 'mine.txt'), join(folder, 'failed', 'a.pdf.reason.txt'));
    expect(await tidy('a.pdf', 'failed')).toEqual({ state: 'done' });
    expect(await readFile(join(beside, 'mine.txt'), 'utf8')).toBe('mine');
  });
});
