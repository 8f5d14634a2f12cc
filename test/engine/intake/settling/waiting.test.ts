import { describe, expect, test } from 'vitest';
import { fault } from '../../../../src/main/engine/faults/fault.ts';
import type { FileStat, NeededQuiet } from '../../../../src/main/engine/intake/inspection/inspection.ts';
import { createFolderPauses } from '../../../../src/main/engine/intake/settling/pauses.ts';
import { decide, found, quietOf, seen, unseen } from '../../../../src/main/engine/intake/settling/waiting.ts';
import type { Finding, Standing, WriterSign } from '../../../../src/main/engine/intake/settling/waiting.ts';
import { fc } from '../../../support/property.ts';

const times = { quietMs: 50, quietTextMs: 750, holdAfterMs: 600_000, unwrittenMs: 60_000, rereadMs: 5_000 };
const lacking = fault('file-incomplete', { name: 'a', problem: 'end-missing' });
const inUse: WriterSign = { kind: 'in-use', reason: fault('file-busy', { name: 'a' }) };
const unfinished: WriterSign = { kind: 'unfinished', reason: fault('file-incomplete', { name: 'a' }) };

function lookAt(version: number, size = 100): FileStat {
  return { size, modifiedAt: version, changedAt: version, inode: 1, device: 1 };
}

/** A writer in the model: the instants (ms) at which it changes the file, what a reading says after each change, and what tells of it. */
interface Writer {
  readonly changes: readonly number[];
  readonly says: (version: number) => Finding;
  readonly sign: (at: number) => WriterSign | null;
}

interface End {
  readonly act: 'take' | 'hold';
  readonly at: number;
  readonly version: number;
}

/** Runs the machine over a writer as the settler would; `latency` = ms until a change is announced. */
function run(writer: Writer, latency: number, hasEvents: boolean, folder = { any: 0, whole: 0 }): End {
  let version = 0;
  const versionAt = (at: number): number => {
    while ((writer.changes[version] ?? Infinity) <= at) version += 1;
    return version;
  };
  let at = writer.changes[0] ?? 0;
  let file: Standing = unseen(at);
  for (let steps = 0; steps < 100_000; steps += 1) {
    file = seen(file, lookAt(versionAt(at)), at);
    let decision = decide(file, times, folder, at, null);
    const sign = writer.sign(at);
    if (decision.act !== 'rest' && decision.act !== 'wait' && sign !== null)
      decision = decide(file, times, folder, at, sign);
    if (decision.act === 'read') {
      file = found(file, writer.says(versionAt(at)), at);
      continue;
    }
    if (decision.act === 'take' || decision.act === 'hold') return { act: decision.act, at, version: versionAt(at) };
    const due = at + Math.max(1, decision.inMs);
    const news = hasEvents ? [writer.changes[version] ?? Infinity].find((change) => change + latency < due) : undefined;
    at = news === undefined ? due : news + latency;
  }
  throw new Error('the machine does not come to an end');
}

const needs = fc.constantFrom<Exclude<NeededQuiet, 'unwritten'>>('structural', 'text', 'open-end');
const whole = (of: Exclude<NeededQuiet, 'unwritten'>): Finding => ({ kind: 'whole', needs: of });
const instantsOf = (pauses: readonly number[]): number[] => {
  const changes = [1_000];
  for (const pause of pauses) changes.push((changes.at(-1) ?? 0) + pause);
  return changes;
};

describe('what is decided about a file that comes slowly', () => {
  test('nothing is taken while a writer goes on whose pauses are no longer than twice the longest it showed before', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0.05, max: 1.9, noNaN: true }), { minLength: 1, maxLength: 30 }),
        fc.constantFrom<'text' | 'open-end'>('text', 'open-end'),
        fc.integer({ min: 0, max: 5 }),
        (growths, of, latency) => {
          // Each pause may be almost twice the longest one so far, and begins below the quiet time of its type.
          const pauses: number[] = [];
          let maxMs = quietOf(unseen(0), times, { any: 0, whole: 0 })[of] / 2;
          for (const growth of growths) {
            const pause = Math.min(Math.max(1, Math.floor(maxMs * growth) - 2 * latency), 29_000);
            pauses.push(pause);
            maxMs = Math.max(maxMs, pause);
          }
          const changes = instantsOf(pauses);
          const end = run({ changes, says: () => whole(of), sign: () => null }, latency, true);
          expect(end).toMatchObject({ act: 'take', version: changes.length });
        },
      ),
    );
  });

  test('what is not whole, or says that it is written, is never taken, whatever its pauses are', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 500_000 }), { maxLength: 8 }),
        fc.boolean(),
        fc.boolean(),
        (pauses, hasEvents, bySign) => {
          const changes = instantsOf(pauses);
          const last = changes.at(-1) ?? 0;
          const end = run(
            {
              changes,
              says: (version) =>
                bySign || version === changes.length ? whole('text') : { kind: 'lacking', reason: lacking },
              sign: (at) => (bySign && at < last + 1_000 ? unfinished : null),
            },
            2,
            hasEvents,
          );
          expect(end).toMatchObject({ act: 'take', version: changes.length });
        },
      ),
    );
  });

  test('what stands still is taken or held within its bound, whatever was seen of it before', () => {
    const findings = fc.oneof(
      needs.map(whole),
      fc.constant<Finding>({ kind: 'lacking', reason: lacking }),
      fc.constant<Finding>({ kind: 'lacking', reason: inUse.reason }),
      fc.constant<Finding>({ kind: 'unwritten', reason: lacking }),
      fc.constant<Finding>({ kind: 'refused', reason: fault('file-damaged', { name: 'a' }) }),
    );
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 700_000 }), { maxLength: 8 }),
        findings,
        fc.constantFrom(null, inUse, unfinished),
        fc.record({ any: fc.integer({ min: 0, max: 10_000_000 }), whole: fc.integer({ min: 0, max: 10_000_000 }) }),
        fc.boolean(),
        (pauses, finding, sign, folder, hasEvents) => {
          const changes = instantsOf(pauses);
          const last = changes.at(-1) ?? 0;
          const end = run({ changes, says: () => finding, sign: () => sign }, 2, hasEvents, folder);
          // Without an announcement the last change shows at the next look.
          const untilSeen = hasEvents ? 0 : 61_000;
          const isBounded = (finding.kind === 'whole' || finding.kind === 'unwritten') && sign === null;
          expect(end.at - last).toBeLessThanOrEqual((isBounded ? 61_000 : times.holdAfterMs + 1_000) + untilSeen);
          const isTaken = (finding.kind === 'whole' || finding.kind === 'unwritten') && sign?.kind !== 'unfinished';
          expect(end.act).toBe(isTaken ? 'take' : 'hold');
        },
      ),
    );
  });

  test('a file with holes is taken a minute after its last change, but not while somebody has it open', () => {
    const says = (): Finding => ({ kind: 'unwritten', reason: lacking });
    const alone = run({ changes: [1_000, 31_000], says, sign: () => null }, 2, true);
    expect(alone).toMatchObject({ act: 'take', version: 2 });
    expect(alone.at).toBeGreaterThanOrEqual(31_000 + 60_000);
    const open = run({ changes: [1_000, 151_000], says, sign: (at) => (at < 160_000 ? inUse : null) }, 2, true);
    expect(open).toMatchObject({ act: 'take', version: 2 });
  });

  test('a file that nobody had to wait for goes after its quiet time, and after no more looks than that needs', () => {
    const end = run({ changes: [1_000, 1_015, 1_030], says: () => whole('structural'), sign: () => null }, 2, true);
    expect(end.at).toBeLessThanOrEqual(1_030 + 2 + 51);
  });

  test('polling does not take the gap between its own looks for pauses: quiet times do not grow without an end', () => {
    // A writer that never pauses for longer than 10 ms, looked at now and then only.
    const changes = Array.from({ length: 12_000 }, (_, index) => 1_000 + index * 10);
    const end = run({ changes, says: () => whole('text'), sign: () => null }, 0, false);
    expect(end).toMatchObject({ act: 'take', version: changes.length });
    expect(end.at - (changes.at(-1) ?? 0)).toBeLessThan(2_000);
  });

  test('a pause in which the file told by itself that something was missing makes nobody wait longer', () => {
    const says = (version: number): Finding => (version === 1 ? { kind: 'lacking', reason: lacking } : whole('text'));
    const end = run({ changes: [1_000, 13_000], says, sign: () => null }, 2, true);
    expect(end).toMatchObject({ act: 'take', version: 2 });
    expect(end.at).toBeLessThan(13_000 + 1_000);
  });
});

test('a pause in which something told of the writer makes nobody wait longer', () => {
  const file = seen(unseen(0), lookAt(1), 0);
  expect(seen(file, lookAt(2), 12_000).pauses.any).toBe(12_000);
  expect(seen({ ...file, signed: true }, lookAt(2), 12_000).pauses.any).toBe(0);
});

describe('what a folder is known for', () => {
  test('pauses are kept by folder, and fade by half each hour', () => {
    const pauses = createFolderPauses();
    pauses.learn('/in/a.csv', { any: 4_000, whole: 0 }, 0);
    pauses.learn('/in/b.csv', { any: 1_000, whole: 200 }, 0);
    expect(pauses.of('/in/c.csv', 0)).toEqual({ any: 4_000, whole: 200 });
    expect(pauses.of('/in/c.csv', 3_600_000)).toEqual({ any: 2_000, whole: 100 });
    expect(pauses.of('/other/c.csv', 0)).toEqual({ any: 0, whole: 0 });
  });

  test('no more than a thousand folders are kept, the newest', () => {
    const pauses = createFolderPauses();
    for (let index = 0; index < 1_100; index += 1) pauses.learn(`/in/${index}/a.csv`, { any: 900, whole: 0 }, index);
    expect(pauses.of('/in/0/a.csv', 1_100).any).toBe(0);
    expect(pauses.of('/in/1099/a.csv', 1_100).any).toBeCloseTo(900, 0);
  });
});
