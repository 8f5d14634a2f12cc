import sharp from 'sharp';
import { rename } from '../../../patient-files.ts';
import type { DrivenPage } from '../driver.ts';
import { mostPixels } from './most-pixels.ts';
import { writePicture } from './write-picture.ts';

/** Quality of a page that is made smaller or grey: what is lost can't be seen. */
const quality = 92;

/** Makes a scanned page what was asked for, in its own file: smaller by a factor, grey of colour; its file tells the new resolution (dots per inch). */
export async function fitPage(
  { path, mediaType }: Pick<DrivenPage, 'path' | 'mediaType'>,
  { scale, grey }: NonNullable<DrivenPage['fit']>,
  density: number,
): Promise<void> {
  const opened = sharp(path, { limitInputPixels: mostPixels });
  const { width } = await opened.metadata();
  const sized = scale === 1 ? opened : opened.resize({ width: Math.max(1, Math.round(width * scale)) });
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
