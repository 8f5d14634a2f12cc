import type { Fault } from '../../../../shared/faults.ts';
import type { Overlap } from '../../settings/overlaps.ts';

/** Whether a hot folder lies apart from Mailroom's other folders, as far as was looked. */
export interface Apart {
  /** Why it does not; null = it does. */
  reason(): Fault | null;
  /** Folders in it that are not looked through. */
  leftOut(): readonly string[];
  /** Looks again; answers whether it does. */
  look(): Promise<boolean>;
  /** Resolves when it does; never, where nobody looks any more. */
  again(): Promise<void>;
}

/** Keeps that for one run of a hot folder; nothing was looked at yet. */
export function createApart(
  overlap: () => Promise<Overlap> = () => Promise.resolve({ fault: null, leftOut: [] }),
): Apart {
  let present: Overlap = { fault: null, leftOut: [] };
  const waiting: (() => void)[] = [];
  return {
    reason: () => present.fault,
    leftOut: () => present.leftOut,
    async look() {
      present = await overlap();
      if (present.fault === null) for (const goOn of waiting.splice(0)) goOn();
      return present.fault === null;
    },
    async again() {
      while (present.fault !== null) await new Promise<void>((goOn) => waiting.push(goOn));
    },
  };
}
