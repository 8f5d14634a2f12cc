import { availableParallelism } from 'node:os';
import type { WorkerName, WorkerThread } from '../../platform/ports.ts';
import type { SidecarAnswer } from '../sidecar/sidecar-fields.ts';
import type { FilesThreadData } from './thread/computing.ts';
import { createFilesThread } from './thread/files-thread.ts';
import type { FilesThread, ThreadBudget } from './thread/files-thread.ts';
import type { FileStat, HashAnswer, Inspection, XmlVerdict } from './inspection.ts';
import { statPath } from './stat-path.ts';
import type { LookNotes } from './thread/look-notes.ts';
import { createSlots, slotOffset } from './thread/slots.ts';
import type { FilesTask } from './thread/tasks.ts';
import type { FilesAnswer, ReadAnswer } from './thread/work.ts';

/**
 * What a look at a file may cost. Ordinary files of any size take some hundredths of it; what passes it was made on purpose, or is as bad as
 * if it had been. A task that keeps others waiting goes on in a thread where there are no others.
 */
const usualBudget: ThreadBudget = { tickMs: 250, taskMs: 10_000, taskMsPerMebibyte: 500, stepMs: 1_500 };

/** What the inspector needs; `threads` beside the main one (absent: one less than the processors, at most 4). */
export interface FileInspectorDependencies {
  readonly startWorker: (name: WorkerName, workerData: unknown) => WorkerThread;
  readonly threads?: number;
  /** What a look may cost; absent: what suits ordinary files by far. */
  readonly budget?: ThreadBudget;
  /** Absent: what a look does to the process is not written down. */
  readonly notes?: LookNotes;
}

/** The bytes of a small file; `release` says that nobody uses them any more. Without it they are simply forgotten. */
export type WholeFileAnswer =
  | { readonly kind: 'read'; readonly bytes: Uint8Array; readonly release: () => void }
  | Exclude<ReadAnswer, { kind: 'read' }>;

/** Looks into files in worker threads, so that the main thread only decides. Answers are values; the disk's errors are kinds. */
export interface FileInspector {
  /** What the file is, whether it is whole, its fingerprint. Where the file differs from `expected` it is not read. */
  inspect(path: string, options?: { readonly expected?: FileStat }): Promise<Inspection>;
  /** The fingerprint of the file as it is now. */
  hash(path: string): Promise<HashAnswer>;
  /** Whether a file of any size is well-formed XML; external entities are never loaded, entities that multiply are refused. */
  checkXml(path: string): Promise<XmlVerdict>;
  /** The bytes of a small file as it was accepted; for uploads. */
  read(path: string, size: number, modifiedAt: number): Promise<WholeFileAnswer>;
  /** What a sidecar or a folder's index says. */
  sidecar(path: string): Promise<SidecarAnswer>;
  /** Ends the threads; questions still open are answered as unreadable. */
  close(): Promise<void>;
}

/** A task before it has a number. */
type Question =
  | Omit<Extract<FilesTask, { act: 'inspect' }>, 'id'>
  | Omit<Extract<FilesTask, { act: 'hash' }>, 'id'>
  | Omit<Extract<FilesTask, { act: 'sidecar' }>, 'id'>
  | Omit<Extract<FilesTask, { act: 'read' }>, 'id'>
  | Omit<Extract<FilesTask, { act: 'check-xml' }>, 'id'>;

const closedAnswer = { kind: 'unreadable', code: 'closed' } as const;

/** Makes the inspector of an engine. */
export function createFileInspector(dependencies: FileInspectorDependencies): FileInspector {
  const { startWorker, notes } = dependencies;
  const count = dependencies.threads ?? Math.max(1, Math.min(4, availableParallelism() - 1));
  const budget = dependencies.budget ?? usualBudget;
  function start(memory: SharedArrayBuffer): WorkerThread {
    const note = notes?.newNote() ?? null;
    const worker = startWorker('files', { memory, note } satisfies FilesThreadData);
    if (note !== null) worker.once('exit', () => notes?.forgetNote(note));
    return worker;
  }

  const slow = createFilesThread({ startWorker: start, budget, slow: null });
  const threads: FilesThread[] = [];
  const slots = createSlots();
  let closed = false;
  let next = 0;

  function idlestThread(): FilesThread {
    if (threads.length < count) {
      threads.push(createFilesThread({ startWorker: start, budget, slow: (task) => slow.ask(task) }));
    }
    return threads.reduce((best, thread) => (thread.open() < best.open() ? thread : best));
  }

  function ask(thread: FilesThread, question: Question): Promise<FilesAnswer> {
    next += 1;
    return thread.ask({ ...question, id: next });
  }

  async function statNow(path: string): Promise<FileStat | null> {
    const there = await statPath(path);
    return there.kind === 'file' ? there.stat : null;
  }

  /** Looks into a file, unless that ended process after process. Suspects are looked into one at a time, so that the right one is found. */
  async function look(question: Extract<Question, { act: 'inspect' | 'sidecar' }>): Promise<FilesAnswer> {
    const { path } = question;
    if (notes?.isSuspect(path) !== true) return ask(idlestThread(), question);
    const expected = 'expected' in question ? question.expected : undefined;
    const look = expected ?? (await statNow(path));
    const standing = notes.standingOf(path, look);
    if (standing === 'sound') return ask(idlestThread(), question);
    if (standing === 'suspect') {
      const answer = await ask(slow, question);
      if (answer.act !== 'failed') await notes.clear(path);
      return answer;
    }
    // An item is held now and not looked into by itself; a person who wants that anyway has it looked into as any other. What is no item
    // (details, a preview) is asked about again and again: it stays known until it is another file.
    if (expected !== undefined) await notes.clear(path);
    else await notes.keep(path, look);
    return { act: 'overrun', id: 0 };
  }

  return {
    async inspect(path, options = {}) {
      if (closed) return closedAnswer;
      const { expected } = options;
      const answer = await look({ act: 'inspect', path, expected });
      if (answer.act === 'overrun') return unjudged(path, expected);
      return answer.act === 'inspect' ? answer.answer : { kind: 'unreadable', code: codeOf(answer) };
    },
    async hash(path) {
      if (closed) return closedAnswer;
      const answer = await ask(idlestThread(), { act: 'hash', path });
      return answer.act === 'hash' ? answer.answer : { kind: 'unreadable', code: codeOf(answer) };
    },
    async read(path, size, modifiedAt) {
      if (closed) return closedAnswer;
      const slot = slots.take(size);
      const memory = slot === null ? {} : { slot };
      const answer = await ask(idlestThread(), { act: 'read', path, size, modifiedAt, ...memory });
      const release = (): void => (slot === null ? undefined : slots.give(slot));
      // After a breakdown the thread may still be writing into the slot: it is not used again.
      if (answer.act !== 'read') return { kind: 'unreadable', code: codeOf(answer) };
      if (answer.answer.kind !== 'read') {
        release();
        return answer.answer;
      }
      const bytes = slot === null ? answer.answer.bytes : new Uint8Array(slot, slotOffset, size);
      return bytes === undefined ? { kind: 'unreadable', code: 'unexpected' } : { kind: 'read', bytes, release };
    },
    async checkXml(path) {
      if (closed) return { ok: false, reason: 'closed', unread: 'closed' };
      const answer = await ask(idlestThread(), { act: 'check-xml', path });
      const reason = 'the check could not be made';
      return answer.act === 'check-xml' ? answer.answer : { ok: false, reason, unread: 'unknown' };
    },
    async sidecar(path) {
      if (closed) return closedAnswer;
      const answer = await look({ act: 'sidecar', path });
      // One that can't be read through is none that can be used.
      if (answer.act === 'overrun') return { kind: 'invalid', problem: 'too-long' };
      return answer.act === 'sidecar' ? answer.answer : { kind: 'unreadable', code: codeOf(answer) };
    },
    async close() {
      closed = true;
      await Promise.all([slow, ...threads].map((thread) => thread.close()));
    },
  };
}

/** The answer for a file that can't be looked through: it is held as it was when the look began, and not looked into again until it changes. */
async function unjudged(path: string, expected: FileStat | undefined): Promise<Inspection> {
  if (expected !== undefined) return { kind: 'refused', stat: expected, code: 'file-unjudged', params: {} };
  const seen = await statPath(path);
  if (seen.kind === 'file') return { kind: 'refused', stat: seen.stat, code: 'file-unjudged', params: {} };
  return seen.kind === 'folder' || seen.kind === 'other' ? { kind: 'not-a-file', code: 'EISDIR' } : seen;
}

function codeOf(answer: FilesAnswer): string {
  if (answer.act === 'overrun') return 'cannot be judged';
  return answer.act === 'failed' ? answer.message : 'unexpected';
}
