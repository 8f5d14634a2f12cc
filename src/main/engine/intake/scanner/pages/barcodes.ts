import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import sharp from 'sharp';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import type { Raster } from './raster.ts';

/** A barcode on a page: its kind in the words of ZXing (`Code128`, `QRCode` …) and what it says. */
export interface Barcode {
  readonly kind: string;
  readonly text: string;
}

/** Kinds that are looked for; those of shop goods are left out, as they stand on receipts and mean nothing here. */
const kinds = ['Code128', 'Code39', 'QRCode', 'DataMatrix', 'PDF417', 'ITF', 'Codabar'] as const;
/** Kinds whose bars are read a second time where they are as narrow as two or three pixels. */
const narrow = ['Code128', 'Code39'] as const;
/** For that bars are drawn so much wider and shorter: wide ones differ from narrow ones again, and there is less to be read. */
const [wider, shorter] = [2, 0.375];
/** Longer texts are no ids (characters). */
const longest = 1_000;

let prepared: Promise<unknown> | null = null;

/** The library would fetch its own code from the network: it is given the file that was installed with it. */
function prepare(): Promise<unknown> {
  prepared ??= readFile(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')).then((wasm) => {
    const wasmBinary = new Uint8Array(wasm).buffer;
    return prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true });
  });
  return prepared;
}

/** The colours of a page for the library, used again for the next one: 16 MB each, which nobody hurries to give back. */
let kept: Uint8ClampedArray<ArrayBuffer> | null = null;

/** Codes whose heights on the page differ by less (share of it) lie beside each other. */
const sameRow = 0.02;

/** A barcode and where it lies: the share of the page from above and from the left. */
interface Placed extends Barcode {
  readonly top: number;
  readonly left: number;
}

async function read({ width, height, pixels }: Raster, formats: (typeof kinds)[number][]): Promise<readonly Placed[]> {
  const bytes = width * height * 4;
  const own = kept !== null && kept.length >= bytes ? kept : new Uint8ClampedArray(bytes);
  // Whoever looks at another page meanwhile takes one of its own.
  kept = null;
  const rgba = own.subarray(0, bytes);
  for (let index = 0; index < pixels.length; index += 1) {
    const value = pixels[index] ?? 255;
    rgba.fill(value, index * 4, index * 4 + 3);
    rgba[index * 4 + 3] = 255;
  }
  const found = await readBarcodes(
    { data: rgba, width, height, colorSpace: 'srgb' },
    { formats, tryHarder: true, maxNumberOfSymbols: 20 },
  );
  kept = own;
  return found.flatMap(({ isValid, format, text, position: { topLeft } }) =>
    isValid && text.length > 0 && text.length <= longest
      ? [{ kind: format, text, top: topLeft.y / height, left: topLeft.x / width }]
      : [],
  );
}

async function stretched({ width, height, pixels }: Raster): Promise<Raster> {
  const { data: drawn, info } = await sharp(pixels, { raw: { width, height, channels: 1 } })
    .resize({ width: width * wider, height: Math.ceil(height * shorter), fit: 'fill', kernel: 'linear' })
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, pixels: drawn };
}

/** The barcodes on a page, as one reads it: from above, from the left; a damaged one is none. */
export async function findBarcodes(raster: Raster): Promise<readonly Barcode[]> {
  await prepare();
  const first = await read(raster, [...kinds]);
  const hasBars = first.some(({ kind }) => narrow.some((each) => each === kind));
  const found = hasBars ? first : [...first, ...(await read(await stretched(raster), [...narrow]))];
  const rowOf = ({ top }: Placed): number => Math.round(top / sameRow);
  return found
    .toSorted((one, other) => rowOf(one) - rowOf(other) || one.left - other.left)
    .map(({ kind, text }) => ({ kind, text }));
}
