import { descriptorSource } from '../../intake/inspection/judging/byte-source.ts';
import {
  firstDirectory,
  nextDirectory,
  openTiff,
  tiffDirectory,
  tiffFields,
  tiffNumber,
} from '../../intake/inspection/tiff-fields.ts';
import { open } from '../../platform/disk/patient-files.ts';

/** Where a picture's pixels are so much wider or higher than the other way, they are no squares. */
const minRatio = 1.02;
const maxRatio = 8;
/** Maximum side of a picture once its pixels are square, pixels. */
const maxSide = 60_000;

const resolutionX = 282;
const resolutionY = 283;
const maxFields = 1_000;

/**
 * The size (pixels) of a picture whose pixels are made square, as fine as the finer side, and by how much its density across grows;
 * `ratio` = density across to density along, as with 200 x 100 dpi of a fax. Null where they are square, or where no page is like that.
 */
export function squareSize(
  [width, height]: readonly [number, number],
  ratio: number,
): { readonly width: number; readonly height: number; readonly finer: number } | null {
  if (!Number.isFinite(ratio) || ratio > maxRatio || ratio < 1 / maxRatio) return null;
  if (Math.max(ratio, 1 / ratio) < minRatio) return null;
  const size =
    ratio > 1
      ? { width, height: Math.round(height * ratio), finer: 1 }
      : { width: Math.round(width / ratio), height, finer: 1 / ratio };
  return Math.max(size.width, size.height) > maxSide ? null : size;
}

/**
 * Density across to density along of each page of a TIFF (TIFF 6.0, fields 282 and 283); 1 where it does not say, none beyond what can
 * be read.
 */
export async function tiffRatios(path: string, maxPages: number): Promise<readonly number[]> {
  const ratios: number[] = [];
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const tiff = openTiff(descriptorSource(file.fd, size));
    for (let at = firstDirectory(tiff); at > 0 && ratios.length < maxPages;) {
      const directory = tiffDirectory(tiff, at);
      if (!(directory.end <= size) || directory.entries > maxFields) break;
      const fields = tiffFields(tiff, directory, new Set([resolutionX, resolutionY]));
      const [across, along] = [resolutionX, resolutionY].map((tag) => {
        const place = fields.get(tag)?.at;
        return place === undefined ? Number.NaN : tiffNumber(tiff, place, 4) / tiffNumber(tiff, place + 4, 4);
      });
      const ratio = (across ?? 1) / (along ?? 1);
      ratios.push(Number.isFinite(ratio) && ratio > 0 ? ratio : 1);
      at = nextDirectory(tiff, directory);
    }
  } finally {
    await file.close();
  }
  return ratios;
}
