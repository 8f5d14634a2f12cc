import { expect, test } from 'vitest';
import { lookAtPage } from '../../../../../src/main/engine/scanning/pages/analysis/look-at-page.ts';
import { type PageLook } from '../../../../../src/main/engine/scanning/pages/analysis/page-look.ts';
import { paperPart } from '../../../../../src/main/engine/scanning/pages/analysis/paper-edge.ts';
import { patchBars } from '../../../../../src/main/engine/scanning/pages/analysis/patch-code.ts';
import { readRaster } from '../../../../../src/main/engine/scanning/pages/analysis/raster.ts';
import { barcode, bars, letter, scanned } from '../../../../scanner/paper.ts';

async function lookAt(path: string, codes: boolean): Promise<PageLook> {
  return (await lookAtPage(path, { codes, edge: false, straighten: false })).look;
}

test('a letter has ink, lies straight, and says how large it is', async () => {
  const look = await lookAt(await scanned({ svg: letter }), true);
  expect(look).toMatchObject({ width: 1240, height: 1754, density: 150, barcodes: [], patch: null });
  expect(look.inkPercent).toBeGreaterThan(1);
  expect(Math.abs(look.skewDegrees ?? 90)).toBeLessThanOrEqual(0.1);
});

test.each([-6.5, -2.6, -0.7, 1.2, 3, 7.3])('a sheet that went in askew by %d degrees is measured', async (askew) => {
  const look = await lookAt(await scanned({ svg: letter, askew }), false);
  expect(look.skewDegrees).not.toBeNull();
  expect(Math.abs((look.skewDegrees ?? 90) - askew)).toBeLessThanOrEqual(0.3);
});

test('a blank sheet with dust and a shadow at its edge has next to no ink; a page number alone has some', async () => {
  const dust = Array.from(
    { length: 60 },
    (_, index) => `<rect x="${(index * 37) % 200}" y="${(index * 53) % 280}" width="0.12" height="0.12"/>`,
  ).join('');
  const shadow = '<rect x="0" y="0" width="5" height="297" fill="#555"/>';
  const blank = await lookAt(await scanned({ svg: dust + shadow }), false);
  expect(blank.inkPercent).toBeLessThan(0.02);
  expect(blank.skewDegrees).toBeNull();
  const number = '<text x="100" y="280" font-size="5" font-family="DejaVu Sans">12</text>';
  const numbered = await lookAt(await scanned({ svg: dust + shadow + number }), false);
  expect(numbered.inkPercent).toBeGreaterThan(blank.inkPercent);
});

test('grey recycled paper is paper, not ink', async () => {
  const look = await lookAt(await scanned({ svg: '', background: '#b9b6ad' }), false);
  expect(look.inkPercent).toBe(0);
});

test('barcodes are read, also on a sheet that is askew or upside down', async () => {
  const code = await barcode('Code128', 'LS-88214', 120, 20, 70);
  const qr = await barcode('QRCode', 'https://example.com/4711', 20, 220, 60);
  for (const askew of [0, 4, 180]) {
    const look = await lookAt(await scanned({ svg: letter + code + qr, askew }), true);
    expect([...look.barcodes].sort((one, other) => one.kind.localeCompare(other.kind))).toEqual([
      { kind: 'Code128', text: 'LS-88214' },
      { kind: 'QRCode', text: 'https://example.com/4711' },
    ]);
  }
});

test.each([44, 47])(
  'a barcode whose bars are less than two pixels wide is read, too: %d mm at 200 dpi',
  async (width) => {
    const code = await barcode('Code39', 'CUSTOM-4711', 15, 250, width);
    const { barcodes } = await lookAt(await scanned({ svg: letter + code }, 200), true);
    expect(barcodes).toEqual([{ kind: 'Code39', text: 'CUSTOM-4711' }]);
  },
);

test.each(['1', '2', '3', '4', '6', 'T'] as const)('patch code %s is told from the others', async (code) => {
  const look = await lookAt(await scanned({ svg: bars(patchBars(code)) }), true);
  expect(look.patch).toBe(code);
});

test('a separator sheet is known whichever way it lies, and a little askew', async () => {
  const sheet = `${bars(patchBars('T'))}<g transform="rotate(180 105 148.5)">${bars(patchBars('T'))}</g>`;
  for (const askew of [0, 1, 180]) {
    const look = await lookAt(await scanned({ svg: sheet, askew }), true);
    expect(look.patch).toBe('T');
  }
});

test('lines of a table are no patch code', async () => {
  const table = Array.from(
    { length: 20 },
    (_, row) => `<rect x="20" y="${30 + row * 10}" width="170" height="0.4"/>`,
  ).join('');
  const look = await lookAt(await scanned({ svg: table + letter }), true);
  expect(look.patch).toBeNull();
});

test('paper on a dark background is found, a page that is all paper is left whole', async () => {
  const receipt = '<rect x="30" y="20" width="80" height="200" fill="#fff"/>';
  const part = paperPart(await readRaster(await scanned({ svg: receipt, background: '#222' }), 850), 0, 0);
  expect(part?.left).toBeCloseTo(30 / 210, 2);
  expect(part?.top).toBeCloseTo(20 / 297, 2);
  expect(part?.width).toBeCloseTo(80 / 210, 2);
  expect(part?.height).toBeCloseTo(200 / 297, 2);
  expect(paperPart(await readRaster(await scanned({ svg: letter }), 850), 0, 0)).toBeNull();
});

test('what is no picture is refused', async () => {
  const path = await scanned({ svg: letter });
  await expect(lookAt(`${path}.gone`, false)).rejects.toThrow('missing');
});
