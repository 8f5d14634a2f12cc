import type { ByteSource } from './byte-source.ts';
import { incomplete, mediaTypes, whole } from './verdict.ts';
import type { Verdict } from './verdict.ts';

/** Far more pages than any document has; a bound against loops made on purpose. */
const mostDirectories = 65_536;
const typeBytes: Readonly<Record<number, number>> = { 1: 1, 3: 2, 4: 4, 13: 4, 16: 8, 18: 8 };
const stripOffsets = 273;
const stripByteCounts = 279;
const tileOffsets = 324;
const tileByteCounts = 325;

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

/** Whether every strip or tile lies inside the file. */
function areasInside(source: ByteSource, offsets: Field, counts: Field, { little }: Layout): boolean {
  const offsetBytes = typeBytes[offsets.type];
  const countBytes = typeBytes[counts.type];
  if (offsetBytes === undefined || countBytes === undefined || offsets.count !== counts.count) return false;
  if (!(offsets.at + offsets.count * offsetBytes <= source.size)) return false;
  if (!(counts.at + counts.count * countBytes <= source.size)) return false;
  // The furthest area is enough, but which one that is only all of them tell.
  for (let index = 0; index < offsets.count; index += 1) {
    const start = number(source, offsets.at + index * offsetBytes, offsetBytes, little);
    const length = number(source, counts.at + index * countBytes, countBytes, little);
    if (!(start + length <= source.size)) return false;
  }
  return true;
}

function directoryInside(source: ByteSource, fields: ReadonlyMap<number, Field>, layout: Layout): boolean {
  const strips = [fields.get(stripOffsets), fields.get(stripByteCounts)] as const;
  const tiles = [fields.get(tileOffsets), fields.get(tileByteCounts)] as const;
  for (const [offsets, counts] of [strips, tiles]) {
    if (offsets === undefined) continue;
    if (counts === undefined || !areasInside(source, offsets, counts, layout)) return false;
  }
  return true;
}

/**
 * Whether a TIFF is whole: every directory of the chain, and every strip and tile they name, lies inside the file. Classic and
 * BigTIFF, both byte orders (TIFF 6.0, section 2). Writers put the directory after the picture, and its offset into the header last.
 */
export function judgeTiff(source: ByteSource): Verdict {
  const layout = readLayout(source);
  const { little, big } = layout;
  const offsetBytes = big ? 8 : 4;
  const visited = new Set<number>();
  let at = number(source, big ? 8 : 4, offsetBytes, little);
  while (at !== 0) {
    if (Number.isNaN(at) || at >= source.size) return incomplete('end-missing');
    if (visited.has(at) || visited.size >= mostDirectories) return incomplete('structure-broken');
    visited.add(at);
    const entries = number(source, at, big ? 8 : 2, little);
    const entryBytes = big ? 20 : 12;
    const first = at + (big ? 8 : 2);
    const next = first + entries * entryBytes;
    if (!(next + offsetBytes <= source.size)) return incomplete('end-missing');
    const fields = new Map<number, Field>();
    for (let index = 0; index < entries; index += 1) {
      const { tag, field } = readField(source, first + index * entryBytes, layout);
      if (tag === stripOffsets || tag === stripByteCounts || tag === tileOffsets || tag === tileByteCounts)
        fields.set(tag, field);
    }
    if (!directoryInside(source, fields, layout)) return incomplete('end-missing');
    if (visited.size === 1 && fields.size === 0) return incomplete('structure-broken');
    at = number(source, next, offsetBytes, little);
  }
  return visited.size === 0 ? incomplete('end-missing') : whole(mediaTypes.tiff);
}
