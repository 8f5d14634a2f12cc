import { execFile } from 'node:child_process';
import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { z } from 'zod';
import { withFolder } from './bench-context.ts';
import type { BenchContext } from './bench-context.ts';
import { median } from './figures.ts';
import type { BenchReport } from './figures.ts';

const pages = 50;
const run = promisify(execFile);
const mostPdfMs = 15_000;
const mostBytes = 500e6;
const mostStallMs = 50;

/** What a session in a process of its own found; ms and bytes. */
const scanFiguresSchema = z.object({
  takenInMs: z.number(),
  pdfMs: z.number(),
  longestStallMs: z.number(),
  peakBytes: z.number(),
});

/** A page of A4 in colour at 300 dpi with text, colours and the grain of paper. */
async function drawPage(path: string): Promise<void> {
  const [width, height] = [2_480, 3_508];
  const rows = Array.from(
    { length: 55 },
    (_, row) =>
      `<text x="250" y="${400 + row * 52}" font-size="40">Row ${row} of a letter about the lift of hall 3</text>`,
  ).join('');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#fbfaf5"/><rect x="250" y="120" width="900" height="180" fill="#1f5fa8"/>${rows}</svg>`;
  const grain = await sharp({
    create: { width, height, channels: 3, background: '#000', noise: { type: 'gaussian', mean: 8, sigma: 4 } },
  })
    .png({ compressionLevel: 1 })
    .toBuffer();
  await sharp(Buffer.from(svg))
    .flatten({ background: '#fff' })
    .composite([{ input: grain, blend: 'difference' }])
    .withMetadata({ density: 300 })
    .jpeg({ quality: 85 })
    .toFile(path);
}

/** 50 pages of A4 in colour at 300 dpi become a session and a PDF: how long, how much memory, and how free the main thread stays. */
export async function benchScan(context: BenchContext): Promise<BenchReport> {
  return withFolder(context, async (folder) => {
    const pictures = join(folder, 'pictures');
    await mkdir(pictures);
    const drawn = join(folder, 'page.jpg');
    await drawPage(drawn);
    for (let page = 1; page <= pages; page += 1) {
      await copyFile(drawn, join(pictures, `page-${String(page).padStart(2, '0')}.jpg`));
    }
    const runs = [];
    for (let number = 1; number <= context.runs; number += 1) {
      const [station, target] = [join(folder, `station-${number}`), join(folder, `out-${number}`)];
      const script = join(context.builtDirectory, 'scan-session.js');
      const { stdout } = await run(process.execPath, [script, station, pictures, target]);
      const figures = scanFiguresSchema.parse(JSON.parse(stdout));
      context.say(
        `taken in and looked at ${(figures.takenInMs / 1_000).toFixed(1)} s, PDF ${(figures.pdfMs / 1_000).toFixed(1)} s, ` +
          `longest stall ${figures.longestStallMs.toFixed(0)} ms, ${(figures.peakBytes / 1e6).toFixed(0)} MB`,
      );
      runs.push(figures);
    }
    const pdfMs = median(runs.map((each) => each.pdfMs));
    const stall = Math.max(...runs.map((each) => each.longestStallMs));
    const bytes = Math.max(...runs.map((each) => each.peakBytes));
    const alone = { peer: '', ratio: '' };
    return {
      title: 'Fifty scanned pages',
      how: '50 pages of A4 in colour at 300 dpi, taken in as pages of a session, looked at (ink, skew, barcodes, patch codes), and saved as one PDF.',
      rows: [
        {
          measured: 'taken in, looked at, and saved the first time',
          mailroom: `${(median(runs.map((each) => each.takenInMs)) / 1_000).toFixed(1)} s`,
          ...alone,
          target: null,
        },
        {
          measured: 'the PDF',
          mailroom: `${(pdfMs / 1_000).toFixed(1)} s`,
          ...alone,
          target: { text: 'under 15 s', met: pdfMs < mostPdfMs },
        },
        {
          measured: 'longest stall of the main thread (worst run)',
          mailroom: `${stall.toFixed(0)} ms`,
          ...alone,
          target: { text: 'under 50 ms', met: stall < mostStallMs },
        },
        {
          measured: 'memory of the process at its highest (worst run)',
          mailroom: `${(bytes / 1e6).toFixed(0)} MB`,
          ...alone,
          target: { text: 'under 500 MB', met: bytes < mostBytes },
        },
      ],
    };
  });
}
