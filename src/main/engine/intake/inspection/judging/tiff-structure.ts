import {
  firstDirectory,
  nextDirectory,
  openTiff,
  tiffDirectory,
  tiffFields,
  tiffNumber,
  tiffValueBytes,
  type Tiff,
  type TiffField,
} from '../tiff-fields.ts';
import type { ByteSource } from './byte-source.ts';
import { damaged, incomplete, mediaTypes, whole } from './verdict.ts';
import type { Verdict } from './verdict.ts';

/** Types of whole numbers, in which offsets and lengths stand. */
const wholeNumbers: ReadonlySet<number> = new Set([1, 3, 4, 13, 16, 18]);
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
function areasInside(tiff: Tiff, offsets: TiffField, counts: TiffField | undefined, allowance: Allowance): Found {
  if (!wholeNumbers.has(offsets.type) || !wholeNumbers.has(counts?.type ?? 1)) return 'outside';
  const { size } = tiff.source;
  const offsetBytes = tiffValueBytes(offsets);
  const countBytes = counts === undefined ? 0 : tiffValueBytes(counts);
  if (counts !== undefined && counts.count < offsets.count) return 'outside';
  if (!(offsets.at + offsets.count * offsetBytes <= size)) return 'outside';
  if (!((counts?.at ?? 0) + offsets.count * countBytes <= size)) return 'outside';
  if (!allowance.take(offsets.count * (offsetBytes + countBytes))) return 'overlapping';
  // Check every strip: any of them may be the last in the file.
  for (let index = 0; index < offsets.count; index += 1) {
    const start = tiffNumber(tiff, offsets.at + index * offsetBytes, offsetBytes);
    const length = counts === undefined ? 1 : tiffNumber(tiff, counts.at + index * countBytes, countBytes);
    if (!(start + length <= size)) return 'outside';
  }
  return 'inside';
}

/** Whether the one stream of an old JPEG lies inside the file. */
function streamInside(tiff: Tiff, offset: TiffField, bytes: TiffField | undefined): Found {
  const value = (field: TiffField): number =>
    tiffNumber(tiff, field.at, wholeNumbers.has(field.type) ? tiffValueBytes(field) : 4);
  return value(offset) + (bytes === undefined ? 1 : value(bytes)) <= tiff.source.size ? 'inside' : 'outside';
}

function picturesInside(tiff: Tiff, fields: ReadonlyMap<number, TiffField>, allowance: Allowance): Found {
  const stream = fields.get(tags.jpegOffset);
  const pairs = [
    [tags.stripOffsets, tags.stripByteCounts],
    [tags.tileOffsets, tags.tileByteCounts],
  ] as const;
  for (const [offsetTag, countTag] of pairs) {
    const offsets = fields.get(offsetTag);
    if (offsets === undefined) continue;
    const found = areasInside(tiff, offsets, fields.get(countTag), allowance);
    if (found !== 'inside') return found;
  }
  return stream === undefined ? 'inside' : streamInside(tiff, stream, fields.get(tags.jpegBytes));
}

/**
 * Whether a TIFF is whole, as readers take it: the directories of its chain, and the strips and tiles they name, lie inside the file.
 * Writers put the directory after the picture, and its offset into the header last; pages can be added at any time, so that only
 * quiet tells that none follows. A chain that bites its tail, leads far behind the end or lacks its last link ends there.
 */
export function judgeTiff(source: ByteSource): Verdict {
  const tiff = openTiff(source);
  const allowance = createAllowance(source.size);
  const visited = new Set<number>();
  let at = firstDirectory(tiff);
  while (at !== 0 && !visited.has(at)) {
    if (visited.size > 0 && at >= source.size + farAway) break;
    if (Number.isNaN(at) || at >= source.size) return incomplete('end-missing');
    visited.add(at);
    const directory = tiffDirectory(tiff, at);
    if (!(directory.end <= source.size)) return incomplete('end-missing');
    if (!allowance.take(directory.end - at)) return damaged('structure-broken');
    const fields = tiffFields(tiff, directory, known);
    const pictures = picturesInside(tiff, fields, allowance);
    if (pictures === 'overlapping') return damaged('structure-broken');
    if (pictures === 'outside') return incomplete('end-missing');
    if (visited.size === 1 && fields.size === 0) return incomplete('structure-broken');
    at = nextDirectory(tiff, directory);
  }
  return visited.size === 0 ? incomplete('end-missing') : whole(mediaTypes.tiff, 'text');
}
