import { expect, test } from 'vitest';
import { decodeFileName, encodeFileName } from '../../../../src/main/engine/service/transport/file-name-header.ts';
import { fc } from '../../../support/property.ts';

test.each([
  ['a.pdf', 'a.pdf'],
  ['Größe.pdf', 'Größe.pdf'],
  ['Gro\u0308ße.pdf', 'Größe.pdf'],
  ['日本.pdf', '%E6%97%A5%E6%9C%AC.pdf'],
  ['€.pdf', '%E2%82%AC.pdf'],
  ['line\nbreak.pdf', 'line%0Abreak.pdf'],
])('%j goes as %j', (name, header) => {
  expect(encodeFileName(name)).toBe(header);
});

test('any name fits the header, keeps a short extension, and is read back the same where it was not cut', () => {
  const name = fc.tuple(fc.string({ unit: 'binary', maxLength: 400 }), fc.constantFrom('.pdf', '.TIFF', '.x'));
  fc.assert(
    fc.property(name, ([stem, extension]) => {
      const header = encodeFileName(`a${stem}${extension}`);
      expect(header.length).toBeLessThanOrEqual(256);
      expect(header).toMatch(/^[\x20-\x7e\xa0-\xff]+$/);
      expect(header.endsWith(extension)).toBe(true);
      const clean = `a${stem}${extension}`
        .normalize('NFC')
        .replace(/\p{Surrogate}/gu, '\ufffd')
        .trim();
      // A name that holds percent sequences or UTF-8 read as latin1 by itself can't be told from an encoded one.
      if (header === clean && /%|[\u00c2-\u00f4][\u0080-\u00bf]/.test(clean)) return;
      if (encodeURIComponent(clean).length <= 256) expect(decodeFileName(header)).toBe(clean);
    }),
  );
});

test('raw UTF-8 in a header is read as such', () => {
  expect(decodeFileName(Buffer.from('Größe.pdf').toString('latin1'))).toBe('Größe.pdf');
  expect(decodeFileName('100%25.pdf')).toBe('100%.pdf');
  expect(decodeFileName('50%ZZ.pdf')).toBe('50%ZZ.pdf');
});
