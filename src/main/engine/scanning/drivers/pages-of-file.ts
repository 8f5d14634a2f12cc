import { diskFault } from '../disk-fault.ts';
import type { TakenPage } from '../pages/taken-page.ts';

/** Takes the pages out of a file that a device sent (see `importPictures`); null where it holds no pictures of pages. What the disk refuses is thrown. */
export async function pagesOfFile(
  path: string,
  folder: string,
  nameOf: (index: number) => string,
): Promise<readonly TakenPage[] | null> {
  // Loaded here alone: a station without a scanner starts sooner and is smaller without the library for pictures.
  const { importPictures } = await import('../pages/import-pictures.ts');
  return importPictures(path, folder, nameOf).catch((error: unknown) => {
    if (diskFault(error) !== null) throw error;
    return null;
  });
}
