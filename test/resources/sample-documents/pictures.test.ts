import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { buildJpeg, buildPng, buildTiff } from '../../../resources/sample-documents/index.ts';
import { drawPage } from '../../../resources/sample-documents/page-raster.ts';

const small = { width: 333, height: 120, scale: 2 };
const page = (title: string): { title: string; lines: string[] } => ({ title, lines: ['Übergröße', '1.234,50 €'] });

/** The directories of a TIFF file as tag → value, by the chain that begins in the header. */
function directories(bytes: Uint8Array): Map<number, number>[] {
  const file = Buffer.from(bytes);
  expect(file.subarray(0, 4).toString('hex')).toBe('49492a00');
  const found: Map<number, number>[] = [];
  for (let at = file.readUInt32LE(4); at !== 0 && found.length < 100;) {
    const count = file.readUInt16LE(at);
    const entries = Array.from({ length: count }, (_, index) => at + 2 + index * 12);
    found.push(new Map(entries.map((entry) => [file.readUInt16LE(entry), file.readUInt32LE(entry + 8)])));
    expect(at % 2).toBe(0);
    at = file.readUInt32LE(at + 2 + count * 12);
  }
  return found;
}

describe('a TIFF', () => {
  it('has a directory a page, with ascending tags and strips inside the file', () => {
    const bytes = buildTiff({ pages: [page('eins'), page('zwei'), page('drei')], ...small });
    const pages = directories(bytes);
    expect(pages).toHaveLength(3);
    pages.forEach((tags, index) => {
      expect([...tags.keys()]).toEqual([...tags.keys()].sort((left, right) => left - right));
      expect((tags.get(273) ?? Infinity) + (tags.get(279) ?? Infinity)).toBeLessThanOrEqual(bytes.length);
      expect(tags.get(297)).toBe(index | (3 << 16));
    });
    expect(directories(buildTiff({ pages: [page('allein')], ...small }))).toHaveLength(1);
  });

  it('decodes to exactly what was drawn, page by page', async () => {
    const pages = [page('Seite eins'), page('Seite zwei')];
    const bytes = buildTiff({ pages, ...small });
    expect(await sharp(bytes).metadata()).toMatchObject({
      format: 'tiff',
      pages: 2,
      width: 333,
      height: 120,
      density: 200,
    });
    for (const [index, text] of pages.entries()) {
      const decoded = await sharp(bytes, { page: index }).toColourspace('b-w').raw().toBuffer();
      expect(decoded.equals(Buffer.from(drawPage(text, small).pixels))).toBe(true);
    }
  });

  it('needs a page', () => {
    expect(() => buildTiff({ pages: [] })).toThrow(RangeError);
  });
});

describe('a picture', () => {
  it('shows the text as dark dots on white', () => {
    const { pixels } = drawPage({ title: 'H', lines: [] }, { width: 100, height: 60, scale: 1 });
    const dark = pixels.filter((pixel) => pixel === 0).length;
    // An H is 2 x 7 + 3 dots, the title has twice the scale.
    expect(dark).toBe(17 * 4);
    expect(pixels.every((pixel) => pixel === 0 || pixel === 255)).toBe(true);
  });

  it('is a PNG or a JPEG of the wanted size', async () => {
    const png = await buildPng({ ...page('png'), ...small });
    const jpeg = await buildJpeg({ ...page('jpeg'), ...small });
    expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 333, height: 120, channels: 1 });
    expect(await sharp(jpeg).metadata()).toMatchObject({ format: 'jpeg', width: 333, height: 120, density: 200 });
  });

  it('stays readable under grain', () => {
    const clean = drawPage(page('x'), small);
    const grainy = drawPage(page('x'), { ...small, grain: { seed: 1, strength: 60 } });
    expect(grainy.pixels.some((pixel, index) => pixel !== clean.pixels[index])).toBe(true);
    expect(grainy.pixels.every((pixel, index) => pixel > 127 === (clean.pixels[index] ?? 0) > 127)).toBe(true);
  });
});
