import { readdir, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import sharp from 'sharp';
import { expect, inject, onTestFinished, test } from 'vitest';
import {
  createPageThread,
  tookTooLong,
  type PageThread,
} from '../../../../src/main/engine/scanning/pages/page-thread.ts';
import type { ArrangedDocument } from '../../../../src/main/engine/scanning/pages/arranging/pages-asked.ts';
import { asScanned } from '../../../../src/main/engine/scanning/pages/page-shape.ts';
import { devicePdf } from '../../../scanner/device-files.ts';
import { letter, scanned } from '../../../scanner/paper.ts';
import { makeTestFolder } from '../../../support/ports.ts';

function realWorker(): Worker {
  return new Worker(join(inject('workersDirectory'), 'pages.js'));
}

/** Dies of every task whose path says so, as of a picture that a library can't bear. */
function mortalWorker(): Worker {
  const code = `const { parentPort } = require('node:worker_threads');
    parentPort.on('message', ({ id, path }) => {
      if (path.includes('deadly')) process.exit(1);
      parentPort.postMessage({ act: 'picture', id, jpeg: new Uint8Array([1]) });
    });`;
  return new Worker(code, { eval: true });
}

function threadOf(start: () => Worker): PageThread {
  const thread = createPageThread(start);
  onTestFinished(() => thread.close());
  return thread;
}

test('a thread that dies of a page fails for that page alone; the others are done by the next one', async () => {
  let started = 0;
  const thread = threadOf(() => {
    started += 1;
    return mortalWorker();
  });
  const picture = (path: string) => thread.picture(path, asScanned, 150, 100);
  const answers = await Promise.all([picture('one'), picture('deadly'), picture('two'), picture('three')]);
  expect(answers.map(({ ok }) => ok)).toEqual([true, false, true, true]);
  // Once more before it is given up: a thread may die for want of memory.
  expect(started).toBe(3);
  expect((await picture('after')).ok).toBe(true);
});

test('broken pictures are told, and what is whole goes on: cut, empty, not a picture', async () => {
  const thread = threadOf(realWorker);
  const folder = await makeTestFolder();
  const whole = await scanned({ svg: letter }, 75, 'whole.jpg');
  const bytes = await sharp(whole).jpeg().toBuffer();
  for (const [name, content] of [
    ['cut.jpg', bytes.subarray(0, bytes.length / 3)],
    ['empty.jpg', Buffer.alloc(0)],
    ['words.jpg', Buffer.from('no picture')],
  ] as const) {
    const path = join(folder, name);
    await writeFile(path, content);
    const looked = await thread.look(path, { codes: true, edge: false, straighten: false });
    expect([name, looked.ok ? 'ok' : looked.fault.code]).toEqual([name, 'file-damaged']);
    const page = {
      mediaType: 'image/jpeg',
      shape: { ...asScanned, rotation: 90 },
      density: 75,
      color: 'color',
    } as const;
    const target = join(folder, 'document.pdf');
    const written = await thread.write(
      [
        { ...page, path: whole },
        { ...page, path },
      ],
      'pdf',
      target,
      'Title',
    );
    expect(written.ok ? null : written.fault).toMatchObject({ code: 'page-unreadable', params: { page: 2 } });
  }
  expect((await readdir(folder)).filter((name) => name.includes('document'))).toEqual([]);
});

test('odd pictures are pages like others: 30,000 pixels wide, four inks, sixteen bits', async () => {
  const thread = threadOf(realWorker);
  const folder = await makeTestFolder();
  const wide = join(folder, 'wide.png');
  await sharp({ create: { width: 30_000, height: 200, channels: 3, background: '#fff' } })
    .png()
    .toFile(wide);
  const inks = join(folder, 'inks.jpg');
  await sharp(await scanned({ svg: letter }, 75))
    .toColourspace('cmyk')
    .jpeg()
    .toFile(inks);
  const deep = join(folder, 'deep.tif');
  await sharp(await scanned({ svg: letter }, 75))
    .toColourspace('rgb16')
    .tiff()
    .toFile(deep);
  for (const path of [wide, inks, deep]) {
    const taken = await thread.importPages(path, folder, `page-${path.length}`);
    if (!taken.ok) throw new Error(`${path}: ${taken.fault.code}`);
    for (const page of taken.value) {
      expect((await thread.look(page.path, { codes: true, edge: true, straighten: true })).ok).toBe(true);
      const written = await thread.write([{ ...page, shape: asScanned }], 'pdf', join(folder, 'odd.pdf'), 'Odd');
      expect([path, written.ok]).toEqual([path, true]);
    }
  }
});

test('a sheet of A3 at 1,200 dpi is a page like others, though it has more pixels than pictures usually have', async () => {
  const thread = threadOf(realWorker);
  const folder = await makeTestFolder();
  const path = join(folder, 'large.jpg');
  const size = { width: 14_032, height: 19_844 };
  await sharp({ create: { ...size, channels: 3, background: '#fff' }, limitInputPixels: false })
    .jpeg()
    .toFile(path);
  const looked = await thread.look(path, { codes: false, edge: false, straighten: false });
  expect(looked.ok && looked.value.look).toMatchObject(size);
  const page = { path, mediaType: 'image/jpeg', shape: asScanned, density: 1_200, color: 'color' } as const;
  const pdf = join(folder, 'large.pdf');
  expect((await thread.write([page], 'pdf', pdf, 'Large')).ok).toBe(true);
  // As devices with large glasses put them into folders.
  const taken = await thread.importPages(pdf, folder, 'taken');
  expect(taken.ok && taken.value).toMatchObject([{ mediaType: 'image/jpeg', density: 1_200, color: 'color' }]);
});

test.each(['tif', 'jpg', 'pdf'])(
  'pages of a file (%s) that the disk has no room for are no damaged file',
  async (kind) => {
    const thread = threadOf(realWorker);
    const folder = await makeTestFolder();
    const picture = await scanned({ svg: letter }, 75, 'page.jpg');
    const path = join(folder, `file.${kind}`);
    if (kind === 'tif') await sharp(picture).tiff().toFile(path);
    else if (kind === 'jpg') await sharp(picture).withMetadata({ orientation: 6 }).jpeg().toFile(path);
    else await writeFile(path, await devicePdf([{ picture, keeping: 'flate-grey' }], 75));
    await symlink('/dev/full', join(folder, kind === 'jpg' ? 'page-1.jpg' : 'page-1.png'));
    const taken = await thread.importPages(path, folder, 'page');
    expect(taken.ok ? null : taken.fault.code).toBe('disk-full');
    expect(await readdir(folder)).toEqual([`file.${kind}`]);
  },
);

/** Pictures that were finished. */
const marks = new Int32Array(new SharedArrayBuffer(4));

/** Takes a while for a picture, and counts those it finished. */
function slowWorker(): Worker {
  const code = `const { parentPort } = require('node:worker_threads');
    let last = Promise.resolve();
    parentPort.on('message', (message) => {
      if (message === 'end') void last.then(() => parentPort.close());
      else last = new Promise((resolve) => setTimeout(resolve, 300)).then(() => {
        Atomics.add(require('node:worker_threads').workerData, 0, 1);
        parentPort.postMessage({ act: 'picture', id: message.id, jpeg: new Uint8Array([1]) });
      });
    });`;
  return new Worker(code, { eval: true, workerData: marks });
}

test('a thread that is closed finishes what it is at and ends by itself', async () => {
  const thread = threadOf(slowWorker);
  const answer = thread.picture('one', asScanned, 150, 100);
  await thread.close();
  expect((await answer).ok).toBe(true);
  expect(marks[0]).toBe(1);
});

test('a document of many pages is broken off at its next page when the thread is closed; no page is blamed, nothing is left', async () => {
  const thread = threadOf(realWorker);
  const folder = await makeTestFolder();
  const path = await scanned({ svg: letter }, 150, 'page.jpg');
  const shape = { ...asScanned, straighten: 1 };
  const page = { path, mediaType: 'image/jpeg' as const, shape, density: 150, color: 'color' as const };
  expect((await thread.measure(page, 'pdf')).ok).toBe(true);
  const written = thread.write(
    Array.from({ length: 2_000 }, () => page),
    'pdf',
    join(folder, 'a.pdf'),
    'A',
  );
  await thread.close();
  const outcome = await written;
  expect(outcome.ok ? '' : outcome.fault.code).toBe('file-unreadable');
  expect(await readdir(folder)).toEqual([]);
});

/** Is at whatever is called endless for ever, and takes a while to read what is slow. */
function busyWorker(): Worker {
  const code = `const { parentPort } = require('node:worker_threads');
    parentPort.on('message', ({ id, act, path }) => {
      if (path.includes('endless') && act !== 'read') for (;;);
      const answer = act === 'take' ? { act, id, bytes: 1 } : { act, id };
      setTimeout(() => parentPort.postMessage(answer), path.includes('slow') && act === 'read' ? 1_500 : 0);
    });`;
  return new Worker(code, { eval: true });
}

test('a PDF that is too large to be drawn says so, and none of it is read', async () => {
  const thread = threadOf(realWorker);
  const path = join(await makeTestFolder(), 'large.pdf');
  await writeFile(path, '%PDF-1.4');
  await truncate(path, 256 * 1024 * 1024 + 1);
  const drawn = await thread.lookDrawn(path, 0, false);
  expect(drawn.ok ? null : drawn.fault).toMatchObject({ code: 'file-damaged', params: { problem: 'too-large' } });
});

test('a PDF that keeps its reader busy for ever fails when its time is over; a disk that takes longer to read one has it', async () => {
  const thread = createPageThread(busyWorker, 1_000);
  onTestFinished(() => thread.close());
  const drawn = await thread.lookDrawn('endless.pdf', 0, false);
  const taken = await thread.take('endless.pdf', [0], 'part.pdf', 'A part');
  for (const outcome of [drawn, taken]) {
    expect(outcome.ok ? null : outcome.fault).toMatchObject({ code: 'file-damaged', params: { problem: tookTooLong } });
  }
  expect(await thread.take('slow.pdf', [0], 'part.pdf', 'A part')).toEqual({ ok: true, value: 1 });
});

test('documents that PDFium never gets done are given up when their time is over, and what is asked next is done', async () => {
  const code = `const { parentPort } = require('node:worker_threads');
    parentPort.on('message', ({ id, act }) => {
      if (act === 'arrange') for (;;);
      if (act === 'picture') parentPort.postMessage({ act: 'picture', id, jpeg: new Uint8Array([1]) });
    });`;
  const thread = createPageThread(() => new Worker(code, { eval: true }), 100);
  onTestFinished(() => thread.close());
  const file = { path: 'post.pdf', mediaType: 'application/pdf' };
  const document: ArrangedDocument = { pages: [{ source: 0, page: 0, rotation: 0 }], target: '1.pdf', title: '' };
  const written = await thread.arrange([file], [document], 'folder');
  expect(written.ok ? null : written.fault.params['problem']).toBe(tookTooLong);
  expect((await thread.picture('one', asScanned, 150, 100)).ok).toBe(true);
});
