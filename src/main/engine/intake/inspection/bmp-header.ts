/** What the head of a BMP tells of its pixels. */
export interface BmpHeader {
  readonly width: number;
  readonly height: number;
  /** The first row in the file is the upper one. */
  readonly isTopDown: boolean;
  readonly bits: number;
  /** Its rows are packed in runs. */
  readonly isPacked: boolean;
  /** Its pixels are of a kind that is read here: not those of a printer, nor another picture within. */
  readonly isDrawable: boolean;
  /** Where the pixels begin. */
  readonly offset: number;
  /** Bytes of the file that all its pixels need, and those it has with what fills up its last row, as far as the head tells. */
  readonly neededBytes: number;
  readonly wholeBytes: number;
  /** Where the colours stand that pixels name, how many there are, and the bytes of each. */
  readonly palette: { readonly at: number; readonly count: number; readonly bytes: 3 | 4 };
  /** Which bits of a pixel are red, green, blue and opacity (0: it has none). */
  readonly masks: readonly [red: number, green: number, blue: number, alpha: number];
  /** Dots per inch; null: not told. */
  readonly density: number | null;
}

/** Bytes of the header of the file itself, and of the kind of header from OS/2 1.x. */
const fileBytes = 14;
const oldHeader = 12;
/** Ways in which pixels are stored (wingdi.h). */
const storing = { plain: 0, runs8: 1, runs4: 2, masks: 3, alphaMasks: 6 } as const;
const depths: ReadonlySet<number> = new Set([1, 2, 4, 8, 16, 24, 32]);

function numberOr(bytes: Buffer, at: number, end: number): number {
  return at + 4 <= Math.min(end, bytes.length) ? bytes.readUInt32LE(at) : 0;
}

/** Where masks stand: within larger headers, behind the usual one. */
function masksOf(bytes: Buffer, size: number, bits: number, kind: number): BmpHeader['masks'] {
  const given = (index: number): number => numberOr(bytes, fileBytes + 40 + index * 4, bytes.length);
  if (bits === 16 && kind === storing.plain) return [0x7c00, 0x3e0, 0x1f, 0];
  if (kind === storing.plain) return [0xff0000, 0xff00, 0xff, 0];
  return [given(0), given(1), given(2), kind === storing.alphaMasks || size >= 56 ? given(3) : 0];
}

/** Whether pixels of that depth, stored in that way, are drawn here. */
function isDrawn(kind: number, bits: number): boolean {
  if (kind === storing.runs8) return bits === 8;
  if (kind === storing.runs4) return bits === 4;
  if (kind === storing.masks || kind === storing.alphaMasks) return bits === 16 || bits === 32;
  return kind === storing.plain;
}

/** Where colours stand: behind the header, and behind masks that stand there too. */
function paletteOf(head: Buffer, size: number, bits: number, kind: number): BmpHeader['palette'] {
  const masks = size !== 40 ? 0 : kind === storing.masks ? 12 : kind === storing.alphaMasks ? 16 : 0;
  const told = size === oldHeader ? 0 : numberOr(head, 46, fileBytes + size);
  const count = bits > 8 ? 0 : told === 0 ? 2 ** bits : Math.min(told, 2 ** bits);
  return { at: fileBytes + size + masks, count, bytes: size === oldHeader ? 3 : 4 };
}

/** Bytes that the rows take from their beginning: at least, and with what fills up the last one. */
function lengthsOf(head: Buffer, width: number, height: number, bits: number): readonly [number, number] {
  const rowBytes = Math.ceil((width * bits) / 32) * 4;
  const offset = head.readUInt32LE(10);
  return [offset + rowBytes * (height - 1) + Math.ceil((width * bits) / 8), offset + rowBytes * height];
}

/**
 * Reads the header of a BMP (Windows 3 to 5, OS/2 1 and 2) from the beginning of its file; null where it is none: other files
 * begin with the same two letters.
 */
export function readBmpHeader(head: Buffer): BmpHeader | null {
  if (head.length < 26 || head.toString('latin1', 0, 2) !== 'BM') return null;
  const size = head.readUInt32LE(fileBytes);
  if (size !== oldHeader && (size < 16 || size > 124 || head.length < fileBytes + 16)) return null;
  const isOld = size === oldHeader;
  const width = isOld ? head.readUInt16LE(18) : head.readInt32LE(18);
  const signed = isOld ? head.readUInt16LE(20) : head.readInt32LE(22);
  const bits = head.readUInt16LE(isOld ? 24 : 28);
  const height = Math.abs(signed);
  if (width <= 0 || height === 0 || !depths.has(bits)) return null;
  const end = isOld ? 0 : fileBytes + size;
  const kind = numberOr(head, 30, end);
  const isPacked = kind === storing.runs8 || kind === storing.runs4;
  const [offset, packedBytes, dots] = [head.readUInt32LE(10), numberOr(head, 34, end), numberOr(head, 38, end)];
  const packedEnd = packedBytes === 0 ? numberOr(head, 2, fileBytes) : offset + packedBytes;
  const [neededBytes, wholeBytes] = isPacked ? [packedEnd, packedEnd] : lengthsOf(head, width, height, bits);
  return {
    ...{ width, height, bits, isPacked, offset, neededBytes, wholeBytes },
    isTopDown: signed < 0,
    isDrawable: isDrawn(kind, bits),
    palette: paletteOf(head, size, bits, kind),
    masks: masksOf(head, size, bits, kind),
    density: dots === 0 || dots > 1_000_000 ? null : dots * 0.0254,
  };
}
