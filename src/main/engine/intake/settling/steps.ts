import type { Fault } from '../../../../shared/faults.ts';
import type { FileLook, Inspection } from '../inspection/inspection.ts';
import { lookAtOddName } from '../inspection/odd-name.ts';
import { lookAtPath } from '../inspection/look-at-path.ts';
import type { KnownFile } from '../reception/known-files.ts';
import type { Candidate } from './candidate.ts';
import { createRelating } from './relating.ts';
import type { Relation } from './relating.ts';
import type { SettlerDependencies, SettlingEnd } from './settling.ts';
import { settlingNumbers as numbers } from './settling.ts';
import { decide, found, seen, unseen } from './waiting.ts';
import type { Finding, WaitingTimes } from './waiting.ts';
import {
  awayFault,
  incompleteFault,
  nameFault,
  readingFault,
  refusalFault,
  sidecarAloneFault,
  sidecarLateFault,
  staysIncompleteFault,
} from './waiting-faults.ts';

/** What comes next for a candidate; times in ms. */
export type Next =
  | { readonly kind: 'read' }
  | { readonly kind: 'rest'; readonly ms: number }
  /** It may last: people are told `candidate.reason`. */
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'end'; readonly end: SettlingEnd };

/** One step of a candidate's way: it changes the candidate and the journal, and says what comes next. */
export interface Steps {
  look(candidate: Candidate): Promise<Next>;
  /** After `look` answered `read`. */
  read(candidate: Candidate): Promise<Next>;
}

/** Makes the steps of one source. */
export function createSteps(dependencies: SettlerDependencies, isStopped: () => boolean): Steps {
  const { source, known, receptionist, inspector, pauses, clock } = dependencies;
  const relating = createRelating(dependencies);
  const times: WaitingTimes = { ...source, rereadMs: dependencies.rereadMs };

  async function look(candidate: Candidate): Promise<Next> {
    const at = clock.monotonic();
    const there = await lookAtPath(candidate.path);
    switch (there.kind) {
      case 'file':
        if (!(await dependencies.isAway(candidate.path, there))) return lookAtFile(candidate, there.look, at);
        return leaveAlone(candidate, there.look, at);
      case 'gone':
        return lookForMissing(candidate);
      case 'folder':
        return { kind: 'end', end: { kind: 'folder' } };
      case 'other':
      case 'not-a-file':
        return { kind: 'end', end: { kind: 'not-a-file' } };
      case 'busy':
      case 'unreadable':
        if (there.code === 'ENAMETOOLONG') return hold(candidate, nameFault(candidate.path, 'too-long'));
        return judge(candidate, { kind: 'lacking', reason: readingFault(candidate.path, there.kind, there.code) });
    }
  }

  /** A file whose content is elsewhere is looked at again; once that is here, the file begins anew, and no pause is learned of it. */
  function leaveAlone(candidate: Candidate, there: FileLook, at: number): Next {
    const reason = awayFault(candidate.path);
    candidate.reason = reason;
    candidate.standing = found(seen(unseen(at), there, at), { kind: 'lacking', reason }, at);
    return { kind: 'wait', ms: numbers.awayRetryMs };
  }

  async function lookForMissing(candidate: Candidate): Promise<Next> {
    if (!(await dependencies.sourceIsThere())) {
      candidate.reason = null;
      return { kind: 'wait', ms: numbers.awayRetryMs };
    }
    const odd = await lookAtOddName(candidate.path);
    if (odd !== null) {
      // Noticed once more while its item was being held: what changes there is seen by the next look through the folder.
      const memory = candidate.arrival.itemId === null ? known.get(candidate.path) : undefined;
      if (memory !== undefined) return { kind: 'end', end: { kind: 'known', itemId: memory.itemId } };
      return hold(candidate, nameFault(candidate.path, 'not-utf8'), odd);
    }
    candidate.missing += 1;
    if (candidate.arrival.itemId !== null && candidate.missing < 2) return { kind: 'rest', ms: numbers.goneGapMs };
    known.markAbsent(candidate.path);
    await candidate.showing;
    await receptionist.gone(candidate.arrival);
    return { kind: 'end', end: { kind: 'gone' } };
  }

  async function lookAtFile(candidate: Candidate, there: FileLook, at: number): Promise<Next> {
    const { path, standing } = candidate;
    candidate.missing = 0;
    candidate.standing = seen(standing, there, at);
    if (candidate.standing.stillSince !== standing.stillSince && candidate.standing.moved) {
      candidate.reason = null;
      pauses.learn(path, candidate.standing.pauses, clock.now());
    }
    if (!candidate.related) {
      const before = known.get(path);
      const relation = await relating(candidate, there);
      if (relation.kind === 'alone') return awaitDocument(candidate, relation);
      if (relation.kind !== 'go-on') return { kind: 'end', end: relation };
      candidate.related = true;
      const now = clock.now();
      candidate.first = Math.abs(now - there.changedAt) < source.quietTextMs && pauses.isFirst(path, now);
      if (before !== undefined) learnFromBefore(candidate, before, there);
    }
    if (there.size > 0) return next(candidate);
    const reason = incompleteFault(path, 'still-empty');
    candidate.reason = reason;
    return judge(candidate, { kind: 'lacking', reason });
  }

  /** A sidecar without its document waits for it, then for a person. */
  async function awaitDocument(
    candidate: Candidate,
    { owner, ms, late }: Extract<Relation, { kind: 'alone' }>,
  ): Promise<Next> {
    const reason = (late ? sidecarLateFault : sidecarAloneFault)(candidate.path, owner);
    if (ms === 0) return hold(candidate, reason);
    candidate.reason = reason;
    return { kind: 'wait', ms: Math.min(ms, numbers.aloneLookMs) };
  }

  /** What had been taken in, as a whole file, went on after a pause: the folder's files wait longer from now on. */
  function learnFromBefore({ path, arrival }: Candidate, before: KnownFile, there: FileLook): void {
    const wasTakenIn = arrival.wasAccepted || arrival.earlier !== null;
    if (!wasTakenIn || arrival.reappeared || there.size <= before.size) return;
    const pause = there.modifiedAt - before.modifiedAt;
    if (pause > 0 && pause <= numbers.longestPauseMs) pauses.learn(path, { any: pause, whole: pause }, clock.now());
  }

  async function read(candidate: Candidate): Promise<Next> {
    const { look: expected } = candidate.standing;
    if (expected === null) return next(candidate);
    const result = await inspector.inspect(candidate.path, { expected });
    if (isStopped()) return { kind: 'wait', ms: 0 };
    return judgeReading(candidate, result);
  }

  function judgeReading(candidate: Candidate, result: Inspection): Promise<Next> {
    const { path } = candidate;
    switch (result.kind) {
      case 'whole': {
        candidate.whole = { look: result.look, sha256: result.sha256, mediaType: result.mediaType };
        const { needsQuiet } = result;
        // A program may write each of its pages as a whole file: that shows only while it is waited for.
        const needs = candidate.first && needsQuiet === 'structural' ? 'text' : needsQuiet;
        if (needs !== 'unwritten') return judge(candidate, { kind: 'whole', needs });
        return judge(candidate, { kind: 'unwritten', reason: incompleteFault(path, 'unwritten') });
      }
      case 'incomplete':
        return judge(candidate, { kind: 'lacking', reason: incompleteFault(path, result.reason) });
      case 'refused':
        return judge(candidate, { kind: 'refused', reason: refusalFault(path, result) });
      case 'empty':
        return judge(candidate, { kind: 'lacking', reason: incompleteFault(path, 'still-empty') });
      case 'changed':
        candidate.standing = seen(candidate.standing, result.look, clock.monotonic());
        return judge(candidate, null);
      case 'busy':
      case 'unreadable':
        return judge(candidate, { kind: 'lacking', reason: readingFault(path, result.kind, result.code) });
      case 'gone':
        return lookForMissing(candidate);
      case 'not-a-file':
        return Promise.resolve({ kind: 'end', end: { kind: 'not-a-file' } });
    }
  }

  /** A finding comes in; one of a file that did not stand still long enough counts only where it is whole. */
  function judge(candidate: Candidate, finding: Finding | null): Promise<Next> {
    const at = clock.monotonic();
    const { standing } = candidate;
    const early = at - standing.stillSince < source.quietMs;
    const counts = finding?.kind === 'whole' || !early || standing.look?.size === 0 || standing.look === null;
    candidate.standing = found(standing, counts ? finding : null, at);
    return next(candidate);
  }

  async function next(candidate: Candidate): Promise<Next> {
    const { path } = candidate;
    const decideWith = (sign: Parameters<typeof decide>[4]): ReturnType<typeof decide> => {
      const folder = pauses.of(path, clock.now());
      return decide(candidate.standing, times, folder, clock.monotonic(), sign);
    };
    let decision = decideWith(null);
    if (decision.act === 'read' || decision.act === 'take' || decision.act === 'hold') {
      const { look: there, stillSince } = candidate.standing;
      const sign = there === null ? null : await dependencies.writerSign(path, there, clock.monotonic() - stillSince);
      if (sign !== null) {
        candidate.standing = { ...candidate.standing, signed: true };
        decision = decideWith(sign);
      }
    }
    switch (decision.act) {
      case 'rest':
        return { kind: 'rest', ms: decision.inMs };
      case 'wait':
        candidate.reason = decision.reason;
        return { kind: 'wait', ms: decision.inMs };
      case 'read':
        return { kind: 'read' };
      case 'take':
        return take(candidate);
      case 'hold':
        return hold(candidate, decision.reason);
    }
  }

  async function take(candidate: Candidate): Promise<Next> {
    const { whole } = candidate;
    if (whole === null) return { kind: 'read' };
    await candidate.showing;
    const reception = await receptionist.receive(candidate.arrival, whole);
    dependencies.troubled(null);
    return reception.kind === 'wait' ? { kind: 'rest', ms: reception.ms } : { kind: 'end', end: reception };
  }

  async function hold(
    candidate: Candidate,
    reason: Fault,
    at: Pick<FileLook, 'size' | 'modifiedAt'> = candidate.standing.look ?? { size: 0, modifiedAt: 0 },
  ): Promise<Next> {
    await candidate.showing;
    const lasting = reason.code === 'file-incomplete' ? staysIncompleteFault(candidate.path, reason) : reason;
    const end = await receptionist.hold(candidate.arrival, lasting, at);
    dependencies.troubled(null);
    return { kind: 'end', end };
  }

  return { look, read };
}
