import type { WorkerThread } from '../../../platform/ports.ts';
import { endWorker } from '../../end-worker.ts';
import { createComputingMemory, readComputing } from './computing.ts';
import { filesAnswersSchema } from './work.ts';
import type { FilesTask } from './tasks.ts';
import type { FilesAnswer } from './work.ts';
import { codeOf } from '../../../platform/disk/errno.ts';

/** One files thread with the questions that are open. It is started at the first question, and again after it broke down. */
export interface FilesThread {
  /** Always answers: what breaks thread after thread answers `failed`, what computes for too long `overrun`. */
  ask(task: FilesTask): Promise<FilesAnswer>;
  /** Questions without an answer yet. */
  open(): number;
  close(): Promise<void>;
}

/** How long a thread may compute, ms. */
export interface ThreadBudget {
  /** Between two glances at what it computes. */
  readonly tickMs: number;
  /** One task in all, and beside that for each MiB that it is about. */
  readonly taskMs: number;
  readonly taskMsPerMebibyte: number;
  /** One step of a task, before the task is given to `slow`, so that the others need not wait for it. */
  readonly stepMs: number;
}

/** What a thread needs. `slow` takes tasks over that keep the others waiting; without it there are no others: one task at a time. */
export interface FilesThreadDependencies {
  readonly startWorker: (memory: SharedArrayBuffer) => WorkerThread;
  readonly budget: ThreadBudget;
  readonly slow: ((task: FilesTask) => Promise<FilesAnswer>) | null;
}

/** Tasks of one message, and messages on their way, so that the thread is never without work and answers come soon. */
const mostInMessage = 32;
const mostOnTheWay = 64;
const outOfMemory = 'ERR_WORKER_OUT_OF_MEMORY';
/** Threads that may break down while a task is theirs. */
const mostBreakdowns = 2;

interface Asked {
  readonly task: FilesTask;
  readonly resolve: (answer: FilesAnswer) => void;
  /** Where it is being done. */
  thread: WorkerThread | null;
  breakdowns: number;
  /** Glances that found the thread at it. */
  glances: number;
}

interface Running {
  readonly worker: WorkerThread;
  readonly memory: SharedArrayBuffer;
}

/** What a thread that runs tells. `culpritId` = the task for which it ran out of memory. */
interface ThreadEvents {
  answered(worker: WorkerThread, message: unknown): void;
  broken(worker: WorkerThread, message: string, culpritId: number | null): void;
}

/** Starts a thread. An idle one keeps no process alive; open questions are someone's promise. */
function launch(startWorker: FilesThreadDependencies['startWorker'], events: ThreadEvents): Running {
  const memory = createComputingMemory();
  const worker = startWorker(memory);
  worker.unref();
  worker.on('message', (message: unknown) => events.answered(worker, message));
  worker.on('error', (error) => {
    const [message, code] = error instanceof Error ? [error.message, codeOf(error)] : [String(error)];
    // Memory is a part of the budget too: it ends a thread by itself, and no other.
    events.broken(worker, message, code === outOfMemory ? readComputing(memory).taskId : null);
  });
  worker.on('exit', () => events.broken(worker, 'the thread ended', null));
  return { worker, memory };
}

/** Makes a thread that takes tasks in batches. */
export function createFilesThread({ startWorker, budget, slow }: FilesThreadDependencies): FilesThread {
  const asked = new Map<number, Asked>();
  const waiting: Asked[] = [];
  const most = slow === null ? 1 : mostOnTheWay;
  let running: Running | null = null;
  let watch: NodeJS.Timeout | null = null;
  let last = { step: -1, glances: 0 };
  let onTheWay = 0;
  let sending = false;
  let closed = false;

  function settle(answer: FilesAnswer): void {
    const found = asked.get(answer.id);
    asked.delete(answer.id);
    found?.resolve(answer);
    if (asked.size > 0 || watch === null) return;
    clearInterval(watch);
    watch = null;
  }

  /** A thread is gone: what it could not cope with is told so, everything else is done anew. */
  function restart(gone: WorkerThread, message: string, culpritId: number | null): void {
    const again: Asked[] = [];
    for (const each of [...asked.values()].filter(({ thread }) => thread === gone)) {
      each.breakdowns += 1;
      const { id } = each.task;
      if (closed) settle({ act: 'failed', id, message });
      else if (id === culpritId) settle({ act: 'overrun', id });
      else if (each.breakdowns > mostBreakdowns) settle({ act: 'failed', id, message });
      else again.push(each);
    }
    for (const each of again) each.thread = null;
    waiting.unshift(...again);
    soon();
  }

  function broken(failed: WorkerThread, message: string, culpritId: number | null): void {
    if (running?.worker !== failed) return;
    forget();
    restart(failed, message, culpritId);
  }

  function forget(): void {
    running = null;
    onTheWay = 0;
  }

  /** Ends the thread in the middle of what it computes. Nothing of it writes any more once that is done. */
  async function interrupt(worker: WorkerThread, culprit: Asked, isOver: boolean): Promise<void> {
    forget();
    if (!isOver && slow !== null) {
      asked.delete(culprit.task.id);
      void slow(culprit.task).then(culprit.resolve);
    }
    await worker.terminate();
    restart(worker, 'interrupted', culprit.task.id);
  }

  function glance(): void {
    if (running === null) return;
    const { taskId, step, kibibytes } = readComputing(running.memory);
    const found = asked.get(taskId);
    last = { step, glances: found !== undefined && last.step === step ? last.glances + 1 : 0 };
    if (found === undefined) return;
    found.glances += 1;
    const allowed = budget.taskMs + (kibibytes / 1024) * budget.taskMsPerMebibyte;
    const isOver = found.glances * budget.tickMs > allowed;
    if (isOver || (slow !== null && last.glances * budget.tickMs > budget.stepMs)) {
      void interrupt(running.worker, found, isOver);
    }
  }

  function answered(worker: WorkerThread, message: unknown): void {
    // One that was ended has its questions asked anew.
    if (running?.worker !== worker) return;
    const answers = filesAnswersSchema.parse(message);
    onTheWay -= answers.length;
    for (const answer of answers) settle(answer);
    if (asked.size === 0) worker.unref();
    send();
  }

  function started(): WorkerThread {
    if (running !== null) return running.worker;
    running = launch(startWorker, { answered, broken });
    return running.worker;
  }

  function send(): void {
    sending = false;
    while (waiting.length > 0 && onTheWay < most) {
      const batch = waiting.splice(0, Math.min(mostInMessage, most));
      onTheWay += batch.length;
      const thread = started();
      for (const each of batch) each.thread = thread;
      thread.ref();
      thread.postMessage(batch.map(({ task }) => task));
      watch ??= setInterval(glance, budget.tickMs).unref();
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
        const added: Asked = { task, resolve, thread: null, breakdowns: 0, glances: 0 };
        asked.set(task.id, added);
        waiting.push(added);
        soon();
      });
    },
    open: () => asked.size,
    async close() {
      closed = true;
      if (running !== null) await endWorker(running.worker);
      for (const id of [...asked.keys()]) settle({ act: 'failed', id, message: 'closed' });
      waiting.length = 0;
    },
  };
}
