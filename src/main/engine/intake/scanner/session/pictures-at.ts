import { readdir, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';

/** Endings of files whose pages can be taken in. */
const endings: ReadonlySet<string> = new Set(['.jpg', '.jpeg', '.png', '.tif', '.tiff', '.pdf']);
/** As people count: page 2 before page 10. */
const order = new Intl.Collator('en', { numeric: true });

/** The picture files at a path: the file itself, or those that lie in the folder, in the order of their names. Rejects with the system's error. */
export async function picturesAt(path: string): Promise<readonly string[]> {
  // What is not there is told by whoever reads it.
  const found = await stat(path).catch(() => null);
  if (found?.isDirectory() !== true) return [path];
  const names = (await readdir(path)).filter(
    (name) => !name.startsWith('.') && endings.has(extname(name).toLowerCase()),
  );
  return names.sort((one, other) => order.compare(one, other)).map((name) => join(path, name));
}
