import { newArrival } from '../reception/arrival.ts';
import { newCandidate } from './candidate.ts';
import { createDesk } from './desk.ts';
import type { Settler, SettlerDependencies } from './settling.ts';
import { createShowing } from './showing.ts';
import { createSteps } from './steps.ts';

/** Makes the settler of one source. */
export function createSettler(dependencies: SettlerDependencies): Settler {
  const { source, clock, room, ended, troubled } = dependencies;
  let stopped = false;
  const steps = createSteps(dependencies, () => stopped);
  const desk = createDesk({
    clock,
    steps,
    room,
    troubled,
    show: createShowing(dependencies, () => desk.changed()),
    newCandidate(path, itemId) {
      const arrival = newArrival(path, source.id, source.rule, clock);
      arrival.itemId = itemId ?? null;
      return newCandidate(arrival);
    },
    ended,
  });

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
    stop() {
      stopped = true;
      return desk.stop();
    },
  };
}
