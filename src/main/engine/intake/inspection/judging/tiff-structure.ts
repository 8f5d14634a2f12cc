import type { ByteSource } from './byte-source.ts';
import { damaged, incomplete, mediaTypes, whole } from './verdict.ts';
import type { Verdict } from './verdict.ts';

const typeBytes: Readonly<Record<number, number>> = { 1: 1, 3: 2, 4: 4, 13: 4, 16: 8, 18: 8 };
const tags = {
  stripOffsets: 273,
  stripByteCounts: 279,
  tileOffsets: 324,
  tileByteCounts: 325,
  /** Pictures of the old kind of JPEG in TIFF (TIFF 6.0, section 22) are one stream of bytes. */
  jpegOffset: 513,
  jpegBytes: 514,
} as const;
const known: ReadonlySet<number> = new Set(Object.values(tags));
/** A next directory this far behind the end is no page that is on its way, but the rubbish that some fax servers leave there. */
const farAway = 64 * 1024 * 1024;

interface Layout {
  readonly little: boolean;
  /** BigTIFF: 64-bit offsets. */
  readonly big: boolean;
}

interface Field {
  readonly type: number;
  readonly count: number;
  /** Where its values stand. */
  readonly at: number;
}

function number(source: ByteSource, at: number, bytes: number, little: boolean): number {
  const found = source.read(at, bytes);
  if (found.length < bytes) return Number.NaN;
  if (bytes === 1) return found.readUInt8(0);
  if (bytes === 8) return Number(little ? found.readBigUInt64LE(0) : found.readBigUInt64BE(0));
  return little ? found.readUIntLE(0, bytes) : found.readUIntBE(0, bytes);
}

function readLayout(source: ByteSource): Layout {
  const little = source.read(0, 2).toString('latin1') === 'II';
  return { little, big: number(source, 2, 2, little) === 43 };
}

function readField(source: ByteSource, at: number, { little, big }: Layout): { tag: number; field: Field } {
  const tag = number(source, at, 2, little);
  const type = number(source, at + 2, 2, little);
  const count = number(source, at + 4, big ? 8 : 4, little);
  const valueAt = at + (big ? 12 : 8);
  const inline = (typeBytes[type] ?? 1) * count <= (big ? 8 : 4);
  return { tag, field: { type, count, at: inline ? valueAt : number(source, valueAt, big ? 8 : 4, little) } };
}

/**
 * Counts what is looked at: in a file that was not made to keep its reader busy no two tables overlap, so that they are no longer than it;
 * what is small lies in its directory and is looked at twice.
 */
interface Allowance {
  take(bytes: number): boolean;
}

function createAllowance(size: number): Allowance {
  let left = 2 * size;
  return {
    take(bytes) {
      left -= bytes;
      return left >= 0;
    },
  };
}

type Found = 'inside' | 'outside' | 'overlapping';

/** Whether every strip or tile lies inside the file. Without their lengths (readers work them out) their beginnings have to. */
function areasInside(
  source: ByteSource,
  offsets: Field,
  counts: Field | undefined,
  { little }: Layout,
  allowance: Allowance,
): Found {
  const offsetBytes = typeBytes[offsets.type];
  const countBytes = counts === undefined ? 0 : typeBytes[counts.type];
  if (offsetBytes === undefined || countBytes === undefined) return 'outside';
  if (counts !== undefined && counts.count < offsets.count) return 'outside';
  if (!(offsets.at + offsets.count * offsetBytes <= source.size)) return 'outside';
  if (!((counts?.at ?? 0) + offsets.count * countBytes <= source.size)) return 'outside';
  if (!allowance.take(offsets.count * (offsetBytes + countBytes))) return 'overlapping';
  // The furthest area is enough, but which one that is only all of them tell.
  for (let index = 0; index < offsets.count; index += 1) {
    const start = number(source, offsets.at + index * offsetBytes, offsetBytes, little);
    const length = counts === undefined ? 1 : number(source, counts.at + index * countBytes, countBytes, little);
    if (!(start + length <= source.size)) return 'outside';
  }
  return 'inside';
}

/** Whether the one stream of an old JPEG lies inside the file. */
function streamInside(source: ByteSource, offset: Field, bytes: Field | undefined, { little }: Layout): Found {
  const value = (field: Field): number => number(source, field.at, typeBytes[field.type] ?? 4, little);
  return value(offset) + (bytes === undefined ? 1 : value(bytes)) <= source.size ? 'inside' : 'outside';
}

function picturesInside(
  source: ByteSource,
  fields: ReadonlyMap<number, Field>,
  layout: Layout,
  allowance: Allowance,
): Found {
  const stream = fields.get(tags.jpegOffset);
  const pairs = [
    [tags.stripOffsets, tags.stripByteCounts],
    [tags.tileOffsets, tags.tileByteCounts],
  ] as const;
  for (const [offsetTag, countTag] of pairs) {
    const offsets = fields.get(offsetTag);
    if (offsets === undefined) continue;
    const found = areasInside(source, offsets, fields.get(countTag), layout, allowance);
    if (found !== 'inside') return found;
  }
  return stream === undefined ? 'inside' : streamInside(source, stream, fields.get(tags.jpegBytes), layout);
}

/**
 * Whether a TIFF is whole, as readers take it: the directories of its chain, and the strips and tiles they name, lie inside the file.
 * Classic and BigTIFF, both byte orders (TIFF 6.0, section 2). Writers put the directory after the picture, and its offset into the header
 * last; pages can be added at any time, so that only quiet tells that none follows. A chain that bites its tail, leads far behind the
 * end or lacks its last link ends there.
 */
export function judgeTiff(source: ByteSource): Verdict {
  const layout = readLayout(source);
  const { little, big } = layout;
  const offsetBytes = big ? 8 : 4;
  const allowance = createAllowance(source.size);
  const visited = new Set<number>();
  let at = number(source, big ? 8 : 4, offsetBytes, little);
  while (at !== 0 && !visited.has(at)) {
    if (visited.size > 0 && at >= source.size + farAway) break;
    if (Number.isNaN(at) || at >= source.size) return incomplete('end-missing');
    visited.add(at);
    const entries = number(source, at, big ? 8 : 2, little);
    const entryBytes = big ? 20 : 12;
    const first = at + (big ? 8 : 2);
    const next = first + entries * entryBytes;
    if (!(next <= source.size)) return incomplete('end-missing');
    if (!allowance.take(next - at)) return damaged('structure-broken');
    const fields = new Map<number, Field>();
    for (let index = 0; index < entries; index += 1) {
      const start = first + index * entryBytes;
      if (!known.has(number(source, start, 2, little))) continue;
      const { tag, field } = readField(source, start, layout);
      fields.set(tag, field);
    }
    const pictures = picturesInside(source, fields, layout, allowance);
    if (pictures === 'overlapping') return damaged('structure-broken');
    if (pictures === 'outside') return incomplete('end-missing');
    if (visited.size === 1 && fields.size === 0) return incomplete('structure-broken');
    // A last link that is not there is none.
    at = next + offsetBytes > source.size ? 0 : number(source, next, offsetBytes, little);
  }
  return visited.size === 0 ? incomplete('end-missing') : whole(mediaTypes.tiff, 'text');
}
