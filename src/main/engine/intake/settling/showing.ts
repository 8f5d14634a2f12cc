import type { Candidate } from './candidate.ts';
import { settlingNumbers as numbers } from './settling.ts';
import type { SettlerDependencies } from './settling.ts';
import { incompleteFault } from './waiting-faults.ts';

/** Puts what files wait for into the journal, so that people see it: not for every blink, and not too often. */
export function createShowing(
  dependencies: Pick<SettlerDependencies, 'clock' | 'receptionist' | 'shown' | 'showAtOnce' | 'troubled'>,
  shownNow: () => void,
): (candidate: Candidate) => void {
  const { clock, receptionist, showAtOnce } = dependencies;

  function write(candidate: Candidate): void {
    const { look } = candidate.standing;
    if (look === null) return;
    const reason = candidate.reason ?? incompleteFault(candidate.path, 'still-growing');
    const key = `${reason.code} ${reason.params['problem'] ?? ''}`;
    if (candidate.shown === key) return;
    candidate.shownAt = clock.monotonic();
    candidate.showing = candidate.showing
      .then(async () => {
        if (candidate.over) return;
        const itemId = await receptionist.showWaiting(candidate.arrival, reason, look);
        candidate.shown = key;
        if (itemId !== null) dependencies.shown(candidate.path, itemId, reason);
        shownNow();
      })
      .catch((error: unknown) => {
        dependencies.troubled(error);
        if (!candidate.over) later(candidate, numbers.journalRetryMs);
      });
  }

  function later(candidate: Candidate, ms: number): void {
    candidate.cancelShowTimer();
    candidate.cancelShowTimer = clock.after(ms, () => {
      if (!candidate.over && (candidate.phase === 'waiting' || candidate.phase === 'resting')) write(candidate);
    });
  }

  return function consider(candidate) {
    const waits = candidate.phase === 'waiting';
    const now = clock.monotonic();
    const patience = candidate.reason?.code === 'sidecar-alone' ? numbers.showAloneAfterMs : numbers.showAfterMs;
    const from = waits && showAtOnce ? now : candidate.arrival.noticedAt + patience;
    const due = candidate.shown === null ? from : Math.max(from, candidate.shownAt + numbers.showGapMs);
    if (due <= now) write(candidate);
    // One that rests comes by again before that, most often with its end: no timer for each of 10,000 files.
    else if (waits || candidate.nextLookAt > due) later(candidate, due - now);
  };
}
