import { execFile } from 'node:child_process';
import { copyFile, mkdir, truncate, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A disk of its own below a folder: an ext4 file system in an image file. Needs root. */
export interface Disk {
  readonly folder: string;
  /** Everything written by now is on the disk. */
  flush(): Promise<void>;
  /**
   * Takes the power away: what was not flushed to the disk by now is gone. The disk comes back with what was there. The
   * processes that had files open on it must be dead.
   */
  cutPower(): Promise<void>;
  close(): Promise<void>;
}

/** Whether this account may mount. */
export function mayMount(): boolean {
  return process.platform === 'linux' && process.getuid?.() === 0;
}

/** Makes and mounts a disk of so many MiB at `folder`; its image lies at `image`. */
export async function makeDisk(folder: string, image: string, mebibytes: number): Promise<Disk> {
  await mkdir(folder, { recursive: true });
  await writeFile(image, '');
  await truncate(image, mebibytes * 1024 * 1024);
  await run('mkfs.ext4', ['-q', '-F', image]);
  const mount = (): Promise<unknown> => run('mount', ['-o', 'loop', image, folder]);
  await mount();
  return {
    folder,
    async flush() {
      await run('sync', ['-f', folder]);
    },
    async cutPower() {
      // The image holds what reached the disk; what the mounted file system still keeps in memory is written after the copy, and thrown away.
      await copyFile(image, `${image}.cut`);
      await run('umount', [folder]);
      await copyFile(`${image}.cut`, image);
      await mount();
    },
    async close() {
      await run('umount', [folder]);
    },
  };
}

/** Mounts a file system in memory of so many KiB at `folder`; answers how it is taken away. Needs root. */
export async function mountSmall(folder: string, kibibytes: number): Promise<() => Promise<void>> {
  await mkdir(folder, { recursive: true });
  await run('mount', ['-t', 'tmpfs', '-o', `size=${String(kibibytes)}k`, 'tmpfs', folder]);
  return async () => {
    await run('umount', [folder]);
  };
}

/** Lets a mounted folder be read only, or written again. Rejects while a file on it is open for writing. */
export async function setReadOnly(folder: string, isReadOnly: boolean): Promise<void> {
  await run('mount', ['-o', `remount,${isReadOnly ? 'ro' : 'rw'}`, folder]);
}
