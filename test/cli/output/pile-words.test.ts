import { expect, test } from 'vitest';
import { pileWordsIn } from '../../../src/main/cli/output/pile-words.ts';
import { pileStates } from '../../../src/shared/case-views.ts';

test('what is said of a case in German has no English word in it', () => {
  const [english, german] = [pileWordsIn('en'), pileWordsIn('de')];
  for (const state of pileStates) expect(german.states[state]).not.toBe(english.states[state]);
  expect(german.waitingFor('Lieferschein')).toBe('es fehlt: Lieferschein');
  expect([1, 2].map((count) => german.withoutRole(count))).toEqual(['1 Rolle fehlt', '2 Rollen fehlen']);
  expect([1, 2].map((count) => english.sent(count))).toEqual(['1 batch sent.', '2 batches sent.']);
});
