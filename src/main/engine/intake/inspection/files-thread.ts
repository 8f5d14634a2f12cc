import type { Worker } from 'node:worker_threads';
import { endWorker } from '../end-worker.ts';
import { filesAnswersSchema } from './work.ts';
import type { FilesTask } from './tasks.ts';
import type { FilesAnswer } from './work.ts';

/** One files thread with the questions that are open. It is started at the first question, and again after it broke down. */
export interface FilesThread {
  /** Always answers: a broken thread answers `failed`. */
  ask(task: FilesTask): Promise<FilesAnswer>;
  /** Questions without an answer yet. */
  open(): number;
  close(): Promise<void>;
}

/** Tasks of one message, and messages on their way, so that the thread is never without work and answers come soon. */
const mostInMessage = 32;
const mostOnTheWay = 64;

/** Makes a thread that takes tasks in batches. */
export function createFilesThread(startWorker: () => Worker): FilesThread {
  const waiting: FilesTask[] = [];
  const asked = new Map<number, (answer: FilesAnswer) => void>();
  let worker: Worker | null = null;
  let onTheWay = 0;
  let sending = false;
  let closed = false;

  function settle(answer: FilesAnswer): void {
    const resolve = asked.get(answer.id);
    asked.delete(answer.id);
    resolve?.(answer);
  }

  function broken(failed: Worker, message: string): void {
    if (worker !== failed) return;
    worker = null;
    onTheWay = 0;
    const unsent = new Set(waiting.map((task) => task.id));
    for (const id of [...asked.keys()]) if (!unsent.has(id) || closed) settle({ act: 'failed', id, message });
    if (closed) waiting.length = 0;
    else if (waiting.length > 0) soon();
  }

  function started(): Worker {
    if (worker !== null) return worker;
    const fresh = startWorker();
    // An idle thread keeps no process alive; open questions are someone's promise.
    fresh.unref();
    fresh.on('message', (message: unknown) => {
      const answers = filesAnswersSchema.parse(message);
      onTheWay -= answers.length;
      for (const answer of answers) settle(answer);
      if (asked.size === 0) fresh.unref();
      send();
    });
    fresh.on('error', (error) => broken(fresh, error instanceof Error ? error.message : 'the thread broke down'));
    fresh.on('exit', () => broken(fresh, 'the thread ended'));
    worker = fresh;
    return fresh;
  }

  function send(): void {
    sending = false;
    while (waiting.length > 0 && onTheWay < mostOnTheWay) {
      const batch = waiting.splice(0, mostInMessage);
      onTheWay += batch.length;
      const thread = started();
      thread.ref();
      thread.postMessage(batch);
    }
  }

  /** Collects what is asked in this turn of the event loop into one message. */
  function soon(): void {
    if (sending) return;
    sending = true;
    setImmediate(send);
  }

  return {
    ask(task) {
      if (closed) return Promise.resolve({ act: 'failed', id: task.id, message: 'closed' });
      return new Promise((resolve) => {
        asked.set(task.id, resolve);
        waiting.push(task);
        soon();
      });
    },
    open: () => asked.size,
    async close() {
      closed = true;
      const ending = worker;
      if (ending !== null) await endWorker(ending);
      for (const id of [...asked.keys()]) settle({ act: 'failed', id, message: 'closed' });
      waiting.length = 0;
    },
  };
}
