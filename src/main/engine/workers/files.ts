import { parentPort, workerData } from 'node:worker_threads';
import { endWorkerMessage } from '../intake/end-worker.ts';
import { createComputing, memoryOfThread } from '../intake/inspection/computing.ts';
import type { Compute } from '../intake/inspection/computing.ts';
import { hashFile, inspectFile, wholeReadBytes } from '../intake/inspection/inspect-file.ts';
import { readFile } from '../intake/inspection/read-file.ts';
import { tasksOf } from '../intake/inspection/tasks.ts';
import type { FilesTask } from '../intake/inspection/tasks.ts';
import type { FilesAnswer } from '../intake/inspection/work.ts';

const port = parentPort;
if (port === null) throw new Error('files.ts runs as a worker thread');

// Parsers of XML and the list of signatures are loaded when the first file asks for them: most never do, and they take longer to
// load than a thousand files to read.

const computing = createComputing(memoryOfThread(workerData));

async function answerOf(task: FilesTask): Promise<FilesAnswer> {
  const compute: Compute = (bytes, act) => computing.compute(task.id, bytes, act);
  try {
    switch (task.act) {
      case 'inspect':
        return {
          act: task.act,
          id: task.id,
          answer: await inspectFile(task.path, { expected: task.expected, compute }),
        };
      case 'hash':
        return { act: task.act, id: task.id, answer: await hashFile(task.path) };
      case 'sidecar': {
        const { readSidecar } = await import('../intake/sidecar/read-sidecar.ts');
        return { act: task.act, id: task.id, answer: await readSidecar(task.path, compute) };
      }
      case 'read':
        return { act: task.act, id: task.id, answer: readFile(task) };
      case 'check-xml': {
        const { checkXml } = await import('../intake/inspection/check-xml.ts');
        return { act: task.act, id: task.id, answer: await checkXml(task.path, compute) };
      }
    }
  } catch (error) {
    return { act: 'failed', id: task.id, message: error instanceof Error ? error.message : String(error) };
  }
}

/** The memory that an answer hands over instead of copying it. */
function memoryOf(answer: FilesAnswer): readonly ArrayBuffer[] {
  if (answer.act !== 'read' || answer.answer.kind !== 'read') return [];
  const buffer = answer.answer.bytes?.buffer;
  return buffer instanceof ArrayBuffer ? [buffer] : [];
}

let ready: FilesAnswer[] = [];
let flushing = false;

function flush(): void {
  flushing = false;
  const answers = ready;
  ready = [];
  if (answers.length > 0) port?.postMessage(answers, answers.flatMap(memoryOf));
}

/** Answers that are ready together travel together, but none waits for a slow neighbour. */
function deliver(answer: FilesAnswer): void {
  ready.push(answer);
  if (flushing) return;
  flushing = true;
  setImmediate(flush);
}

/** What may be large goes on beside the others; small files go one after the other, as they share a buffer. */
function isLarge(task: FilesTask): boolean {
  if (task.act === 'check-xml') return true;
  return task.act === 'inspect' && task.expected !== undefined && task.expected.size > wholeReadBytes;
}

/** Tasks that were begun and not answered, and whether the thread is to end once there are none. */
let open = 0;
let ending = false;

function endIfIdle(): void {
  if (ending && open === 0) port?.close();
}

async function work(task: FilesTask): Promise<void> {
  if (ending) return;
  open += 1;
  deliver(await answerOf(task));
  open -= 1;
  endIfIdle();
}

port.on('message', (message: unknown) => {
  if (message === endWorkerMessage) {
    ending = true;
    endIfIdle();
    return;
  }
  const tasks = tasksOf(message);
  for (const task of tasks.filter(isLarge)) void work(task);
  void (async () => {
    for (const task of tasks) if (!isLarge(task)) await work(task);
  })();
});
