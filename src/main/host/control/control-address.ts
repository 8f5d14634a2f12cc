import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync, realpathSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import { createPaths } from '../../engine/names/paths.ts';

/** Bytes that every Unix system takes as the path of a socket (macOS: 104 with the ending zero). */
const longestSocketPath = 100;

function realPath(path: string): string {
  try {
    // By the system itself, which on Windows knows short names and letters of drives too.
    return realpathSync.native(path);
  } catch {
    return resolve(path);
  }
}

/**
 * Where the owner of a data directory listens: `control.sock` in it; where that path is too long for a socket, a short one in
 * a folder of this account below the temporary files; on Windows a named pipe. null: there is no safe place.
 */
export function controlAddress(
  dataDirectory: string,
  platform: NodeJS.Platform = process.platform,
  temporary: string = tmpdir(),
): string | null {
  const directory = realPath(dataDirectory);
  const short = createHash('sha256').update(createPaths(platform).keyOf(directory)).digest('hex').slice(0, 20);
  if (platform === 'win32') return `\\\\.\\pipe\\mailroom-${short}`;
  const beside = join(directory, 'control.sock');
  if (Buffer.byteLength(beside) <= longestSocketPath) return beside;
  const { uid } = userInfo();
  const folder = join(temporary, `mailroom-${uid}`);
  return isOwnFolder(folder, uid) ? join(folder, `${short}.sock`) : null;
}

/** Others can write below the temporary files too: a folder that is not ours alone is not used. */
function isOwnFolder(folder: string, uid: number): boolean {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch {
    // It is there already, or can't be made: the look decides.
  }
  const found = lstatSync(folder, { throwIfNoEntry: false });
  return found?.isDirectory() === true && found.uid === uid && (found.mode & 0o077) === 0;
}
