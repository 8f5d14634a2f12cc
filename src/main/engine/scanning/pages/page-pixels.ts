import sharp, { type Sharp } from 'sharp';
import { open, rm } from '../../platform/disk/patient-files.ts';
import { maxPixels, pixelsEnding } from './max-pixels.ts';

/**
 * The pixels of a whole page in memory of ours. libvips would hold them in blocks of its own, from whichever of the four threads of the
 * pool has a turn, and glibc keeps such blocks (up to 32 MB) for each thread: 50 pages of A4 took 300 MB so. Larger blocks go back.
 */
let kept: Buffer | null = null;
/** Bytes of pixels that take this way; an idle thread keeps so much at most. */
const maxKept = 64 * 1024 * 1024;

/** The head of a file of libvips: its magic (in the order of this machine), then where its format and its coding stand. */
const headBytes = 64;
const [formatAt, codingAt] = [20, 24];

let numbers = 0;

interface Size {
  readonly width: number;
  readonly height: number;
  readonly channels: 1 | 2 | 3 | 4;
}

/** Reads the pixels of a file of libvips into memory of ours; null where they are not of one byte each. */
async function readPixels(path: string, { width, height, channels }: Size, own: Buffer | null): Promise<Buffer | null> {
  const bytes = width * height * channels;
  if (bytes > maxKept) return null;
  const file = await open(path, 'r');
  try {
    const head = Buffer.alloc(headBytes);
    await file.read(head, 0, headBytes, 0);
    if (head.readUInt32LE(formatAt) !== 0 || head.readUInt32LE(codingAt) !== 0) return null;
    const pixels = own !== null && own.length >= bytes ? own : Buffer.allocUnsafeSlow(bytes);
    let read = 0;
    while (read < bytes) {
      const { bytesRead } = await file.read(pixels, read, bytes - read, headBytes + read);
      if (bytesRead === 0) return null;
      read += bytesRead;
    }
    return pixels;
  } finally {
    await file.close();
  }
}

/** A page row by row into a file, and from there into memory of ours; null where that does not go. */
async function taken(page: Sharp, beside: string, own: Buffer | null): Promise<[Buffer, Size] | null> {
  numbers += 1;
  const path = `${beside}.${numbers}${pixelsEnding}`;
  try {
    const size = await page.clone().toFile(path);
    const pixels = await readPixels(path, size, own);
    return pixels === null ? null : [pixels, size];
  } catch {
    // On a full or read-only disk it works without the file. A page that can't be read fails again there, with its reason.
    return null;
  } finally {
    await rm(path, { force: true }).catch(() => undefined);
  }
}

function pictureOf(pixels: Buffer, { width, height, channels }: Size): Sharp {
  const bytes = pixels.subarray(0, width * height * channels);
  return sharp(bytes, { raw: { width, height, channels }, limitInputPixels: maxPixels });
}

/**
 * Lends `use` a picture whose pixels lie in memory, upright after so many degrees; they are gone once it is done. `path`: its file,
 * beside which a file of its pixels lies for a moment.
 */
export async function withPixels<Made>(
  path: string,
  rotation: 0 | 90 | 180 | 270,
  use: (picture: Sharp) => Promise<Made>,
): Promise<Made> {
  let own = kept;
  kept = null;
  try {
    const page = sharp(path, { limitInputPixels: maxPixels });
    let held = await taken(page, path, own);
    own = held?.[0] ?? own;
    // Turned from memory: libvips would hold all of a file that it reads.
    if (held !== null && rotation !== 0) held = await taken(pictureOf(...held).rotate(rotation), path, own);
    if (held !== null) return await use(pictureOf(...held));
    if (rotation === 0) return await use(page);
    const { data: samples, info } = await page.rotate(rotation).raw().toBuffer({ resolveWithObject: true });
    return await use(pictureOf(samples, info));
  } finally {
    kept = own;
  }
}
