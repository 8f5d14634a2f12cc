import type { Fault } from '../../../../shared/faults.ts';
import { isSameStat } from '../inspection/file-stat.ts';
import type { FileStat, NeededQuiet } from '../inspection/inspection.ts';

/** What a reading of a file told. */
export type Finding =
  | { readonly kind: 'whole'; readonly needs: Exclude<NeededQuiet, 'unwritten'> }
  /** Not whole yet, or not readable just now: more bytes, or time, may help. It is held where it stays so. */
  | { readonly kind: 'lacking'; readonly reason: Fault }
  /** Its structure is whole, but room in it was reserved and not filled. It is taken where it stays so: every reader opens it. */
  | { readonly kind: 'unwritten'; readonly reason: Fault }
  /** No more bytes would help. */
  | { readonly kind: 'refused'; readonly reason: Fault };

/** The longest pauses (ms) after which files went on: at all, and after they had been found whole. */
export interface Pauses {
  readonly any: number;
  readonly whole: number;
}

/** All that the looks at one file have told. Instants in ms by a clock that nobody can set. */
export interface Standing {
  readonly stat: FileStat | null;
  /** Since when all looks agree with the newest. */
  readonly stillSince: number;
  /** Of the newest look. */
  readonly finding: Finding | null;
  readonly foundAt: number;
  readonly pauses: Pauses;
  /** It changed after it was first seen. */
  readonly moved: boolean;
  /** Something beside it told of a writer since it last changed. */
  readonly signed: boolean;
  /** Looks and readings in vain since it last changed, for growing gaps. */
  readonly tries: number;
  /** Readings in vain over all changes. */
  readonly vain: number;
}

/** The times of a source, ms. */
export interface WaitingTimes {
  readonly quietMs: number;
  readonly quietTextMs: number;
  /** What stands still for so long and is not whole is held; nothing that only hints at a writer counts any longer. */
  readonly holdAfterMs: number;
  /** What has room that nobody has filled, and is whole beside, is taken after so long, if that is shorter. */
  readonly unwrittenMs: number;
  /** First gap between two readings of what is not whole. */
  readonly rereadMs: number;
}

/** What beside the file itself tells that it is being written: a program has it open, or keeps a file of its own beside it. */
export type WriterSign =
  /** It may just not have let go of it. */
  | { readonly kind: 'in-use'; readonly reason: Fault }
  /** It says itself that something is missing. */
  | { readonly kind: 'unfinished'; readonly reason: Fault };

/** What is to be done with a file. `rest` = look again after `inMs`; `wait` = the same, but it may last, and people are told why. */
export type Decision =
  | { readonly act: 'rest'; readonly inMs: number }
  | { readonly act: 'wait'; readonly inMs: number; readonly reason: Fault }
  | { readonly act: 'read' }
  | { readonly act: 'take' }
  | { readonly act: 'hold'; readonly reason: Fault };

/** Numbers of the decision; times in ms. */
const numbers = {
  /** A file has to stand still this many times as long as the longest pause that is known. */
  pauseFactor: 2,
  /** Text that ends in the middle of a line, and the like, waits this many times as long as other text. */
  openEndFactor: 4,
  /** No pause makes a file wait longer. */
  maxQuietMs: 60_000,
  /** A new file is empty for a moment: looked at again from this gap on. */
  emptyFirstMs: 10,
  /** Up to this gap that is no waiting. */
  emptyRestMs: 1_000,
  busyFirstMs: 250,
  maxBusyMs: 15_000,
  /** The gap between two readings of what is not whole grows up to this many times the first. */
  maxRereads: 12,
  /** Reading a large file is not cheap: its quiet time doubles with each reading in vain, up to this. */
  largeBytes: 16 * 1024 * 1024,
  largeQuietMostMs: 2_000,
  /** A large file is read at first sight where its quiet time is no longer than this: the reading takes longer than that. */
  earlyQuietMs: 100,
  /** A file that a program has open is looked at again between these gaps: nothing announces that it was closed. */
  signFirstMs: 50,
  maxSignMs: 2_000,
} as const;

/** A file of which nothing is known yet. */
export function unseen(at: number): Standing {
  const pauses = { any: 0, whole: 0 };
  return {
    stat: null,
    stillSince: at,
    finding: null,
    foundAt: at,
    pauses,
    moved: false,
    signed: false,
    tries: 0,
    vain: 0,
  };
}

/** The longer of two pauses, each for itself. */
export function longerPauses(one: Pauses, other: Pauses): Pauses {
  return { any: Math.max(one.any, other.any), whole: Math.max(one.whole, other.whole) };
}

/** The file as it is after another look at it. */
export function seen(before: Standing, stat: FileStat, at: number): Standing {
  if (before.stat !== null && isSameStat(before.stat, stat)) {
    return before;
  }
  // Nobody has to wait longer for a pause in which the file itself, or who wrote it, told that something was missing.
  const told = before.signed || before.finding?.kind === 'lacking' || before.finding?.kind === 'unwritten';
  const pause = before.stat === null || told ? 0 : Math.max(0, at - before.stillSince);
  return {
    stat,
    stillSince: at,
    finding: null,
    foundAt: at,
    pauses: longerPauses(before.pauses, { any: pause, whole: before.finding?.kind === 'whole' ? pause : 0 }),
    moved: before.stat !== null,
    signed: false,
    tries: 0,
    vain: before.vain,
  };
}

/** The file as it is after it was read, or could not be; null = what was read counts for nothing. */
export function found(before: Standing, finding: Finding | null, at: number): Standing {
  const [tries, vain] = finding?.kind === 'whole' ? [before.tries, before.vain] : [before.tries + 1, before.vain + 1];
  return { ...before, finding, foundAt: at, tries, vain };
}

/** How long (ms) a whole file has to stand still, by what its end asks for; `structural` also before it is read at all. */
export function quietOf(
  { pauses, stat, vain }: Pick<Standing, 'pauses' | 'stat' | 'vain'>,
  times: WaitingTimes,
  folder: Pauses,
): Readonly<Record<Exclude<NeededQuiet, 'unwritten'>, number>> {
  const { any, whole } = longerPauses(pauses, folder);
  const learned = (pause: number): number => Math.min(pause * numbers.pauseFactor, numbers.maxQuietMs);
  const isLarge = (stat?.size ?? 0) > numbers.largeBytes;
  const inVain = isLarge ? Math.min(times.quietMs * 2 ** vain, numbers.largeQuietMostMs) : 0;
  const structural = Math.max(times.quietMs, inVain, learned(whole));
  const text = Math.max(structural, times.quietTextMs, learned(any));
  return { structural, text, 'open-end': Math.max(text, times.quietTextMs * numbers.openEndFactor) };
}

/**
 * What is to be done with a file that was just looked at. Two things hold whatever happens: nothing is taken before it stood still
 * for what its end, its own pauses and those of its folder ask for; and what stands still is taken or held in a bounded time.
 * `sign` = what tells of a writer just now, where that was looked for: null decides as if there were none.
 */
export function decide(
  file: Standing,
  times: WaitingTimes,
  folder: Pauses,
  at: number,
  sign: WriterSign | null,
): Decision {
  const { finding } = file;
  const still = at - file.stillSince;
  const left = times.holdAfterMs - still;
  const quiet = quietOf(file, times, folder);
  if (finding === null) {
    if (still < quiet.structural && !isReadEarly(file, times)) return rest(file, quiet.structural, still);
  } else if (finding.kind === 'whole' || finding.kind === 'refused') {
    const needed = finding.kind === 'whole' ? quiet[finding.needs] : quiet.text;
    if (still < needed) return rest(file, needed, still);
  } else {
    const gap = gapAfter(file, times) - (at - file.foundAt);
    const untilLast = lastReadingAfter(finding, times) - still;
    if (gap > 0 && untilLast > 0) {
      const soon = file.stat?.size === 0 && gap < numbers.emptyRestMs;
      const inMs = Math.min(gap, untilLast);
      return soon ? { act: 'rest', inMs } : { act: 'wait', reason: finding.reason, inMs };
    }
  }
  if (sign !== null && left > 0) {
    const gap = Math.min(Math.max(still / 2, numbers.signFirstMs), numbers.maxSignMs, left);
    return { act: 'wait', reason: sign.reason, inMs: gap };
  }
  if (finding === null) return { act: 'read' };
  if (finding.kind === 'refused') return { act: 'hold', reason: finding.reason };
  if (finding.kind !== 'whole') {
    // The last word is that of a reading after the whole time.
    if (file.foundAt - file.stillSince < lastReadingAfter(finding, times)) return { act: 'read' };
    if (finding.kind === 'lacking') return { act: 'hold', reason: finding.reason };
  }
  return sign?.kind === 'unfinished' ? { act: 'hold', reason: sign.reason } : { act: 'take' };
}

/** How long (ms) a file stands still until the reading of it that counts. */
function lastReadingAfter({ kind }: Finding, { holdAfterMs, unwrittenMs }: WaitingTimes): number {
  return kind === 'unwritten' ? Math.min(unwrittenMs, holdAfterMs) : holdAfterMs;
}

/** A large file that nobody seems to write any more: reading it takes longer than its quiet time. */
function isReadEarly({ moved, vain, stat }: Standing, { quietMs }: WaitingTimes): boolean {
  return !moved && vain === 0 && (stat?.size ?? 0) > numbers.largeBytes && quietMs <= numbers.earlyQuietMs;
}

/** One that changed before is looked at more often, so that a look does not take the gap between looks for a pause. */
function rest({ moved }: Standing, needed: number, still: number): Decision {
  return { act: 'rest', inMs: moved ? Math.min(needed - still, needed / 3) : needed - still };
}

/** The gap (ms) until what can't be taken is looked at and read again: some shares show old content under new times. */
function gapAfter({ finding, stat, tries }: Standing, { rereadMs }: WaitingTimes): number {
  const grown = 2 ** Math.min(Math.max(tries - 1, 0), 20);
  const maxMs = numbers.maxRereads * rereadMs;
  if (stat?.size === 0) return Math.min(numbers.emptyFirstMs * grown, maxMs);
  const wasRead =
    finding?.kind === 'unwritten' ||
    (finding !== null && finding.kind !== 'whole' && finding.reason.code === 'file-incomplete');
  return wasRead ? Math.min(rereadMs * grown, maxMs) : Math.min(numbers.busyFirstMs * grown, numbers.maxBusyMs);
}
