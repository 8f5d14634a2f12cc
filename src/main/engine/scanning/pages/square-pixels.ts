import { type FileHandle } from 'node:fs/promises';
import { open } from '../../platform/disk/patient-files.ts';

/** Where a picture's pixels are so much wider or higher than the other way, they are no squares. */
const leastRatio = 1.02;
const mostRatio = 8;
/** A picture is no longer than this on a side once its pixels are square. */
const longest = 60_000;

const resolutionX = 282;
const resolutionY = 283;
const mostFields = 1_000;

/**
 * The size (pixels) of a picture whose pixels are made square, as fine as the finer side, and by how much its density across grows;
 * `ratio` = density across to density along, as with 200 x 100 dpi of a fax. Null where they are square, or where no page is like that.
 */
export function squareSize(
  [width, height]: readonly [number, number],
  ratio: number,
): { readonly width: number; readonly height: number; readonly finer: number } | null {
  if (!Number.isFinite(ratio) || ratio > mostRatio || ratio < 1 / mostRatio) return null;
  if (Math.max(ratio, 1 / ratio) < leastRatio) return null;
  const size =
    ratio > 1
      ? { width, height: Math.round(height * ratio), finer: 1 }
      : { width: Math.round(width / ratio), height, finer: 1 / ratio };
  return Math.max(size.width, size.height) > longest ? null : size;
}

async function bytesAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  if (bytesRead < length) throw new RangeError('a TIFF that ends too early');
  return buffer;
}

/** Density across to density along of each page of a TIFF (TIFF 6.0, fields 282 and 283); 1 where it does not say, none beyond what can be read. */
export async function tiffRatios(path: string, mostPages: number): Promise<readonly number[]> {
  const ratios: number[] = [];
  const file = await open(path, 'r');
  try {
    const head = await bytesAt(file, 0, 8);
    const isLittle = head.toString('latin1', 0, 2) === 'II';
    const short = (from: Buffer, at: number): number => (isLittle ? from.readUInt16LE(at) : from.readUInt16BE(at));
    const long = (from: Buffer, at: number): number => (isLittle ? from.readUInt32LE(at) : from.readUInt32BE(at));
    let place = short(head, 2) === 42 ? long(head, 4) : 0;
    while (place !== 0 && ratios.length < mostPages) {
      const count = short(await bytesAt(file, place, 2), 0);
      if (count > mostFields) break;
      const fields = await bytesAt(file, place + 2, count * 12 + 4);
      const densities = new Map<number, number>();
      for (let entry = 0; entry < count * 12; entry += 12) {
        const tag = short(fields, entry);
        if (tag !== resolutionX && tag !== resolutionY) continue;
        const value = await bytesAt(file, long(fields, entry + 8), 8);
        densities.set(tag, long(value, 0) / long(value, 4));
      }
      const ratio = (densities.get(resolutionX) ?? 1) / (densities.get(resolutionY) ?? 1);
      ratios.push(densities.size === 2 && Number.isFinite(ratio) && ratio > 0 ? ratio : 1);
      place = long(fields, count * 12);
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  } finally {
    await file.close();
  }
  return ratios;
}
