import { open } from 'node:fs/promises';
import type { DrivenPage } from '../driver.ts';

/** Bytes from the end in which a picture's own end is looked for: devices add padding. */
const tail = 4_096;

/** How pictures begin. */
const beginnings: readonly (readonly [DrivenPage['mediaType'], Buffer])[] = [
  ['image/jpeg', Buffer.from([0xff, 0xd8, 0xff])],
  ['image/png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
  ['image/tiff', Buffer.from([0x49, 0x49, 0x2a, 0x00])],
  ['image/tiff', Buffer.from([0x4d, 0x4d, 0x00, 0x2a])],
];

/** How a picture ends: JPEG's end-of-image mark, which its data can't hold otherwise, and PNG's last chunk. */
const ends: Readonly<Partial<Record<DrivenPage['mediaType'], Buffer>>> = {
  'image/jpeg': Buffer.from([0xff, 0xd9]),
  'image/png': Buffer.from('IEND', 'latin1'),
};

/**
 * What a file that a device sent is, by its own bytes, and whether it has its end: what comes without a length may break off without
 * any complaint. `empty` = not one byte, `other` = no picture. Of a TIFF, which has no end, the place of its first directory is asked.
 */
export async function lookAtPicture(
  path: string,
): Promise<
  { readonly kind: 'whole'; readonly mediaType: DrivenPage['mediaType'] } | { readonly kind: 'cut' | 'other' | 'empty' }
> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    if (size === 0) return { kind: 'empty' };
    const { buffer: head, bytesRead } = await file.read(Buffer.alloc(8), 0, 8, 0);
    const begun = head.subarray(0, bytesRead);
    const found = beginnings.find(([, bytes]) => begun.subarray(0, bytes.length).equals(bytes));
    if (found === undefined) return { kind: 'other' };
    const [mediaType] = found;
    const end = ends[mediaType];
    if (end === undefined) {
      const directory = bytesRead < 8 ? size : head[0] === 0x49 ? head.readUInt32LE(4) : head.readUInt32BE(4);
      return directory + 2 <= size ? { kind: 'whole', mediaType } : { kind: 'cut' };
    }
    const length = Math.min(tail, size);
    const { buffer } = await file.read(Buffer.alloc(length), 0, length, size - length);
    return buffer.includes(end) ? { kind: 'whole', mediaType } : { kind: 'cut' };
  } finally {
    await file.close();
  }
}
