/** What a files thread computes just now, in memory that the main thread sees while that thread answers nothing. */
export interface Computing {
  /** Does something that takes processor time for a task, about so many bytes; nothing else goes on in the thread meanwhile. */
  compute<T>(taskId: number, bytes: number, act: () => T): T;
}

/** Does what takes processor time, about so many bytes, where it is watched how long that takes. */
export type Compute = <T>(bytes: number, act: () => T) => T;

/** Does it where nobody watches: in a thread that may be busy for as long as it takes. */
export const unwatched: Compute = (_, act) => act();

/** What the main thread reads of it: the task (0 = none), a number that differs for each of its steps, and the bytes it is about, KiB. */
export interface ComputingNow {
  readonly taskId: number;
  readonly step: number;
  readonly kibibytes: number;
}

const places = { taskId: 0, step: 1, kibibytes: 2 } as const;

/** Memory for one thread; it travels in the thread's `workerData`. */
export function createComputingMemory(): SharedArrayBuffer {
  return new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT * 3);
}

/** What a files thread is started with: where it tells what it computes, in memory and on the disk (null = not there). */
export interface FilesThreadData {
  readonly memory: SharedArrayBuffer;
  readonly note: string | null;
}

/** {@link FilesThreadData} of a thread; anything else is a bug and throws. */
export function filesThreadData(workerData: unknown): FilesThreadData {
  if (typeof workerData === 'object' && workerData !== null && 'memory' in workerData && 'note' in workerData) {
    const { memory, note } = workerData;
    if (memory instanceof SharedArrayBuffer && (note === null || typeof note === 'string')) return { memory, note };
  }
  throw new TypeError('a files thread has no memory to tell in what it computes');
}

/** The thread's side. */
export function createComputing(memory: SharedArrayBuffer): Computing {
  const cells = new Int32Array(memory);
  return {
    compute(taskId, bytes, act) {
      Atomics.store(cells, places.kibibytes, Math.min(2 ** 31 - 1, Math.ceil(bytes / 1024)));
      Atomics.add(cells, places.step, 1);
      Atomics.store(cells, places.taskId, taskId);
      try {
        return act();
      } finally {
        Atomics.store(cells, places.taskId, 0);
      }
    },
  };
}

/** The main thread's side. */
export function readComputing(memory: SharedArrayBuffer): ComputingNow {
  const cells = new Int32Array(memory);
  return {
    taskId: Atomics.load(cells, places.taskId),
    step: Atomics.load(cells, places.step),
    kibibytes: Atomics.load(cells, places.kibibytes),
  };
}
