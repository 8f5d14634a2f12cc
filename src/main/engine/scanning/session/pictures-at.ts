import { readdir, stat } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import type { Outcome } from '../../../../shared/faults.ts';
import { failure, success } from '../../faults/fault.ts';
import { misuse } from '../../faults/usage-sentences.ts';
import { codeOf } from '../../platform/disk/errno.ts';

/** Endings of files whose pages can be taken in. */
const endings: ReadonlySet<string> = new Set(['.jpg', '.jpeg', '.png', '.tif', '.tiff', '.pdf']);
/** Files that the system itself puts into a folder; they are not counted as left out. */
const ofTheSystem = /^(?:\..*|thumbs\.db|desktop\.ini)$/i;
/** As people count: page 2 before page 10. */
const order = new Intl.Collator('en', { numeric: true });

/** Picture files, and how many other files and subfolders lie beside them in their folders. */
export interface FoundPictures {
  readonly paths: readonly string[];
  readonly leftOut: number;
}

/**
 * The picture files at some places: a file itself, of a folder those that lie in it, in the order of their names. `wrong-usage` where
 * a folder has none, `file-unreadable` where it can't be looked into.
 */
export async function picturesAt(places: readonly string[]): Promise<Outcome<FoundPictures>> {
  const paths: string[] = [];
  let leftOut = 0;
  for (const place of places) {
    // A missing file is reported by its reader.
    const found = await stat(place).catch(() => null);
    if (found?.isDirectory() !== true) {
      paths.push(place);
      continue;
    }
    let names;
    try {
      names = (await readdir(place)).filter((name) => !ofTheSystem.test(name));
    } catch (error) {
      const code = codeOf(error, 'unknown');
      return failure('file-unreadable', { picture: basename(place) }, code);
    }
    const pictures = names.filter((name) => endings.has(extname(name).toLowerCase()));
    if (pictures.length === 0) return misuse('no-pictures', { folder: place });
    leftOut += names.length - pictures.length;
    paths.push(...pictures.sort((one, other) => order.compare(one, other)).map((name) => join(place, name)));
  }
  return success({ paths, leftOut });
}
