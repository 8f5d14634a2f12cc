import { createHash } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { access, link, lstat, open, rename, rm } from 'node:fs/promises';
import type { Fault } from '../../../shared/faults.ts';
import { fault } from '../faults/fault.ts';
import { makeFolder } from '../make-folder.ts';

/** A temporary file being written. */
export interface FileWriter {
  write(chunk: Uint8Array): Promise<void>;
  /** Waits until the bytes are on the disk. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** What is known of a file: lower-case hex SHA-256, size in bytes, and its identity on its volume. */
export interface FileDigest {
  readonly sha256: string;
  readonly size: number;
  readonly identity: string;
}

/** The disk as exports need it; errors are Node's, see {@link diskFault}. */
export interface ExportFiles {
  makeFolder(path: string): Promise<void>;
  /** Makes a new file; what lies there is removed first, never followed or written into. */
  create(path: string): Promise<FileWriter>;
  /** Whether anything has this name, a dangling link too. */
  exists(path: string): Promise<boolean>;
  digest(path: string): Promise<FileDigest | null>;
  /** Gives the file its name unless that is taken; all or nothing. */
  publish(from: string, to: string): Promise<'published' | 'taken'>;
  /** Gives the file a name that this export has reserved itself. */
  replace(from: string, to: string): Promise<void>;
  remove(path: string): Promise<void>;
  /** Waits until the names in the folder are on the disk. */
  syncFolder(path: string): Promise<void>;
}

/** The `code` of an error of the file system; empty for others. */
function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** Words of the fault sentences for what keeps a folder from being used. */
const problems: Readonly<Record<string, string>> = {
  EACCES: 'not-allowed',
  EPERM: 'not-allowed',
  EROFS: 'read-only',
  ENOTDIR: 'not-a-folder',
  EEXIST: 'not-a-folder',
};

/** What a failure of the disk means for an export; null where it is none (a bug then). */
export function diskFault(error: unknown, folder: string): Fault | null {
  const code = errorCode(error);
  if (code === '' || code.startsWith('ERR_')) return null;
  if (code === 'ENOSPC' || code === 'EDQUOT') return fault('disk-full', { folder }, code);
  const problem = problems[code];
  return fault('export-folder-unusable', problem === undefined ? { folder } : { folder, problem }, code);
}

/** File systems without hard links (FAT, some shares) answer one of these. */
const noLinks: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EINVAL', 'EXDEV']);

async function missingIsNull<T>(act: () => Promise<T>): Promise<T | null> {
  try {
    return await act();
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

async function publishByReservation(from: string, to: string): Promise<'published' | 'taken'> {
  try {
    await (await open(to, 'wx')).close();
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return 'taken';
    throw error;
  }
  await rename(from, to);
  return 'published';
}

/** The real disk. */
export const exportFiles: ExportFiles = {
  async makeFolder(path) {
    await makeFolder(path);
    await access(path, constants.W_OK);
  },
  async create(path) {
    await rm(path, { force: true });
    const handle = await open(path, 'wx');
    return {
      async write(chunk) {
        for (let offset = 0; offset < chunk.byteLength;) {
          const { bytesWritten } = await handle.write(chunk, offset);
          offset += bytesWritten;
        }
      },
      sync: () => handle.sync(),
      close: () => handle.close(),
    };
  },
  async exists(path) {
    return (await missingIsNull(() => lstat(path))) !== null;
  },
  digest(path) {
    return missingIsNull(async () => {
      const before = await lstat(path, { bigint: true });
      if (!before.isFile()) return null;
      const hash = createHash('sha256');
      let size = 0;
      for await (const chunk of createReadStream(path)) {
        if (!Buffer.isBuffer(chunk)) continue;
        hash.update(chunk);
        size += chunk.length;
      }
      return { sha256: hash.digest('hex'), size, identity: `${String(before.dev)}:${String(before.ino)}` };
    });
  },
  async publish(from, to) {
    try {
      await link(from, to);
      return 'published';
    } catch (error) {
      const code = errorCode(error);
      if (code === 'EEXIST') return 'taken';
      if (noLinks.has(code)) return publishByReservation(from, to);
      throw error;
    }
  },
  replace: rename,
  remove: (path) => rm(path, { force: true }),
  async syncFolder(path) {
    // Windows opens no folders as files; its own metadata journal keeps the order there.
    if (process.platform === 'win32') return;
    const handle = await open(path, 'r');
    try {
      await handle.sync();
    } catch (error) {
      // Some network file systems can't sync a folder: nothing better can be done there.
      if (!['EINVAL', 'ENOTSUP', 'EISDIR', 'EBADF'].includes(errorCode(error))) throw error;
    } finally {
      await handle.close();
    }
  },
};
