import { describe, expect, test } from 'vitest';
import { isSettledState, itemStanding, standingOf } from '../../../src/main/engine/tracker/settled.ts';
import { someDocument } from '../journal/journal-fixtures.ts';
import { fc } from '../../support/property.ts';

const states = (...names: readonly string[]) => names.map((state) => someDocument({ state }));

describe('a state', () => {
  test.each(['done', 'doneAutomatically', 'extracted', 'inCompletion', 'reviewRequired'])(
    '%s ends the waiting',
    (state) => {
      expect(isSettledState(state, undefined)).toBe(true);
      expect(standingOf(state)).toBe('resting');
    },
  );
  test.each(['transferred', 'transferFailed', 'rejected', 'failed', 'junk'])(
    '%s is final, whatever the rule',
    (state) => {
      expect(isSettledState(state, ['done'])).toBe(true);
    },
  );
  test.each(['new', 'processing', 'split'])('%s is still moving', (state) => {
    expect(isSettledState(state, undefined)).toBe(false);
  });
  test('that nobody knows is never taken for an end', () => {
    fc.assert(
      fc.property(fc.string(), (state) => {
        fc.pre(standingOf(state) === 'unknown');
        expect(isSettledState(state, undefined)).toBe(false);
        expect(itemStanding(states('done', state), {})).toBe('moving');
      }),
    );
  });
  test('counts by the rule where that has its own list', () => {
    expect(isSettledState('extracted', ['done'])).toBe(false);
    expect(isSettledState('archived', ['archived'])).toBe(true);
  });
});

describe('an item', () => {
  test.each([
    [[], 'moving'],
    [['done'], 'settled'],
    [['done', 'processing'], 'moving'],
    [['done', 'failed'], 'failed'],
    [['split'], 'moving'],
    [['split', 'processing'], 'moving'],
    [['split', 'done', 'rejected'], 'settled'],
  ] as const)('with documents %j is %s', (names, standing) => {
    expect(itemStanding(states(...names), {})).toBe(standing);
  });
});
