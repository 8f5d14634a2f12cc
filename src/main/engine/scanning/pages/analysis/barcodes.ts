import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
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
/** Number of rows that become one for that: bars are taller than this, and less is left to read. */
const rowsInOne = 3;
/** Longer texts are no ids (characters). */
const maxLength = 1_000;

let prepared: Promise<unknown> | null = null;

/** The library would fetch its own code from the network: it is given the file that was installed with it. */
function prepare(): Promise<unknown> {
  prepared ??= readFile(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')).then((wasm) => {
    const wasmBinary = new Uint8Array(wasm).buffer;
    return prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true });
  });
  return prepared;
}

/** Memory for the colours of a page, 16 MB, used again for the next page: it would be freed late. */
let kept: Uint8ClampedArray<ArrayBuffer> | null = null;

/** Codes whose heights on the page differ by less (share of it) lie beside each other. */
const sameRow = 0.02;

/** A barcode and where it lies: the share of the page from above and from the left. */
interface Placed extends Barcode {
  readonly top: number;
  readonly left: number;
}

/** A picture of a page in grey, which is drawn into colours dot by dot; 0 = black. */
interface Drawing {
  readonly width: number;
  readonly height: number;
  draw(dot: (at: number, value: number) => void): void;
}

async function read({ width, height, draw }: Drawing, formats: (typeof kinds)[number][]): Promise<readonly Placed[]> {
  const bytes = width * height * 4;
  const own = kept !== null && kept.length >= bytes ? kept : new Uint8ClampedArray(bytes);
  // A look at another page meanwhile takes memory of its own.
  kept = null;
  const rgba = own.subarray(0, bytes);
  draw((at, value) => {
    rgba.fill(value, at * 4, at * 4 + 3);
    rgba[at * 4 + 3] = 255;
  });
  const found = await readBarcodes(
    { data: rgba, width, height, colorSpace: 'srgb' },
    { formats, tryHarder: true, maxNumberOfSymbols: 20 },
  );
  kept = own;
  return found.flatMap(({ isValid, format, text, position: { topLeft } }) =>
    isValid && text.length > 0 && text.length <= maxLength
      ? [{ kind: format, text, top: topLeft.y / height, left: topLeft.x / width }]
      : [],
  );
}

function asItIs({ width, height, pixels }: Raster): Drawing {
  return { width, height, draw: (dot) => pixels.forEach((value, at) => dot(at, value)) };
}

/** A page stretched to twice its width, so that wide bars differ from narrow ones again. */
function stretched({ width, height, pixels }: Raster): Drawing {
  const rows = Math.floor(height / rowsInOne);
  const at = (x: number, row: number): number => {
    let sum = 0;
    for (let of = 0; of < rowsInOne; of += 1) sum += pixels[(row * rowsInOne + of) * width + x] ?? 255;
    return sum / rowsInOne;
  };
  return {
    width: width * 2,
    height: rows,
    draw(dot) {
      for (let row = 0; row < rows; row += 1) {
        let value = at(0, row);
        let before = value;
        for (let x = 0; x < width; x += 1) {
          const next = x + 1 < width ? at(x + 1, row) : value;
          dot((row * width + x) * 2, value * 0.75 + before * 0.25);
          dot((row * width + x) * 2 + 1, value * 0.75 + next * 0.25);
          before = value;
          value = next;
        }
      }
    },
  };
}

/** The intact barcodes on a page, from top to bottom and from left to right. */
export async function findBarcodes(raster: Raster): Promise<readonly Barcode[]> {
  await prepare();
  const first = await read(asItIs(raster), [...kinds]);
  const hasBars = first.some(({ kind }) => narrow.some((each) => each === kind));
  const found = hasBars ? first : [...first, ...(await read(stretched(raster), [...narrow]))];
  const rowOf = ({ top }: Placed): number => Math.round(top / sameRow);
  return found
    .toSorted((one, other) => rowOf(one) - rowOf(other) || one.left - other.left)
    .map(({ kind, text }) => ({ kind, text }));
}
