import { existsSync, statSync } from 'node:fs';
import type { Fault, Outcome } from '../../../shared/faults.ts';
import type { Clock, Log, Ports } from '../platform/ports.ts';
import { createClient } from './client.ts';
import type { JournalClient } from './client.ts';
import { journalFault } from './journal-faults.ts';
import { goneReason, olderReason } from './recovery/high-water.ts';
import { openingFault } from './recovery/open-checked.ts';
import type { Journal } from './journal.ts';
import type { Salvaged } from './recovery/salvage.ts';
import { isCheckedInUse } from './recovery/integrity.ts';
import { putInPlace, setAsideName } from './recovery/set-aside.ts';
import { journalPath } from './storage/files.ts';
import type { JournalAnswer, Thread, ThreadData } from './thread/messages.ts';

/** What the journal is opened with. The caller holds the owner lock of the directory (`createOwnerLock`). */
export interface JournalOptions {
  /** The data directory; made when missing. */
  readonly directory: string;
  /** See `Ports.paths`. */
  readonly stateDirectory?: string | undefined;
  readonly startWorker: (name: 'journal' | 'checkpoint', workerData: unknown) => Thread;
  readonly clock: Clock;
  readonly log?: Log;
  readonly measured?: Ports['measured'];
}

/** What was done about a damaged journal; `setAsidePath` null: there was none to set aside. `reason` is a short technical line. */
export interface Recovery extends Salvaged {
  readonly setAsidePath: string | null;
  readonly reason: string;
  /** What to tell. */
  readonly fault: Fault;
}

/** An open journal. */
export interface OpenedJournal {
  readonly journal: Journal;
  /** Set when the journal was damaged: where the damaged file lies now, why, and how much of it was brought over. */
  readonly recovered: Recovery | null;
  /** The full check of the file (indices against rows, slow): what SQLite finds wrong, in its words. */
  readonly checkIntegrity: () => Promise<readonly string[]>;
}

/**
 * Opens the journal of a data directory in threads of its own. Faults: `data-directory-unusable` (can't be made or written,
 * or was written by a newer Mailroom), `disk-full`; `journal-damaged` where even the rebuilt one is. Rejects where a thread can't be started at all.
 */
export async function createJournal(options: JournalOptions): Promise<Outcome<OpenedJournal>> {
  const { directory, stateDirectory, startWorker, clock, log } = options;
  const threadData: ThreadData = { directory, stateDirectory, walFrames: new SharedArrayBuffer(4) };
  let started = await start(startWorker('journal', threadData));
  let recovered: Recovery | null = null;
  if (started.first.kind === 'damaged') {
    const { reason } = started.first;
    log?.error('journal.damaged', { cause: reason });
    await started.ended;
    const recovery = await recover(options, threadData, reason);
    if (!recovery.ok) return recovery;
    recovered = recovery.value;
    const { setAsidePath, rowsKept, rowsLost } = recovered;
    log?.warn('journal.recovered', { reason, setAsidePath, rowsKept, rowsLost });
    started = await start(startWorker('journal', threadData));
  }
  const { first, thread } = started;
  if (first.kind !== 'opened') {
    await started.ended;
    return notOpened(options, first);
  }

  const checkpoints = createCheckpoints(options, threadData);
  const client = createClient({
    thread,
    clock,
    log,
    afterBatch() {
      checkpoints.startIfLong();
      options.measured?.({ kind: 'commit' });
    },
    beforeClose: checkpoints.end,
  });
  started.handOver(client);
  return { ok: true, value: { journal: client.journal, recovered, checkIntegrity: () => client.checkIntegrity() } };
}

/** Size of the WAL from which on a thread copies it, bytes: what a short run writes is copied as the journal closes. */
const longWal = 1_000_000;

/** Whether a WAL is worth a thread; one whose size is kept from us is. */
function isLong(path: string): boolean {
  try {
    return (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > longWal;
  } catch {
    return true;
  }
}

/** The checkpoint thread, which starts once it has something to do. */
function createCheckpoints(
  { startWorker, log }: JournalOptions,
  threadData: ThreadData,
): { startIfLong(): void; end(): Promise<void> } {
  const path = journalPath(threadData.directory);
  let started: { readonly thread: Thread; readonly ended: Promise<void> } | null = null;

  function start(): void {
    const thread = startWorker('checkpoint', threadData);
    const ended = new Promise<void>((resolve) => {
      thread.on('message', (answer) => {
        if (answer.kind === 'warning') log?.warn(answer.event, answer.fields);
      });
      thread.on('exit', () => resolve());
      thread.on('error', (error) => log?.error('journal.checkpoints-ended', { cause: error.message }));
    });
    started = { thread, ended };
  }

  if (isCheckedInUse(path)) start();
  return {
    startIfLong() {
      if (started === null && isLong(`${path}-wal`)) start();
    },
    async end() {
      started?.thread.postMessage('close');
      await started?.ended;
    },
  };
}

/** Rebuilds a damaged journal in a thread of its own and puts it in place once that thread has let go of the files. */
async function recover(options: JournalOptions, threadData: ThreadData, reason: string): Promise<Outcome<Recovery>> {
  const { directory, startWorker, clock } = options;
  const now = clock.now();
  const setAsidePath = setAsideName(directory, now);
  const { first, ended } = await start(
    startWorker('journal', { ...threadData, rebuild: { setAsidePath, reason, now } } satisfies ThreadData),
  );
  await ended;
  if (first.kind !== 'rebuilt') return notOpened(options, first);
  try {
    putInPlace(directory, setAsidePath);
  } catch (error) {
    return { ok: false, fault: openingFault(directory, error) };
  }
  const there = existsSync(setAsidePath);
  const problem = reason === goneReason ? 'journal-gone' : reason.startsWith(olderReason) ? 'journal-older' : null;
  const params = { ...(problem === null ? {} : { problem }), ...(there ? { path: setAsidePath } : {}) };
  const fault = journalFault('journal-damaged', params, reason);
  return { ok: true, value: { setAsidePath: there ? setAsidePath : null, reason, fault, ...first.salvaged } };
}

function notOpened(
  { directory, log }: JournalOptions,
  answer: JournalAnswer,
): { readonly ok: false; readonly fault: Fault } {
  const cause = answer.kind === 'damaged' ? answer.reason : answer.kind;
  const fault = answer.kind === 'not-opened' ? answer.fault : journalFault('journal-damaged', { directory }, cause);
  log?.error('journal.not-opened', { code: fault.code, cause: fault.cause });
  return { ok: false, fault };
}

interface StartedThread {
  readonly thread: Thread;
  readonly first: JournalAnswer;
  readonly ended: Promise<void>;
  /** Everything else the thread says, what it warned of on the way as well, goes to the client. */
  handOver(client: JournalClient): void;
}

/** Waits for a thread's first message other than a warning. Rejects if the thread ends first. */
async function start(thread: Thread): Promise<StartedThread> {
  let client: JournalClient | null = null;
  const early: JournalAnswer[] = [];
  let cause = 'ended';
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const first = await new Promise<JournalAnswer>((resolve, reject) => {
    let isAnswered = false;
    thread.on('message', (answer) => {
      if (client !== null) client.answered(answer);
      else if (isAnswered || answer.kind === 'warning') early.push(answer);
      else {
        isAnswered = true;
        resolve(answer);
      }
    });
    thread.on('error', (error) => {
      cause = error.message;
      reject(error);
    });
    thread.on('exit', () => {
      client?.ended(cause);
      end();
      reject(new Error(`the journal's thread ended: ${cause}`));
    });
  });
  return {
    thread,
    first,
    ended,
    handOver(to) {
      client = to;
      for (const answer of early.splice(0)) to.answered(answer);
    },
  };
}
