import type { Pixels } from './picture-asked.ts';

/** Bytes of a strip: readers keep one in memory. */
const stripBytes = 1024 * 1024;

/** A field of a TIFF (TIFF 6.0, section 2): its number, its type (3 = 16 bits, 4 = 32 bits, 7 = bytes), and its values. */
type Field = readonly [tag: number, type: 3 | 4 | 7, values: readonly number[] | Buffer];

function valueBytes([, type, values]: Field): Buffer {
  if (Buffer.isBuffer(values)) return values;
  const bytes = Buffer.alloc(values.length * (type === 3 ? 2 : 4));
  values.forEach((value, at) => (type === 3 ? bytes.writeUInt16LE(value, at * 2) : bytes.writeUInt32LE(value, at * 4)));
  return bytes;
}

/** Pixels and what their colours mean (ICC) in one file, as the library for pictures takes them: an uncompressed TIFF. */
export function withProfile({ bytes, width, height, channels }: Pixels, profile: Buffer): Buffer {
  const rowBytes = width * channels;
  const rows = Math.max(1, Math.floor(stripBytes / rowBytes));
  const strips = Math.ceil(height / rows);
  const lengths = Array.from({ length: strips }, (_, at) => Math.min(rows, height - at * rows) * rowBytes);
  const fields = (start: number): readonly Field[] => [
    [256, 4, [width]],
    [257, 4, [height]],
    [258, 3, Array.from({ length: channels }, () => 8)],
    [259, 3, [1]],
    [262, 3, [2]],
    [273, 4, lengths.map((_, at) => start + at * rows * rowBytes)],
    [277, 3, [channels]],
    [278, 4, [rows]],
    [279, 4, lengths],
    // The fourth channel is opacity, not multiplied.
    ...(channels === 4 ? [[338, 3, [2]] as const] : []),
    [34675, 7, profile],
  ];
  const head = (start: number): Buffer => {
    const all = fields(start);
    const directory = Buffer.alloc(8 + 2 + all.length * 12 + 4);
    directory.write('II*\0', 'latin1');
    directory.writeUInt32LE(8, 4);
    directory.writeUInt16LE(all.length, 8);
    const beside: Buffer[] = [];
    let next = directory.length;
    for (const [index, field] of all.entries()) {
      const [at, value] = [10 + index * 12, valueBytes(field)];
      const [tag, type] = field;
      directory.writeUInt16LE(tag, at);
      directory.writeUInt16LE(type, at + 2);
      directory.writeUInt32LE(type === 7 ? value.length : value.length / (type === 3 ? 2 : 4), at + 4);
      if (value.length <= 4) value.copy(directory, at + 8);
      else {
        directory.writeUInt32LE(next, at + 8);
        beside.push(value, Buffer.alloc(value.length % 2));
        next += value.length + (value.length % 2);
      }
    }
    return Buffer.concat([directory, ...beside]);
  };
  const start = head(0).length;
  return Buffer.concat([head(start), bytes]);
}
