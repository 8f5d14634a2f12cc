import { statSync } from 'node:fs';
import type { Database } from '../storage/database.ts';
import { openDatabase, setUpWriting } from '../storage/database.ts';
import { journalPath } from '../storage/files.ts';
import type { ThreadData } from './messages.ts';

/** How often the WAL is looked at, in ms (speed notes: 500 ms keeps commits at their pace and the WAL short). */
const everyMs = 500;

/** What the checkpoint thread says: it ends after `close`. */
export interface CheckpointPort {
  on(event: 'message', listener: (message: unknown) => void): unknown;
  postMessage(message: unknown): void;
  close(): void;
}

/** Copies the WAL into the database twice a second while it grows, never in the way of a commit (PASSIVE). Any message ends it. */
export function serveCheckpoints(port: CheckpointPort, data: ThreadData): void {
  const path = journalPath(data.directory);
  const frames = new Int32Array(data.walFrames);
  let database: Database | null = null;
  let seen = '';
  const look = (): void => {
    try {
      const { size, mtimeMs } = statSync(`${path}-wal`);
      const now = `${size} ${mtimeMs}`;
      if (now === seen || size === 0) return;
      if (database === null) {
        database = openDatabase(path);
        setUpWriting(database);
      }
      const log = database.get('PRAGMA wal_checkpoint(PASSIVE)')?.['log'];
      Atomics.store(frames, 0, typeof log === 'number' ? log : 0);
      seen = now;
    } catch {
      // Busy, full or gone: the commits themselves say so to those who must know; here the next look tries again.
    }
  };
  const timer = setInterval(look, everyMs);
  port.on('message', () => {
    clearInterval(timer);
    database?.close();
    port.close();
  });
}
