import type { Log } from '../platform/ports.ts';

/** Work that nobody waits for but a run with an end. */
export interface Background {
  /** What the disk refuses is found again at the next start. */
  run(what: string, act: () => Promise<void>): void;
  isBusy(): boolean;
}

/** Makes it. */
export function createBackground(log: Log): Background {
  let running = 0;
  return {
    run(what, act) {
      running += 1;
      act()
        .catch((error: unknown) => log.warn('background-work-failed', { what, cause: String(error) }))
        .finally(() => {
          running -= 1;
        });
    },
    isBusy: () => running > 0,
  };
}
