import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { checkXmlBytes, createXmlCheck } from '../../../../../src/main/engine/intake/inspection/xml/xml-check.ts';
import { fc } from '../../../../support/property.ts';

setFlagsFromString('--expose-gc');

/** Bytes that are still needed. */
function memoryInUse(): number {
  runInNewContext('gc()');
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

function stream(bytes: Uint8Array, pieceBytes: number) {
  const check = createXmlCheck();
  for (let at = 0; at < bytes.length && check.add(bytes.subarray(at, at + pieceBytes)); at += pieceBytes);
  return check.end();
}

const wellFormed = [
  '<a/>',
  "<?xml  version = '1.0' ?><a/>",
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<a>x</a>\n<!-- end --><?p?>',
  '<?xml-stylesheet href="a"?><a/>',
  '<a b=">" c=\'"\'>&amp;&#65;&#x1F600;]]&gt;]]</a >',
  '<a><![CDATA[<b>]]]]><![CDATA[>]]></a>',
  '<!-- -a- --><a><?p x??></a>',
  '<a:b xmlns:a="u" a:c="1" c="2"><d xmlns="v"/></a:b>',
  '<a xmlns=" no uri "/>',
  '<é ü="ö">\u{1F600}</é>',
  '<\u{10000}a/>',
  '<!DOCTYPE a [<!-- don\'t --><!ELEMENT a (#PCDATA)><!ENTITY e "text">]><a b="&e;">&e;</a>',
  '<!DOCTYPE a [<!ENTITY e "&#160;&#xE4;&amp;">]><a b="&e;">&e;</a>',
  '<!DOCTYPE a SYSTEM "x.dtd"><a xml:space="preserve"/>',
  '<!DOCTYPE a SYSTEM "x.dtd"><a b="&e;">&e;</a>',
  '\uFEFF<a/>',
];

const flawed = [
  '',
  'x<a/>',
  '<a/>x',
  '<a/><a/>',
  '<a',
  '<a><b></a></b>',
  '<a b=1/>',
  '<a b="1"c="2"/>',
  '<a b="1" b="2"/>',
  '<a b="<"/>',
  '<a>& b</a>',
  '<a>&x;</a>',
  '<a>&#0;</a>',
  '<a>&#xD800;</a>',
  '<a>\u0001</a>',
  '<a>\uFFFE</a>',
  '<a>]]></a>',
  '<![CDATA[x]]><a/>',
  '<!-- -- --><a/>',
  '<a/><!-- ',
  '<a><?xml version="1.0"?></a>',
  '\n<?xml version="1.0"?><a/>',
  '<?xml version="2.0"?><a/>',
  '<?xml encoding="UTF-8"?><a/>',
  '<?xml version="1.0" encoding="UTF-16"?><a/>',
  '<?xml version="1.0" encoding="nonsense"?><a/>',
  '<a:b/>',
  '<a b:c="1"/>',
  '<a xmlns:x="u" xmlns:y="u" x:p="1" y:p="2"/>',
  '<a xmlns:a=""/>',
  '<a xmlns:xml="x"/>',
  '<·a/>',
  '<a></ a>',
  '<!DOCTYPE a [<!ENTITY e>]><a/>',
  '<!DOCTYPE a [<!ENTITY e "&#60;">]><a b="&e;"/>',
  '<!DOCTYPE a [<!ENTITY f "v">]><a>&e;</a>',
  '<?xml version="1.0" standalone="yes"?><!DOCTYPE a SYSTEM "x.dtd"><a>&e;</a>',
  '<a><!DOCTYPE a></a>',
];

describe('XML that comes in pieces', () => {
  test.each(wellFormed)('%j is well-formed', (text) => {
    for (const size of [1, 7, 4_096]) expect(stream(Buffer.from(text), size)).toMatchObject({ ok: true });
    expect(checkXmlBytes(Buffer.from(text))).toMatchObject({ ok: true });
  });

  test.each(flawed)('%j is not', (text) => {
    for (const size of [1, 7, 4_096]) expect(stream(Buffer.from(text), size)).toMatchObject({ ok: false });
    expect(checkXmlBytes(Buffer.from(text))).toMatchObject({ ok: false });
  });

  test('is judged as the strict parser judges the whole, wherever the pieces are cut', () => {
    const bits = ['<a>', '</a>', '<b/>', '<a x="1">', '<b:c xmlns:b="u">', '</b:c>', '&amp;', '&#65;', '&#xZ;', 'text'];
    const marks = [
      '<![CDATA[',
      ']]>',
      '<!--',
      '-->',
      '-',
      '<?p ',
      '?>',
      '<?xml version="1.0"?>',
      '<!DOCTYPE a [',
      ']>',
    ];
    const odd = [
      '<!ENTITY e "v">',
      '&e;',
      ' ',
      '\n',
      '"',
      "'",
      '=',
      '<',
      '>',
      '/',
      '&',
      ':',
      'xmlns',
      'é',
      '😀',
      '\u0001',
    ];
    const token = fc.constantFrom(...bits, ...marks, ...odd);
    const soup = fc.array(token, { maxLength: 12 }).map((tokens) => tokens.join(''));
    const inRoot = fc.array(token, { maxLength: 8 }).map((tokens) => `<a>${tokens.join('')}</a>`);
    const changed = fc
      .tuple(fc.constantFrom(...wellFormed, ...flawed), fc.nat(), fc.nat({ max: 2 }), fc.option(token, { nil: '' }))
      .map(([text, where, gone, more]) => {
        const at = where % (text.length + 1);
        return text.slice(0, at) + more + text.slice(at + gone);
      });
    fc.assert(
      fc.property(fc.oneof(soup, inRoot, changed), fc.constantFrom(1, 2, 3, 5, 64, 4_096), (text, size) => {
        const bytes = Buffer.from(text);
        expect(stream(bytes, size).ok).toBe(checkXmlBytes(bytes).ok);
      }),
      { numRuns: 3_000 },
    );
  });

  test.each([
    ['UTF-8 with a mark', Buffer.from('\uFEFF<a>ü</a>')],
    ['UTF-16, little end first', Buffer.from('\uFEFF<?xml version="1.0" encoding="UTF-16"?><a>ü😀</a>', 'utf16le')],
    ['UTF-16, big end first', Buffer.from('\uFEFF<?xml version="1.0" encoding="UTF-16"?><a>ü</a>', 'utf16le').swap16()],
    ['UTF-16 without a mark', Buffer.from('<?xml version="1.0" encoding="UTF-16"?><a>ü</a>', 'utf16le')],
    ['ISO-8859-1', Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><a>\xfc</a>', 'latin1')],
    ['Windows-1252', Buffer.from('<?xml version="1.0" encoding="windows-1252"?><a>\x80</a>', 'latin1')],
  ])('is read in %s', (_, bytes) => {
    for (const size of [1, 2, 3, 4_096]) expect(stream(bytes, size)).toEqual({ ok: true });
  });

  test('bytes that have no meaning in the declared encoding are refused', () => {
    expect(stream(Buffer.from('<a>\xfc</a>', 'latin1'), 100)).toMatchObject({ ok: false });
    expect(stream(Buffer.from('\uFEFF<a>\ud800</a>', 'utf16le'), 100)).toMatchObject({ ok: false });
  });

  test('entities of plain text are followed, as long as they do not blow the document up; others are refused', () => {
    const start = `<!DOCTYPE a [<!ENTITY e "${'e'.repeat(500_000)}"><!ENTITY f "&e;"><!ENTITY g SYSTEM "file:///etc/passwd">]>`;
    expect(stream(Buffer.from(`${start}<a>&e;</a>`), 65_536)).toMatchObject({ ok: true });
    const many = Buffer.from(`${start}<a>${'&e;'.repeat(10_000)}</a>`);
    expect(stream(many, 65_536)).toMatchObject({ ok: false, reason: 'entities that multiply' });
    expect(stream(Buffer.from(`${start}<a>&f;</a>`), 65_536)).toMatchObject({ ok: false });
    expect(stream(Buffer.from(`${start}<a>&g;</a>`), 65_536)).toMatchObject({ ok: false });
  });

  test('what is wrong is told with its line', () => {
    expect(stream(Buffer.from('<a>\n<b>\n</c></a>'), 4)).toEqual({ ok: false, reason: 'tags do not match', line: 3 });
    expect(stream(Buffer.from('<a>\n\u0002</a>'), 100)).toMatchObject({ line: 2 });
  });

  test.each([
    ['text', '<a>', '</a>'],
    ['an attribute', '<a b="', '"/>'],
    ['CDATA', '<a><![CDATA[', ']]></a>'],
    ['a comment', '<a/><!--', '-->'],
    ['an instruction', '<a><?p ', '?></a>'],
  ])('%s of 120 MB is not kept in memory', (_, before, after) => {
    const check = createXmlCheck();
    const piece = Buffer.from('QUJD\n'.repeat(200_000));
    check.add(Buffer.from(before));
    const min = memoryInUse();
    let goesOn = true;
    for (let megabyte = 0; goesOn && megabyte < 120; megabyte += 1) goesOn = check.add(piece);
    expect(memoryInUse() - min).toBeLessThan(8 * 1024 * 1024);
    check.add(Buffer.from(after));
    expect(check.end()).toEqual({ ok: true });
  });

  test('what has no end is refused before it fills the memory', () => {
    for (const [before, piece] of [
      ['<', 'n'],
      ['<a xmlns:b="', 'u'],
      ['<!DOCTYPE a [', ' '],
      ['', '<a>'],
    ] as const) {
      const check = createXmlCheck();
      let goesOn = check.add(Buffer.from(before));
      for (let round = 0; goesOn && round < 8; round += 1) goesOn = check.add(Buffer.from(piece.repeat(300_000)));
      expect(goesOn, before).toBe(false);
    }
  });
});
