import { writeFile } from 'node:fs/promises';
import type { Sharp } from 'sharp';

/** Writes a drawn picture to a file; rejects with the system's own error where the disk refuses: the library's says it in words alone. */
export async function writePicture(picture: Sharp, path: string): Promise<void> {
  await writeFile(path, await picture.toBuffer(), { mode: 0o600 });
}
