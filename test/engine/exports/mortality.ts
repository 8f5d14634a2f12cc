import type { Journal } from '../../../src/main/engine/journal/journal.ts';

/** One step on the way: it happens, or the world ended before it. */
export type Step = <T>(act: () => Promise<T>) => Promise<T>;

const never = new Promise<never>(() => undefined);

/** Stops the world before step `dieAt`: the step and all that would come after it never happen, as in a crash. */
export function createMortality(dieAt: number): { readonly died: Promise<'died'>; readonly step: Step } {
  let steps = 0;
  let report: (word: 'died') => void = () => undefined;
  const died = new Promise<'died'>((resolve) => {
    report = resolve;
  });
  return {
    died,
    step(act) {
      steps += 1;
      if (steps < dieAt) return act();
      report('died');
      return never;
    },
  };
}

/** A journal whose commits are such steps. */
export function mortalJournal(journal: Journal, step: Step): Journal {
  return { ...journal, commit: (changes, actor) => step(() => journal.commit(changes, actor)) };
}
