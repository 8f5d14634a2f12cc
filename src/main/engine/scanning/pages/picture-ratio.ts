import { open } from '../../platform/disk/patient-files.ts';

/** What says how dense a picture is lies before its pixels; in a JPEG at the very beginning. */
const headBytes = 128 * 1024;

/** Densities across and along in a PNG's head (PNG, 11.3.5.3); null where it does not say. */
function pngDensities(head: Buffer): readonly [number, number] | null {
  for (let at = 8; at + 16 <= head.length; at += 12 + head.readUInt32BE(at)) {
    const kind = head.toString('latin1', at + 4, at + 8);
    if (kind === 'pHYs') return [head.readUInt32BE(at + 8), head.readUInt32BE(at + 12)];
    if (kind === 'IDAT') return null;
  }
  return null;
}

/** Densities across and along in a JPEG's head (JFIF 1.02: in whatever unit, or as a ratio alone); null where it does not say. */
function jpegDensities(head: Buffer): readonly [number, number] | null {
  for (let at = 2; at + 16 <= head.length && head[at] === 0xff; at += 2 + head.readUInt16BE(at + 2)) {
    const isJfif = head[at + 1] === 0xe0 && head.toString('latin1', at + 4, at + 9) === 'JFIF\0';
    if (isJfif) return [head.readUInt16BE(at + 12), head.readUInt16BE(at + 14)];
  }
  return null;
}

/** Density across to density along of a PNG or JPEG; 1 where it does not say. */
export async function pictureRatio(path: string): Promise<number> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    const head = buffer.subarray(0, bytesRead);
    const [across, along] = (head[0] === 0x89 ? pngDensities(head) : jpegDensities(head)) ?? [1, 1];
    return across > 0 && along > 0 ? across / along : 1;
  } finally {
    await file.close();
  }
}
