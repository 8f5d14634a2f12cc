import { endWorkerMessage } from '../../end-worker.ts';
import { createComputing } from './computing.ts';
import type { Compute, FilesThreadData } from './computing.ts';
import { hashFile, inspectFile, wholeReadBytes } from '../inspect-file.ts';
import { readFile } from '../read-file.ts';
import { tasksOf } from './tasks.ts';
import type { FilesTask } from './tasks.ts';
import type { FilesAnswer } from './work.ts';
import { openLookNote } from './write-look-note.ts';

/** A files thread's own end of the conversation. */
export interface FilesPort {
  on(event: 'message', listener: (message: unknown) => void): unknown;
  postMessage(message: unknown, moved: readonly ArrayBuffer[]): void;
  close(): void;
}

/** The memory that an answer hands over instead of copying it. */
function memoryOf(answer: FilesAnswer): readonly ArrayBuffer[] {
  if (answer.act !== 'read' || answer.answer.kind !== 'read') return [];
  const buffer = answer.answer.bytes?.buffer;
  return buffer instanceof ArrayBuffer ? [buffer] : [];
}

/** What may be large goes on beside the others; small files go one after the other, as they share a buffer. */
function isLarge(task: FilesTask): boolean {
  if (task.act === 'check-xml') return true;
  return task.act === 'inspect' && task.expected !== undefined && task.expected.size > wholeReadBytes;
}

/** Does the tasks of an inspector until it is told to end: what a files thread does. `given`: where it tells what it computes. */
export function serveFiles(port: FilesPort, given: FilesThreadData): void {
  const computing = createComputing(given.memory);
  const note = given.note === null ? null : openLookNote(given.note);
  /** The task that the note is about. */
  let noted = 0;

  function endNote(): void {
    note?.end();
    noted = 0;
  }

  // Parsers of XML and the list of signatures are loaded when the first file asks for them: most never do, and they take longer to
  // load than a thousand files to read.
  async function answerOf(task: FilesTask): Promise<FilesAnswer> {
    const compute: Compute = (bytes, act) => {
      if (noted !== task.id) note?.begin(task.path, ('expected' in task && task.expected) || null);
      noted = task.id;
      const result = computing.compute(task.id, bytes, act);
      // Small files follow each other, and each is another note.
      if (bytes > wholeReadBytes) endNote();
      return result;
    };
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
          const { readSidecar } = await import('../../sidecar/read-sidecar.ts');
          return { act: task.act, id: task.id, answer: await readSidecar(task.path, compute) };
        }
        case 'read':
          return { act: task.act, id: task.id, answer: readFile(task) };
        case 'check-xml': {
          const { checkXml } = await import('../xml/check-xml.ts');
          return { act: task.act, id: task.id, answer: await checkXml(task.path, compute) };
        }
      }
    } catch (error) {
      return { act: 'failed', id: task.id, message: error instanceof Error ? error.message : String(error) };
    }
  }

  let ready: FilesAnswer[] = [];
  let flushing = false;

  function flush(): void {
    flushing = false;
    const answers = ready;
    ready = [];
    if (answers.length > 0) port.postMessage(answers, answers.flatMap(memoryOf));
  }

  /** Answers that are ready together travel together, but none waits for a slow neighbour. */
  function deliver(answer: FilesAnswer): void {
    ready.push(answer);
    if (flushing) return;
    flushing = true;
    setImmediate(flush);
  }

  /** Tasks that were begun and not answered, and whether the thread is to end once there are none. */
  let open = 0;
  let ending = false;

  function endIfIdle(): void {
    if (ending && open === 0) port.close();
  }

  async function work(task: FilesTask): Promise<void> {
    if (ending) return;
    open += 1;
    deliver(await answerOf(task));
    open -= 1;
    if (open === 0) endNote();
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
}
