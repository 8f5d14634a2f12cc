/** How a BMP of the tests is stored; `pixels` are its rows as they stand in the file. */
interface BmpFile {
  readonly width: number;
  readonly height: number;
  readonly bits: number;
  readonly pixels: Uint8Array;
  /** Of Windows 3 (40), 4 (108) or 5 (124), or of OS/2 (12). */
  readonly header?: 12 | 40 | 108 | 124;
  readonly isTopDown?: boolean;
  /** As in wingdi.h: 0 plain, 1 runs of 8 bits, 2 runs of 4 bits, 3 masks. */
  readonly storing?: number;
  readonly palette?: readonly (readonly [number, number, number])[];
  readonly masks?: readonly number[];
}

/** Writes a BMP. */
export function bmpFile(file: BmpFile): Buffer {
  const { width, height, bits, pixels, header = 40, isTopDown = false, storing = 0, palette = [], masks = [] } = file;
  const head = Buffer.alloc(14 + header);
  head.write('BM', 'latin1');
  head.writeUInt32LE(header, 14);
  if (header === 12) {
    head.writeUInt16LE(width, 18);
    head.writeUInt16LE(height, 20);
    head.writeUInt16LE(1, 22);
    head.writeUInt16LE(bits, 24);
  } else {
    head.writeInt32LE(width, 18);
    head.writeInt32LE(isTopDown ? -height : height, 22);
    head.writeUInt16LE(1, 26);
    head.writeUInt16LE(bits, 28);
    head.writeUInt32LE(storing, 30);
    head.writeUInt32LE(pixels.length, 34);
    head.writeInt32LE(11_811, 38);
    head.writeUInt32LE(palette.length, 46);
    if (header > 40) masks.forEach((mask, index) => head.writeUInt32LE(mask >>> 0, 54 + index * 4));
  }
  const colours = palette.map(([red, green, blue]) =>
    Buffer.from(header === 12 ? [blue, green, red] : [blue, green, red, 0]),
  );
  const behind = header === 40 ? masks.map((mask) => Buffer.from(new Uint32Array([mask]).buffer)) : [];
  const front = Buffer.concat([head, ...behind, ...colours]);
  front.writeUInt32LE(front.length + pixels.length, 2);
  front.writeUInt32LE(front.length, 10);
  return Buffer.concat([front, pixels]);
}

/** A colour for each place: what a picture of the tests shows. */
export type Shows = (x: number, y: number) => readonly [red: number, green: number, blue: number];

/** A picture with 24 bits a pixel. */
export function plainBmp(width: number, height: number, shows: Shows, isTopDown = false): Buffer {
  const rowBytes = Math.ceil((width * 3) / 4) * 4;
  const pixels = Buffer.alloc(rowBytes * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [red, green, blue] = shows(x, y);
      pixels.set([blue, green, red], (isTopDown ? y : height - 1 - y) * rowBytes + x * 3);
    }
  }
  return bmpFile({ width, height, bits: 24, pixels, isTopDown });
}
