import type { BmpHeader } from '../../../intake/inspection/bmp-header.ts';
import type { Pixels } from './picture-asked.ts';

type Colour = readonly [red: number, green: number, blue: number];
const black: Colour = [0, 0, 0];
/** Called for each pixel of an indexed picture with its place from the left and the row in the file. */
type Put = (x: number, row: number, index: number) => void;

function paletteOf(content: Buffer, { palette, offset }: BmpHeader): readonly Colour[] {
  const { at, count, bytes } = palette;
  const there = Math.max(0, Math.floor((Math.min(offset, content.length) - at) / bytes));
  return Array.from({ length: Math.min(count, there) }, (_, index): Colour => {
    const place = at + index * bytes;
    return [content[place + 2] ?? 0, content[place + 1] ?? 0, content[place] ?? 0];
  });
}

/** What bits of a pixel mean, 0 to 255. */
function partOf(mask: number): (pixel: number) => number {
  if (mask === 0) return () => 0;
  const shift = 31 - Math.clz32(mask & -mask);
  const most = mask >>> shift;
  if (most === 255) return (pixel) => (pixel >>> shift) & 255;
  return (pixel) => Math.round((((pixel & mask) >>> shift) * 255) / most);
}

function drawPlain(content: Buffer, { width, height, bits, offset }: BmpHeader, put: Put): void {
  const rowBytes = Math.ceil((width * bits) / 32) * 4;
  const most = 2 ** bits - 1;
  for (let row = 0; row < height; row += 1) {
    const from = offset + row * rowBytes;
    for (let x = 0; x < width; x += 1) {
      const bit = x * bits;
      put(x, row, ((content[from + (bit >> 3)] ?? 0) >> (8 - bits - (bit & 7))) & most);
    }
  }
}

/** Runs and rows as they are (wingdi.h, BI_RLE8 and BI_RLE4); what is passed over keeps the first colour. */
function drawPacked(content: Buffer, { width, height, bits, offset }: BmpHeader, put: Put): void {
  const perByte = 8 / bits;
  let [at, x, row] = [offset, 0, 0];
  const draw = (index: number): void => {
    if (x < width) put(x, row, index);
    x += 1;
  };
  const nth = (byte: number, index: number): number => (bits === 8 ? byte : index % 2 === 0 ? byte >> 4 : byte & 15);
  while (at + 1 < content.length && row < height) {
    const [count = 0, value = 0] = content.subarray(at, at + 2);
    at += 2;
    if (count > 0) {
      for (let index = 0; index < count; index += 1) draw(nth(value, index));
    } else if (value === 0) {
      [x, row] = [0, row + 1];
    } else if (value === 1) {
      return;
    } else if (value === 2) {
      x += content[at] ?? 0;
      row += content[at + 1] ?? 0;
      at += 2;
    } else {
      for (let index = 0; index < value; index += 1) draw(nth(content[at + Math.floor(index / perByte)] ?? 0, index));
      at += Math.ceil(value / perByte / 2) * 2;
    }
  }
}

function drawMasked(content: Buffer, header: BmpHeader, channels: 3 | 4): Uint8Array {
  const { width, height, bits, offset, isTopDown, masks } = header;
  const bytes = bits / 8;
  const rowBytes = Math.ceil((width * bits) / 32) * 4;
  const parts = masks.slice(0, channels).map(partOf);
  const drawn = new Uint8Array(width * height * channels);
  let to = 0;
  for (let y = 0; y < height; y += 1) {
    let from = offset + (isTopDown ? y : height - 1 - y) * rowBytes;
    for (let x = 0; x < width; x += 1, from += bytes) {
      // What a cut row lacks is black.
      const pixel = from + bytes <= content.length ? content.readUIntLE(from, bytes) : 0;
      for (const part of parts) drawn[to++] = part(pixel);
    }
  }
  return drawn;
}

/** Draws the pixels of a BMP; its header says that it is drawable. A picture whose opacity is nowhere above 0 is opaque, as readers have it. */
export function decodeBmp(content: Buffer, header: BmpHeader): Pixels {
  const { width, height, bits, isTopDown, isPacked, masks } = header;
  if (bits > 8) {
    const drawn = drawMasked(content, header, masks[3] === 0 ? 3 : 4);
    const hasAlpha = masks[3] !== 0 && drawn.some((value, at) => at % 4 === 3 && value > 0);
    if (masks[3] === 0 || hasAlpha) return { bytes: drawn, width, height, channels: hasAlpha ? 4 : 3 };
    return { bytes: drawMasked(content, header, 3), width, height, channels: 3 };
  }
  const palette = paletteOf(content, header);
  const drawn = new Uint8Array(width * height * 3);
  if (isPacked) for (let at = 0; at < drawn.length; at += 3) drawn.set(palette[0] ?? black, at);
  const put: Put = (x, row, index) => {
    const to = ((isTopDown ? row : height - 1 - row) * width + x) * 3;
    const [red, green, blue] = palette[index] ?? black;
    drawn[to] = red;
    drawn[to + 1] = green;
    drawn[to + 2] = blue;
  };
  if (isPacked) drawPacked(content, header, put);
  else drawPlain(content, header, put);
  return { bytes: drawn, width, height, channels: 3 };
}
