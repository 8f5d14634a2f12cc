import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { tiffNumber } from '../../../intake/inspection/tiff-fields.ts';
import { rm } from '../../../platform/disk/patient-files.ts';
import { importPictures } from '../import-pictures.ts';
import { maxPixels } from '../max-pixels.ts';
import { guessedDensity, statedDensity } from '../page-density.ts';
import { asScanned } from '../page-shape.ts';
import { maxPages } from '../pdf/page-pictures.ts';
import { tiffPageOf } from '../write-document.ts';
import {
  joinTiffPages,
  takenTiffPage,
  tiffNumbers,
  tiffPagesOf,
  type TiffPage,
  type TiffPageAt,
} from '../write-tiff.ts';
import { FixedPages, type ArrangedPage, type PageSize } from './pages-asked.ts';

/** Larger files are not arranged (bytes): they are read whole. */
const maxTiff = 512 * 1024 * 1024;

/** Tags of TIFF 6.0. */
const [imageWidth, imageLength, orientation] = [256, 257, 274];
const [resolutionX, resolutionY, resolutionUnit] = [282, 283, 296];
const perCentimetre = 3;

interface ReadTiff {
  readonly content: Buffer;
  readonly pages: readonly TiffPageAt[];
}

async function readTiff(path: string): Promise<ReadTiff> {
  const { size } = await stat(path);
  if (size > maxTiff) throw new FixedPages('too-large-to-edit');
  const content = await readFile(path);
  return { content, pages: tiffPagesOf(content, maxPages) };
}

function sizeOf(page: TiffPageAt): PageSize {
  const [width = 1] = tiffNumbers(page, imageWidth);
  const [length = 1] = tiffNumbers(page, imageLength);
  const unit = tiffNumbers(page, resolutionUnit)[0] === perCentimetre ? 2.54 : 1;
  const densityOf = (tag: number): number => {
    const at = page.fields.get(tag)?.at;
    const told = at === undefined ? Number.NaN : tiffNumber(page.tiff, at, 4) / tiffNumber(page.tiff, at + 4, 4);
    return statedDensity(Number.isFinite(told) ? told * unit : undefined) ?? guessedDensity(width, length);
  };
  const size = {
    width: Math.max(1, (width / densityOf(resolutionX)) * 72),
    height: Math.max(1, (length / densityOf(resolutionY)) * 72),
  };
  // From 5 on a page lies on its side (TIFF 6.0, field 274).
  return (tiffNumbers(page, orientation)[0] ?? 1) >= 5 ? { width: size.height, height: size.width } : size;
}

/** The sizes of the pages of a TIFF. Rejects where it can't be read. */
export async function surveyTiff(path: string): Promise<readonly PageSize[]> {
  return (await readTiff(path)).pages.map(sizeOf);
}

/** A page of which the pixels have to be drawn anew: without loss, G4 where it is black and white. */
async function drawnPage(path: string, { page, rotation }: ArrangedPage, taken: TiffPage | null, folder: string) {
  const single = join(folder, 'page.tif');
  const drawn: string[] = [single];
  try {
    const bytes =
      taken === null
        ? await sharp(path, { page, limitInputPixels: maxPixels })
            .keepMetadata()
            .tiff({ compression: 'lzw' })
            .toBuffer()
        : joinTiffPages([taken]);
    await writeFile(single, bytes, { mode: 0o600 });
    const pictures = await importPictures(single, folder, (index) => `page-${index}`);
    drawn.push(...pictures.map((each) => each.path));
    const [picture] = pictures;
    if (picture === undefined) throw new Error('no such page in the TIFF');
    return await tiffPageOf({ ...picture, shape: { ...asScanned, rotation }, quality: 'lossless' });
  } finally {
    for (const each of drawn) await rm(each, { force: true });
  }
}

/** Pages of TIFFs as one TIFF: pixels of a page that is only moved stay as they are packed. `folder`: for what lasts a moment. */
export async function arrangedTiff(
  paths: readonly string[],
  pages: readonly ArrangedPage[],
  folder: string,
): Promise<Buffer> {
  const files = new Map<number, ReadTiff>();
  const made: TiffPage[] = [];
  for (const asked of pages) {
    const path = paths[asked.source] ?? '';
    const file = files.get(asked.source) ?? (await readTiff(path));
    files.set(asked.source, file);
    const found = file.pages[asked.page];
    if (found === undefined) throw new Error(`no page ${asked.page + 1} in the TIFF`);
    const taken = takenTiffPage(file.content, found);
    made.push(taken !== null && asked.rotation === 0 ? taken : await drawnPage(path, asked, taken, folder));
  }
  return joinTiffPages(made);
}
