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

/** Maximum of tasks in one message, and of tasks on their way: the thread is never without work, and answers come soon. */
const maxInMessage = 32;
const maxOnTheWay = 64;
const outOfMemory = 'ERR_WORKER_OUT_OF_MEMORY';
/** Number of threads that may break down over one task. */
const maxBreakdowns = 2;

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

/** A thread and the tasks that it was asked for. */
interface Tasks extends FilesThreadDependencies {
  /** All tasks without an answer, by id. */
  readonly asked: Map<number, Asked>;
  /** Those of them that the thread has not got yet. */
  readonly waiting: Asked[];
  /** How many the thread has got. */
  onTheWay: number;
  running: Running | null;
  /** Glances at the thread now and then. */
  watch: NodeJS.Timeout | null;
  /** The step at the last glance, and the number of glances that found the same step. */
  last: { readonly step: number; readonly glances: number };
  /** What waits is sent at the end of this turn of the event loop. */
  sending: boolean;
  closed: boolean;
}

function settle(tasks: Tasks, answer: FilesAnswer): void {
  const found = tasks.asked.get(answer.id);
  tasks.asked.delete(answer.id);
  found?.resolve(answer);
  if (tasks.asked.size > 0 || tasks.watch === null) return;
  clearInterval(tasks.watch);
  tasks.watch = null;
}

/** A thread is gone: the tasks that it could not cope with are answered so, all others are done anew. */
function restart(tasks: Tasks, gone: WorkerThread, message: string, culpritId: number | null): void {
  const again: Asked[] = [];
  for (const each of [...tasks.asked.values()].filter(({ thread }) => thread === gone)) {
    each.breakdowns += 1;
    const { id } = each.task;
    if (tasks.closed) settle(tasks, { act: 'failed', id, message });
    else if (id === culpritId) settle(tasks, { act: 'overrun', id });
    else if (each.breakdowns > maxBreakdowns) settle(tasks, { act: 'failed', id, message });
    else again.push(each);
  }
  for (const each of again) each.thread = null;
  tasks.waiting.unshift(...again);
  soon(tasks);
}

function broken(tasks: Tasks, failed: WorkerThread, message: string, culpritId: number | null): void {
  if (tasks.running?.worker !== failed) return;
  forget(tasks);
  restart(tasks, failed, message, culpritId);
}

function forget(tasks: Tasks): void {
  tasks.running = null;
  tasks.onTheWay = 0;
}

/** Ends the thread in the middle of a task. Nothing of it writes any more once that is done. */
async function interrupt(tasks: Tasks, worker: WorkerThread, culprit: Asked, isOver: boolean): Promise<void> {
  forget(tasks);
  if (!isOver && tasks.slow !== null) {
    tasks.asked.delete(culprit.task.id);
    void tasks.slow(culprit.task).then(culprit.resolve);
  }
  await worker.terminate();
  restart(tasks, worker, 'interrupted', culprit.task.id);
}

/** Looks at what the thread computes, and interrupts it where that takes too long. */
function glance(tasks: Tasks): void {
  const { running, asked, last, budget, slow } = tasks;
  if (running === null) return;
  const { taskId, step, kibibytes } = readComputing(running.memory);
  const found = asked.get(taskId);
  const glances = found !== undefined && last.step === step ? last.glances + 1 : 0;
  tasks.last = { step, glances };
  if (found === undefined) return;
  found.glances += 1;
  const allowed = budget.taskMs + (kibibytes / 1024) * budget.taskMsPerMebibyte;
  const isOver = found.glances * budget.tickMs > allowed;
  if (isOver || (slow !== null && glances * budget.tickMs > budget.stepMs)) {
    void interrupt(tasks, running.worker, found, isOver);
  }
}

function answered(tasks: Tasks, worker: WorkerThread, message: unknown): void {
  // A thread that was ended has its tasks done anew.
  if (tasks.running?.worker !== worker) return;
  const answers = filesAnswersSchema.parse(message);
  tasks.onTheWay -= answers.length;
  for (const answer of answers) settle(tasks, answer);
  if (tasks.asked.size === 0) worker.unref();
  send(tasks);
}

function started(tasks: Tasks): WorkerThread {
  tasks.running ??= launch(tasks.startWorker, {
    answered: (worker, message) => answered(tasks, worker, message),
    broken: (worker, message, culpritId) => broken(tasks, worker, message, culpritId),
  });
  return tasks.running.worker;
}

function send(tasks: Tasks): void {
  const { waiting, slow, budget } = tasks;
  tasks.sending = false;
  const max = slow === null ? 1 : maxOnTheWay;
  while (waiting.length > 0 && tasks.onTheWay < max) {
    const batch = waiting.splice(0, Math.min(maxInMessage, max));
    tasks.onTheWay += batch.length;
    const thread = started(tasks);
    for (const each of batch) each.thread = thread;
    thread.ref();
    thread.postMessage(batch.map(({ task }) => task));
    tasks.watch ??= setInterval(() => glance(tasks), budget.tickMs).unref();
  }
}

/** Collects the tasks of this turn of the event loop into one message. */
function soon(tasks: Tasks): void {
  if (tasks.sending) return;
  tasks.sending = true;
  setImmediate(() => send(tasks));
}

/** Makes a thread that takes tasks in batches. */
export function createFilesThread(dependencies: FilesThreadDependencies): FilesThread {
  const tasks: Tasks = {
    ...dependencies,
    asked: new Map(),
    waiting: [],
    onTheWay: 0,
    running: null,
    watch: null,
    last: { step: -1, glances: 0 },
    sending: false,
    closed: false,
  };
  return {
    ask(task) {
      if (tasks.closed) return Promise.resolve({ act: 'failed', id: task.id, message: 'closed' });
      return new Promise((resolve) => {
        const added: Asked = { task, resolve, thread: null, breakdowns: 0, glances: 0 };
        tasks.asked.set(task.id, added);
        tasks.waiting.push(added);
        soon(tasks);
      });
    },
    open: () => tasks.asked.size,
    async close() {
      tasks.closed = true;
      if (tasks.running !== null) await endWorker(tasks.running.worker);
      for (const id of [...tasks.asked.keys()]) settle(tasks, { act: 'failed', id, message: 'closed' });
      tasks.waiting.length = 0;
    },
  };
}
