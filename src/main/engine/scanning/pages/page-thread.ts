import { dirname } from 'node:path';
import type { WorkerThread } from '../../platform/ports.ts';
import type { Outcome } from '../../../../shared/faults.ts';
import { failure, success } from '../../faults/fault.ts';
import { endWorker } from '../../intake/end-worker.ts';
import { isFull } from '../../platform/disk/errno.ts';
import type { StopSignal } from '../../platform/stop-signal.ts';
import type { DrivenPage } from '../drivers/driver.ts';
import { fixedBecause, type ArrangedDocument, type PageSize, type SourceFile } from './arranging/pages-asked.ts';
import { pictureProblems, type ConvertedPicture, type PictureToConvert } from './converting/picture-asked.ts';
import type { PageFit } from './fit-page.ts';
import type { LookAsk } from './analysis/look-at-page.ts';
import type { PageLook, PagePart } from './analysis/page-look.ts';
import { pageAnswerSchema, wrongPassword, type PageAnswer, type PageTask } from './page-work.ts';
import type { PageShape } from './page-shape.ts';
import type { UnlockedPdf } from './pdf/unlock-pdf.ts';
import type { TakenPage } from './taken-page.ts';
import type { PageToWrite } from './page-work.ts';

/** Heavy work on pages, in a thread of its own that is started when it is first needed. */
export interface PageThread {
  /** The thread runs, or can't. What ends the process while it starts says nothing about the file that comes next. */
  ready(): Promise<void>;
  /**
   * What is on a page; `part` = what of it is kept, see `lookAtPage`. `file-damaged` where it is no picture, `file-unreadable`
   * where nobody can tell.
   */
  look(path: string, ask: LookAsk): Promise<Outcome<{ readonly look: PageLook; readonly part: PagePart | null }>>;
  /** A JPEG of a page in its shape, at most so many pixels wide and high. */
  picture(path: string, shape: PageShape, density: number, max: number): Promise<Outcome<Uint8Array>>;
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
  /** Writes a PDF without the password that opens it, see `unlockPdf`. `password-wrong`; other faults as of `write`, the time as of `lookDrawn`. */
  unlock(path: string, password: string, target: string): Promise<Outcome<UnlockedPdf>>;
  /**
   * Writes a copy of a picture that the service does not take, see `convertPicture`; answers which, and of which bytes. `picture-not-converted`;
   * other faults as of `write`, the time as of `lookDrawn`. Once `signal` is aborted it ends.
   */
  convert(picture: PictureToConvert, signal: StopSignal): Promise<Outcome<ConvertedPicture>>;
  /** The sizes of the pages of a file, points. `pages-fixed` where they can't be moved; else the faults and the time of `lookDrawn`. */
  survey(file: SourceFile): Promise<Outcome<readonly PageSize[]>>;
  /** A JPEG of a page (from 0) of a file, turned clockwise, its longer side at most so many pixels. Faults and time as of `lookDrawn`. */
  draw(file: SourceFile, page: number, rotation: number, max: number): Promise<Outcome<Uint8Array>>;
  /** What is on a page (from 0) of a file; `folder` is for what lasts a moment. Faults and time as of `lookDrawn`. */
  lookFile(file: SourceFile, page: number, folder: string): Promise<Outcome<PageLook>>;
  /**
   * Writes documents that are made of pages of files (a TIFF of TIFFs, else a PDF); answers the bytes of each. `folder` is for what
   * lasts a moment. `pages-fixed`, else faults as of `write`; the time as of `lookDrawn`, once for each file and document.
   */
  arrange(
    files: readonly SourceFile[],
    documents: readonly ArrangedDocument[],
    folder: string,
  ): Promise<Outcome<readonly number[]>>;
  /** Gives back what the PDFs that were asked for last take of memory. */
  forget(): Promise<void>;
  /** Makes a scanned page what was asked for, see `fitPage`. `disk-full`, `file-damaged`, `file-unreadable`. */
  fit(page: Pick<DrivenPage, 'path' | 'mediaType'>, fit: PageFit, density: number): Promise<Outcome<null>>;
  /** Whether it was closed: what fails from then on says nothing about a page. */
  isClosed(): boolean;
  close(): Promise<void>;
}

/** A task without its number. */
type Asked<Task extends PageTask> = Task extends PageTask ? Omit<Task, 'id'> : never;
type Failed = Extract<PageAnswer, { act: 'failed' }>;

/** What stands for a system's code where the thread itself died over a task, twice. */
const threadDied = 'thread';
/** The same for one that was closed. */
const threadClosed = 'ECLOSED';
/** The same for one that was ended because its time was over; the problem of the fault, too. */
export const tookTooLong = 'took-too-long';
/** Why nobody looked into a PDF: the problem of its fault. */
const unseen: readonly (string | null)[] = [tookTooLong, 'too-large'];
/** Why a sound picture has no copy: codes of failures, and problems of their fault. */
const notConverted: readonly string[] = [...pictureProblems, tookTooLong];
const maxTries = 2;
/** Maximum time for PDFium at a page of a PDF, or at a part of it, ms: what takes longer was made to keep its reader busy. */
const drawingMs = 60_000;

/** The form of a system's codes; libraries for pictures have none. */
const systemCode = /^E[A-Z0-9]+$/;

function faultOf({ code, page, message }: Failed): ReturnType<typeof failure> {
  if (isFull(code)) return failure('disk-full');
  const fixed = fixedBecause.find((each) => each === code);
  if (fixed !== undefined) return failure('pages-fixed', { problem: fixed });
  if (page !== undefined) return failure('page-unreadable', { page }, message);
  if (code === wrongPassword) return failure('password-wrong');
  // A share that is away for a moment, a folder that is gone: this says nothing about the file itself.
  if (code !== null && systemCode.test(code)) return failure('file-unreadable', {}, code);
  return failure('file-damaged', code !== null && unseen.includes(code) ? { problem: code } : {}, code ?? 'no picture');
}

/** The fault of a task that writes into a folder. */
function writeFault(folder: string): (answer: Failed) => ReturnType<typeof failure> {
  return (answer) => {
    const { code } = answer;
    const isRefused = code === 'EACCES' || code === 'EROFS' || code === 'EPERM';
    return isRefused ? failure('export-folder-unusable', { folder }, code) : faultOf(answer);
  };
}

function isAnswerTo<Act extends PageAnswer['act']>(
  answer: PageAnswer,
  act: Act,
): answer is Extract<PageAnswer, { act: Act }> {
  return answer.act === act;
}

/** The answer to a task, or the fault that `fault` makes of a failed one. */
function outcomeOf<Act extends PageTask['act']>(
  answer: PageAnswer,
  act: Act,
  fault: (answer: Failed) => ReturnType<typeof failure> = faultOf,
): Outcome<Extract<PageAnswer, { act: Act }>> {
  if (isAnswerTo(answer, act)) return success(answer);
  return answer.act === 'failed' ? fault(answer) : failure('internal');
}

interface Waiting {
  readonly task: PageTask;
  readonly resolve: (answer: PageAnswer) => void;
  /** Threads that died while this was the next to be done. */
  deaths: number;
}

/** A thread and the tasks that wait for it, by number; the thread does them in this order. */
interface Tasks {
  readonly startWorker: () => WorkerThread;
  readonly open: Map<number, Waiting>;
  worker: WorkerThread | null;
  /** The thread that was told to end because nobody wants its present task: no task is to blame for that. */
  told: WorkerThread | null;
  lastNumber: number;
  closed: boolean;
}

function fail({ open }: Tasks, id: number, code: string, message: string): void {
  const waiting = open.get(id);
  open.delete(id);
  waiting?.resolve({ act: 'failed', id, code, message });
}

/** The thread is gone: the task that it died of fails at the second time, all others go on in the next thread. */
function broken(tasks: Tasks, gone: WorkerThread, message: string): void {
  if (tasks.worker !== gone) return;
  tasks.worker = null;
  if (tasks.closed) {
    for (const id of [...tasks.open.keys()]) fail(tasks, id, threadClosed, message);
    return;
  }
  const [first] = tasks.open;
  if (first === undefined) return;
  const [id, oldest] = first;
  if (gone !== tasks.told) oldest.deaths += 1;
  if (oldest.deaths >= maxTries) fail(tasks, id, threadDied, message);
  for (const { task } of tasks.open.values()) post(tasks, task);
}

function started(tasks: Tasks): WorkerThread {
  if (tasks.worker !== null) return tasks.worker;
  const fresh = tasks.startWorker();
  fresh.unref();
  fresh.on('message', (message: unknown) => {
    const answer = pageAnswerSchema.parse(message);
    tasks.open.get(answer.id)?.resolve(answer);
    tasks.open.delete(answer.id);
    if (tasks.open.size === 0) fresh.unref();
  });
  fresh.on('error', (error) => {
    broken(tasks, fresh, error instanceof Error ? error.message : 'the thread broke down');
  });
  fresh.on('exit', () => {
    broken(tasks, fresh, 'the thread ended');
  });
  tasks.worker = fresh;
  return fresh;
}

function post(tasks: Tasks, task: PageTask): void {
  const thread = started(tasks);
  thread.ref();
  thread.postMessage(task);
}

/** Gives a task up: its thread ends, and all other tasks go on in the next one. */
async function giveUp(tasks: Tasks, id: number): Promise<void> {
  const waiting = tasks.open.get(id);
  if (waiting === undefined || tasks.worker === null) return;
  tasks.open.delete(id);
  tasks.told = tasks.worker;
  await endWorker(tasks.told);
  waiting.resolve({ act: 'failed', id, code: threadClosed, message: 'given up' });
}

function ask(tasks: Tasks, asked: Asked<PageTask>, signal?: StopSignal): Promise<PageAnswer> {
  const id = (tasks.lastNumber += 1);
  if (tasks.closed || signal?.aborted === true) {
    return Promise.resolve({ act: 'failed', id, code: threadClosed, message: 'closed' });
  }
  const stop = (): void => void giveUp(tasks, id);
  signal?.addEventListener('abort', stop);
  return new Promise<PageAnswer>((resolve) => {
    const task = { ...asked, id };
    tasks.open.set(id, { task, resolve, deaths: 0 });
    post(tasks, task);
  }).finally(() => signal?.removeEventListener('abort', stop));
}

/** The same for a task of PDFium's. The PDF is read before: the time for that depends on the disk and says nothing about the file. */
async function askWithin(
  tasks: Tasks,
  task: Extract<Asked<PageTask>, { act: 'look-drawn' | 'take' | 'survey' | 'draw' | 'look-file' }>,
  maxMs: number,
): Promise<PageAnswer> {
  const read = 'path' in task ? await ask(tasks, { act: 'read', path: task.path }) : null;
  return read?.act === 'failed' ? read : withinTime(tasks, task, maxMs);
}

/** Asks for a task of unknown length, while no other task is open: after `maxMs` the thread is ended and the task fails. */
async function withinTime(
  tasks: Tasks,
  task: Asked<PageTask>,
  maxMs: number,
  signal?: StopSignal,
): Promise<PageAnswer> {
  const time = { isOver: false };
  const limit = setTimeout(() => {
    time.isOver = true;
    for (const waiting of tasks.open.values()) waiting.deaths = maxTries;
    void tasks.worker?.terminate();
  }, maxMs);
  const answer = await ask(tasks, task, signal).finally(() => {
    clearTimeout(limit);
  });
  return time.isOver && answer.act === 'failed' ? { ...answer, code: tookTooLong } : answer;
}

/**
 * Makes the thread. Where it dies, its present task is tried once more and then fails; all others go on in the next thread and
 * know nothing of it. `drawing`: maximum time for PDFium at one task, ms.
 */
export function createPageThread(startWorker: () => WorkerThread, drawing = drawingMs): PageThread {
  const tasks: Tasks = { startWorker, open: new Map(), worker: null, told: null, lastNumber: 0, closed: false };
  return {
    async look(path, wanted) {
      return outcomeOf(await ask(tasks, { act: 'look', path, ...wanted }), 'look');
    },
    async picture(path, shape, density, max) {
      const drawn = outcomeOf(await ask(tasks, { act: 'picture', path, shape, density, max }), 'picture');
      return drawn.ok ? success(drawn.value.jpeg) : drawn;
    },
    async write(pages, format, path, title) {
      const answer = await ask(tasks, { act: 'write', pages: [...pages], format, path, title });
      return bytesOf(outcomeOf(answer, 'write', writeFault(dirname(path))));
    },
    async measure(page, format) {
      return bytesOf(outcomeOf(await ask(tasks, { act: 'measure', page, format }), 'measure'));
    },
    async importPages(path, folder, prefix, signal) {
      const taken = outcomeOf(await ask(tasks, { act: 'import', path, folder, prefix }, signal), 'import');
      return taken.ok ? success(taken.value.pages) : taken;
    },
    async lookDrawn(path, page, codes) {
      return outcomeOf(await askWithin(tasks, { act: 'look-drawn', path, page, codes }, drawing), 'look-drawn');
    },
    async take(path, pages, target, title) {
      const answer = await askWithin(tasks, { act: 'take', path, pages: [...pages], target, title }, drawing);
      return bytesOf(outcomeOf(answer, 'take', writeFault(dirname(target))));
    },
    async unlock(path, password, target) {
      const answer = await withinTime(tasks, { act: 'unlock', path, password, target }, drawing);
      return outcomeOf(answer, 'unlock', writeFault(dirname(target)));
    },
    async convert(picture, signal) {
      const answer = await withinTime(tasks, { act: 'convert', ...picture }, drawing, signal);
      return outcomeOf(answer, 'convert', (failed) =>
        failed.code !== null && notConverted.includes(failed.code)
          ? failure('picture-not-converted', { problem: failed.code }, failed.message)
          : writeFault(dirname(picture.jpeg))(failed),
      );
    },
    async survey(file) {
      const asked = outcomeOf(await askWithin(tasks, { act: 'survey', file }, drawing), 'survey');
      return asked.ok ? success(asked.value.pages) : asked;
    },
    async draw(file, page, rotation, max) {
      const drawn = outcomeOf(await askWithin(tasks, { act: 'draw', file, page, rotation, max }, drawing), 'draw');
      return drawn.ok ? success(drawn.value.jpeg) : drawn;
    },
    async lookFile(file, page, folder) {
      const seen = outcomeOf(await askWithin(tasks, { act: 'look-file', file, page, folder }, drawing), 'look-file');
      return seen.ok ? success(seen.value.look) : seen;
    },
    async arrange(files, documents, folder) {
      const wanted = documents.map((each) => ({ ...each, pages: [...each.pages] }));
      const budget = drawing * (files.length + wanted.length);
      const answer = await withinTime(tasks, { act: 'arrange', files: [...files], documents: wanted, folder }, budget);
      const written = outcomeOf(answer, 'arrange', writeFault(folder));
      return written.ok ? success(written.value.bytes) : written;
    },
    async ready() {
      if (tasks.worker === null) await ask(tasks, { act: 'forget' });
    },
    async forget() {
      if (tasks.worker !== null) await ask(tasks, { act: 'forget' });
    },
    async fit({ path, mediaType }, fit, density) {
      const fitted = outcomeOf(await ask(tasks, { act: 'fit', path, mediaType, ...fit, density }), 'fit');
      return fitted.ok ? success(null) : fitted;
    },
    isClosed: () => tasks.closed,
    async close() {
      tasks.closed = true;
      if (tasks.worker !== null) await endWorker(tasks.worker);
    },
  };
}

function bytesOf(answer: Outcome<{ readonly bytes: number }>): Outcome<number> {
  return answer.ok ? success(answer.value.bytes) : answer;
}
