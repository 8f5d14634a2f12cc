import { promisify } from 'node:util';
import { crc32, deflate } from 'node:zlib';

const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
/** One bit a pixel, shades of grey, the usual packing and filters, no interlacing (PNG, 11.2.1). */
const form = Buffer.from([1, 0, 0, 0, 0]);
/** From here on a shade is white. */
const white = 128;

function chunk(type: string, content: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

/**
 * A page of black and white as PNG of one bit a pixel. The library for pictures would choose two colours for it out of 16 million first,
 * and hold four bytes for each pixel meanwhile. `pixels`: row by row, of so many bytes each, of which the first counts.
 */
export async function oneBitPng(
  pixels: Uint8Array,
  { width, height, channels }: { readonly width: number; readonly height: number; readonly channels: number },
): Promise<Buffer> {
  // Each row begins with its filter: none.
  const rowBytes = 1 + Math.ceil(width / 8);
  const packed = Buffer.alloc(rowBytes * height);
  let from = 0;
  for (let y = 0; y < height; y += 1) {
    const row = y * rowBytes + 1;
    for (let x = 0; x < width; x += 1) {
      if ((pixels[from] ?? 0) >= white) packed[row + (x >> 3)] = (packed[row + (x >> 3)] ?? 0) | (0x80 >> (x & 7));
      from += channels;
    }
  }
  const size = Buffer.alloc(8);
  size.writeUInt32BE(width);
  size.writeUInt32BE(height, 4);
  const head = chunk('IHDR', Buffer.concat([size, form]));
  return Buffer.concat([
    signature,
    head,
    chunk('IDAT', await promisify(deflate)(packed, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
