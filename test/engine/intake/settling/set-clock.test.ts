import { appendFile, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Clock } from '../../../../src/main/engine/platform/ports.ts';
import { realClock } from '../../../support/ports.ts';
import { createIntakeStation, eventually } from '../intake-station.ts';
import { pdfBytes } from '../sample-bytes.ts';

const dayMs = 24 * 3_600_000;

/** The real clock, whose time of day can be set. */
function createSetClock(): Clock & { set(byMs: number): void } {
  let by = 0;
  return {
    ...realClock,
    now: () => realClock.now() + by,
    set(byMs) {
      by = byMs;
    },
  };
}

describe('a clock that is set while files come in', () => {
  test.each([
    ['back', -dayMs],
    ['ahead', dayMs],
  ])('%s: what waits is neither given up nor left, and goes on when it is whole', async (_way, byMs) => {
    const station = await createIntakeStation();
    const clock = createSetClock();
    const path = join(station.folder, 'scan.pdf');
    const bytes = pdfBytes('scan');
    await writeFile(path, bytes.subarray(0, -20));
    await writeFile(join(station.folder, 'alone.pdf.json'), '{"title":"A"}');
    const watcher = await station.watch({ quietTextMs: 200 }, { clock });
    await watcher.settled();
    clock.set(byMs);
    await watcher.rescan();
    await watcher.settled();
    expect((await station.items()).map(({ stage }) => stage)).toEqual(['settling', 'settling']);
    await appendFile(path, bytes.subarray(-20));
    await writeFile(join(station.folder, 'alone.pdf'), pdfBytes('alone'));
    await watcher.settled({ until: 'taken-in' });
    expect(station.taken.map((taken) => taken.kind)).toEqual(['accepted', 'accepted']);
  });

  test.each([
    ['back', -dayMs],
    ['ahead', dayMs],
  ])('%s: a shared folder goes on, and other stations hear of this one', async (_way, byMs) => {
    const station = await createIntakeStation();
    const clock = createSetClock();
    const watcher = await station.watch({ claim: true, claimLeaseMs: 2_000, rescanMs: 200 }, { clock });
    const holder = join(station.folder, '.mailroom', 'station', 'holder.json');
    const before = await readFile(holder, 'utf8');
    clock.set(byMs);
    const beside = join(station.beside, 'a.pdf');
    await writeFile(beside, pdfBytes('a'));
    await rename(beside, join(station.folder, 'a.pdf'));
    await eventually(() => station.items()).toMatchObject([{ name: 'a.pdf', stage: 'accepted' }]);
    await eventually(() => readFile(holder, 'utf8')).not.toBe(before);
    await watcher.stop();
  });
});
