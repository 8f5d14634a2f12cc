import type { DecisionDependencies } from '../../../src/main/engine/items/decide.ts';

/** Forms of items that have none. */
export const noFields: Pick<DecisionDependencies, 'fieldsOf' | 'lookups'> = {
  fieldsOf: () => [],
  lookups: { row: () => Promise.resolve({ ok: true, value: null }) },
};

/** Keeping of copies where none is made. */
export const noCopies: DecisionDependencies['copies'] = {
  place: () => Promise.reject(new Error('no copies here')),
  read: () => Promise.resolve(null),
  inThread: () => Promise.reject(new Error('no copies here')),
  kept: () => undefined,
  discard: () => Promise.resolve(),
};
