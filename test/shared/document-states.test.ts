import { expect, it } from 'vitest';
import { asksPerson, askingStates, knownStates, wasRead } from '../../src/shared/document-states.ts';
import { first } from '../../src/main/engine/journal/migrations/0001-first.ts';

it('says which states ask a person; a state nobody knows asks nobody', () => {
  expect(knownStates.filter(asksPerson)).toEqual(['reviewRequired', 'transferFailed', 'failed']);
  expect(asksPerson('somethingNew')).toBe(false);
});

it('lists them as the index of the journal does, else that would not be used', () => {
  expect(first).toContain(`state IN (${askingStates.map((state) => `'${state}'`).join(', ')})`);
});

it('says in which states there is something read', () => {
  expect(knownStates.filter((state) => !wasRead(state))).toEqual(['new', 'processing', 'split', 'failed', 'junk']);
  expect(wasRead('somethingNew')).toBe(false);
});
