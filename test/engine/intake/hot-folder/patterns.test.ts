import { expect, test } from 'vitest';
import { createIgnores, globExpression } from '../../../../src/main/engine/intake/hot-folder/ignore-patterns.ts';
import { readableName } from '../../../../src/main/engine/intake/inspection/odd-name.ts';
import { fc } from '../../../support/property.ts';

test.each([
  ['*.bak', 'a.bak', true],
  ['*.bak', 'A.BAK', true],
  ['*.bak', 'sub/a.bak', false],
  ['draft-?.pdf', 'draft-1.pdf', true],
  ['draft-?.pdf', 'draft-10.pdf', false],
  ['**/old/*', 'old/a', true],
  ['**/old/*', 'x/y/old/a', true],
  ['out/**', 'out/x/y', true],
  ['[a-c]*.pdf', 'b1.pdf', true],
  ['[!a-c]*.pdf', 'b1.pdf', false],
  ['a+b(c).pdf', 'a+b(c).pdf', true],
  ['[z-a]', '[z-a]', true],
])('%s on %s: %s', (pattern, name, matches) => {
  expect(globExpression(pattern).test(name)).toBe(matches);
});

test('whatever a user types as a pattern, it is a pattern, and one without signs means itself', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => globExpression(text) instanceof RegExp));
  fc.assert(
    fc.property(
      fc.string().filter((text) => !/[*?[\]]/.test(text)),
      (text) => globExpression(text).test(text),
    ),
  );
});

test('patterns with a slash count for the path, others for the name; forms of composed letters are one', () => {
  const ignores = createIgnores(['/private/*', 'Entwürfe'.normalize('NFD'), ' ']);
  expect(ignores('private/a.pdf', 'a.pdf')).toBe(true);
  expect(ignores('x/private/a.pdf', 'a.pdf')).toBe(false);
  expect(ignores('Entwürfe', 'Entwürfe'.normalize('NFC'))).toBe(true);
  expect(ignores('processed', 'processed')).toBe(false);
  expect(ignores('Processed/a.pdf', 'a.pdf')).toBe(true);
  expect(ignores('sub/processed/a.pdf', 'a.pdf')).toBe(false);
});

test.each([['Thumbs.db'], ['DESKTOP.INI'], ['~$Vertrag.docx'], ['a.pdf:Zone.Identifier'], ['$Recycle.Bin']])(
  'what Windows leaves beside documents is left alone: %s',
  (name) => {
    expect(createIgnores([])(name, name)).toBe(true);
  },
);

test('names that are no text are readable and stay distinct', () => {
  expect(readableName(Buffer.from([0x4d, 0xfc, 0x6c]))).toBe('M\\xFCl');
  fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => readableName(Buffer.from(text)) === text));
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 12 }), fc.uint8Array({ maxLength: 12 }), (one, other) => {
      const [first, second] = [Buffer.from(one), Buffer.from(other)];
      fc.pre(!first.equals(second) && !first.includes(0x5c) && !second.includes(0x5c));
      return readableName(first) !== readableName(second);
    }),
  );
});
