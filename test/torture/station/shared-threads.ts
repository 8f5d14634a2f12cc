import { EventEmitter } from 'node:events';
import { join } from 'node:path';
import { MessageChannel, Worker } from 'node:worker_threads';
import type { Ports, WorkerName, WorkerThread } from '../../../src/main/engine/platform/ports.ts';

/**
 * Threads that all stations of a process share: starting them anew for each station is most of what a short life costs. Commits and what
 * reads beside them stay in threads of their own.
 */
export function createSharedThreads(workersDirectory: string): Ports['startWorker'] {
  const start = (): Worker => new Worker(join(workersDirectory, 'serve-threads.js'));
  let journals: Worker | null = null;
  let others: Worker | null = null;
  let started = 0;
  return (name, workerData) => {
    if (name === 'pages') throw new Error('no station here looks at pages');
    const host = name === 'journal' ? (journals ??= start()) : (others ??= start());
    host.unref();
    started += 1;
    return threadIn(host, { name, workerData }, started);
  };
}

function threadIn(
  host: Worker,
  served: { readonly name: WorkerName; readonly workerData: unknown },
  number: number,
): WorkerThread {
  const { port1, port2 } = new MessageChannel();
  const told = new EventEmitter();
  let threadId = number;
  port1.on('message', (message) => told.emit('message', message));
  const ended = new Promise<void>((resolve) => {
    port1.on('close', () => {
      threadId = -1;
      told.emit('exit', 0);
      resolve();
    });
  });
  host.postMessage({ ...served, port: port2 }, [port2]);
  return {
    get threadId() {
      return threadId;
    },
    // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- as the port has it
    on: <Message>(event: string, listener: (message: Message) => void) => told.on(event, listener),
    once: (event: string, listener: (code: number) => void) => told.once(event, listener),
    postMessage: (message) => port1.postMessage(message),
    ref: () => port1.ref(),
    unref: () => port1.unref(),
    terminate() {
      port1.close();
      return ended;
    },
  };
}
