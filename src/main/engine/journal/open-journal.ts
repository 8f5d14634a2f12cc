import type { Outcome } from '../../../shared/faults.ts';
import type { Clock, Log } from '../ports.ts';
import { createClient } from './client.ts';
import type { Journal } from './journal.ts';
import type { Recovery } from './recovery/open-database.ts';
import type { JournalAnswer, Thread, ThreadData } from './thread/messages.ts';

/** What the journal is opened with. The caller holds the owner lock of the directory (`createOwnerLock`). */
export interface JournalOptions {
  /** The data directory; made when missing. */
  readonly directory: string;
  readonly startWorker: (name: 'journal' | 'checkpoint', workerData: unknown) => Thread;
  readonly clock: Clock;
  readonly log?: Log;
}

/** An open journal. */
export interface OpenedJournal {
  readonly journal: Journal;
  /** Set when the journal was damaged: where the damaged file lies now, why, and how much of it was brought over. */
  readonly recovered: Recovery | null;
  /** The full check of the file (indices against rows, slow): what SQLite finds wrong, in its words. */
  checkIntegrity(): Promise<readonly string[]>;
}

/**
 * Opens the journal of a data directory in threads of its own. Faults: `data-directory-unusable` (can't be made or written,
 * or was written by a newer Mailroom), `disk-full`. Rejects where a thread can't be started at all.
 */
export async function createJournal(options: JournalOptions): Promise<Outcome<OpenedJournal>> {
  const { directory, startWorker, clock, log } = options;
  const data: ThreadData = { directory, now: clock.now(), walFrames: new SharedArrayBuffer(4) };
  const thread = startWorker('journal', data);
  let take: ((answer: JournalAnswer) => void) | null = null;
  let end: ((cause: string) => void) | null = null;
  const first = await new Promise<JournalAnswer>((resolve, reject) => {
    thread.on('message', (answer) => (take === null ? resolve(answer) : take(answer)));
    thread.on('error', (error) => (end === null ? reject(error) : end(error.message)));
    thread.on('exit', (code) => {
      const cause = `exit ${code}`;
      if (end === null) reject(new Error(`the journal's thread ended: ${cause}`));
      else end(cause);
    });
  });
  if (first.kind === 'not-opened') {
    log?.error('journal.not-opened', { code: first.fault.code, cause: first.fault.cause });
    return { ok: false, fault: first.fault };
  }
  const recovered = first.kind === 'opened' ? first.recovered : null;
  if (recovered !== null) log?.error('journal.recovered', { ...recovered });

  const checkpoints = startWorker('checkpoint', data);
  const checkpointsEnded = new Promise<void>((resolve) => {
    checkpoints.on('exit', () => resolve());
    checkpoints.on('error', (error) => log?.error('journal.checkpoints-ended', { cause: error.message }));
  });
  const client = createClient({
    thread,
    clock,
    log,
    async beforeClose() {
      checkpoints.postMessage('close');
      await checkpointsEnded;
    },
  });
  take = (answer) => client.answered(answer);
  end = (cause) => client.ended(cause);
  return { ok: true, value: { journal: client.journal, recovered, checkIntegrity: () => client.checkIntegrity() } };
}
