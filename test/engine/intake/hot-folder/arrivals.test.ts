import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createIntakeStation, eventually } from '../intake-station.ts';
import { pdfBytes } from '../sample-bytes.ts';

describe('what lies in a hot folder and what comes', () => {
  test('a file that lies there at the start comes in, once, with its true steps', async () => {
    const station = await createIntakeStation();
    await writeFile(join(station.folder, 'a.pdf'), pdfBytes('a'));
    const watcher = await station.watch();
    expect(await watcher.settled()).toEqual([]);
    const [item, ...others] = await station.items();
    expect(others).toEqual([]);
    expect(item).toMatchObject({ name: 'a.pdf', stage: 'accepted', mediaType: 'application/pdf', sourceId: 'inbox' });
    expect(await station.trail(item?.id ?? '')).toEqual(['seen', 'settling', 'accepted']);
    expect(await station.journal.jobsOf(item?.id ?? '')).toHaveLength(1);
    expect(station.taken).toMatchObject([{ kind: 'accepted', item: { id: item?.id } }]);
    await watcher.rescan();
    await watcher.settled();
    expect(await station.items()).toHaveLength(1);
  });

  test('files that come are accepted at once, each without waiting for the next look at the whole folder', async () => {
    const station = await createIntakeStation();
    const watcher = await station.watch({ rescanMs: 3_600_000 });
    await watcher.settled();
    // The next rescan would be in an hour; how many milliseconds it takes is measured by the bench.
    for (let turn = 0; turn < 40; turn += 1) {
      await writeFile(join(station.folder, `${turn}.pdf`), pdfBytes(turn, 100_000));
      await eventually(() => station.taken.length).toBe(turn + 1);
    }
  });

  test('a rename to the final name is an arrival', async () => {
    const station = await createIntakeStation();
    const watcher = await station.watch();
    await watcher.settled();
    await writeFile(join(station.folder, 'a.pdf.part'), pdfBytes('a'));
    await rename(join(station.folder, 'a.pdf.part'), join(station.folder, 'a.pdf'));
    await eventually(() => station.taken.length).toBe(1);
    expect(await station.items()).toMatchObject([{ name: 'a.pdf', stage: 'accepted' }]);
  });
});
