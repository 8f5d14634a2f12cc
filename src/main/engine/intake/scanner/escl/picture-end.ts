import { open } from 'node:fs/promises';
import type { DrivenPage } from '../driver.ts';

/** Bytes from the end in which a picture's own end is looked for: devices add padding. */
const tail = 4_096;

/** How a picture ends: JPEG's end-of-image mark, which its data can't hold otherwise, and PNG's last chunk. */
const ends: Readonly<Partial<Record<DrivenPage['mediaType'], Buffer>>> = {
  'image/jpeg': Buffer.from([0xff, 0xd9]),
  'image/png': Buffer.from('IEND', 'latin1'),
};

/** Whether a picture that came without a length has its end; of TIFF, which has none, nothing is said. */
export async function hasEnd(path: string, mediaType: DrivenPage['mediaType']): Promise<boolean> {
  const end = ends[mediaType];
  if (end === undefined) return true;
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const length = Math.min(tail, size);
    const { buffer } = await file.read(Buffer.alloc(length), 0, length, size - length);
    return buffer.includes(end);
  } finally {
    await file.close();
  }
}
