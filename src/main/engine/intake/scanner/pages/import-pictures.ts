import { copyFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import sharp from 'sharp';
import type { DrivenPage } from '../driver.ts';

/**
 * Copies the pages of a picture file into a folder: a PNG or JPEG as it is (turned upright where a camera says how it was held), each
 * page of a TIFF as a PNG. Rejects where it is no such picture; the file itself is only read.
 */
export async function importPictures(
  path: string,
  folder: string,
  nameOf: (index: number) => string,
): Promise<readonly DrivenPage[]> {
  const { format, pages = 1, orientation = 1 } = await sharp(path).metadata();
  if (format === 'tiff') {
    const taken: DrivenPage[] = [];
    for (let page = 0; page < pages; page += 1) {
      const target = join(folder, `${nameOf(page)}.png`);
      await sharp(path, { page }).keepMetadata().png().toFile(target);
      taken.push({ path: target, mediaType: 'image/png' });
    }
    return taken;
  }
  if (format !== 'png' && format !== 'jpeg') throw new Error(`${extname(path)} is no picture of pages`);
  const target = join(folder, `${nameOf(0)}.${format === 'png' ? 'png' : 'jpg'}`);
  if (orientation === 1) await copyFile(path, target);
  else await sharp(path).autoOrient().withMetadata().toFile(target);
  return [{ path: target, mediaType: format === 'png' ? 'image/png' : 'image/jpeg' }];
}
