import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** The package that this Mailroom was installed from. */
const packageOriginSchema = z.object({
  name: z.string(),
  /** `preview`: the window on Debian's Chromium. */
  kind: z.enum(['deb', 'appimage', 'msi', 'nsis', 'dmg', 'preview']),
  platform: z.string(),
});

/** See {@link packageOriginSchema}. */
export type PackageOrigin = z.infer<typeof packageOriginSchema>;

/**
 * What `npm run dist` wrote beside `out`; null where Mailroom runs from a built folder, without a package. `folder` (absolute) is the one
 * that the running program lies in, two below.
 */
export async function packageOrigin(folder: string = import.meta.dirname): Promise<PackageOrigin | null> {
  const text = await readFile(join(folder, '../../package-origin.json'), 'utf8').catch(() => null);
  return text === null ? null : packageOriginSchema.parse(JSON.parse(text));
}
