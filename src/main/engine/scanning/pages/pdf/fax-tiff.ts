import type { PdfDictionary } from '../../../intake/inspection/pdf/pdf-value.ts';
import { directoryOf } from '../write-tiff.ts';
import type { PdfObjects } from './pdf-objects.ts';

const shortType = 3;
const longType = 4;

/**
 * A fax picture of a PDF (ISO 32000-1, 7.4.6) as a TIFF of one strip, so that it can be read as any other. `turned` = its samples
 * mean the opposite. Null where it is coded in a way that TIFF does not know.
 */
export function wrapFax(
  objects: PdfObjects,
  parameters: PdfDictionary,
  bytes: Buffer,
  [width, height]: readonly [number, number],
  turned: boolean,
): Buffer | null {
  const isTrue = (key: string): boolean => {
    const found = objects.resolve(parameters.get(key));
    return found?.kind === 'word' && found.word === 'true';
  };
  const kind = objects.number(parameters.get('K')) ?? 0;
  const columns = objects.number(parameters.get('Columns')) ?? 1_728;
  if (columns !== width || isTrue('EncodedByteAlign')) return null;
  // Black is 0 in a PDF unless `BlackIs1`; in a TIFF, white is 0 for the photometric kind 0.
  const photometric = isTrue('BlackIs1') !== turned ? 1 : 0;
  const compression = kind < 0 ? 4 : 3;
  const entries: readonly (readonly [tag: number, type: number, value: number])[] = [
    [256, longType, width],
    [257, longType, height],
    [258, shortType, 1],
    [259, shortType, compression],
    [262, shortType, photometric],
    [273, longType, 8],
    [277, shortType, 1],
    [278, longType, height],
    [279, longType, bytes.length],
    ...(compression === 3 ? [[292, longType, kind > 0 ? 1 : 0] as const] : []),
  ];
  const pad = bytes.length % 2;
  const head = Buffer.alloc(8);
  head.write('II', 'latin1');
  head.writeUInt16LE(42, 2);
  head.writeUInt32LE(8 + bytes.length + pad, 4);
  const fields = entries.map(([tag, type, number]) => {
    const value = Buffer.alloc(type === shortType ? 2 : 4);
    value.writeUIntLE(number, 0, value.length);
    return { tag, type, count: 1, value };
  });
  return Buffer.concat([head, bytes, Buffer.alloc(pad), directoryOf(fields, () => 0)]);
}
