import { expect, test } from 'vitest';
import { splitName } from '../../../src/renderer/components/middle-name.tsx';
import { fc } from '../../support/property.ts';

test.each([
  ['Rechnung_2025-11_Kraus-Elektrotechnik_RE-20418.pdf', '_RE-20418.pdf'],
  ['Kraus Elektrotechnik RE-84229.pdf', ' RE-84229.pdf'],
  ['Nordwind Papier und Catering ApS', ' Catering ApS'],
  ['Frachtbrief-Bremerhaven-CMR-4711.jpg', '-4711.jpg'],
  ['Donaudampfschifffahrtsgesellschaft', 'ellschaft'],
])('%s keeps its last word: %s', (name, tail) => {
  expect(splitName(name).tail.endsWith(tail)).toBe(true);
});

test('head and tail are always the whole name', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (name) => {
      const { head, tail } = splitName(name);
      expect(head + tail).toBe(name);
    }),
  );
});
