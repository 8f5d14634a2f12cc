import type { FileHandle } from 'node:fs/promises';
import { open } from '../../../platform/disk/patient-files.ts';
import { descriptorSource } from '../../../intake/inspection/judging/byte-source.ts';
import { holdsAllBlocks } from '../../../intake/inspection/judging/jpeg-blocks.ts';
import type { DrivenPage } from '../driver.ts';

/** Bytes before the zeros at the end of a file in which the end of a picture is searched. */
const tail = 4_096;
const maxPadding = 1024 * 1024;

/** How pages begin. */
const beginnings: readonly (readonly [DrivenPage['mediaType'] | 'application/pdf', Buffer])[] = [
  ['image/jpeg', Buffer.from([0xff, 0xd8, 0xff])],
  ['image/png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
  ['image/tiff', Buffer.from([0x49, 0x49, 0x2a, 0x00])],
  ['image/tiff', Buffer.from([0x4d, 0x4d, 0x00, 0x2a])],
  ['application/pdf', Buffer.from('%PDF-', 'latin1')],
];

/** How a JPEG ends: a mark that its data can't hold otherwise. */
const jpegEnd = Buffer.from([0xff, 0xd9]);
/** How pages end; a PDF says so itself when it is read. */
const ends: Readonly<Partial<Record<DrivenPage['mediaType'], Buffer>>> = {
  'image/jpeg': jpegEnd,
  'image/png': Buffer.from('IEND', 'latin1'),
};

/** A page by its own bytes, and whether it has its end. `empty` = not one byte, `other` = no page. */
export type SeenPage =
  | { readonly kind: 'whole'; readonly mediaType: DrivenPage['mediaType'] | 'application/pdf' }
  | { readonly kind: 'cut' | 'other' | 'empty' };

async function hasEnd(file: FileHandle, size: number, end: Buffer): Promise<boolean> {
  const length = Math.min(maxPadding, size);
  const { buffer } = await file.read(Buffer.alloc(length), 0, length, size - length);
  let used = length;
  while (used > 0 && buffer[used - 1] === 0) used -= 1;
  return buffer.subarray(Math.max(0, used - tail)).includes(end);
}

/**
 * Writes the height of a JPEG where it belongs. Devices that do not know it when they begin leave it out and say it behind the
 * picture, in a segment that hardly any program reads (ITU-T T.81, B.2.5, DNL).
 */
async function mendHeight(file: FileHandle, size: number): Promise<void> {
  const head = Buffer.alloc(Math.min(size, 65_536));
  await file.read(head, 0, head.length, 0);
  for (let at = 2; at + 9 < head.length && head[at] === 0xff; at += 2 + head.readUInt16BE(at + 2)) {
    const mark = head[at + 1] ?? 0;
    if (mark === 0xda) return;
    if (mark < 0xc0 || mark > 0xc2) continue;
    if (head.readUInt16BE(at + 5) !== 0) return;
    const length = Math.min(tail, size);
    const { buffer } = await file.read(Buffer.alloc(length), 0, length, size - length);
    const told = buffer.lastIndexOf(Buffer.from([0xff, 0xdc, 0x00, 0x04]));
    if (told >= 0 && told + 6 <= length) await file.write(buffer, told + 4, 2, at + 5);
    return;
  }
}

/**
 * What a file that a device sent is, by its own bytes, and whether it has its end: what comes without a length may break off without
 * any complaint. A JPEG that has all of its picture but not its end mark is given one; its height is written where it is missing.
 * Of a TIFF, which has no end, the place of its first directory is asked.
 */
export async function lookAtPicture(path: string): Promise<SeenPage> {
  const file = await open(path, 'r+');
  try {
    const { size } = await file.stat();
    if (size === 0) return { kind: 'empty' };
    const { buffer: head, bytesRead } = await file.read(Buffer.alloc(8), 0, 8, 0);
    const begun = head.subarray(0, bytesRead);
    const found = beginnings.find(([, bytes]) => begun.subarray(0, bytes.length).equals(bytes));
    if (found === undefined) return { kind: 'other' };
    const [mediaType] = found;
    if (mediaType === 'application/pdf') return { kind: 'whole', mediaType };
    const end = ends[mediaType];
    if (end === undefined) {
      const directory = bytesRead < 8 ? size : head[0] === 0x49 ? head.readUInt32LE(4) : head.readUInt32BE(4);
      return directory + 2 <= size ? { kind: 'whole', mediaType } : { kind: 'cut' };
    }
    const isJpeg = mediaType === 'image/jpeg';
    if (isJpeg) await mendHeight(file, size);
    if (await hasEnd(file, size, end)) return { kind: 'whole', mediaType };
    if (!isJpeg || !holdsAllBlocks(descriptorSource(file.fd, size))) return { kind: 'cut' };
    await file.write(jpegEnd, 0, jpegEnd.length, size);
    return { kind: 'whole', mediaType };
  } finally {
    await file.close();
  }
}
