import { writeFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { ItemRecord } from '../../journal/records.ts';
import { returnedNote } from '../../platform/names/claim-places.ts';
import { withFolder } from '../../platform/disk/safe-folder.ts';
import { codeOf } from '../../platform/disk/errno.ts';

/** Before a claimed file is given back it is noted for all stations: none of them is to take it for a new one. */
export async function noteReturn(
  root: string,
  { sha256, modifiedAt }: Pick<ItemRecord, 'sha256' | 'modifiedAt'>,
): Promise<void> {
  if (sha256 === null) return;
  const note = returnedNote(root, sha256, modifiedAt);
  await withFolder(dirname(note), { below: root, make: true }, (folder) =>
    writeFile(folder.at(basename(note)), '', { flag: 'wx' }),
  ).catch((error: unknown) => {
    // Noted before.
    if (codeOf(error) !== 'EEXIST') throw error;
  });
}
