import type { PdfDictionary, PdfValue } from '../../../intake/inspection/pdf/pdf-value.ts';
import { inflate, type PdfObjects, type PdfStream } from './pdf-objects.ts';

/** Bytes of a stream after all filters that are not a picture's own, and that picture's filter where one is left. */
export interface Decoded {
  readonly bytes: Buffer;
  readonly picture: { readonly filter: 'DCTDecode' | 'CCITTFaxDecode'; readonly parameters: PdfDictionary } | null;
}

const nothing: PdfDictionary = new Map();

function asList(objects: PdfObjects, value: PdfValue | undefined): readonly (PdfValue | null)[] {
  const found = objects.resolve(value);
  if (found === null || found.kind === 'word') return [];
  return found.kind === 'array' ? found.values.map((each) => objects.resolve(each)) : [found];
}

/** Takes a predictor back (ISO 32000-1, 7.4.4.4): PNG's by row, TIFF's for bytes. Null where it is of another kind. */
function unpredicted(bytes: Buffer, objects: PdfObjects, parameters: PdfDictionary): Buffer | null {
  const told = (key: string, usual: number): number => objects.number(parameters.get(key)) ?? usual;
  const predictor = told('Predictor', 1);
  if (predictor === 1) return bytes;
  const [colors, bits, columns] = [told('Colors', 1), told('BitsPerComponent', 8), told('Columns', 1)];
  const step = Math.max(1, Math.ceil((colors * bits) / 8));
  const row = Math.ceil((colors * bits * columns) / 8);
  if (predictor === 2) {
    if (bits !== 8) return null;
    const plain = Buffer.from(bytes);
    for (let from = 0; from < plain.length; from += row) {
      const end = Math.min(from + row, plain.length);
      for (let at = from + step; at < end; at += 1) plain[at] = ((plain[at] ?? 0) + (plain[at - step] ?? 0)) & 0xff;
    }
    return plain;
  }
  if (predictor < 10) return null;
  const rows = Math.ceil(bytes.length / (row + 1));
  const plain = Buffer.alloc(rows * row);
  for (let index = 0; index < rows; index += 1) {
    const kind = bytes[index * (row + 1)] ?? 0;
    for (let column = 0; column < row; column += 1) {
      const here = index * row + column;
      const left = column >= step ? (plain[here - step] ?? 0) : 0;
      const above = index > 0 ? (plain[here - row] ?? 0) : 0;
      const corner = column >= step && index > 0 ? (plain[here - row - step] ?? 0) : 0;
      plain[here] = ((bytes[index * (row + 1) + 1 + column] ?? 0) + predicted(kind, left, above, corner)) & 0xff;
    }
  }
  return plain;
}

/** What PNG's filters expect of a byte (PNG, section 9). */
function predicted(kind: number, left: number, above: number, corner: number): number {
  switch (kind) {
    case 1:
      return left;
    case 2:
      return above;
    case 3:
      return (left + above) >> 1;
    case 4: {
      const guess = left + above - corner;
      const [toLeft, toAbove, toCorner] = [Math.abs(guess - left), Math.abs(guess - above), Math.abs(guess - corner)];
      if (toLeft <= toAbove && toLeft <= toCorner) return left;
      return toAbove <= toCorner ? above : corner;
    }
    default:
      return 0;
  }
}

/** Decodes a stream as far as its filters are known; null where one is not (JPEG 2000, JBIG2, LZW …). Throws where it is damaged. */
export function decodeStream(objects: PdfObjects, { entries, bytes }: PdfStream): Decoded | null {
  const filters = asList(objects, entries.get('Filter') ?? entries.get('F'));
  const parameters = asList(objects, entries.get('DecodeParms') ?? entries.get('DP'));
  let present: Buffer = bytes;
  for (const [index, filter] of filters.entries()) {
    const told = parameters[index];
    const own = told?.kind === 'dictionary' ? told.entries : nothing;
    const name = filter?.kind === 'name' ? filter.name : '';
    if (name === 'DCTDecode' || name === 'CCITTFaxDecode') {
      return index === filters.length - 1 ? { bytes: present, picture: { filter: name, parameters: own } } : null;
    }
    if (name !== 'FlateDecode') return null;
    const plain = unpredicted(inflate(present), objects, own);
    if (plain === null) return null;
    present = plain;
  }
  return { bytes: present, picture: null };
}
