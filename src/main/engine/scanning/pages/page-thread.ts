import { dirname } from 'node:path';
import type { WorkerThread } from '../../platform/ports.ts';
import type { Outcome } from '../../../../shared/faults.ts';
import { failure, success } from '../../faults/fault.ts';
import { endWorker } from '../../intake/end-worker.ts';
import { isFull } from '../../platform/disk/errno.ts';
import type { DrivenPage } from '../drivers/driver.ts';
import type { PageFit } from './fit-page.ts';
import type { LookAsk } from './analysis/look-at-page.ts';
import type { PageLook, PagePart } from './analysis/page-look.ts';
import { pageAnswerSchema, type PageAnswer, type PageTask } from './page-work.ts';
import type { PageShape } from './page-shape.ts';
import type { TakenPage } from './taken-page.ts';
import type { PageToWrite } from './write-document.ts';

/** Heavy work on pages, in a thread of its own that is started when it is first needed. */
export interface PageThread {
  /**
   * What is on a page; `part` = what of it is kept, see `lookAtPage`. `file-damaged` where it is no picture, `file-unreadable`
   * where nobody can tell.
   */
  look(path: string, ask: LookAsk): Promise<Outcome<{ readonly look: PageLook; readonly part: PagePart | null }>>;
  /** A JPEG of a page in its shape, at most so many pixels wide and high. */
  picture(path: string, shape: PageShape, density: number, most: number): Promise<Outcome<Uint8Array>>;
  /** Writes a document (`archive`: PDF/A-2b); answers its bytes. `disk-full`, `export-folder-unusable`, `file-damaged`. */
  write(
    pages: readonly PageToWrite[],
    format: 'pdf' | 'archive' | 'tiff',
    path: string,
    title: string,
  ): Promise<Outcome<number>>;
  /** Bytes a page has in a document of that format. `file-damaged`, `file-unreadable`. */
  measure(page: PageToWrite, format: 'pdf' | 'tiff'): Promise<Outcome<number>>;
  /**
   * Copies the pages of a file into a folder. `file-damaged` where it is no picture, nor a PDF of pictures; `file-unreadable`. Once
   * `signal` is aborted it ends at the next page, and nothing more of the file is written when it has answered.
   */
  importPages(
    path: string,
    folder: string,
    prefix: string,
    signal?: AbortSignal,
  ): Promise<Outcome<readonly TakenPage[]>>;
  /**
   * What is on a page (from 0) of a PDF, whatever it is made of, and what the PDF is beside its pages. `file-damaged` where it can't be
   * drawn, `file-unreadable`. The minute of a page begins when the PDF is read; where it was not enough, the problem of `file-damaged`
   * is {@link tookTooLong}.
   */
  lookDrawn(
    path: string,
    page: number,
    codes: boolean,
  ): Promise<Outcome<{ readonly look: PageLook; readonly pages: number; readonly holdsMore: boolean }>>;
  /** Writes pages (from 0) of a PDF as a PDF of their own, as they are; answers its bytes. Faults as of `write`; the time as of `lookDrawn`. */
  take(path: string, pages: readonly number[], target: string, title: string): Promise<Outcome<number>>;
  /** Gives back what the PDF that was asked for last takes of memory. */
  forget(): Promise<void>;
  /** Makes a scanned page what was asked for, see `fitPage`. `disk-full`, `file-damaged`, `file-unreadable`. */
  fit(page: Pick<DrivenPage, 'path' | 'mediaType'>, fit: PageFit, density: number): Promise<Outcome<null>>;
  /** Whether it was closed: what fails from then on says nothing about a page. */
  isClosed(): boolean;
  close(): Promise<void>;
}

/** A task without its number. */
type Asked<Task extends PageTask> = Task extends PageTask ? Omit<Task, 'id'> : never;

/** What stands for a system's code where the thread itself died over a task, twice. */
const threadDied = 'thread';
/** The same for one that was closed. */
const threadClosed = 'ECLOSED';
/** The same for one that was ended because its time was over; the problem of the fault, too. */
export const tookTooLong = 'took-too-long';
/** Why nobody looked into a PDF: the problem of its fault. */
const unseen: readonly (string | null)[] = [tookTooLong, 'too-large'];
const mostTries = 2;
/** Longest that PDFium is at a page of a PDF, or at a part of it: what takes longer was made to keep its reader busy (ms). */
const drawingMs = 60_000;

/** What a system's codes look like; libraries for pictures have none. */
const systemCode = /^E[A-Z0-9]+$/;

function faultOf({ code, page, message }: Extract<PageAnswer, { act: 'failed' }>): ReturnType<typeof failure> {
  if (isFull(code)) return failure('disk-full');
  if (page !== undefined) return failure('page-unreadable', { page }, message);
  // What could not be looked at says nothing about what it is: a share that is away for a moment, a folder that is gone.
  if (code !== null && systemCode.test(code)) return failure('file-unreadable', {}, code);
  return failure('file-damaged', code !== null && unseen.includes(code) ? { problem: code } : {}, code ?? 'no picture');
}

function writeFault(answer: Extract<PageAnswer, { act: 'failed' }>, folder: string): ReturnType<typeof failure> {
  const { code } = answer;
  const isRefused = code === 'EACCES' || code === 'EROFS' || code === 'EPERM';
  return isRefused ? failure('export-folder-unusable', { folder }, code) : faultOf(answer);
}

interface Waiting {
  readonly task: PageTask;
  readonly resolve: (answer: PageAnswer) => void;
  /** Threads that died while this was the next to be done. */
  deaths: number;
}

/**
 * Makes the thread. Where it dies, the task it was at is tried once more and then fails; all others go on in the next thread and
 * know nothing of it. `drawing`: longest that PDFium is at one task (ms).
 */
export function createPageThread(startWorker: () => WorkerThread, drawing = drawingMs): PageThread {
  const open = new Map<number, Waiting>();
  let worker: WorkerThread | null = null;
  /** The thread that was told to end because nobody wants what it is at: no task is to blame for that. */
  let told: WorkerThread | null = null;
  let numbers = 0;
  let closed = false;

  function fail(id: number, waiting: Waiting, code: string, message: string): void {
    open.delete(id);
    waiting.resolve({ act: 'failed', id, code, message });
  }

  function broken(failed: WorkerThread, message: string): void {
    if (worker !== failed) return;
    worker = null;
    if (closed) {
      for (const [id, waiting] of open) fail(id, waiting, threadClosed, message);
      return;
    }
    // Tasks are done in order: the oldest is the one it died of.
    const [first] = open;
    if (first === undefined) return;
    const [id, waiting] = first;
    if (failed !== told) waiting.deaths += 1;
    if (waiting.deaths >= mostTries) fail(id, waiting, threadDied, message);
    for (const { task } of open.values()) post(task);
  }

  function post(task: PageTask): void {
    const thread = started();
    thread.ref();
    thread.postMessage(task);
  }

  function started(): WorkerThread {
    if (worker !== null) return worker;
    const fresh = startWorker();
    fresh.unref();
    fresh.on('message', (message: unknown) => {
      const answer = pageAnswerSchema.parse(message);
      open.get(answer.id)?.resolve(answer);
      open.delete(answer.id);
      if (open.size === 0) fresh.unref();
    });
    fresh.on('error', (error) => {
      broken(fresh, error instanceof Error ? error.message : 'the thread broke down');
    });
    fresh.on('exit', () => {
      broken(fresh, 'the thread ended');
    });
    worker = fresh;
    return fresh;
  }

  /** Gives a task up: its thread ends, and all else that was asked for goes on in the next one. */
  async function giveUp(id: number): Promise<void> {
    const waiting = open.get(id);
    if (waiting === undefined || worker === null) return;
    open.delete(id);
    told = worker;
    await endWorker(told);
    fail(id, waiting, threadClosed, 'given up');
  }

  function ask(asked: Asked<PageTask>, signal?: AbortSignal): Promise<PageAnswer> {
    numbers += 1;
    const id = numbers;
    if (closed || signal?.aborted === true) {
      return Promise.resolve({ act: 'failed', id, code: threadClosed, message: 'closed' });
    }
    const stop = (): void => void giveUp(id);
    signal?.addEventListener('abort', stop);
    return new Promise<PageAnswer>((resolve) => {
      const task = { ...asked, id };
      open.set(id, { task, resolve, deaths: 0 });
      post(task);
    }).finally(() => signal?.removeEventListener('abort', stop));
  }

  /**
   * Asks PDFium for what nobody knows the length of, when nothing else is asked for: after `drawing` the thread is ended, and the task
   * fails. The PDF is read before: how long that takes is the disk's, and says nothing about the file.
   */
  async function askWithin(task: Extract<Asked<PageTask>, { act: 'look-drawn' | 'take' }>): Promise<PageAnswer> {
    const read = await ask({ act: 'read', path: task.path });
    if (read.act === 'failed') return read;
    const time = { isOver: false };
    const limit = setTimeout(() => {
      time.isOver = true;
      for (const waiting of open.values()) waiting.deaths = mostTries;
      void worker?.terminate();
    }, drawing);
    const answer = await ask(task).finally(() => {
      clearTimeout(limit);
    });
    return time.isOver && answer.act === 'failed' ? { ...answer, code: tookTooLong } : answer;
  }

  return {
    async look(path, { codes, edge, straighten }) {
      const answer = await ask({ act: 'look', path, codes, edge, straighten });
      if (answer.act === 'look') return success({ look: answer.look, part: answer.part });
      return answer.act === 'failed' ? faultOf(answer) : failure('internal');
    },
    async picture(path, shape, density, most) {
      const answer = await ask({ act: 'picture', path, shape, density, most });
      if (answer.act === 'picture') return success(answer.jpeg);
      return answer.act === 'failed' ? faultOf(answer) : failure('internal');
    },
    async write(pages, format, path, title) {
      const answer = await ask({ act: 'write', pages: [...pages], format, path, title });
      if (answer.act === 'write') return success(answer.bytes);
      return answer.act === 'failed' ? writeFault(answer, dirname(path)) : failure('internal');
    },
    async measure(page, format) {
      const answer = await ask({ act: 'measure', page, format });
      if (answer.act === 'measure') return success(answer.bytes);
      return answer.act === 'failed' ? faultOf(answer) : failure('internal');
    },
    async importPages(path, folder, prefix, signal) {
      const answer = await ask({ act: 'import', path, folder, prefix }, signal);
      if (answer.act === 'import') return success(answer.pages);
      return answer.act === 'failed' ? faultOf(answer) : failure('internal');
    },
    async lookDrawn(path, page, codes) {
      const answer = await askWithin({ act: 'look-drawn', path, page, codes });
      if (answer.act === 'look-drawn') return success(answer);
      return answer.act === 'failed' ? faultOf(answer) : failure('internal');
    },
    async take(path, pages, target, title) {
      const answer = await askWithin({ act: 'take', path, pages: [...pages], target, title });
      if (answer.act === 'take') return success(answer.bytes);
      return answer.act === 'failed' ? writeFault(answer, dirname(target)) : failure('internal');
    },
    async forget() {
      if (worker !== null) await ask({ act: 'forget' });
    },
    async fit({ path, mediaType }, fit, density) {
      const answer = await ask({ act: 'fit', path, mediaType, ...fit, density });
      if (answer.act === 'fit') return success(null);
      return answer.act === 'failed' ? faultOf(answer) : failure('internal');
    },
    isClosed: () => closed,
    async close() {
      closed = true;
      const ending = worker;
      if (ending !== null) await endWorker(ending);
    },
  };
}
