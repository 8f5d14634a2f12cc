import { expect, test } from 'vitest';
import { decodeXml, findLines, visibleLines, xmlLines } from '../../../src/renderer/preview/xml-lines.ts';
import { fc } from '../../support/property.ts';

const invoice = xmlLines('<?xml version="1.0"?><a x="1>0"><b>Menge <!-- 3 --></b><c>Wärme</c><d/></a>');
const words = (lines: ReturnType<typeof xmlLines>): string[] =>
  lines.starts.map((start, index) => lines.source.slice(start, lines.ends[index]));

test('an element with only text stands on one line, others are cut at each tag', () => {
  expect(words(invoice)).toEqual([
    '<?xml version="1.0"?>',
    '<a x="1>0">',
    '<b>',
    'Menge ',
    '<!-- 3 -->',
    '</b>',
    '<c>Wärme</c>',
    '<d/>',
    '</a>',
  ]);
  expect(invoice.depths).toEqual([0, 0, 1, 2, 2, 1, 1, 1, 0]);
});

test('folding leaves the line itself and takes everything up to its closing tag away', () => {
  expect(Array.from(visibleLines(invoice, new Set([2])))).toEqual([0, 1, 2, 6, 7, 8]);
  expect(Array.from(visibleLines(invoice, new Set([1, 2])))).toEqual([0, 1]);
});

test('words are found whatever their case, all of them', () => {
  expect(findLines(invoice, 'wÄRME')).toEqual([6]);
  expect(findLines(xmlLines(`<a>${'<b>1</b>'.repeat(7_026)}</a>`), '1')).toHaveLength(7_026);
});

test('the encoding that the file tells is used', () => {
  const latin = Uint8Array.from('<?xml version="1.0" encoding="ISO-8859-1"?><a>Wärme</a>', (sign) =>
    sign.charCodeAt(0),
  );
  expect(decodeXml(latin)).toContain('Wärme');
  expect(decodeXml(new TextEncoder().encode('<a>Wärme</a>'))).toBe('<a>Wärme</a>');
});

test('whatever the text is: no sign that shows is lost, and lines come in order', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('<', '>', '/', 'a', ' ', '"', '!', '-', '?') }), (source) => {
      const bare = (text: string): string => text.replaceAll(/\s/gu, '');
      expect(bare(words(xmlLines(source)).join(''))).toBe(bare(source));
    }),
  );
});
