import { statSync } from 'node:fs';
import { noteDamage } from '../recovery/damage-note.ts';
import { isCheckedInUse, problemOfTable } from '../recovery/integrity.ts';
import { openDatabase, setUpWriting } from '../storage/database.ts';
import type { Database } from '../storage/database.ts';
import { journalPath } from '../storage/files.ts';
import type { JournalAnswer, ThreadData } from './messages.ts';

/** How often the WAL is checked, ms. 500 ms keeps commits fast and the WAL short. */
const everyMs = 500;

/** The checkpoint thread's own end of the conversation. */
export interface CheckpointPort {
  on(event: 'message', listener: (message: unknown) => void): unknown;
  postMessage(message: unknown): void;
  close(): void;
}

/**
 * Copies the WAL into the database twice a second while it grows, never in the way of a commit (PASSIVE), and looks through a
 * large journal, one table at a time. Damage is noted for the next start and told. Any message ends it.
 */
export function serveCheckpoints(port: CheckpointPort, threadData: ThreadData): void {
  const path = journalPath(threadData.directory);
  const frames = new Int32Array(threadData.walFrames);
  const database = openDatabase(path);
  setUpWriting(database);
  const unchecked = isCheckedInUse(path) ? tablesOf(database) : [];
  let seen = '';
  const copyWal = (): void => {
    const { size, mtimeMs } = statSync(`${path}-wal`);
    const now = `${size} ${mtimeMs}`;
    if (now === seen || size === 0) return;
    const log = database.get('PRAGMA wal_checkpoint(PASSIVE)')?.['log'];
    Atomics.store(frames, 0, typeof log === 'number' ? log : 0);
    seen = now;
  };
  const checkTable = (): void => {
    const table = unchecked.shift();
    const reason = table === undefined ? null : problemOfTable(database, table);
    if (reason === null) return;
    unchecked.length = 0;
    noteDamage(threadData.directory, reason);
    const told: JournalAnswer = { kind: 'warning', event: 'journal.damaged', fields: { cause: reason } };
    port.postMessage(told);
  };
  const timer = setInterval(() => {
    try {
      copyWal();
      checkTable();
    } catch {
      // Busy, full or gone: the commits themselves say so to those who must know; here the next look tries again.
    }
  }, everyMs);
  port.on('message', () => {
    clearInterval(timer);
    database.close();
    port.close();
  });
}

function tablesOf(database: Database): string[] {
  return database
    .all("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'item\\_search%' ESCAPE '\\'")
    .map((row) => String(row['name']));
}

/** WAL frames (pages) from which on the writer checkpoints by itself: 64 MB. */
const maxFrames = 16_000;

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
      if (Atomics.load(frames, 0) < maxFrames) return;
      Atomics.store(frames, 0, 0);
      try {
        database.get('PRAGMA wal_checkpoint(PASSIVE)');
      } catch (error) {
        onError(error);
      }
    },
  };
}
