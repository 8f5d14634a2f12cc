import type { Database } from '../storage/database.ts';

/** WAL frames (pages) from which on the writer checkpoints by itself: 64 MB. */
const mostFrames = 16_000;

/**
 * Keeps the WAL bounded: the checkpoint thread alone never lets it start over while commits go on, because there is always a
 * new frame that it hasn't copied. It leaves the number of frames in `walFrames`; past the limit the writer, who knows that
 * no commit is running, copies the rest, and the next commit starts the WAL over.
 */
export function createWalWatch(
  database: Database,
  walFrames: SharedArrayBuffer,
  onError: (error: unknown) => void,
): { afterBatch(): void } {
  const frames = new Int32Array(walFrames);
  return {
    afterBatch() {
      if (Atomics.load(frames, 0) < mostFrames) return;
      Atomics.store(frames, 0, 0);
      try {
        database.get('PRAGMA wal_checkpoint(PASSIVE)');
      } catch (error) {
        onError(error);
      }
    },
  };
}
