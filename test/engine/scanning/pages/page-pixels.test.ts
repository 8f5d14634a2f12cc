import { execFile } from 'node:child_process';
import { copyFile, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { expect, inject, test } from 'vitest';
import { z } from 'zod';
import { renderPage, smallPicture } from '../../../../src/main/engine/scanning/pages/render-page.ts';
import { asScanned } from '../../../../src/main/engine/scanning/pages/page-shape.ts';
import { letter, scanned } from '../../../scanner/paper.ts';
import { makeTestFolder } from '../../../support/ports.ts';

const run = promisify(execFile);
const askew = { ...asScanned, straighten: 2.5, cut: { left: 0.02, top: 0.03, width: 0.9, height: 0.9 } } as const;

/** Writes a document of turned pages in a process of its own and tells by how much its memory grew at most (bytes). */
const writing = `
  const { Worker } = require('node:worker_threads');
  const [workerFile, page, target, shape, count] = process.argv.slice(1);
  const worker = new Worker(workerFile);
  const highest = () => process.resourceUsage().maxRSS * 1024;
  const one = { path: page, mediaType: 'image/jpeg', shape: JSON.parse(shape), density: 300, color: 'color' };
  const ask = (id, pages) => worker.postMessage({ act: 'write', id, pages, format: 'pdf', path: target, title: 't' });
  let before = 0;
  worker.on('message', (answer) => {
    if (answer.act === 'failed') throw new Error(answer.message);
    if (answer.id === 2) {
      process.stdout.write(JSON.stringify({ grew: highest() - before }));
      worker.terminate();
      return;
    }
    // What the libraries need by themselves is there now.
    before = highest();
    ask(2, Array.from({ length: Number(count) }, () => one));
  });
  ask(1, [{ ...one, path: page.replace('.jpg', '-small.jpg') }]);
`;

test('many turned pages of A4 in colour need the memory of few', async () => {
  const folder = await makeTestFolder();
  const page = join(folder, 'page.jpg');
  await sharp(await scanned({ svg: letter }, 300))
    .jpeg()
    .toFile(page);
  await sharp(page).resize(200).toFile(join(folder, 'page-small.jpg'));
  const worker = join(inject('workersDirectory'), 'pages.js');
  const target = join(folder, 'document.pdf');
  const { stdout } = await run(process.execPath, ['-e', writing, worker, page, target, JSON.stringify(askew), '16']);
  const { grew } = z.object({ grew: z.number() }).parse(JSON.parse(stdout));
  // A page of 26 MB, the one it is turned into row by row, and what libraries hold; each thread of the pool had three such pages.
  expect(grew).toBeLessThan(160e6);
});

test.each([0, 90, 180, 270] as const)(
  'a page turned by %i° is the same where no file of pixels can be written',
  async (rotation) => {
    const path = await scanned({ svg: letter }, 75);
    const folder = await makeTestFolder();
    // So long a name that nothing can be added to it.
    const crowded = join(folder, `${'a'.repeat(250)}.png`);
    await copyFile(path, crowded);
    const shape = { ...askew, rotation };
    const [one, other] = await Promise.all(
      [path, crowded].map((page) => renderPage(page, shape, 75, (drawn) => drawn.raw().toBuffer())),
    );
    expect(one?.equals(other ?? Buffer.alloc(0))).toBe(true);
  },
);

test('pages that are turned at the same time do not get in each other’s way, and nothing is left beside them', async () => {
  const path = await scanned({ svg: letter }, 75);
  const drawn = (degrees: number): Promise<Buffer> =>
    renderPage(path, { ...asScanned, straighten: degrees }, 75, (page) => page.raw().toBuffer());
  const before = await readdir(dirname(path));
  const degrees = [1, -1, 2, -2];
  const alone: Buffer[] = [];
  for (const each of degrees) alone.push(await drawn(each));
  const together = await Promise.all(degrees.map(drawn));
  expect(together.map((page, index) => page.equals(alone[index] ?? Buffer.alloc(0)))).toEqual([true, true, true, true]);
  expect(await readdir(dirname(path))).toEqual(before);
});

test.each([
  { ...askew, rotation: 90 },
  { ...asScanned, straighten: -3 },
  { ...asScanned, cut: { left: 0.5, top: 0.5, width: 0.3, height: 0.3 } },
] as const)('a small picture shows what the page is in its shape, and no more pixels than asked', async (shape) => {
  const path = await scanned({ svg: letter }, 100);
  const most = 300;
  const small = await smallPicture(path, shape, 100, most);
  const { width, height } = await sharp(small).metadata();
  expect(Math.max(width, height)).toBeLessThanOrEqual(most);
  const whole = await renderPage(path, shape, 100, (page) => page.png().toBuffer());
  const levels = (picture: Buffer): Promise<Buffer> =>
    sharp(picture)
      .flatten({ background: '#fff' })
      .resize({ width: 60, height: 60, fit: 'fill' })
      .greyscale()
      .raw()
      .toBuffer();
  const [shown, wanted] = [await levels(small), await levels(whole)];
  const differ = shown.reduce((sum, level, at) => sum + Math.abs(level - (wanted[at] ?? 0)), 0) / shown.length;
  expect(differ).toBeLessThan(6);
});
