import { createHash, createHmac, randomBytes } from 'node:crypto';
import { lstatSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import { paths } from '../../engine/platform/names/paths.ts';

/** Bytes that every Unix system takes as the path of a socket (macOS: 104 with the ending zero). */
const maxSocketPathBytes = 100;

function realPath(path: string): string {
  try {
    // By the system itself, which on Windows knows short names and letters of drives too.
    return realpathSync.native(path);
  } catch {
    return resolve(path);
  }
}

/**
 * Where the owner of a data directory listens, and on Windows (else null) the key that it proves to know: pipes have their names in one
 * place that all accounts share, so that another one could take a name first and be told what is meant for the owner.
 */
export interface ControlPlace {
  readonly address: string;
  readonly key: string | null;
}

/** The file in the data directory, which is open to its account alone, that has the key: 64 hex digits, others for each owner. */
function keyFile(dataDirectory: string): string {
  return join(dataDirectory, 'control.key');
}

function readKey(dataDirectory: string): string | null {
  try {
    const key = readFileSync(keyFile(dataDirectory), 'latin1');
    return /^[0-9a-f]{64}$/u.test(key) ? key : null;
  } catch {
    return null;
  }
}

/** What who knows the key answers to a word that was never used before. */
export function proofOf(key: string, word: string): string {
  return createHmac('sha256', key).update(word).digest('hex');
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 20);
}

/**
 * Where the owner of a data directory listens: `control.sock` in it; where that path is too long for a socket, a short one in
 * a folder of this account below the temporary files; on Windows a named pipe, whose name nobody knows before it is there.
 * null: there is no safe place, or on Windows no owner has made one yet.
 */
export function controlPlace(
  dataDirectory: string,
  platform: NodeJS.Platform = process.platform,
  temporary: string = tmpdir(),
): ControlPlace | null {
  if (platform === 'win32') {
    const key = readKey(dataDirectory);
    return key === null ? null : { address: `\\\\.\\pipe\\mailroom-${digest(key)}`, key };
  }
  const directory = realPath(dataDirectory);
  const beside = join(directory, 'control.sock');
  if (Buffer.byteLength(beside) <= maxSocketPathBytes) return { address: beside, key: null };
  const { uid } = userInfo();
  const folder = join(temporary, `mailroom-${uid}`);
  return isOwnFolder(folder, uid)
    ? { address: join(folder, `${digest(paths.keyOf(directory))}.sock`), key: null }
    : null;
}

/** A place for a new owner, see {@link controlPlace}. */
export function makeControlPlace(
  dataDirectory: string,
  platform: NodeJS.Platform = process.platform,
): ControlPlace | null {
  if (platform === 'win32') {
    try {
      writeFileSync(keyFile(dataDirectory), randomBytes(32).toString('hex'));
    } catch {
      return null;
    }
  }
  return controlPlace(dataDirectory, platform);
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
