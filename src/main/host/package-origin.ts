import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { paths } from '../engine/platform/names/paths.ts';

/** The package that this Mailroom was installed from. */
const packageOriginSchema = z.object({
  name: z.string(),
  /** `preview`: the window on Debian's Chromium; `electron`: one of the window's packages, before it is known which. */
  kind: z.enum(['deb', 'appimage', 'msi', 'nsis', 'dmg', 'electron', 'preview']),
  platform: z.string(),
});

/** See {@link packageOriginSchema}. */
export type PackageOrigin = z.infer<typeof packageOriginSchema>;

/**
 * What `npm run dist` wrote beside `out`; null where Mailroom runs from a built folder, without a package. `folder` (absolute) is the one
 * that the running program lies in, two or three below.
 */
export async function packageOrigin(folder: string = import.meta.dirname): Promise<PackageOrigin | null> {
  for (const above of ['../..', '../../..']) {
    const text = await readFile(join(folder, above, 'package-origin.json'), 'utf8').catch(() => null);
    if (text !== null) return installedAs(packageOriginSchema.parse(JSON.parse(text)));
  }
  return null;
}

/**
 * Where the AppImage lies that this program (`program`, its path) runs from; undefined: it runs from none. Its variables are handed on to
 * whatever an AppImage starts, so that they may tell of another program's: only that into whose folder it is mounted is our own.
 */
export function ownAppImage(
  environment: Readonly<Record<string, string | undefined>> = process.env,
  program = process.execPath,
): string | undefined {
  const mount = environment['APPDIR'] ?? '';
  return mount !== '' && paths.liesIn(mount, program) ? environment['APPIMAGE'] : undefined;
}

/** The window's packages of one system hold the same files: what they came as shows in what is around them. */
function installedAs(origin: PackageOrigin): PackageOrigin {
  if (origin.kind !== 'electron') return origin;
  if (origin.platform.startsWith('darwin')) return { ...origin, kind: 'dmg' };
  if (origin.platform.startsWith('linux')) return { ...origin, kind: ownAppImage() === undefined ? 'deb' : 'appimage' };
  // The silent installer leaves what takes it away again; Windows' own keeps that to itself.
  const uninstaller = join(dirname(process.execPath), 'Uninstall Mailroom.exe');
  return { ...origin, kind: existsSync(uninstaller) ? 'nsis' : 'msi' };
}
