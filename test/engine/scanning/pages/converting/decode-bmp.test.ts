import { expect, test } from 'vitest';
import { readBmpHeader } from '../../../../../src/main/engine/intake/inspection/bmp-header.ts';
import { decodeBmp } from '../../../../../src/main/engine/scanning/pages/converting/decode-bmp.ts';
import { fc } from '../../../../support/property.ts';
import { bmpFile, plainBmp, type Shows } from './bmp-files.ts';

function decoded(file: Buffer) {
  const header = readBmpHeader(file);
  if (header === null) throw new Error('no BMP');
  return { ...decodeBmp(file, header), isDrawable: header.isDrawable, density: header.density };
}

/** The colours from above, left to right. */
const colours = (file: Buffer): readonly string[] => {
  const { bytes, channels } = decoded(file);
  return Array.from({ length: bytes.length / channels }, (_, at) =>
    Buffer.from(bytes.slice(at * channels, at * channels + channels)).toString('hex'),
  );
};

const [red, green, blue, white] = ['ff0000', '00ff00', '0000ff', 'ffffff'];
const palette = [
  [255, 0, 0],
  [0, 255, 0],
  [0, 0, 255],
  [255, 255, 255],
] as const;
/** Red, green above; blue, white below. */
const four = [red, green, blue, white];
const size = { width: 2, height: 2 } as const;
/** Rows of two pixels, the lower one first, each filled up to four bytes. */
const rows = (lower: readonly number[], upper: readonly number[]): Buffer => {
  const padded = (row: readonly number[]): readonly number[] => [
    ...row,
    ...[0, 0, 0].slice(0, (4 - (row.length % 4)) % 4),
  ];
  return Buffer.from([...padded(lower), ...padded(upper)]);
};

test.each([
  ['1 bit', { bits: 1, pixels: rows([0x80], [0x40]), palette: palette.slice(0, 2) }, [red, green, green, red]],
  ['2 bits', { bits: 2, pixels: rows([0xb0], [0x10]), palette }, four],
  ['4 bits', { bits: 4, pixels: rows([0x23], [0x01]), palette }, four],
  ['8 bits', { bits: 8, pixels: rows([2, 3], [0, 1]), palette }, four],
  ['8 bits of OS/2', { bits: 8, pixels: rows([2, 3], [0, 1]), palette, header: 12 }, four],
  ['8 bits from above', { bits: 8, pixels: rows([0, 1], [2, 3]), palette, isTopDown: true }, four],
  ['16 bits', { bits: 16, pixels: rows([0x1f, 0, 0xff, 0x7f], [0, 0x7c, 0xe0, 3]) }, four],
  [
    '16 bits with masks',
    { bits: 16, pixels: rows([0x1f, 0, 0xff, 0xff], [0, 0xf8, 0xe0, 7]), storing: 3, masks: [0xf800, 0x7e0, 0x1f] },
    four,
  ],
  ['24 bits', { bits: 24, pixels: rows([255, 0, 0, 255, 255, 255], [0, 0, 255, 0, 255, 0]) }, four],
  ['32 bits', { bits: 32, pixels: rows([255, 0, 0, 7, 255, 255, 255, 7], [0, 0, 255, 7, 0, 255, 0, 7]) }, four],
  [
    '32 bits with opacity',
    {
      bits: 32,
      pixels: rows([255, 0, 0, 255, 255, 255, 255, 0], [0, 0, 255, 128, 0, 255, 0, 255]),
      storing: 3,
      header: 124,
      masks: [0xff0000, 0xff00, 0xff, 0xff000000],
    },
    ['ff000080', '00ff00ff', '0000ffff', 'ffffff00'],
  ],
  [
    '32 bits whose opacity is nowhere set',
    {
      bits: 32,
      pixels: rows([255, 0, 0, 0, 255, 255, 255, 0], [0, 0, 255, 0, 0, 255, 0, 0]),
      storing: 3,
      header: 108,
      masks: [0xff0000, 0xff00, 0xff, 0xff000000],
    },
    four,
  ],
  ['runs of 8 bits', { bits: 8, pixels: Buffer.from([1, 2, 1, 3, 0, 0, 1, 0, 1, 1, 0, 1]), palette, storing: 1 }, four],
  [
    'a jump and rows as they are in runs of 8 bits',
    { bits: 8, pixels: Buffer.from([0, 2, 1, 0, 1, 3, 0, 0, 0, 3, 1, 2, 3, 0, 0, 1]), palette, storing: 1 },
    [green, blue, red, white],
  ],
  ['runs of 4 bits', { bits: 4, pixels: Buffer.from([2, 0x23, 0, 0, 2, 0x01, 0, 1]), palette, storing: 2 }, four],
] as const)('colours are as they were: %s', (_, file, shown) => {
  expect(colours(bmpFile({ ...size, ...file }))).toEqual(shown);
});

test('the resolution is told; pictures of a printer or within are not drawn, other files are none', () => {
  expect(decoded(bmpFile({ ...size, bits: 8, pixels: Buffer.alloc(8), palette })).density).toBeCloseTo(300, 0);
  const jpeg = bmpFile({ ...size, bits: 24, pixels: Buffer.alloc(20), storing: 4 });
  expect(readBmpHeader(jpeg)?.isDrawable).toBe(false);
  expect(readBmpHeader(Buffer.from('BMW invoice;4711;2026-01-31;this is a table of text'))).toBeNull();
});

test('a picture in 24 bits is the same from above and from below, whatever it shows', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 }), (width, height) => {
      const shows: Shows = (x, y) => [x * 20, y * 20, (x + y) * 10];
      const [below, above] = [plainBmp(width, height, shows), plainBmp(width, height, shows, true)];
      expect(decoded(below).bytes).toEqual(decoded(above).bytes);
      expect([...decoded(below).bytes.slice(0, 3)]).toEqual([0, 0, 0]);
    }),
  );
});

test('whatever stands in the rows, decoding ends with a picture of the size that the head says', () => {
  const kinds = fc.constantFrom([8, 1], [4, 2], [8, 0], [1, 0], [16, 0], [32, 3]);
  fc.assert(
    fc.property(kinds, fc.uint8Array({ maxLength: 200 }), ([bits = 8, storing = 0], rowBytes) => {
      const file = bmpFile({ width: 7, height: 5, bits, pixels: rowBytes, storing, palette: bits > 8 ? [] : palette });
      const picture = decoded(file);
      expect(picture.bytes).toHaveLength(35 * picture.channels);
    }),
  );
});
