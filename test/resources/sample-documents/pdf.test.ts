import { describe, expect, it } from 'vitest';
import { buildPaddedPdf, buildPdf, buildPng, SMALLEST_PADDED_PDF } from '../../../resources/sample-documents/index.ts';
import { fc } from '../../support/property.ts';

const latin = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');
const pageCount = (bytes: Uint8Array): number => latin(bytes).match(/\/Type \/Page\b(?!s)/g)?.length ?? 0;

/** Checks that every entry of the cross-reference table points at its object (ISO 32000-1, 7.5.4). */
function expectSoundTable(bytes: Uint8Array): void {
  const file = latin(bytes);
  const tableAt = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(file)?.[1]);
  const table = file.slice(tableAt);
  expect(table.startsWith('xref\n')).toBe(true);
  const offsets = [...table.matchAll(/^(\d{10}) 00000 n/gm)].map((match) => Number(match[1]));
  expect(offsets.length).toBeGreaterThan(3);
  offsets.forEach((offset, index) => {
    expect(file.slice(offset, offset + 12)).toMatch(new RegExp(`^${index + 1} 0 obj\n`));
  });
}

describe('a PDF with text', () => {
  it('has the wanted pages and a sound cross-reference table', async () => {
    const bytes = await buildPdf({ title: 'Prüfung', lines: ['eins', 'zwei', 'drei'], pages: 3 });
    expect(latin(bytes)).toMatch(/^%PDF-1\./);
    expect(pageCount(bytes)).toBe(3);
    expectSoundTable(bytes);
  });

  it('grows by pages where the lines need them, and by one a picture', async () => {
    const lines = Array.from({ length: 120 }, (_, index) => `line ${index}`);
    const scans = [await buildPng({ title: 'scan', lines: [], width: 200, height: 100, scale: 1 })];
    expect(pageCount(await buildPdf({ title: 'long', lines }))).toBe(3);
    expect(pageCount(await buildPdf({ title: 'long', lines, scans }))).toBe(4);
  });

  it('is the same for the same text, however its umlauts are composed', async () => {
    const composed = await buildPdf({ title: 'Größe'.normalize('NFC'), lines: ['Müll'.normalize('NFC')] });
    const decomposed = await buildPdf({ title: 'Größe'.normalize('NFD'), lines: ['Müll'.normalize('NFD')] });
    expect(latin(decomposed)).toBe(latin(composed));
  });
});

describe('a padded PDF', () => {
  it('has exactly the wanted size, a sound table, one end mark, and a padding of the length that it names', () => {
    fc.assert(
      fc.property(fc.nat(100_000), fc.integer({ min: SMALLEST_PADDED_PDF, max: 200_000 }), (index, size) => {
        const bytes = buildPaddedPdf(index, size);
        expect(bytes.length).toBe(size);
        expectSoundTable(bytes);
        const file = latin(bytes);
        expect(file.split('%%EOF')).toHaveLength(2);
        const padding = /6 0 obj\n<< \/Length (\d{10}) >>\nstream\n/.exec(file);
        const start = (padding?.index ?? 0) + (padding?.[0].length ?? 0);
        expect(file.slice(start + Number(padding?.[1])).startsWith('\nendstream\nendobj\nxref\n')).toBe(true);
      }),
      { numRuns: 40 },
    );
  });

  it('is different for each index and the same for the same', () => {
    const all = new Set(Array.from({ length: 500 }, (_, index) => latin(buildPaddedPdf(index, 2_000))));
    expect(all.size).toBe(500);
    expect(all.has(latin(buildPaddedPdf(17, 2_000)))).toBe(true);
  });

  it('refuses what cannot be', () => {
    expect(() => buildPaddedPdf(0, SMALLEST_PADDED_PDF - 1)).toThrow(RangeError);
    expect(() => buildPaddedPdf(-1, 5_000)).toThrow(RangeError);
    expect(() => buildPaddedPdf(0.5, 5_000)).toThrow(RangeError);
    expect(buildPaddedPdf(Number.MAX_SAFE_INTEGER, SMALLEST_PADDED_PDF)).toHaveLength(SMALLEST_PADDED_PDF);
  });
});
