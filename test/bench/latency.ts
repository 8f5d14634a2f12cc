import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { buildPaddedPdf } from '../../resources/sample-documents/padded-pdf.ts';
import { withFolder } from './bench-context.ts';
import type { BenchContext } from './bench-context.ts';
import { startEngine } from './engine-process.ts';
import { delayRow, percentile } from './figures.ts';
import type { BenchReport } from './figures.ts';
import { monotonicNow } from './messages.ts';
import { startSink } from './sink-process.ts';

const fileCount = 200;
const fileBytes = 100_000;
const limitMs = 60_000;

/** Writes a file as a scanner would: three parts with pauses. Answers the instant after the last byte. */
async function writeSlowly(path: string, content: Uint8Array): Promise<number> {
  const third = Math.ceil(content.length / 3);
  const file = await open(path, 'wx');
  try {
    for (let at = 0; at < content.length; at += third) {
      if (at > 0) await pause(15);
      await file.write(content.subarray(at, at + third));
    }
    return monotonicNow();
  } finally {
    await file.close();
  }
}

/** 200 files written one after the other into a watched folder: from the last byte written to POST /files at the server. */
export async function benchLatency(context: BenchContext): Promise<BenchReport> {
  return withFolder(context, async (folder) => {
    const hotFolder = join(folder, 'hot');
    await mkdir(hotFolder);
    const sink = await startSink(context.builtDirectory, {});
    const written = new Map<string, number>();
    try {
      await sink.reset(fileCount);
      const engine = await startEngine(context.builtDirectory, join(folder, 'station'), sink.baseUrl);
      await engine.watch(hotFolder);
      // The folder's first scan is over before the first file comes.
      await pause(1_000);
      await engine.measure();
      for (let index = 0; index < fileCount; index += 1) {
        const name = `scan-${index}.pdf`;
        written.set(name, await writeSlowly(join(hotFolder, name), buildPaddedPdf(index, fileBytes)));
        await pause(10 + ((index * 37) % 60));
      }
      await sink.reached(limitMs);
      const { arrivals, uploads } = await sink.figures();
      const figures = await engine.end();
      const waits = arrivals.map(([name, at]) => at - (written.get(name) ?? NaN));
      if (uploads !== fileCount || waits.some((wait) => !(wait > 0)))
        throw new Error('a file was sent before it was whole');
      const p95 = percentile(waits, 95);
      const text = (p: number): string => `${percentile(waits, p).toFixed(0)} ms`;
      context.say(`p50 ${text(50)}, p95 ${text(95)}, longest ${text(100)}`);
      return {
        title: 'From the last byte to the server',
        how:
          '200 PDF files of 100 KB, written one after the other in three parts with pauses into a watched folder on a local disk; from the last ' +
          'byte written to the head of POST /files at the server. None may be sent before it is whole.',
        rows: [
          { measured: 'half of the files', mailroom: text(50), peer: '', ratio: '', target: null },
          {
            measured: '95 % of the files',
            mailroom: text(95),
            peer: '',
            ratio: '',
            target: { text: 'under 150 ms', met: p95 < 150 },
          },
          { measured: 'the longest', mailroom: text(100), peer: '', ratio: '', target: null },
          delayRow([figures.delayP99], [figures.delayMax]),
        ],
      };
    } finally {
      await sink.stop();
    }
  });
}
