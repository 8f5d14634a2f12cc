import type { Stats } from 'node:fs';
import { stat, statfs } from 'node:fs/promises';
import { paths } from '../../platform/names/paths.ts';

/**
 * File systems whose file numbers or change times are made up as they are asked for, by the numbers that Linux gives them
 * (linux/magic.h, statfs(2)): a file there may have another number at the next look, and its old change time after a change.
 */
const untrusted: ReadonlySet<number> = new Set([
  0x517b, // SMB
  0xfe534d42, // SMB 2 and 3
  0xff534d42, // CIFS
  0x65735546, // FUSE: sshfs, cloud drives
  0x564c, // NCP
  0x01021997, // 9P
  0x786f4256, // folders of a virtual machine's host
  0x4d44, // FAT
  0x2011bab0, // exFAT
]);

/**
 * File systems on disks of this computer: whatever changes there passes by this kernel, so that watches hear of it, and a folder in
 * which something comes, goes or is renamed has another change time. (Below an overlay others can change something.)
 */
const local: ReadonlySet<number> = new Set([
  0xef53, // ext2, ext3, ext4
  0x58465342, // XFS
  0x9123683e, // btrfs
  0x2fc12fc1, // ZFS
  0xf2f52010, // F2FS
  0x01021994, // tmpfs
]);

/** What can be said of the files in a folder by where it lies. */
export interface FileSystemTraits {
  /** Number and change time of a file tell it from others. */
  readonly identitiesAreTrue: boolean;
  /** A folder that looks as it did and of which no event told has the same entries. */
  readonly stillnessIsTrue: boolean;
}

/**
 * Whether the disk of a file notes when it was changed. Windows does not tell what a disk is, but FAT, whose times are of two seconds, knows
 * no change times, and Windows gives the beginning of its calendar (1601) instead.
 */
export function keepsChangeTimes({ ctimeMs }: Pick<Stats, 'ctimeMs'>): boolean {
  return ctimeMs > 0;
}

/** Asks what a folder lies on; where nobody can say, nothing is trusted. `networkShare`: what the settings say of it. */
export async function fileSystemTraits(folder: string, networkShare: boolean): Promise<FileSystemTraits> {
  try {
    if (process.platform === 'win32') {
      const identitiesAreTrue = !networkShare && !paths.isOnServer(folder) && keepsChangeTimes(await stat(folder));
      return { identitiesAreTrue, stillnessIsTrue: false };
    }
    // Some systems answer the number as a signed one.
    const type = (await statfs(folder)).type >>> 0;
    const stillnessIsTrue = process.platform === 'linux' && !networkShare && local.has(type);
    return { identitiesAreTrue: !untrusted.has(type), stillnessIsTrue };
  } catch {
    return { identitiesAreTrue: false, stillnessIsTrue: false };
  }
}
