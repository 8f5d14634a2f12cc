import type { Sharp } from 'sharp';
import sharp from 'sharp';
import type { PageRaster, PageText, RasterOptions } from './page-raster.ts';
import { drawPage } from './page-raster.ts';

/** A page of text as a picture: its words, its size in pixels, and how grainy it looks. */
export type PictureOptions = PageText &
  RasterOptions & {
    /** JPEG only: 1 to 100. */
    readonly quality?: number;
  };

/** Draws a page of text as a PNG file. */
export async function buildPng(options: PictureOptions): Promise<Uint8Array> {
  return rawPicture(drawPage(options, options)).png({ compressionLevel: 6 }).toBuffer();
}

/** Draws a page of text as a baseline JPEG file; with strong grain it grows to megabytes, as photographs do. */
export async function buildJpeg(options: PictureOptions): Promise<Uint8Array> {
  return rawPicture(drawPage(options, options))
    .jpeg({ quality: options.quality ?? 80 })
    .toBuffer();
}

function rawPicture(raster: PageRaster): Sharp {
  return sharp(raster.pixels, { raw: { width: raster.width, height: raster.height, channels: 1 } })
    .toColourspace('b-w')
    .withDensity(200);
}
