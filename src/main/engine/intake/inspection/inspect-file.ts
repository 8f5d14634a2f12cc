import { hash, createHash } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, read, readSync } from 'node:fs';
import { basename } from 'node:path';
import { bufferSource, descriptorSource } from './judging/byte-source.ts';
import { unwatched } from './thread/computing.ts';
import type { Compute } from './thread/computing.ts';
import { statOf, isSameStat } from './file-stat.ts';
import type { FileStat, HashAnswer, Inspection } from './inspection.ts';
import { headBytes, judgeContent } from './judging/judge-content.ts';
import type * as TextJudge from './judging/judge-text.ts';
import { createMarkCount } from './judging/mark-count.ts';
import { hasZeroBlock, quietNeeded } from './judging/quiet-needed.ts';
import { readFailure } from './read-failure.ts';
import { slotOffset } from './thread/slots.ts';
import type { Verdict } from './judging/verdict.ts';

/** Up to this many bytes a file is read once, into one buffer; larger ones stream (measured: fastest for both). */
export const wholeReadBytes = 16 * 1024 * 1024;
const chunkBytes = 1024 * 1024;
/** While streaming, how often it is checked that the file stands still: every 64 MiB. */
const chunksBetweenLooks = 64;

/** How a file is to be inspected. */
export interface InspectOptions {
  /** Absent: nobody watches over the time it takes. */
  readonly compute?: Compute;
  /** The look before: where the open file differs nothing is read. */
  readonly expected?: FileStat | undefined;
}

let shared = Buffer.allocUnsafeSlow(slotOffset + chunkBytes);

function sharedBuffer(bytes: number): Buffer {
  if (shared.length < slotOffset + bytes) {
    shared = Buffer.allocUnsafeSlow(slotOffset + Math.max(bytes, shared.length * 2));
  }
  return shared.subarray(slotOffset, slotOffset + bytes);
}

/** A plain file that was opened; `sparse` = it takes up less room on the disk than its size. */
interface OpenedFile {
  readonly descriptor: number;
  readonly stat: FileStat;
  readonly sparse: boolean;
}

/** Opens without following a link and without waiting for a pipe's other end. */
function openPlainFile(path: string): OpenedFile | null {
  const descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  const stats = fstatSync(descriptor);
  // Blocks are of 512 bytes, whatever the disk's are (POSIX); where the system does not tell it says 0 or nothing.
  const sparse = stats.blocks > 0 && stats.blocks * 512 < stats.size;
  if (stats.isFile()) return { descriptor, stat: statOf(stats), sparse };
  closeSync(descriptor);
  return null;
}

function readWhole(descriptor: number, size: number): Buffer | null {
  const buffer = sharedBuffer(size);
  let filled = 0;
  while (filled < size) {
    const count = readSync(descriptor, buffer, filled, size - filled, filled);
    if (count === 0) return null;
    filled += count;
  }
  return buffer;
}

function readChunk(descriptor: number, buffer: Buffer, position: number): Promise<number> {
  return new Promise((resolve, reject) => {
    read(descriptor, buffer, 0, buffer.length, position, (error, count) =>
      error === null ? resolve(count) : reject(error),
    );
  });
}

/** SHA-256 of an open file, reading one chunk while hashing the other; null where it changed meanwhile. `beside` sees each chunk. */
async function hashStreaming(
  descriptor: number,
  stat: FileStat,
  beside: (piece: Buffer) => void,
): Promise<string | null> {
  const digest = createHash('sha256');
  let [current, other] = [Buffer.allocUnsafe(chunkBytes), Buffer.allocUnsafe(chunkBytes)];
  let position = 0;
  let coming = readChunk(descriptor, current, 0);
  for (let chunk = 1; ; chunk += 1) {
    const count = await coming;
    if (count === 0) break;
    position += count;
    coming = readChunk(descriptor, other, position);
    const piece = current.subarray(0, count);
    digest.update(piece);
    beside(piece);
    [current, other] = [other, current];
    if (chunk % chunksBetweenLooks === 0 && !isSameStat(statOf(fstatSync(descriptor)), stat)) {
      await coming;
      return null;
    }
  }
  return position === stat.size ? digest.digest('hex') : null;
}

async function fingerprint(
  descriptor: number,
  stat: FileStat,
  bytes: Buffer | null,
  beside: (piece: Buffer) => void = () => undefined,
): Promise<string | null> {
  return bytes === null ? hashStreaming(descriptor, stat, beside) : hash('sha256', bytes, 'hex');
}

function concluded(verdict: Exclude<Verdict, { kind: 'whole' | 'unknown' }>, stat: FileStat): Inspection {
  return { stat, ...verdict };
}

/** Loaded with the first text: its parsers take longer to load than a thousand files to read, and most threads never need them. */
let textJudge: typeof TextJudge | null = null;

async function inspectOpen(path: string, opened: OpenedFile, compute: Compute): Promise<Inspection> {
  const { descriptor, stat, sparse } = opened;
  if (stat.size === 0) return { kind: 'empty', stat };
  const small = stat.size <= wholeReadBytes;
  const bytes = small ? readWhole(descriptor, stat.size) : null;
  if (small && bytes === null) return { kind: 'changed', stat: statOf(fstatSync(descriptor)) };
  const source = bytes === null ? descriptorSource(descriptor, stat.size) : bufferSource(bytes);
  const name = basename(path);
  const verdict = compute(stat.size, () => {
    const judged = judgeContent(source, name);
    return judged.kind === 'text' ? textJudge?.judgeText(source, judged.text, name) : judged;
  });
  if (verdict === undefined) {
    textJudge = await import('./judging/judge-text.ts');
    // Read again: the next file may have used the shared buffer meanwhile.
    return inspectOpen(path, opened, compute);
  }
  if (verdict.kind === 'unknown') {
    // Taken out of the shared buffer, which the next file may use while this one waits.
    const head = Buffer.from(source.read(0, headBytes));
    const { nameKind } = await import('./judging/name-kind.ts');
    return concluded(await nameKind(head, name), stat);
  }
  if (verdict.kind !== 'whole') return concluded(verdict, stat);
  const marks = verdict.onlyMark === undefined ? null : createMarkCount(verdict.onlyMark);
  const xml = verdict.onlyIf === undefined ? null : await import('./judging/xml-structure.ts');
  const xmlCheck = verdict.onlyIf === undefined ? undefined : xml?.createPartCheck(verdict.onlyIf);
  let zeroBlock = bytes !== null && hasZeroBlock(bytes);
  const sha256 = await fingerprint(descriptor, stat, bytes, (piece) => {
    compute(stat.size, () => {
      zeroBlock ||= hasZeroBlock(piece);
      marks?.add(piece);
      xmlCheck?.add(piece);
    });
  });
  const after = statOf(fstatSync(descriptor));
  if (sha256 === null || !isSameStat(after, stat)) return { kind: 'changed', stat: after };
  const checked = xmlCheck === undefined ? undefined : xml?.verdictOf(xmlCheck.end(), true);
  if (checked !== undefined && checked.kind !== 'whole') return concluded(checked, stat);
  const proven: typeof verdict = marks?.found() === 1 ? { ...verdict, needsQuiet: 'structural' } : verdict;
  const needsQuiet = quietNeeded(proven, { source, name, zeroBlock, sparse });
  if (needsQuiet === 'incomplete') return { kind: 'incomplete', stat, reason: 'unwritten' };
  return { kind: 'whole', stat, sha256, mediaType: verdict.mediaType, needsQuiet };
}

/**
 * Reads a file once: what it is, whether it is whole, its fingerprint; size and times are compared on the open handle before
 * and after. Never throws for what the disk answers. Files up to 16 MiB run without a pause in between,
 * so that they share one buffer; larger ones give way to others between chunks.
 */
export async function inspectFile(path: string, options: InspectOptions): Promise<Inspection> {
  try {
    const opened = openPlainFile(path);
    if (opened === null) return { kind: 'not-a-file', code: 'EISDIR' };
    try {
      if (options.expected !== undefined && !isSameStat(options.expected, opened.stat)) {
        return { kind: 'changed', stat: opened.stat };
      }
      return await inspectOpen(path, opened, options.compute ?? unwatched);
    } finally {
      closeSync(opened.descriptor);
    }
  } catch (error) {
    return readFailure(error);
  }
}

/** The fingerprint of a file as it is now; never throws for what the disk answers. */
export async function hashFile(path: string): Promise<HashAnswer> {
  try {
    const opened = openPlainFile(path);
    if (opened === null) return { kind: 'not-a-file', code: 'EISDIR' };
    const { descriptor, stat } = opened;
    try {
      const bytes = stat.size <= wholeReadBytes ? readWhole(descriptor, stat.size) : null;
      const sha256 = await fingerprint(descriptor, stat, bytes);
      const after = statOf(fstatSync(descriptor));
      if (sha256 === null || !isSameStat(after, stat)) return { kind: 'changed', stat: after };
      return { kind: 'hashed', stat, sha256 };
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    return readFailure(error);
  }
}
