import sharp from 'sharp';
import { z } from 'zod';
import { findBarcodes } from './barcodes.ts';
import { inkPercent } from './ink.ts';
import { mostPixels } from './most-pixels.ts';
import { toldDensity } from './page-density.ts';
import { patchCode } from './patch-code.ts';
import { readRaster, type Raster } from './raster.ts';
import { skewDegrees } from './skew.ts';

/** What was seen on a scanned page. Pixels as they lie in the file; degrees clockwise, null = can't be told. */
export const pageLookSchema = z.object({
  width: z.number(),
  height: z.number(),
  /** Dots per inch as the file says; null where it does not, or says what programs write that do not know. */
  density: z.number().nullable(),
  inkPercent: z.number(),
  skewDegrees: z.number().nullable(),
  barcodes: z.array(z.object({ kind: z.string(), text: z.string() })),
  /** Name of a patch code (Kodak), `T` = transfer. */
  patch: z.enum(['1', '2', '3', '4', '6', 'T']).nullable(),
});

/** See {@link pageLookSchema}. */
export type PageLook = z.infer<typeof pageLookSchema>;

/** Widths (pixels) at which a page is looked at: text is rows at 100 dpi already, barcodes need more. */
const smallWidth = 850;
const codeWidth = 1_700;

/** A page as small as it may be to be looked at. Rejects where it is no picture. */
export function readSmall(path: string): Promise<Raster> {
  return readRaster(path, smallWidth);
}

/**
 * Looks at a page file once for all that Mailroom wants to know of it; `small` = the page as {@link readSmall} reads it. Rejects where
 * it is no picture.
 */
export async function lookAtPage(path: string, codes: boolean, small?: Raster): Promise<PageLook> {
  const { width, height, density } = await sharp(path, { limitInputPixels: mostPixels }).metadata();
  const seen = small ?? (await readSmall(path));
  const ink = inkPercent(seen);
  const fine = codes ? await readRaster(path, codeWidth) : null;
  return {
    width,
    height,
    density: toldDensity(density),
    inkPercent: Math.round(ink * 1_000) / 1_000,
    skewDegrees: skewDegrees(seen),
    barcodes: fine === null ? [] : [...(await findBarcodes(fine))],
    patch: fine === null ? null : patchCode(seen),
  };
}
