import { copyFile, open, readFile, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { maxPixels } from './max-pixels.ts';
import { guessedDensity, statedDensity } from './page-density.ts';
import { maxPages, readPicturePages } from './pdf/page-pictures.ts';
import { pageToFile } from './pdf/page-to-file.ts';
import { writePicture } from './write-picture.ts';
import { readPdfObjects } from './pdf/pdf-objects.ts';
import { squareSize, tiffRatios } from './square-pixels.ts';
import { colorOf, type TakenPage } from './taken-page.ts';

/** Larger PDFs are not read whole (bytes). */
const maxPdf = 512 * 1024 * 1024;

function densityOf({ width, height, density }: Pick<Metadata, 'width' | 'height' | 'density'>): number {
  return statedDensity(density) ?? guessedDensity(width, height);
}

async function headOf(path: string, bytes: number): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Where a PDF may begin (ISO 32000-1, annex H): within its first bytes. */
async function isPdf(path: string): Promise<boolean> {
  return (await headOf(path, 1_024)).includes('%PDF-');
}

/** What says how dense a picture is lies before its pixels; in a JPEG at the very beginning. */
const headBytes = 128 * 1024;

/** Densities across and along in a PNG's head (PNG, 11.3.5.3); null where it does not say. */
function pngDensities(head: Buffer): readonly [number, number] | null {
  for (let at = 8; at + 16 <= head.length; at += 12 + head.readUInt32BE(at)) {
    const kind = head.toString('latin1', at + 4, at + 8);
    if (kind === 'pHYs') return [head.readUInt32BE(at + 8), head.readUInt32BE(at + 12)];
    if (kind === 'IDAT') return null;
  }
  return null;
}

/** Densities across and along in a JPEG's head (JFIF 1.02: in whatever unit, or as a ratio alone); null where it does not say. */
function jpegDensities(head: Buffer): readonly [number, number] | null {
  for (let at = 2; at + 16 <= head.length && head[at] === 0xff; at += 2 + head.readUInt16BE(at + 2)) {
    const isJfif = head[at + 1] === 0xe0 && head.toString('latin1', at + 4, at + 9) === 'JFIF\0';
    if (isJfif) return [head.readUInt16BE(at + 12), head.readUInt16BE(at + 14)];
  }
  return null;
}

/** Density across to density along of a PNG or JPEG; 1 where it does not say. */
async function pictureRatio(path: string): Promise<number> {
  const head = await headOf(path, headBytes);
  const [across, along] = (head[0] === 0x89 ? pngDensities(head) : jpegDensities(head)) ?? [1, 1];
  return across > 0 && along > 0 ? across / along : 1;
}

/** A picture turned as its file says, its pixels made square; `ratio` = density across to density along. */
function upright(opened: Sharp, told: Metadata, ratio: number): { drawn: Sharp; density: number; isSquare: boolean } {
  const { width, height, orientation = 1 } = told;
  const square = squareSize([width, height], ratio);
  const turned = opened.autoOrient();
  if (square === null) return { drawn: turned, density: densityOf(told), isSquare: true };
  // From 5 on a page lies on its side (TIFF 6.0, field 274).
  const sides = orientation >= 5 ? { width: square.height, height: square.width } : square;
  const kernel = colorOf(told) === 'black-white' ? 'nearest' : 'cubic';
  return {
    drawn: turned.resize({ width: sides.width, height: sides.height, fit: 'fill', kernel }),
    density: densityOf({ ...told, ...square }) * square.finer,
    isSquare: false,
  };
}

async function tiffPages(path: string, pages: number, target: (index: number) => string): Promise<TakenPage[]> {
  const taken: TakenPage[] = [];
  const ratios = await tiffRatios(path, maxPages);
  for (let page = 0; page < Math.min(pages, maxPages); page += 1) {
    const opened = sharp(path, { page, limitInputPixels: maxPixels });
    const told = await opened.metadata();
    const color = colorOf(told);
    const { drawn, density } = upright(opened, told, ratios[page] ?? 1);
    const file = `${target(page)}.png`;
    // Left to itself the library makes three channels of the one of a grey page.
    const toned = color === 'grey' ? drawn.toColourspace('b-w') : drawn;
    const png = color === 'black-white' ? toned.png({ palette: true, colours: 2 }) : toned.png({ compressionLevel: 3 });
    await writePicture(png, file);
    taken.push({ path: file, mediaType: 'image/png', density, color, rotation: 0 });
  }
  return taken;
}

async function pdfPages(path: string, target: (index: number) => string): Promise<TakenPage[]> {
  const { size } = await stat(path);
  const objects = size > maxPdf ? null : readPdfObjects(await readFile(path));
  const pages = objects === null ? null : readPicturePages(objects);
  if (objects === null || pages === null) throw new Error('a PDF that does not show pictures of pages alone');
  const taken: TakenPage[] = [];
  for (const [index, page] of pages.entries()) {
    const file = await pageToFile(objects, page, target(index));
    if (file === null) throw new Error('a page of a PDF that is no picture');
    taken.push(file);
  }
  return taken;
}

/**
 * Copies the pages of a file into a folder: a PNG or JPEG as it is (turned upright where a camera says how it was held, its pixels made square where they are not), each page
 * of a TIFF as a PNG, each page of a PDF that shows one picture as that picture. Rejects where it is no such file; it is only read.
 */
export async function importPictures(
  path: string,
  folder: string,
  nameOf: (index: number) => string,
): Promise<readonly TakenPage[]> {
  const target = (index: number): string => join(folder, nameOf(index));
  if (await isPdf(path)) return pdfPages(path, target);
  const told = await sharp(path, { limitInputPixels: maxPixels }).metadata();
  const { format, pages = 1, orientation = 1 } = told;
  if (format === 'tiff') return tiffPages(path, pages, target);
  if (format !== 'png' && format !== 'jpeg') throw new Error(`${extname(path)} is no picture of pages`);
  const file = `${target(0)}.${format === 'png' ? 'png' : 'jpg'}`;
  const opened = sharp(path, { limitInputPixels: maxPixels });
  const { drawn, density, isSquare } = upright(opened, told, await pictureRatio(path));
  if (orientation === 1 && isSquare) await copyFile(path, file);
  else
    await writePicture(
      (isSquare || format === 'png' ? drawn : drawn.jpeg({ quality: 92 })).withMetadata({ density }),
      file,
    );
  const mediaType = format === 'png' ? 'image/png' : 'image/jpeg';
  return [{ path: file, mediaType, density, color: colorOf(told), rotation: 0 }];
}
