import { statfs } from 'node:fs/promises';
import { sep } from 'node:path';

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
 * Whether number and change time of a file tell it from others in this folder. Where nobody can say (a share under Windows, a
 * folder that is away) they don't. `networkShare`: what the settings say of it.
 */
export async function identitiesAreTrue(folder: string, networkShare: boolean): Promise<boolean> {
  if (process.platform === 'win32') return !networkShare && !folder.startsWith(sep + sep);
  try {
    // Some systems answer the number as a signed one.
    return !untrusted.has((await statfs(folder)).type >>> 0);
  } catch {
    return false;
  }
}
