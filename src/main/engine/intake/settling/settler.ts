import type { Fault } from '../../../../shared/faults.ts';
import type { FileLook, Inspection } from '../inspection/inspection.ts';
import { sameLook } from '../inspection/file-look.ts';
import { lookAtOddName } from '../inspection/odd-name.ts';
import { lookAtPath } from '../inspection/look-at-path.ts';
import { newArrival } from '../reception/arrival.ts';
import type { Reception, WholeFile } from '../reception/arrival.ts';
import { newCandidate } from './candidate.ts';
import type { Candidate } from './candidate.ts';
import { createDesk } from './desk.ts';
import { createRelating } from './relating.ts';
import { settlingNumbers as numbers } from './settling.ts';
import type { Settler, SettlerDependencies } from './settling.ts';
import { createShowing } from './showing.ts';
import { incompleteFault, nameFault, readingFault, refusalFault } from './waiting-faults.ts';

/** Makes the settler of one source. */
export function createSettler(dependencies: SettlerDependencies): Settler {
  const { source, known, receptionist, inspector, clock, room, ended, troubled } = dependencies;
  const desk = createDesk({
    clock,
    room,
    ended,
    troubled,
    begin(path, itemId) {
      const arrival = newArrival(path, source.id, source.rule, clock.now());
      arrival.itemId = itemId ?? null;
      return newCandidate(arrival);
    },
    look,
    inspect,
    consider: createShowing(dependencies, () => desk.changed()),
  });
  const relating = createRelating(dependencies);

  async function look(candidate: Candidate): Promise<void> {
    const seen = await lookAtPath(candidate.path);
    if (desk.isStopped()) return;
    switch (seen.kind) {
      case 'file':
        return judgeLook(candidate, seen.look);
      case 'gone':
        return judgeGone(candidate);
      case 'folder':
        return desk.end(candidate, { kind: 'folder' });
      case 'other':
      case 'not-a-file':
        return desk.end(candidate, { kind: 'not-a-file' });
      case 'busy':
      case 'unreadable':
        if (seen.code === 'ENAMETOOLONG') {
          return hold(candidate, nameFault(candidate.path, 'too-long'), { size: 0, modifiedAt: 0 });
        }
        return retryLater(candidate, seen.kind, seen.code);
    }
  }

  async function judgeGone(candidate: Candidate): Promise<void> {
    const growing = incompleteFault(candidate.path, 'still-growing');
    if (!(await dependencies.sourceIsThere())) return desk.wait(candidate, growing, numbers.rereadFirstMs);
    const odd = await lookAtOddName(candidate.path);
    if (odd !== null) return hold(candidate, nameFault(candidate.path, 'not-utf8'), odd);
    candidate.missing += 1;
    if (candidate.arrival.itemId !== null && candidate.missing < 2) return desk.rest(candidate, numbers.goneGapMs);
    known.markAbsent(candidate.path);
    await candidate.showing;
    await receptionist.gone(candidate.arrival);
    desk.end(candidate, { kind: 'gone' });
  }

  async function judgeLook(candidate: Candidate, found: FileLook): Promise<void> {
    const before = candidate.look;
    const still = before !== null && sameLook(before, found);
    candidate.missing = 0;
    if (!still) {
      candidate.look = found;
      candidate.stillSince = candidate.lastLookAt;
      candidate.whole = null;
      candidate.failures = 0;
      if (before !== null) candidate.reason = incompleteFault(candidate.path, 'still-growing');
    }
    if (!candidate.related) {
      const relation = await relating(candidate, found);
      if (relation.kind === 'wait') return desk.rest(candidate, relation.ms);
      if (relation.kind !== 'go-on') return desk.end(candidate, relation);
      candidate.related = true;
    }
    if (found.size === 0) return waitForContent(candidate);
    const left = candidate.stillSince + quietOf(candidate) - clock.now();
    candidate.early = before === null && found.size > numbers.largeBytes && source.quietMs <= numbers.earlyQuietMs;
    if (candidate.early) return desk.enqueue(candidate);
    if (left > 0 || !still) return desk.rest(candidate, Math.max(left, quietOf(candidate) / 2));
    desk.enqueue(candidate);
  }

  /** Reading a large file again and again is not cheap: it has to stand still longer after each reading in vain. */
  function quietOf(candidate: Candidate): number {
    const large = (candidate.look?.size ?? 0) > numbers.largeBytes;
    const grown = large ? Math.min(source.quietMs * 2 ** candidate.vain, numbers.largeQuietMostMs) : 0;
    return Math.max(source.quietMs, grown);
  }

  function waitForContent(candidate: Candidate): void {
    const next = numbers.emptyLooks[candidate.failures];
    candidate.failures += 1;
    candidate.reason = incompleteFault(candidate.path, 'still-empty');
    if (next !== undefined) desk.rest(candidate, next);
    else desk.wait(candidate, candidate.reason, dependencies.lookAgainMs);
  }

  async function inspect(candidate: Candidate): Promise<void> {
    const { look: expected, whole } = candidate;
    if (expected === null) return;
    if (whole !== null) return conclude(candidate, whole);
    candidate.touched = false;
    desk.setPhase(candidate, 'inspecting');
    const result = await inspector.inspect(candidate.path, { expected });
    if (!desk.isStopped()) await judge(candidate, result);
  }

  async function judge(candidate: Candidate, result: Inspection): Promise<void> {
    const quiet = clock.now() - candidate.stillSince;
    if (candidate.early && result.kind !== 'whole') return desk.rest(candidate, quietOf(candidate));
    switch (result.kind) {
      case 'whole': {
        candidate.whole = { look: result.look, sha256: result.sha256, mediaType: result.mediaType };
        const left = (result.needsQuiet === 'text' ? source.quietTextMs : source.quietMs) - quiet;
        return left > 0 ? desk.rest(candidate, left) : conclude(candidate, candidate.whole);
      }
      case 'incomplete':
        return waitIncomplete(candidate, incompleteFault(candidate.path, result.reason));
      case 'refused':
        if (quiet < source.quietTextMs) return desk.rest(candidate, source.quietTextMs - quiet);
        return hold(candidate, refusalFault(candidate.path, result), result.look);
      case 'empty':
        return waitForContent(candidate);
      case 'changed':
        candidate.vain += 1;
        candidate.look = result.look;
        candidate.stillSince = clock.now();
        candidate.reason = incompleteFault(candidate.path, 'still-growing');
        return desk.rest(candidate, quietOf(candidate));
      case 'busy':
      case 'unreadable':
        return retryLater(candidate, result.kind, result.code);
      case 'gone':
        return judgeGone(candidate);
      case 'not-a-file':
        return desk.end(candidate, { kind: 'not-a-file' });
    }
  }

  function waitIncomplete(candidate: Candidate, reason: Fault): void {
    const first = dependencies.lookAgainMs ?? numbers.rereadFirstMs;
    const again = Math.min(first * 2 ** Math.min(candidate.failures, 10), 12 * first);
    candidate.failures += 1;
    candidate.vain += 1;
    desk.wait(candidate, reason, again);
  }

  function retryLater(candidate: Candidate, kind: 'busy' | 'unreadable', code: string): void {
    const again = Math.min(numbers.busyFirstMs * 2 ** candidate.failures, numbers.busyMostMs);
    candidate.failures += 1;
    desk.wait(candidate, readingFault(candidate.path, kind, code), again);
  }

  async function conclude(candidate: Candidate, whole: WholeFile): Promise<void> {
    desk.setPhase(candidate, 'concluding');
    await candidate.showing;
    finish(candidate, await receptionist.receive(candidate.arrival, whole));
  }

  function finish(candidate: Candidate, reception: Reception): void {
    troubled(null);
    if (reception.kind === 'wait') desk.rest(candidate, reception.ms);
    else desk.end(candidate, reception);
  }

  async function hold(candidate: Candidate, reason: Fault, at: Pick<FileLook, 'size' | 'modifiedAt'>): Promise<void> {
    desk.setPhase(candidate, 'concluding');
    await candidate.showing;
    finish(candidate, await receptionist.hold(candidate.arrival, reason, at));
  }

  function isLookedAt(): boolean {
    if (desk.backlog() > 0) return false;
    for (const { phase, shown } of desk.all()) {
      if (shown === null || (phase !== 'waiting' && phase !== 'resting')) return false;
    }
    return true;
  }

  return {
    notice: (path, itemId) => desk.notice(path, itemId),
    has: (path) => desk.has(path),
    lookedAt: () => desk.when(isLookedAt),
    allIn: () => desk.when(() => desk.isEmpty()),
    waiting: () =>
      [...desk.all()].map(({ path, arrival, reason }) => ({ path, itemId: arrival.itemId, fault: reason })),
    stop: () => desk.stop(),
  };
}
