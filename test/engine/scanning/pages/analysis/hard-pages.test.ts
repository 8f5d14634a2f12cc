import sharp from 'sharp';
import { expect, test } from 'vitest';
import { lookAtPage } from '../../../../../src/main/engine/scanning/pages/analysis/look-at-page.ts';
import { type PageLook } from '../../../../../src/main/engine/scanning/pages/analysis/page-look.ts';
import { patchBars } from '../../../../../src/main/engine/scanning/pages/analysis/patch-code.ts';
import { barcode, bars, letter, scanned } from '../../../../scanner/paper.ts';

const dpi = 200;
const ask = { codes: true, edge: false, straighten: false };

async function lookAt(path: string): Promise<PageLook> {
  return (await lookAtPage(path, ask)).look;
}

/** The same scan as a film shows it. */
async function inverted(path: string): Promise<string> {
  const negative = `${path}.negative.png`;
  await sharp(path).negate().toFile(negative);
  return negative;
}

/** The same scan, printed pale on grey paper. */
async function pale(path: string): Promise<string> {
  const faint = `${path}.pale.png`;
  await sharp(path).linear(0.3, 130).toFile(faint);
  return faint;
}

const upsideDown = `<g transform="rotate(180 105 148.5)">${bars(patchBars('T'))}</g>`;
const separator = bars(patchBars('T')) + upsideDown;

test('a page that is white on black is no blank page, and its barcodes are read', { timeout: 60_000 }, async () => {
  const code = await barcode('Code128', 'LS-88214', 120, 20, 70);
  const look = await lookAt(await inverted(await scanned({ svg: letter + code, askew: 5 }, dpi)));
  expect(look.inkPercent).toBeGreaterThan(1);
  expect(Math.abs((look.skewDegrees ?? 90) - 5)).toBeLessThanOrEqual(0.3);
  expect(look.barcodes).toEqual([{ kind: 'Code128', text: 'LS-88214' }]);
});

test.each([0, 10, -10])(
  'a pale separator sheet that lies askew by %d degrees is known',
  { timeout: 60_000 },
  async (askew) => {
    expect((await lookAt(await pale(await scanned({ svg: separator, askew }, dpi)))).patch).toBe('T');
  },
);

test('pale text is no patch code', { timeout: 60_000 }, async () => {
  expect((await lookAt(await pale(await scanned({ svg: letter }, dpi)))).patch).toBeNull();
});

test(
  'what lies around paper on a dark background is no ink, also where nothing is cut',
  { timeout: 60_000 },
  async () => {
    const sheet = '<rect x="20" y="20" width="150" height="210" fill="#fff"/>';
    const blank = await lookAtPage(await scanned({ svg: sheet, background: '#222', askew: 2 }, dpi), ask);
    expect(blank.look.inkPercent).toBeLessThan(0.05);
    expect(blank.part).toBeNull();
    const small =
      '<rect x="30" y="20" width="70" height="120" fill="#fff"/><text x="35" y="60" font-size="9">Total 12.40</text>';
    const receipt = await lookAt(await scanned({ svg: small, background: '#222' }, dpi));
    expect(receipt.inkPercent).toBeGreaterThan(0.3);
  },
);

test('a blank sheet through which its back shines, with a dark rim, has no ink', { timeout: 60_000 }, async () => {
  const back = `<g transform="translate(210 0) scale(-1 1)" opacity="0.15">${letter}</g>`;
  const rim = '<path d="M0 0H210V297H0Z M4 4V293H206V4Z" fill="#222" fill-rule="evenodd"/>';
  expect((await lookAt(await scanned({ svg: back + rim }, dpi))).inkPercent).toBeLessThan(0.02);
});
