import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadKeptPauses } from '../../../../src/main/engine/intake/settling/kept-pauses.ts';
import { realClock } from '../../../support/ports.ts';
import { createIntakeStation, eventually } from '../intake-station.ts';

const writer = join(import.meta.dirname, '../slow-writer.mjs');
const lines = (...given: readonly string[]): readonly string[] =>
  given.map((line) => Buffer.from(`${line}\n`).toString('hex'));

function fail(error: unknown): void {
  throw new Error('the journal could not be written', { cause: error });
}

describe('pauses that were learned', () => {
  test('a folder whose writer pauses is known after a restart: its next file is one document', async () => {
    const station = await createIntakeStation();
    const write = (name: string, pauseMs: number) => {
      const given = [join(station.folder, name), String(pauseMs), ...lines('id;name', '1;a', '2;b')];
      return once(spawn(process.execPath, [writer, ...given]), 'close');
    };
    const first = await station.watch({ quietTextMs: 300 });
    await write('first.csv', 3_000);
    // Whole, the last of its parts included: none comes after the restart.
    await eventually(async () =>
      (await station.items()).some(({ name, size }) => name === 'first.csv' && size === 16),
    ).toBe(true);
    await first.settled({ until: 'taken-in' });
    await first.stop();
    const before = station.taken.length;
    const second = await station.watch({ quietTextMs: 300 });
    await second.settled();
    // Longer than the quiet time, and so much shorter than what was learned that a busy machine, which draws pauses out, changes nothing.
    await write('second.csv', 500);
    await second.settled({ until: 'taken-in' });
    await eventually(() => station.taken.length).toBe(before + 1);
    expect((await station.items()).filter(({ name }) => name === 'second.csv')).toMatchObject([{ size: 16 }]);
  });

  test('the folders that learned last are kept, no more than two hundred, and what was broken is learned anew', async () => {
    const { journal } = await createIntakeStation();
    const load = () => loadKeptPauses({ journal, clock: realClock }, 'inbox', fail);
    const pauses = await load();
    for (let index = 0; index < 300; index += 1)
      pauses.learn(`/in/${String(index)}/a.csv`, { any: 900, whole: 0 }, Date.now());
    await pauses.keep();
    const again = await load();
    expect(again.all()).toHaveLength(200);
    expect(again.of('/in/299/b.csv', Date.now()).any).toBeCloseTo(900, -1);
    await journal.commit([{ kind: 'cursor-set', name: 'pauses-of:inbox', value: '{"folder":1}' }]);
    expect((await load()).all()).toEqual([]);
  });

  test('only the first file of a source is the first, also after a restart', async () => {
    const { journal } = await createIntakeStation();
    const load = () => loadKeptPauses({ journal, clock: realClock }, 'inbox', fail);
    const pauses = await load();
    expect(['/in/a.pdf', '/in/b.pdf', '/in/below/c.pdf'].map((path) => pauses.isFirst(path, Date.now()))).toEqual([
      true,
      false,
      false,
    ]);
    await pauses.keep();
    const again = await load();
    expect(again.isFirst('/in/d.pdf', Date.now())).toBe(false);
    await again.keep();
  });

  test('what was learned under a clock that was ahead fades from now on', async () => {
    const { journal } = await createIntakeStation();
    const pauses = await loadKeptPauses({ journal, clock: realClock }, 'inbox', fail);
    const now = Date.now();
    pauses.learn('/in/a.csv', { any: 800, whole: 0 }, now + 400 * 24 * 3_600_000);
    expect(pauses.of('/in/b.csv', now).any).toBe(800);
    expect(pauses.of('/in/b.csv', now + 3_600_000).any).toBe(400);
    await pauses.keep();
  });
});
