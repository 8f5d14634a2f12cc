import { spawn } from 'node:child_process';
import { appendFile, open, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Inspection } from '../../../../src/main/engine/intake/inspection/inspection.ts';
import { createIntakeStation, eventually } from '../intake-station.ts';
import { pdfBytes } from '../sample-bytes.ts';

const writer = join(import.meta.dirname, '../slow-writer.mjs');

describe('files that are not whole yet', () => {
  test('a slow writer: nothing is taken in before its end, then the whole file is', async () => {
    const station = await createIntakeStation();
    const watcher = await station.watch();
    const whole = pdfBytes('slow', 3_000);
    const pieces = [whole.subarray(0, 100), whole.subarray(100, 2_000), whole.subarray(2_000)];
    const path = join(station.folder, 'scan.pdf');
    const process_ = spawn(process.execPath, [writer, path, '700', ...pieces.map((piece) => piece.toString('hex'))]);
    await eventually(() => station.items()).toMatchObject([{ stage: 'settling', fault: { code: 'file-incomplete' } }]);
    expect(station.taken).toEqual([]);
    await watcher.settled({ until: 'taken-in' });
    const [item] = await station.items();
    expect(item).toMatchObject({ stage: 'accepted', size: whole.length, fault: null });
    expect((await station.trail(item?.id ?? '')).slice(0, 2)).toEqual(['seen', 'settling']);
    process_.kill();
  });

  test('zero bytes means waiting, and says so', async () => {
    const station = await createIntakeStation();
    await writeFile(join(station.folder, 'later.pdf'), '');
    const watcher = await station.watch();
    expect(await watcher.settled()).toMatchObject([{ fault: { params: { problem: 'still-empty' } } }]);
    expect(await station.items()).toMatchObject([{ stage: 'settling', fault: { code: 'file-incomplete' } }]);
    await writeFile(join(station.folder, 'later.pdf'), pdfBytes('later'));
    await watcher.settled({ until: 'taken-in' });
    expect(await station.items()).toMatchObject([{ stage: 'accepted' }]);
  });

  test('a file without its end stays settling with that reason while it may still come', async () => {
    const station = await createIntakeStation();
    await writeFile(join(station.folder, 'half.pdf'), pdfBytes('half').subarray(0, -20));
    const watcher = await station.watch();
    await watcher.settled();
    expect(await station.items()).toMatchObject([
      { stage: 'settling', fault: { code: 'file-incomplete', params: { problem: 'end-missing' } } },
    ]);
    await watcher.rescan();
    expect(station.taken).toEqual([]);
  });

  test('a file that stays as it is and is not whole is held with what it lacks, and goes on by itself when it changes', async () => {
    const station = await createIntakeStation();
    const path = join(station.folder, 'half.pdf');
    const bytes = pdfBytes('half');
    await writeFile(path, bytes.subarray(0, -20));
    const empty = join(station.folder, 'empty.pdf');
    await writeFile(empty, '');
    await station.watch({ holdAfterMs: 1_800 });
    await eventually(() => station.items()).toMatchObject([{ stage: 'held' }, { stage: 'held' }]);
    const held = await station.items();
    const faultOf = (name: string): unknown => held.find((item) => item.path === name)?.fault;
    expect(faultOf(path)).toMatchObject({ code: 'file-stays-incomplete', params: { problem: 'end-missing' } });
    expect(faultOf(empty)).toMatchObject({ code: 'file-stays-incomplete', params: { problem: 'still-empty' } });
    await appendFile(path, bytes.subarray(-20, -10));
    await eventually(() => station.trail(held.find((item) => item.path === path)?.id ?? '')).toEqual([
      ...['seen', 'settling', 'held', 'settling', 'held'],
    ]);
    await appendFile(path, bytes.subarray(-10));
    await writeFile(empty, pdfBytes('no more'));
    await eventually(() => station.items()).toMatchObject([{ stage: 'accepted' }, { stage: 'accepted' }]);
    expect((await station.items()).map(({ id }) => id)).toEqual(held.map(({ id }) => id));
  });

  test('a file that stays in use is held, and goes on when it is free though nothing of it changed', async () => {
    const station = await createIntakeStation();
    let busy = true;
    const inspect = (path: string, options?: object): Promise<Inspection> =>
      busy ? Promise.resolve({ kind: 'busy', code: 'EBUSY' }) : station.inspector.inspect(path, options);
    await writeFile(join(station.folder, 'open.pdf'), pdfBytes('open'));
    const given = { holdAfterMs: 300, rescanMs: 200 };
    await station.watch(given, { inspector: { ...station.inspector, inspect } });
    await eventually(() => station.items()).toMatchObject([{ stage: 'held', fault: { code: 'file-busy' } }]);
    const [item] = await station.items();
    busy = false;
    await eventually(() => station.items()).toMatchObject([{ id: item?.id, stage: 'accepted', fault: null }]);
    expect(await station.trail(item?.id ?? '')).not.toContain('held-again');
  });

  test('a settling file that disappears is cancelled with the reason', async () => {
    const station = await createIntakeStation();
    await writeFile(join(station.folder, 'half.pdf'), '%PDF-1.4 half');
    const watcher = await station.watch();
    await watcher.settled();
    await rm(join(station.folder, 'half.pdf'));
    await watcher.settled({ until: 'taken-in' });
    expect(await station.items()).toMatchObject([{ stage: 'cancelled', fault: { code: 'file-gone' } }]);
  });

  test('a file that vanishes before anybody saw it leaves no trace', async () => {
    const station = await createIntakeStation();
    const watcher = await station.watch();
    await watcher.settled();
    await writeFile(join(station.folder, 'blink.pdf'), '%PDF-1.4 half');
    await rm(join(station.folder, 'blink.pdf'));
    await watcher.settled({ until: 'taken-in' });
    expect(await station.items()).toEqual([]);
  });

  test('text waits for its longer quiet time', async () => {
    const station = await createIntakeStation();
    const watcher = await station.watch({ quietTextMs: 600 });
    await watcher.settled();
    const begun = performance.now();
    await writeFile(join(station.folder, 'table.csv'), 'a;b\n1;2\n');
    await eventually(() => station.taken.length, { interval: 10 }).toBe(1);
    expect(performance.now() - begun).toBeGreaterThan(590);
    expect(await station.items()).toMatchObject([{ mediaType: 'text/csv' }]);
  });

  test('a page-wise written PDF that grows before it is sent goes back to settling and comes in whole, once', async () => {
    const station = await createIntakeStation();
    const watcher = await station.watch();
    const path = join(station.folder, 'pages.pdf');
    await writeFile(path, pdfBytes('page 1'));
    await eventually(() => station.taken.length).toBe(1);
    const [first] = await station.items();
    await appendFile(path, `2 0 obj<</Type/Page ${'x'.repeat(2_000)}`);
    await eventually(() => station.withdrawn).toEqual([first?.id]);
    await eventually(() => station.items()).toMatchObject([{ id: first?.id, stage: 'settling' }]);
    await appendFile(path, pdfBytes('page 2'));
    await watcher.settled({ until: 'taken-in' });
    const after = await station.items();
    expect(after).toHaveLength(1);
    expect(after[0]).toMatchObject({ id: first?.id, stage: 'accepted' });
    expect(after[0]?.sha256).not.toBe(first?.sha256);
    expect(await station.trail(first?.id ?? '')).toEqual(expect.arrayContaining(['seen', 'settling', 'accepted']));
  });

  test('the first file of a hot folder may be written anew as a whole for each page: it waits as long as text', async () => {
    const station = await createIntakeStation();
    const path = join(station.folder, 'pages.pdf');
    let readings = 0;
    const inspect = (name: string, options?: object): Promise<Inspection> => {
      readings += 1;
      return station.inspector.inspect(name, options);
    };
    const quiet = { quietTextMs: 2_000 };
    const watcher = await station.watch(quiet, { inspector: { ...station.inspector, inspect } });
    await watcher.settled();
    await writeFile(path, pdfBytes('page 1'));
    await eventually(() => readings).toBe(1);
    await writeFile(path, pdfBytes('page 1 and page 2'));
    await watcher.settled({ until: 'taken-in' });
    expect(await station.items()).toMatchObject([{ stage: 'accepted', size: pdfBytes('page 1 and page 2').length }]);
    expect(station.taken).toHaveLength(1);
  });

  test('one that changes after it was sent is a new version, linked to the first', async () => {
    const station = await createIntakeStation();
    const watcher = await station.watch();
    const path = join(station.folder, 'pages.pdf');
    await writeFile(path, pdfBytes('page 1'));
    await eventually(() => station.taken.length).toBe(1);
    const [first] = await station.items();
    await station.journal.commit([
      { kind: 'item-moved', itemId: first?.id ?? '', from: ['accepted'], trail: [{ stage: 'submitted', at: 1 }] },
    ]);
    await appendFile(path, pdfBytes('page 2'));
    await watcher.settled({ until: 'taken-in' });
    expect(await station.items()).toMatchObject([
      { id: first?.id, stage: 'submitted' },
      { stage: 'accepted', previousVersion: first?.id },
    ]);
  });

  test('a file in use by another program is kept, shown so, and taken in when it is free', async () => {
    const station = await createIntakeStation();
    let busy = true;
    const inspect = (path: string, options?: object): Promise<Inspection> =>
      busy ? Promise.resolve({ kind: 'busy', code: 'EBUSY' }) : station.inspector.inspect(path, options);
    await writeFile(join(station.folder, 'open.pdf'), pdfBytes('open'));
    const watcher = await station.watch({}, { inspector: { ...station.inspector, inspect } });
    await watcher.settled();
    expect(await station.items()).toMatchObject([{ stage: 'settling', fault: { code: 'file-busy' } }]);
    busy = false;
    await eventually(() => station.taken.length).toBe(1);
    expect(await station.items()).toMatchObject([{ stage: 'accepted', fault: null }]);
  });

  test('a copy whose space was reserved first is not taken for its content', async () => {
    const station = await createIntakeStation();
    const path = join(station.folder, 'reserved.pdf');
    const bytes = pdfBytes('reserved', 50_000);
    const file = await open(path, 'w');
    await file.truncate(bytes.length);
    const watcher = await station.watch();
    // Only Linux tells who has a file open; elsewhere its own zeros tell enough.
    const code = process.platform === 'linux' ? 'file-busy' : 'file-incomplete';
    expect(await watcher.settled()).toMatchObject([{ fault: { code } }]);
    await file.write(bytes, 0, bytes.length, 0);
    await file.close();
    await watcher.settled({ until: 'taken-in' });
    expect(await station.items()).toMatchObject([{ stage: 'accepted', size: bytes.length }]);
  });

  test('a type that is not accepted is held with its name, and goes on when the file is replaced', async () => {
    const station = await createIntakeStation();
    const path = join(station.folder, 'setup.pdf');
    await writeFile(path, Buffer.concat([Buffer.from('MZ'), Buffer.alloc(600, 7)]));
    const watcher = await station.watch({ quietTextMs: 100 });
    await watcher.settled();
    expect(await station.items()).toMatchObject([
      { stage: 'held', resumeStage: 'settling', fault: { code: 'type-not-accepted', params: { type: 'EXE' } } },
    ]);
    await writeFile(path, pdfBytes('right one'));
    await watcher.settled({ until: 'taken-in' });
    expect(await station.items()).toMatchObject([{ stage: 'accepted', fault: null, mediaType: 'application/pdf' }]);
  });

  test('other times alone change nothing: the fingerprint decides', async () => {
    const station = await createIntakeStation();
    const path = join(station.folder, 'a.pdf');
    await writeFile(path, pdfBytes('a'));
    const watcher = await station.watch();
    await watcher.settled();
    const [item] = await station.items();
    await station.journal.commit([
      { kind: 'item-moved', itemId: item?.id ?? '', from: ['accepted'], trail: [{ stage: 'settled', at: 1 }] },
    ]);
    await utimes(path, new Date(0), new Date(1_000_000));
    await watcher.settled({ until: 'taken-in' });
    expect(await station.items()).toMatchObject([{ id: item?.id, stage: 'settled' }]);
    expect(await station.journal.seenFile('inbox', path)).toMatchObject({ modifiedAt: 1_000_000, itemId: item?.id });
  });

  test('a file that is renamed after it came in stays the same item', async () => {
    const station = await createIntakeStation();
    await writeFile(join(station.folder, 'a.pdf'), pdfBytes('a'));
    const watcher = await station.watch();
    await watcher.settled();
    await rename(join(station.folder, 'a.pdf'), join(station.folder, 'b.pdf'));
    await watcher.settled({ until: 'taken-in' });
    expect(await station.items()).toMatchObject([{ stage: 'accepted', path: join(station.folder, 'b.pdf') }]);
    expect(await station.journal.seenFile('inbox', join(station.folder, 'a.pdf'))).toBeNull();
  });
});
