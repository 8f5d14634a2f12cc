import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { buildPaddedPdf } from '../../resources/sample-documents/padded-pdf.ts';
import { withFolder } from './bench-context.ts';
import type { BenchContext } from './bench-context.ts';
import { startEngine } from './engine-process.ts';
import { delayRow } from './figures.ts';
import type { BenchReport } from './figures.ts';
import { startSink } from './sink-process.ts';

const limit = 10;
const windowSeconds = 1;
const measuredSeconds = 60;
const fileBytes = 20_000;
/** More than can be sent in the time, so that there is always work waiting. */
const fileCount = limit * (measuredSeconds + 20);

/** A service that allows 10 requests a second: how much of that is used over a minute, and how often it had to refuse. */
export async function benchQuota(context: BenchContext): Promise<BenchReport> {
  return withFolder(context, async (folder) => {
    const hotFolder = join(folder, 'hot');
    await mkdir(hotFolder);
    for (let index = 0; index < fileCount; index += 1) {
      await writeFile(join(hotFolder, `document-${index}.pdf`), buildPaddedPdf(index, fileBytes));
    }
    const sink = await startSink(context.builtDirectory, { quota: { limit, windowSeconds } });
    try {
      await sink.reset(fileCount);
      const engine = await startEngine(context.builtDirectory, join(folder, 'station'), sink.baseUrl);
      await engine.measure();
      await engine.watch(hotFolder);
      await pause((measuredSeconds + 5) * 1000);
      const { acceptedAt, refusedAt } = await sink.figures();
      const figures = await engine.end();
      // Windows begin with the first request; the first one is for learning the quota.
      const from = (acceptedAt[0] ?? NaN) + windowSeconds * 1000;
      const to = from + measuredSeconds * 1000;
      const used =
        acceptedAt.filter((at) => at >= from && at < to).length / ((limit / windowSeconds) * measuredSeconds);
      const refused = refusedAt.filter((at) => at >= from).length;
      context.say(`${(used * 100).toFixed(1)} % used, ${refused} refused`);
      return {
        title: `A quota of ${limit} requests a second`,
        how: `The service announces \`${limit}, ${limit};w=${windowSeconds}\` and refuses what is over it; ${measuredSeconds} s with more work than fits, after the first window.`,
        rows: [
          {
            measured: 'share of the quota that was used',
            mailroom: `${(used * 100).toFixed(1)} %`,
            peer: '',
            ratio: '',
            target: { text: 'at least 98 %', met: used >= 0.98 },
          },
          {
            measured: 'answers 429',
            mailroom: `${refused}`,
            peer: '',
            ratio: '',
            target: { text: 'none', met: refused === 0 },
          },
          delayRow([figures.delayP99], [figures.delayMax]),
        ],
      };
    } finally {
      await sink.stop();
    }
  });
}
