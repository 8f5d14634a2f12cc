import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createTestStation, smallPdf, trailOf } from '../../../support/engine.ts';

describe('originals of a hot folder', () => {
  it('go for good once they have lain in the trash for its time, at once where there is to be none', async () => {
    const station = await createTestStation();
    const engine = await station.start();
    await engine.watch(station.hotFolder({ after: 'delete', trashMs: 1_000 }));
    await station.put('a.pdf', smallPdf('a'));
    await engine.reaches('a.pdf', 'settled');
    const { id } = await engine.item('a.pdf');
    await expect.poll(() => trailOf(engine, id), { timeout: 120_000 }).toContain('trash-emptied');
    await expect.poll(() => readdir(station.folder)).toEqual([]);
    await engine.watch(station.hotFolder({ after: 'delete', trashMs: 0 }));
    await station.put('b.pdf', smallPdf('b'));
    await engine.reaches('b.pdf', 'settled');
    await engine.finished();
    expect(await readdir(station.folder)).toEqual([]);
  });

  it('are tidied away only after their grace, and looked at once more where they lie then', async () => {
    const station = await createTestStation();
    const engine = await station.start();
    await engine.watch(station.hotFolder({ after: 'move', tidyGraceMs: 1_500 }));
    const path = await station.put('scan.pdf', smallPdf('page one'));
    await engine.reaches('scan.pdf', 'submitted');
    expect(await readFile(path)).toEqual(smallPdf('page one'));
    // The later look is not waited for.
    await engine.finished();
    const { id, path: moved } = await engine.item('scan.pdf');
    expect(moved).not.toBe(path);
    expect(await trailOf(engine, id)).toContain('tidied');
    expect(await readFile(moved)).toEqual(smallPdf('page one'));
  });

  it('under a private name that no job is for, of a journal that was lost, are given their names back and taken in', async () => {
    const station = await createTestStation();
    await station.put('.mailroom-01h0000000000000000000~old.pdf', smallPdf('left over'));
    const engine = await station.start();
    await engine.watch(station.hotFolder());
    const item = await engine.reaches('old.pdf', 'settled');
    expect(item.path).toBe(join(station.folder, 'old.pdf'));
    expect(await readdir(station.folder)).toEqual(['old.pdf']);
  });
});
