import { expect, test } from 'vitest';
import { createMarkCount } from '../../../../src/main/engine/intake/inspection/judging/mark-count.ts';
import { fc } from '../../../support/property.ts';

test('marks are counted as in one piece, wherever the borders lie', () => {
  const text = fc.array(fc.constantFrom('%%EOF', '%', '%%', 'EOF', '%%EO', 'x'), { maxLength: 12 });
  fc.assert(
    fc.property(text, fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }), (words, sizes) => {
      const bytes = Buffer.from(words.join(''));
      const marks = createMarkCount('%%EOF');
      for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
        const size = sizes[turn % sizes.length] ?? 1;
        marks.add(bytes.subarray(at, at + size));
        at += size;
      }
      expect(marks.found()).toBe(Math.min(2, bytes.toString().split('%%EOF').length - 1));
    }),
  );
});
