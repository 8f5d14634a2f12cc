import sharp from 'sharp';
import { rename } from '../../platform/disk/patient-files.ts';
import type { DrivenPage } from '../drivers/driver.ts';
import { maxPixels } from './max-pixels.ts';
import { writePicture } from './write-picture.ts';

/** Quality of a page that is made smaller or grey: what is lost can't be seen. */
const quality = 92;

/** What is to be done with a page; `rotation` (degrees clockwise) and `from` (shares that are cut away) where it is given to others. */
export interface PageFit extends NonNullable<DrivenPage['fit']> {
  readonly rotation?: 0 | 90 | 180 | 270 | undefined;
  readonly from?: { readonly left: number; readonly top: number } | undefined;
}

/** Makes a scanned page what was asked for, in its own file and of its media type: smaller by a factor, grey of colour; its file tells the new resolution (dots per inch). */
export async function fitPage(
  { path, mediaType }: Pick<DrivenPage, 'path' | 'mediaType'>,
  { scale, grey, rotation = 0, from = { left: 0, top: 0 } }: PageFit,
  density: number,
): Promise<void> {
  const opened = sharp(path, { limitInputPixels: maxPixels });
  const told = await opened.metadata();
  const isSideways = rotation === 90 || rotation === 270;
  const [width, height] = isSideways ? [told.height, told.width] : [told.width, told.height];
  const [left, top] = [Math.floor(from.left * width), Math.floor(from.top * height)];
  const turned = rotation === 0 ? opened : opened.rotate(rotation);
  const cut = left + top === 0 ? turned : turned.extract({ left, top, width: width - left, height: height - top });
  const sized = scale === 1 ? cut : cut.resize({ width: Math.max(1, Math.round((width - left) * scale)) });
  const toned = (grey ? sized.greyscale().toColourspace('b-w') : sized).withDensity(density);
  const drawn = {
    'image/jpeg': () => toned.jpeg({ quality }),
    'image/png': () => toned.png({ compressionLevel: 3 }),
    'image/tiff': () => toned.tiff({ compression: 'lzw' }),
  }[mediaType]();
  const fitted = `${path}.part`;
  await writePicture(drawn, fitted);
  await rename(fitted, path);
}
