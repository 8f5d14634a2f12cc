import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { projectRoot } from '../../run-step.ts';
import type { Edition } from '../edition.ts';
import { sizeOf } from '../stage.ts';
import { filesIn, mustMake, nameOrigin, numbersOf, windowsIcon } from './tree.ts';

function windowsPath(path: string): string {
  return path.replaceAll('/', '\\');
}

/** A path in a script of NSIS. */
function quoted(path: string): string {
  return `"${path.replaceAll('$', '$$$$')}"`;
}

/**
 * The installer for Windows servers out of what was staged: puts it into `target` (absolute) and returns its path. `quick` packs it
 * nearly not at all, for trying it.
 */
export async function packServerNsis(
  staged: string,
  target: string,
  edition: Edition,
  { quick = false }: { readonly quick?: boolean } = {},
): Promise<string> {
  await nameOrigin(staged, 'nsis', edition);
  const files = await filesIn(staged);
  const folders = [...new Set(files.flatMap(({ folder }) => ancestors(folder)))].sort();
  const put = files.map(({ path, folder }, at) => {
    const open = at === 0 || files[at - 1]?.folder !== folder ? `SetOutPath ${quoted(installed(folder))}\n` : '';
    return `${open}File ${quoted(join(staged, path))}\n`;
  });
  const taken = [
    ...files.map(({ path }) => `Delete ${quoted(installed(path))}\n`),
    ...folders.reverse().map((folder) => `RMDir ${quoted(installed(folder))}\n`),
  ];
  const lists = { FILES: `${staged}.files.nsh`, REMOVAL: `${staged}.removal.nsh` };
  await writeFile(lists.FILES, put.join('').replaceAll('$$INSTDIR', '$INSTDIR'));
  await writeFile(lists.REMOVAL, taken.join('').replaceAll('$$INSTDIR', '$INSTDIR'));
  await mkdir(target, { recursive: true });
  const path = join(target, `Mailroom-Server-${edition.version}-x64-setup.exe`);
  const defines = {
    VERSION: edition.version,
    NUMBER: `${numbersOf(edition.version)}.0`,
    KILOBYTES: String(Math.ceil((await sizeOf(staged)) / 1_024)),
    OUT: path,
    ICON: join(staged, windowsIcon),
    ...lists,
  };
  const flags = Object.entries(defines).map(([name, value]) => `-D${name}=${value}`);
  const packing = quick ? ['-DQUICK'] : [];
  const script = join(projectRoot, 'packaging/windows/setup.nsi');
  await mustMake('makensis', ['-V2', '-NOCD', ...flags, ...packing, script], edition);
  return path;
}

function installed(path: string): string {
  return windowsPath(path === '' ? '$INSTDIR' : join('$INSTDIR', path));
}

function ancestors(folder: string): readonly string[] {
  return folder === '' || folder === '.' ? [] : [...ancestors(dirname(folder)), folder];
}
