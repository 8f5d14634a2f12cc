import type { Fault } from '../../../../shared/faults.ts';
import type { Clock } from '../../platform/ports.ts';
import { diskFault } from '../disk-fault.ts';

/** A state that is saved again and again until the disk takes it. */
export interface LastingState {
  /** Saves what the state is by then; rejects where the disk refuses, and goes on trying by itself. */
  save(): Promise<void>;
  /** Why the disk does not have the state as it is; null where it has. */
  fault(): Fault | null;
  /** Nothing is saved any more, save for one last try where the disk does not have it (`keep`); resolves when that is over. */
  end(keep: boolean): Promise<void>;
}

/** Between two tries on a disk that refused, ms. */
const againMs = 2_000;

/** Makes it: `write` saves the state as it is when it is called, `onSaved` is told when a try by itself has worked. */
export function createLastingState(
  write: () => Promise<void>,
  clock: Pick<Clock, 'after'>,
  onSaved: () => void,
): LastingState {
  /** Saves go one after the other. */
  let turn: Promise<void> = Promise.resolve();
  let refused: Fault | null = null;
  let planned: (() => void) | null = null;
  let ended = false;
  /** Asked anew each time: it may have changed while something was written. */
  const hasEnded = (): boolean => ended;

  async function attempt(): Promise<void> {
    if (hasEnded()) return;
    try {
      await write();
      refused = null;
      planned?.();
      planned = null;
    } catch (error) {
      refused = diskFault(error) ?? refused;
      if (!hasEnded()) planned ??= clock.after(againMs, tryAgain, { unref: true });
      throw error;
    }
  }

  function tryAgain(): void {
    planned = null;
    save().then(onSaved, () => undefined);
  }

  function save(): Promise<void> {
    turn = turn.catch(() => undefined).then(attempt);
    return turn;
  }

  return {
    save,
    fault: () => refused,
    async end(keep) {
      const last = keep && refused !== null ? save() : turn;
      await last.catch(() => undefined);
      ended = true;
      planned?.();
      planned = null;
    },
  };
}
