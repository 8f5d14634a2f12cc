import type { ByteSource } from './byte-source.ts';

/** Larger pictures without an end mark are not decoded: they count as cut. */
const maxBytes = 16 * 1024 * 1024;
/** Blocks that a picture may have: 65,500 × 65,500 pixels have no more than this in one colour, and no scanner makes as many. */
const maxBlocks = 50_000_000;

/** A Huffman table as the standard's decoder wants it (ITU-T T.81, annex F.2.2.3): by length of the code, 1 to 16. */
interface Table {
  readonly first: Int32Array;
  readonly count: Int32Array;
  readonly at: Int32Array;
  readonly values: Buffer;
}

interface Component {
  readonly id: number;
  readonly blocks: number;
}

function readTable(counts: Buffer, values: Buffer): Table {
  const [first, count, at] = [new Int32Array(17), new Int32Array(17), new Int32Array(17)];
  let [code, place] = [0, 0];
  for (let length = 1; length <= 16; length += 1) {
    first[length] = code;
    count[length] = counts[length - 1] ?? 0;
    at[length] = place;
    code = (code + (count[length] ?? 0)) << 1;
    place += count[length] ?? 0;
  }
  return { first, count, at, values };
}

/** The bits of a scan, without stuffed zeros and restart marks; null = there are no more. */
function createBits(bytes: Buffer, start: number): { bit(): number | null; restart(): void } {
  let [at, left, current] = [start, 0, 0];
  return {
    bit() {
      if (left === 0) {
        if (at >= bytes.length) return null;
        current = bytes[at] ?? 0;
        at += 1;
        if (current === 0xff) {
          if (bytes[at] !== 0) return null;
          at += 1;
        }
        left = 8;
      }
      left -= 1;
      return (current >> left) & 1;
    },
    restart() {
      left = 0;
      if (bytes[at] === 0xff && (bytes[at + 1] ?? 0) >= 0xd0 && (bytes[at + 1] ?? 0) <= 0xd7) at += 2;
    },
  };
}

interface Picture {
  readonly components: readonly Component[];
  readonly units: number;
  readonly restartEvery: number;
  readonly tables: ReadonlyMap<number, Table>;
}

/** Whether the scan that begins at `start` has all of its blocks. `selectors` = the tables of each of its components. */
function decodes(
  bytes: Buffer,
  start: number,
  picture: Picture,
  selectors: readonly (readonly [blocks: number, dc: number, ac: number])[],
): boolean {
  const bits = createBits(bytes, start);

  function value(table: Table | undefined): number | null {
    if (table === undefined) return null;
    let code = 0;
    for (let length = 1; length <= 16; length += 1) {
      const bit = bits.bit();
      if (bit === null) return null;
      code = (code << 1) | bit;
      const offset = code - (table.first[length] ?? 0);
      if (offset >= 0 && offset < (table.count[length] ?? 0))
        return table.values[(table.at[length] ?? 0) + offset] ?? null;
    }
    return null;
  }

  function skip(count: number): boolean {
    for (let index = 0; index < count; index += 1) if (bits.bit() === null) return false;
    return true;
  }

  function block(dc: number, ac: number): boolean {
    const size = value(picture.tables.get(dc));
    if (size === null || !skip(size & 15)) return false;
    for (let coefficient = 1; coefficient < 64;) {
      const symbol = value(picture.tables.get(0x10 | ac));
      if (symbol === null) return false;
      if (symbol === 0) return true;
      coefficient += 1 + (symbol >> 4);
      if (!skip(symbol & 15)) return false;
    }
    return true;
  }

  for (let unit = 0; unit < picture.units; unit += 1) {
    if (picture.restartEvery > 0 && unit > 0 && unit % picture.restartEvery === 0) bits.restart();
    for (const [blocks, dc, ac] of selectors) {
      for (let index = 0; index < blocks; index += 1) if (!block(dc, ac)) return false;
    }
  }
  return true;
}

/**
 * Whether a JPEG without an end mark holds all of its picture. Baseline and extended sequential pictures in one scan, which is what
 * cameras and scanners write, are decoded as far as it takes to count their blocks (ITU-T T.81, annex F.2.2); all others count as cut.
 */
export function holdsAllBlocks(source: ByteSource): boolean {
  if (source.size > maxBytes) return false;
  const bytes = Buffer.from(source.read(0, source.size));
  const tables = new Map<number, Table>();
  let [restartEvery, width, height, widest, tallest] = [0, 0, 0, 1, 1];
  let components: Component[] = [];
  for (let at = 2; at + 4 <= bytes.length && bytes[at] === 0xff;) {
    const code = bytes[at + 1] ?? 0;
    const length = bytes.readUInt16BE(at + 2);
    const body = bytes.subarray(at + 4, at + 2 + length);
    at += 2 + length;
    if (length < 2 || at > bytes.length) return false;
    if (code === 0xdd && body.length >= 2) restartEvery = body.readUInt16BE(0);
    if (code === 0xc4) {
      for (let place = 0; place + 17 <= body.length;) {
        const counts = body.subarray(place + 1, place + 17);
        const values = counts.reduce((sum, count) => sum + count, 0);
        tables.set(body[place] ?? 0, readTable(counts, body.subarray(place + 17, place + 17 + values)));
        place += 17 + values;
      }
    }
    if (code === 0xc0 || code === 0xc1) {
      if (body.length < 6 || body.length < 6 + 3 * (body[5] ?? 0)) return false;
      [height, width] = [body.readUInt16BE(1), body.readUInt16BE(3)];
      components = Array.from({ length: body[5] ?? 0 }, (_, index) => {
        const sampling = body[6 + 3 * index + 1] ?? 0x11;
        widest = Math.max(widest, sampling >> 4);
        tallest = Math.max(tallest, sampling & 15);
        return { id: body[6 + 3 * index] ?? 0, blocks: (sampling >> 4) * (sampling & 15) };
      });
    } else if (code >= 0xc2 && code <= 0xcf && code !== 0xc4 && code !== 0xc8 && code !== 0xcc) return false;
    if (code === 0xda) {
      // One component by itself comes block by block, whatever its sampling.
      if (components.length === 0 || body[0] !== components.length) return false;
      const single = components.length === 1;
      const units = Math.ceil(width / (8 * (single ? 1 : widest))) * Math.ceil(height / (8 * (single ? 1 : tallest)));
      if (units === 0 || units > maxBlocks) return false;
      const selectors = components.map(({ id, blocks }, index) => {
        const chosen = body[1 + 2 * index] === id ? (body[2 + 2 * index] ?? 0) : 0;
        return [single ? 1 : blocks, chosen >> 4, chosen & 15] as const;
      });
      return decodes(bytes, at, { components, units, restartEvery, tables }, selectors);
    }
  }
  return false;
}
