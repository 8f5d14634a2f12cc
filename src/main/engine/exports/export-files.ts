import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { access, lstat, type FileHandle } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { open, rename, rm } from '../platform/disk/patient-files.ts';
import type { Fault } from '../../../shared/faults.ts';
import { syncFolder } from '../platform/disk/durable-file.ts';
import { fault } from '../faults/fault.ts';
import { noMoreFiles } from '../platform/disk/open-files.ts';
import { unsafeFault, withFolder, withFolders } from '../platform/disk/safe-folder.ts';
import { codeOf, folderProblems, isFull } from '../platform/disk/errno.ts';
import { publish } from '../platform/disk/publish.ts';

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
  /** Makes a folder `below` a configured one, where it leads through no link, and looks whether it can be written to. */
  makeFolder(path: string, below: string): Promise<void>;
  /** Makes a new file; what lies there is removed first, never followed or written into. */
  create(path: string): Promise<FileWriter>;
  /** Whether anything has this name, a dangling link too. */
  exists(path: string): Promise<boolean>;
  /** null: no plain file there, or none of this size (bytes; absent: any). */
  digest(path: string, ofSize?: number): Promise<FileDigest | null>;
  /** Whether a plain file is there that holds this text (ASCII) somewhere. */
  contains(path: string, text: string): Promise<boolean>;
  /** Gives the file its name unless that is taken; all or nothing. */
  publish(from: string, to: string): Promise<'published' | 'taken'>;
  /** Gives the file a name that this export has reserved itself. */
  replace(from: string, to: string): Promise<void>;
  remove(path: string): Promise<void>;
  /** Waits until the names in the folder are on the disk. */
  syncFolder(path: string): Promise<void>;
}

/** What a failure of the disk means for an export; null where it is none (a bug then). */
export function diskFault(error: unknown, folder: string): Fault | null {
  const unsafe = unsafeFault(error);
  if (unsafe !== null) return unsafe;
  const code = codeOf(error);
  if (code === '' || code.startsWith('ERR_')) return null;
  if (noMoreFiles.has(code)) return fault('open-files-limit', {}, code);
  if (isFull(code)) return fault('disk-full', { folder }, code);
  const problem = folderProblems[code];
  return fault('export-folder-unusable', problem === undefined ? { folder } : { folder, problem }, code);
}

async function missingIsNull<T>(act: () => Promise<T>): Promise<T | null> {
  try {
    return await act();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

/** Acts on a name in its folder, which stays the same one meanwhile. */
function inFolder<T>(path: string, act: (place: string) => Promise<T>): Promise<T> {
  return withFolder(dirname(path), {}, (folder) => act(folder.at(basename(path))));
}

function inFolders<T>(from: string, to: string, act: (from: string, to: string) => Promise<T>): Promise<T> {
  return withFolders(dirname(from), dirname(to), {}, (source, target) =>
    act(source.at(basename(from)), target.at(basename(to))),
  );
}

/** The plain file of that name, open; null for what is none. What takes its place meanwhile holds nobody up. */
async function openPlain(place: string): Promise<FileHandle | null> {
  if (!(await lstat(place)).isFile()) return null;
  try {
    const handle = await open(place, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    if ((await handle.stat()).isFile()) return handle;
    await handle.close();
    return null;
  } catch (error) {
    if (codeOf(error) === 'ELOOP') return null;
    throw error;
  }
}

async function digestOf(handle: FileHandle): Promise<FileDigest> {
  const { dev, ino } = await handle.stat({ bigint: true });
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of handle.createReadStream({ autoClose: false })) {
    if (!Buffer.isBuffer(chunk)) continue;
    hash.update(chunk);
    size += chunk.length;
  }
  return { sha256: hash.digest('hex'), size, identity: `${String(dev)}:${String(ino)}` };
}

async function holdsText(handle: FileHandle, text: string): Promise<boolean> {
  let end = '';
  for await (const chunk of handle.createReadStream({ autoClose: false, encoding: 'latin1' })) {
    const present = `${end}${String(chunk)}`;
    if (present.includes(text)) return true;
    end = present.slice(1 - text.length);
  }
  return false;
}

/** Reads a plain file in its folder; null where there is none. */
function reading<T>(path: string, read: (handle: FileHandle) => Promise<T>): Promise<T | null> {
  return missingIsNull(() =>
    inFolder(path, async (place) => {
      const handle = await openPlain(place);
      try {
        return handle === null ? null : await read(handle);
      } finally {
        await handle?.close();
      }
    }),
  );
}

/** The real disk; every folder is opened as `holdFolder` does. */
export const exportFiles: ExportFiles = {
  makeFolder: (path, below) =>
    withFolder(path, { make: true, below }, (folder) => access(folder.at('.'), constants.W_OK)),
  create: (path) =>
    inFolder(path, async (place) => {
      await rm(place, { force: true });
      const handle = await open(place, 'wx');
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
    }),
  async exists(path) {
    return (await missingIsNull(() => inFolder(path, (place) => lstat(place)))) !== null;
  },
  digest: (path, ofSize) =>
    reading(path, async (handle) =>
      ofSize !== undefined && (await handle.stat()).size !== ofSize ? null : digestOf(handle),
    ),
  contains: async (path, text) => (await reading(path, (handle) => holdsText(handle, text))) ?? false,
  publish: (from, to) =>
    inFolders(from, to, async (source, target) =>
      (await publish(source, target)) === 'taken' ? 'taken' : 'published',
    ),
  replace: (from, to) => inFolders(from, to, rename),
  async remove(path) {
    await missingIsNull(() => inFolder(path, (place) => rm(place, { force: true })));
  },
  syncFolder: (path) => withFolder(path, {}, (folder) => syncFolder(folder.at('.'))),
};
