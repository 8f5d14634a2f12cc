import { expect, test } from 'vitest';
import { externalDataOf, keyProblem, pairsOf } from '../../../../src/renderer/screens/documents/external-pairs.ts';

test('untouched values keep their kind, changed ones are text', () => {
  const pairs = pairsOf({ count: 3, urgent: true, none: null, note: 'x' });
  expect(externalDataOf(pairs)).toEqual({ count: 3, urgent: true, none: null, note: 'x' });
  expect(externalDataOf(pairs.map((pair) => ({ ...pair, value: '4' })))['count']).toBe('4');
});

test('keys are refused when empty, too long or differing only by case', () => {
  const pairs = pairsOf({ Key: 1, key: 2, [`k${'x'.repeat(50)}`]: 3, '': 4, fine: 5 });
  expect(pairs.map((pair) => keyProblem(pairs, pair))).toEqual([
    'key-twice',
    'key-twice',
    'too-long',
    'key-empty',
    null,
  ]);
});
