import { describe, expect, it } from 'vitest';
import { xmlParts } from '../../../src/renderer/preview/xml-parts.ts';
import { fc } from '../../support/property.ts';

function told(line: string, wanted = ''): readonly string[] {
  return xmlParts(line, wanted).map(({ kind, text, found }) => `${kind}${found ? '!' : ''} ${text}`);
}

describe('the parts of a line of XML', () => {
  it('are names, attributes, values, text and what is for machines', () => {
    expect(told('<a b="1 > 0" c:d=\'x\'>5 EUR</a>')).toEqual([
      'name <a ',
      'attribute b',
      'name =',
      'value "1 > 0"',
      'name  ',
      'attribute c:d',
      'name =',
      "value 'x'",
      'name >',
      'text 5 EUR',
      'name </a>',
    ]);
    expect(told('<?xml version="1.0"?>')).toEqual(['quiet <?xml version="1.0"?>']);
  });

  it('mark what is searched for in any case, as often as it stands there', () => {
    expect(told('<n>Re-1, RE-1</n>', 're-1')).toEqual(['name <n>', 'text! Re-1', 'text , ', 'text! RE-1', 'name </n>']);
  });

  it('are together the line, whatever it holds', () => {
    const line = fc
      .array(fc.constantFrom('<', '>', '"', "'", '=', ' ', 'a', 'İ', '/', '!', '?'))
      .map((all) => all.join(''));
    fc.assert(
      fc.property(line, fc.constantFrom('', 'a', 'i', '"'), (text, wanted) => {
        expect(
          xmlParts(text, wanted)
            .map((part) => part.text)
            .join(''),
        ).toBe(text);
      }),
    );
  });
});
