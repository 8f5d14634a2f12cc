import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildPaddedPdf } from '../../resources/sample-documents/padded-pdf.ts';
import { withFolder } from './bench-context.ts';
import type { BenchContext } from './bench-context.ts';
import { runPeer } from './curl-peer.ts';
import { startEngine } from './engine-process.ts';
import { delayRow, median } from './figures.ts';
import type { BenchReport } from './figures.ts';
import { monotonicNow } from './messages.ts';
import type { EngineFigures } from './messages.ts';
import { startSink } from './sink-process.ts';

const largeBytes = 1_073_741_824;
const mebibyte = 1_048_576;
const limitMs = 120_000;

/** One file of 1 GiB that arrives in a watched folder, against `sha256sum` followed by `curl -T`, with the memory it takes. */
export async function benchLargeFile(context: BenchContext): Promise<BenchReport> {
  return withFolder(context, async (folder) => {
    const large = join(folder, 'large.pdf');
    await writeFile(large, buildPaddedPdf(1, largeBytes));
    // On the disk before anything is measured: writing it back would cost whoever comes first.
    const handle = await open(large, 'r+');
    await handle.sync();
    await handle.close();
    const sink = await startSink(context.builtDirectory, {});
    const ours: number[] = [];
    const peers: number[] = [];
    const figures: EngineFigures[] = [];
    try {
      for (let run = 1; run <= context.runs; run += 1) {
        await sink.reset(1);
        const hashed = await runPeer('sha256sum', [large]);
        const url = `${sink.baseUrl}/files`;
        const sent = await runPeer('curl', ['--silent', '--fail', '-X', 'POST', '-H', 'Expect:', '-T', large, url]);
        peers.push((sent.to - hashed.from) / 1000);

        // A small file first: memory is to grow with nothing, so a process that has just begun is no measure.
        const hotFolder = join(folder, `hot-${run}`);
        await mkdir(hotFolder);
        await sink.reset(1);
        const engine = await startEngine(context.builtDirectory, join(folder, `station-${run}`), sink.baseUrl);
        await writeFile(join(hotFolder, 'small.pdf'), buildPaddedPdf(2, 100_000));
        await engine.watch(hotFolder);
        await sink.reached(limitMs);
        await sink.reset(1);
        await engine.measure();
        const from = monotonicNow();
        const arrived = join(hotFolder, `large-${run}.pdf`);
        await rename(large, arrived);
        await sink.reached(limitMs);
        const { processedAt, uploadedBytes } = await sink.figures();
        if (uploadedBytes !== largeBytes) throw new Error(`${uploadedBytes} bytes came in`);
        ours.push(((processedAt[0] ?? NaN) - from) / 1000);
        figures.push(await engine.end());
        await rename(arrived, large);
        context.say(
          `run ${run}: mailroom ${ours.at(-1)?.toFixed(2) ?? ''} s; peer ${peers.at(-1)?.toFixed(2) ?? ''} s`,
        );
      }
    } finally {
      await sink.stop();
      await rm(large, { force: true });
    }
    const ratio = median(ours) / median(peers);
    const growth = Math.max(...figures.map((each) => each.memoryMax - each.memoryAtStart)) / mebibyte;
    return {
      title: 'One file of 1 GiB',
      how:
        'The file is moved into a watched folder; the time ends when process-file has come in. The peer is `sha256sum` followed by `curl -T`. ' +
        'Memory is that of the whole process, against what it had after a small file.',
      rows: [
        {
          measured: 'from the move to process-file',
          mailroom: `${median(ours).toFixed(2)} s`,
          peer: `${median(peers).toFixed(2)} s`,
          ratio: `${(ratio * 100).toFixed(0)} %`,
          target: { text: 'under 50 %', met: ratio < 0.5 },
        },
        {
          measured: 'growth of memory (worst run)',
          mailroom: `${growth.toFixed(0)} MiB`,
          peer: '',
          ratio: '',
          target: { text: 'under 64 MiB', met: growth < 64 },
        },
        delayRow(
          figures.map((each) => each.delayP99),
          figures.map((each) => each.delayMax),
        ),
      ],
    };
  });
}
