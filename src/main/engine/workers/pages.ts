import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { parentPort } from 'node:worker_threads';
import sharp from 'sharp';
import { rm } from '../platform/disk/patient-files.ts';
import { endWorkerMessage } from '../intake/end-worker.ts';
import { arrangeFiles, drawFilePage, lookAtFilePage, surveyFile } from '../scanning/pages/arranging/arrange.ts';
import { forgetDrawn } from '../scanning/pages/arranging/arrange-pdf.ts';
import { convertPicture } from '../scanning/pages/converting/convert-picture.ts';
import { fitPage } from '../scanning/pages/fit-page.ts';
import { importPictures } from '../scanning/pages/import-pictures.ts';
import { lookAtPage } from '../scanning/pages/analysis/look-at-page.ts';
import { drawnPdf, forgetPdf, readPdf, takePages, viewablePage } from '../scanning/pages/pdf/drawn-pdf.ts';
import { unlockPdf } from '../scanning/pages/pdf/unlock-pdf.ts';
import { pageTaskSchema, type PageAnswer, type PageTask } from '../scanning/pages/page-work.ts';
import { smallPicture } from '../scanning/pages/render-page.ts';
import { measurePage, UnreadablePage, writePdf, writeTiff } from '../scanning/pages/write-document.ts';
import { codeOf } from '../platform/disk/errno.ts';

const port = parentPort;
if (port === null) throw new Error('pages.ts runs as a worker thread');
// Each page is read once for each purpose: what libvips would keep of it is some 50 MB that nobody asks for again.
sharp.cache(false);

/** Pages of a file that could not be read to its end are of no use, and take the room that was missing. */
async function removeBegun(folder: string, beginning: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((each) => each.startsWith(beginning))) {
    await rm(join(folder, name), { force: true }).catch(() => undefined);
  }
}

/** Aborted once the thread is to end: documents of many pages stop at the next one. */
const ending = new AbortController();
const isEnding = (): boolean => ending.signal.aborted;

async function work(task: PageTask): Promise<PageAnswer> {
  switch (task.act) {
    case 'look': {
      const { look, part } = await lookAtPage(task.path, task);
      return { act: task.act, id: task.id, look, part };
    }
    case 'picture': {
      const jpeg = await smallPicture(task.path, task.shape, task.density, task.max);
      return { act: task.act, id: task.id, jpeg: new Uint8Array(jpeg) };
    }
    case 'write': {
      const { pages, path, format, title } = task;
      if (format === 'tiff') await writeTiff(pages, path, ending.signal);
      else await writePdf(pages, path, title, { signal: ending.signal, archive: format === 'archive' });
      return { act: task.act, id: task.id, bytes: (await stat(task.path)).size };
    }
    case 'measure':
      return { act: task.act, id: task.id, bytes: await measurePage(task.page, task.format) };
    case 'read':
      await readPdf(task.path);
      return { act: task.act, id: task.id };
    case 'look-drawn': {
      const pdf = await drawnPdf(task.path);
      const ask = { codes: task.codes, edge: false, straighten: false };
      const { look } = await lookAtPage(viewablePage(pdf, task.page), ask);
      return { act: task.act, id: task.id, look, pages: pdf.pages, holdsMore: pdf.holdsMore };
    }
    case 'take':
      return { act: task.act, id: task.id, bytes: await takePages(task.path, task.pages, task.target, task.title) };
    case 'unlock':
      return { act: task.act, id: task.id, ...(await unlockPdf(task.path, task.password, task.target)) };
    case 'convert':
      return { act: task.act, id: task.id, ...(await convertPicture(task, ending.signal)) };
    case 'survey':
      return { act: task.act, id: task.id, pages: [...(await surveyFile(task.file))] };
    case 'draw': {
      const jpeg = await drawFilePage(task.file, task.page, task.rotation, task.max);
      return { act: task.act, id: task.id, jpeg: new Uint8Array(jpeg) };
    }
    case 'look-file':
      return { act: task.act, id: task.id, look: await lookAtFilePage(task.file, task.page, task.folder) };
    case 'arrange':
      return { act: task.act, id: task.id, bytes: [...(await arrangeFiles(task.files, task.documents, task.folder))] };
    case 'forget':
      forgetPdf();
      forgetDrawn();
      return { act: task.act, id: task.id };
    case 'fit':
      await fitPage(task, task, task.density);
      return { act: task.act, id: task.id };
    case 'import': {
      try {
        const pages = await importPictures(task.path, task.folder, (index) => {
          ending.signal.throwIfAborted();
          return `${task.prefix}-${index + 1}`;
        });
        return { act: task.act, id: task.id, pages: [...pages] };
      } catch (error) {
        await removeBegun(task.folder, `${task.prefix}-`);
        throw error;
      }
    }
  }
}

/** Pages are large: one after the other, so that memory does not grow with what is asked. */
let last: Promise<void> = Promise.resolve();

port.on('message', (message: unknown) => {
  if (message === endWorkerMessage) {
    ending.abort();
    void last.then(() => {
      port.close();
    });
    return;
  }
  const task = pageTaskSchema.parse(message);
  last = last.then(async () => {
    if (isEnding()) return;
    try {
      port.postMessage(await work(task));
    } catch (error) {
      // What was broken off is no failure of a page: whoever asked hears of the end itself.
      if (isEnding()) return;
      const code = codeOf(error) || null;
      const text = error instanceof Error ? error.message : String(error);
      const page = error instanceof UnreadablePage ? { page: error.page } : {};
      port.postMessage({ act: 'failed', id: task.id, code, message: text.slice(0, 300), ...page } satisfies PageAnswer);
    }
  });
});
