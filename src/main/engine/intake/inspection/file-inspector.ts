import { availableParallelism } from 'node:os';
import type { Worker } from 'node:worker_threads';
import type { WorkerName } from '../../ports.ts';
import type { SidecarAnswer } from '../sidecar/sidecar-fields.ts';
import { createFilesThread } from './files-thread.ts';
import type { FilesThread } from './files-thread.ts';
import type { FileLook, HashAnswer, Inspection, XmlVerdict } from './inspection.ts';
import { createSlots, slotOffset } from './slots.ts';
import type { FilesTask } from './tasks.ts';
import type { FilesAnswer, ReadAnswer } from './work.ts';

/** What the inspector needs; `threads` beside the main one (absent: one less than the processors, at most 4). */
export interface FileInspectorDependencies {
  readonly startWorker: (name: WorkerName, workerData: unknown) => Worker;
  readonly threads?: number;
}

/** The bytes of a small file; `release` says that nobody uses them any more. Without it they are simply forgotten. */
export type WholeFileAnswer =
  | { readonly kind: 'read'; readonly bytes: Uint8Array; readonly release: () => void }
  | Exclude<ReadAnswer, { kind: 'read' }>;

/** Looks into files in worker threads, so that the main thread only decides. Answers are values; the disk's errors are kinds. */
export interface FileInspector {
  /** What the file is, whether it is whole, its fingerprint. Where the file differs from `expected` it is not read. */
  inspect(path: string, options?: { readonly expected?: FileLook }): Promise<Inspection>;
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
  const { startWorker } = dependencies;
  const count = dependencies.threads ?? Math.max(1, Math.min(4, availableParallelism() - 1));
  const threads: FilesThread[] = [];
  const slots = createSlots();
  let closed = false;
  let next = 0;

  function leastBusy(): FilesThread {
    if (threads.length < count) threads.push(createFilesThread(() => startWorker('files', {})));
    return threads.reduce((best, thread) => (thread.open() < best.open() ? thread : best));
  }

  function ask(thread: FilesThread, question: Question): Promise<FilesAnswer> {
    next += 1;
    return thread.ask({ ...question, id: next });
  }

  return {
    async inspect(path, options = {}) {
      if (closed) return closedAnswer;
      const { expected } = options;
      const answer = await ask(leastBusy(), { act: 'inspect', path, expected });
      return answer.act === 'inspect' ? answer.answer : { kind: 'unreadable', code: codeOf(answer) };
    },
    async hash(path) {
      if (closed) return closedAnswer;
      const answer = await ask(leastBusy(), { act: 'hash', path });
      return answer.act === 'hash' ? answer.answer : { kind: 'unreadable', code: codeOf(answer) };
    },
    async read(path, size, modifiedAt) {
      if (closed) return closedAnswer;
      const slot = slots.take(size);
      const memory = slot === null ? {} : { slot };
      const answer = await ask(leastBusy(), { act: 'read', path, size, modifiedAt, ...memory });
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
      if (closed) return { ok: false, reason: 'closed' };
      const answer = await ask(leastBusy(), { act: 'check-xml', path });
      return answer.act === 'check-xml' ? answer.answer : { ok: false, reason: 'the check could not be made' };
    },
    async sidecar(path) {
      if (closed) return closedAnswer;
      const answer = await ask(leastBusy(), { act: 'sidecar', path });
      return answer.act === 'sidecar' ? answer.answer : { kind: 'unreadable', code: codeOf(answer) };
    },
    async close() {
      closed = true;
      await Promise.all(threads.map((thread) => thread.close()));
    },
  };
}

function codeOf(answer: FilesAnswer): string {
  return answer.act === 'failed' ? answer.message : 'unexpected';
}
