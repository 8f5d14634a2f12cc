import { createHash } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadKnownFiles } from '../../../../src/main/engine/intake/reception/known-files.ts';
import { createFolderPauses } from '../../../../src/main/engine/intake/settling/pauses.ts';
import { settlingItems } from '../../../../src/main/engine/intake/settling/settling-items.ts';
import { createSettler } from '../../../../src/main/engine/intake/settling/settler.ts';
import type { Settler } from '../../../../src/main/engine/intake/settling/settling.ts';
import { JournalError } from '../../../../src/main/engine/journal/journal.ts';
import type { Journal } from '../../../../src/main/engine/journal/journal.ts';
import { fc } from '../../../support/property.ts';
import { createIntakeStation, folderConfig } from '../intake-station.ts';
import type { IntakeStation } from '../intake-station.ts';
import { pdfBytes } from '../sample-bytes.ts';

/**
 * What happens to the files of a source. `all` names each of them, as a look through the folder does; after `refuse` the journal refuses the
 * next things that are written; `calm` lasts until each file is at its end or waits.
 */
type Event =
  | { readonly kind: 'begin' | 'finish' | 'remove' | 'name'; readonly file: number }
  | { readonly kind: 'all' | 'refuse' | 'calm' | 'restart' };

const files = 3;
const event: fc.Arbitrary<Event> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constantFrom('begin' as const, 'finish' as const), file: fc.nat(files - 1) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constantFrom('remove' as const, 'name' as const), file: fc.nat(files - 1) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom('all' as const, 'refuse' as const, 'calm' as const, 'restart' as const),
    }),
  },
);

const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** One source of a station, whose journal can be told to refuse what is written. */
async function createSource(station: IntakeStation, id: string) {
  const folder = join(station.beside, id);
  await mkdir(folder);
  const { journal } = station;
  let [refusals, begun] = [0, 0];
  /** Runs that have been stopped, and those of them that wrote something after that. */
  const stopped = new Set<number>();
  const late: number[] = [];

  async function start(): Promise<Settler> {
    const run = (begun += 1);
    const commit: Journal['commit'] = (changes) => {
      if (stopped.has(run)) late.push(run);
      refusals -= 1;
      return refusals >= 0 ? Promise.reject(new JournalError('disk-full', 'no room')) : journal.commit(changes);
    };
    const settler = createSettler({
      ...station.dependencies,
      journal: { ...journal, commit },
      source: {
        id,
        rule: { ...folderConfig(folder).rule, duplicates: 'send-anyway' },
        quietMs: 5,
        quietTextMs: 10,
        holdAfterMs: 150,
        unwrittenMs: 150,
        rereadMs: 40,
      },
      known: await loadKnownFiles(journal, id),
      sidecars: null,
      pauses: createFolderPauses([{ folder: '/', pauses: { any: 0, whole: 0 }, at: 0 }]),
      sourceIsThere: () => Promise.resolve(true),
      shown: () => undefined,
      ended: () => undefined,
      troubled: () => undefined,
      writerSign: () => Promise.resolve(null),
      isAway: () => Promise.resolve(false),
      showAtOnce: true,
    });
    for await (const item of settlingItems(journal, id)) settler.notice(item.path, item.id);
    return settler;
  }

  return {
    path: (file: number) => join(folder, `${String(file)}.pdf`),
    start,
    late,
    async stop(settler: Settler) {
      await settler.stop();
      stopped.add(begun);
    },
    refuse() {
      refusals = 2;
    },
  };
}

/** Lets a source live through these events, and then come to rest. */
async function live(station: IntakeStation, id: string, events: readonly Event[]): Promise<void> {
  const source = await createSource(station, id);
  let settler = await source.start();
  /** What lies under each path: what a writer makes there, and whether it is done. */
  const there = new Map<number, { readonly bytes: Buffer; readonly isWhole: boolean }>();
  const everWhole = new Set<string>();
  let version = 0;

  async function write(file: number, bytes: Buffer, isWhole: boolean): Promise<void> {
    there.set(file, { bytes, isWhole });
    if (isWhole) everWhole.add(hashOf(bytes));
    await writeFile(source.path(file), isWhole ? bytes : bytes.subarray(0, -20));
    settler.notice(source.path(file));
  }

  const nameAll = (): void => {
    for (let file = 0; file < files; file += 1) settler.notice(source.path(file));
  };

  for (const each of events) {
    switch (each.kind) {
      case 'begin':
        version += 1;
        await write(each.file, pdfBytes(`${id} ${String(version)}`), false);
        break;
      case 'finish': {
        version += 1;
        await write(each.file, there.get(each.file)?.bytes ?? pdfBytes(`${id} ${String(version)}`), true);
        break;
      }
      case 'remove':
        there.delete(each.file);
        await rm(source.path(each.file), { force: true });
        settler.notice(source.path(each.file));
        break;
      case 'name':
        settler.notice(source.path(each.file));
        break;
      case 'all':
        nameAll();
        break;
      case 'refuse':
        source.refuse();
        break;
      case 'calm':
        await settler.lookedAt();
        break;
      case 'restart': {
        await source.stop(settler);
        settler.notice(source.path(0));
        settler = await source.start();
        nameAll();
      }
    }
  }
  await settler.allIn();
  await source.stop(settler);

  expect(source.late).toEqual([]);
  expect(settler.waiting()).toEqual([]);
  const items = (await station.items()).filter(({ sourceId }) => sourceId === id);
  const accepted = items.flatMap(({ stage, sha256 }) => (stage === 'accepted' && sha256 !== null ? [sha256] : []));
  // Nothing that a writer had not finished was taken in, and nothing twice.
  expect(accepted.filter((sha256) => !everWhole.has(sha256))).toEqual([]);
  expect(new Set(accepted).size).toBe(accepted.length);
  // Each file that lies there is in, or held with what it lacks; no other is still on its way.
  for (const [file, { bytes, isWhole }] of there) {
    const ends = items.filter(({ path }) => path === source.path(file));
    const end = isWhole ? { stage: 'accepted', sha256: hashOf(bytes) } : { stage: 'held' };
    expect(ends).toContainEqual(expect.objectContaining(end));
  }
  expect(items.filter(({ stage }) => stage === 'seen' || stage === 'settling')).toEqual([]);
}

test('whatever happens to files, each comes to its end: what is whole is in once, what is not is never taken, and a stop ends all writing', async () => {
  const station = await createIntakeStation();
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(event, { minLength: 6, maxLength: 16 }), { minLength: 16, maxLength: 16 }),
      async (sources) => {
        await Promise.all(
          sources.map((events) => {
            runs += 1;
            return live(station, `source-${String(runs)}`, events);
          }),
        );
      },
    ),
    { numRuns: 2, endOnFailure: true },
  );
}, 300_000);
