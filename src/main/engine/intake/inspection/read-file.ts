import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { z } from 'zod';
import { lookOf, readFailure } from './inspection.ts';

/** The bytes of a small file as it was accepted (size in bytes, modification time in ms); `changed` = it is another one now. */
export const readAnswerSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('read'), bytes: z.instanceof(Uint8Array) }),
  z.object({ kind: z.literal('changed') }),
  z.object({ kind: z.enum(['busy', 'unreadable', 'gone', 'not-a-file']), code: z.string() }),
]);

/** See {@link readAnswerSchema}. */
export type ReadAnswer = z.infer<typeof readAnswerSchema>;

/** Reads the file whole, for a files thread: each call of the synchronous API costs a tenth of the other's, and no window waits here. */
export function readFile(path: string, size: number, modifiedAt: number): ReadAnswer {
  let descriptor: number | null = null;
  try {
    descriptor = openSync(path, 'r');
    // Memory of its own, so that it can travel to the main thread without a copy.
    const bytes = Buffer.allocUnsafeSlow(size);
    let filled = 0;
    while (filled < size) {
      const count = readSync(descriptor, bytes, filled, size - filled, filled);
      if (count === 0) break;
      filled += count;
    }
    // Looked at after the last byte was read: that covers what happened before.
    const look = lookOf(fstatSync(descriptor));
    const same = filled === size && look.size === size && Math.trunc(look.modifiedAt) === Math.trunc(modifiedAt);
    return same ? { kind: 'read', bytes } : { kind: 'changed' };
  } catch (error) {
    return readFailure(error);
  } finally {
    if (descriptor !== null) closeSync(descriptor);
  }
}
