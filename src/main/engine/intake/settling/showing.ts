import { showWaiting } from '../reception/reception.ts';
import type { Candidate } from './candidate.ts';
import { settlingNumbers as numbers } from './settling.ts';
import type { SettlerDependencies } from './settling.ts';
import { incompleteFault } from './waiting-faults.ts';

/** Writes what it waits for, where that is not what the journal shows already. */
function write(dependencies: SettlerDependencies, file: Candidate, shownNow: () => void): void {
  const { stat } = file.standing;
  if (stat === null) return;
  const reason = file.reason ?? incompleteFault(file.path, 'still-growing');
  const key = `${reason.code} ${reason.params['problem'] ?? ''}`;
  if (file.shown === key) return;
  file.shownAt = dependencies.clock.monotonic();
  file.showing = file.showing
    .then(async () => {
      if (file.over) return;
      const itemId = await showWaiting(dependencies, file, reason, stat);
      file.shown = key;
      if (itemId !== null) dependencies.shown(file.path, itemId, reason);
      shownNow();
    })
    .catch((error: unknown) => {
      dependencies.troubled(error);
      if (!file.over) later(dependencies, file, numbers.journalRetryMs, shownNow);
    });
}

function later(dependencies: SettlerDependencies, file: Candidate, ms: number, shownNow: () => void): void {
  file.cancelShowTimer();
  file.cancelShowTimer = dependencies.clock.after(ms, () => {
    const stands = !file.over && (file.phase === 'waiting' || file.phase === 'resting');
    if (stands) write(dependencies, file, shownNow);
  });
}

/**
 * A file rests or waits: puts what it waits for into the journal, so that people see it, but not for every blink, and not too often.
 * `shownNow` is called when that is done.
 */
export function show(dependencies: SettlerDependencies, file: Candidate, shownNow: () => void): void {
  const waits = file.phase === 'waiting';
  const now = dependencies.clock.monotonic();
  const patience = file.reason?.code === 'sidecar-alone' ? numbers.showAloneAfterMs : numbers.showAfterMs;
  const from = waits && dependencies.showAtOnce ? now : file.noticedAt + patience;
  const due = file.shown === null ? from : Math.max(from, file.shownAt + numbers.showGapMs);
  if (due <= now) write(dependencies, file, shownNow);
  // One that rests comes by again before that, most often with its end: no timer for each of 10,000 files.
  else if (waits || file.nextLookAt > due) later(dependencies, file, due - now, shownNow);
}
