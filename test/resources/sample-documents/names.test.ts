import { describe, expect, it } from 'vitest';
import { composedName, decomposedName, MAX_NAME_BYTES, longName } from '../../../resources/sample-documents/names.ts';

describe('awkward names', () => {
  it('are composed or decomposed, whatever the source file was saved in', () => {
    expect(composedName('Mu\u0308ller')).toBe('M\u00fcller');
    expect(decomposedName('M\u00fcller')).toBe('Mu\u0308ller');
  });

  it('are as long as wanted and keep their extension', () => {
    const name = longName('Angebot ', 'über die Lieferung von Papier ', '.pdf', 220);
    expect(name.length).toBeGreaterThanOrEqual(219);
    expect(name).toMatch(/^Angebot über .*[^ ]\.pdf$/);
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(MAX_NAME_BYTES);
  });

  it('are refused where no file system would take them', () => {
    expect(() => longName('', 'ü', '.pdf', 200)).toThrow(RangeError);
  });
});
