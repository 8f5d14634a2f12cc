import { describe, expect, test } from 'vitest';
import { laidOut, safeJson } from '../../../src/main/cli/output/json-text.ts';
import { fc } from '../../support/property.ts';

describe('JSON that is shown without reading it', () => {
  test('is laid out as JSON.stringify lays out, whatever it holds', () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom(0, 2), (text, indent) => {
        const value: unknown = JSON.parse(text);
        const written = JSON.stringify(value);
        expect(laidOut(JSON.stringify(value, null, 3), indent)).toBe(JSON.stringify(value, null, indent));
        expect(JSON.parse(safeJson(laidOut(written, indent)))).toEqual(value);
      }),
    );
  });

  test('keeps every digit of a number', () => {
    const text = '{"a":1.0,"b":12345678901234567890,"c":1e400,"d":[]}';
    expect(laidOut(text, 0)).toBe(text);
    expect(laidOut(text, 2)).toContain('"b": 12345678901234567890');
  });

  test('moves no cursor and turns no text: what would is escaped, and means the same', () => {
    const value = { name: 'a\u202efdp.exe\u009b2J\u007f\u2028\u2066x' };
    const shown = safeJson(JSON.stringify(value));
    expect(shown).toBe('{"name":"a\\u202efdp.exe\\u009b2J\\u007f\\u2028\\u2066x"}');
    expect(JSON.parse(shown)).toEqual(value);
  });
});
