import { execFile } from 'node:child_process';
import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { withFolder } from './bench-context.ts';
import type { BenchContext } from './bench-context.ts';
import { median } from './figures.ts';
import type { BenchReport } from './figures.ts';
import { drawPage, type BenchPaper } from './scan-paper.ts';

const pages = 50;
const run = promisify(execFile);
const maxWrittenMs = 15_000;
/** Whose pages are straightened; all others may take 500 MB. */
const maxBytesStraightened = 400e6;
const maxBytes = 500e6;
const maxStallMs = 50;
/** A feeder of 20 pages a minute. */
const maxPageMs = 3_000;
/** Degrees by which the pages of a stack that lies askew are turned, one after the other. */
const lies = [1.7, -0.9, 2.6, -2.2, 0.6] as const;

/** What a session in a process of its own found; ms and bytes. */
const scanFiguresSchema = z.object({
  firstMs: z.number(),
  writtenMs: z.number(),
  maxStallMs: z.number(),
  peakBytes: z.number(),
});

/** A stack of paper and what is done with it. */
interface Stack {
  readonly name: string;
  readonly paper: BenchPaper;
  readonly written: string;
  readonly rules: Readonly<Record<string, unknown>>;
}

const stacks: readonly Stack[] = [
  { name: 'colour', paper: 'color', written: 'PDF', rules: { color: 'color', straighten: false } },
  {
    name: 'black and white',
    paper: 'black-white',
    written: 'TIFF (G4)',
    rules: { color: 'black-white', straighten: false, format: 'tiff' },
  },
  {
    name: 'colour, straightened and cut',
    paper: 'askew',
    written: 'PDF',
    rules: { color: 'color', straighten: true, cut: true },
  },
];

async function drawStack({ paper }: Stack, folder: string): Promise<void> {
  const kinds = paper === 'askew' ? lies : [0];
  await mkdir(folder, { recursive: true });
  const drawn = [];
  for (const degrees of kinds) {
    const path = join(folder, '..', `drawn-${paper}-${degrees}`);
    drawn.push({ path, ending: await drawPage(paper, path, degrees) });
  }
  for (let page = 0; page < pages; page += 1) {
    const from = drawn[page % drawn.length];
    if (from === undefined) throw new RangeError('a stack without pages');
    await copyFile(from.path, join(folder, `page-${String(page + 1).padStart(2, '0')}.${from.ending}`));
  }
}

async function benchStack(context: BenchContext, stack: Stack, folder: string): Promise<BenchReport['rows']> {
  const pictures = join(folder, stack.paper, 'pictures');
  await drawStack(stack, pictures);
  const runs = [];
  for (let number = 1; number <= context.runs; number += 1) {
    const [station, target] = [
      join(folder, stack.paper, `station-${number}`),
      join(folder, stack.paper, `out-${number}`),
    ];
    const script = join(context.builtDirectory, 'scan-session.js');
    const { stdout } = await run(process.execPath, [script, station, pictures, target, JSON.stringify(stack.rules)]);
    const told = scanFiguresSchema.parse(JSON.parse(stdout));
    const figures = { ...told, pageMs: Math.max(0, told.firstMs - told.writtenMs) / pages };
    context.say(
      `${stack.name}: a page ${(figures.pageMs / 1_000).toFixed(2)} s, ${stack.written} ${(figures.writtenMs / 1_000).toFixed(1)} s, ` +
        `longest stall ${figures.maxStallMs.toFixed(0)} ms, ${(figures.peakBytes / 1e6).toFixed(0)} MB`,
    );
    runs.push(figures);
  }
  const pageMs = median(runs.map((each) => each.pageMs));
  const writtenMs = median(runs.map((each) => each.writtenMs));
  const stall = Math.max(...runs.map((each) => each.maxStallMs));
  const allowed = stack.rules['straighten'] === true ? maxBytesStraightened : maxBytes;
  const bytes = Math.max(...runs.map((each) => each.peakBytes));
  const row = (measured: string, mailroom: string, text: string, met: boolean) => ({
    measured: `${stack.name}: ${measured}`,
    mailroom,
    peer: '',
    ratio: '',
    target: { text, met },
  });
  return [
    row('a page taken in and looked at', `${(pageMs / 1_000).toFixed(2)} s`, 'under 3 s', pageMs < maxPageMs),
    row(`the ${stack.written}`, `${(writtenMs / 1_000).toFixed(1)} s`, 'under 15 s', writtenMs < maxWrittenMs),
    row('longest stall of the main thread (worst run)', `${stall.toFixed(0)} ms`, 'under 50 ms', stall < maxStallMs),
    row(
      'memory of the process at its highest (worst run)',
      `${(bytes / 1e6).toFixed(0)} MB`,
      `under ${allowed / 1e6} MB`,
      bytes < allowed,
    ),
  ];
}

/** Stacks of 50 pages of A4 at 300 dpi become sessions and documents: how long, how much memory, and how free the main thread stays. */
export async function benchScan(context: BenchContext): Promise<BenchReport> {
  return withFolder(context, async (folder) => {
    const rows = [];
    for (const stack of stacks) rows.push(...(await benchStack(context, stack, folder)));
    return {
      title: 'Fifty scanned pages',
      how:
        '50 pages of A4 at 300 dpi, taken in as pages of a session, looked at (ink, skew, barcodes, patch codes), and saved as one document. ' +
        'The pages of the third stack lie askew by up to 2.6° on a dark background. The time for a page is that of taking in, looking and the first saving, less that of a second saving.',
      rows,
    };
  });
}
