import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildPaddedPdf } from '../../resources/sample-documents/padded-pdf.ts';
import { withFolder } from './bench-context.ts';
import type { BenchContext } from './bench-context.ts';
import { runCurl, writeCurlConfiguration } from './curl-peer.ts';
import { startEngine } from './engine-process.ts';
import { delayRow, median } from './figures.ts';
import type { BenchReport, Row } from './figures.ts';
import type { EngineFigures } from './messages.ts';
import { startSink } from './sink-process.ts';
import type { Sink } from './sink-process.ts';

const fileCount = 5_000;
const coldCount = 1_000;
const fileBytes = 100_000;
const limitMs = 180_000;

/** Where the time goes; measured by hand, with the code of its day. */
const whereItGoes =
  'Processor time decides, and how well two cores are kept busy. On a quiet machine (2026-11-28; rates swing by a tenth from run to run) ' +
  'each of the other 4,000 files took 0.70 ms of all threads of Mailroom, 0.2 ms of the server, and 0.17 ms in which a core stood idle, ' +
  'most of it while a thread waited for the other core (samples of the scheduler). By the account of each thread Mailroom shares its part ' +
  'out so: main thread 38 %, journal 29 %, compiling and collecting garbage in the background 14 %, fingerprints 11 %, reading for ' +
  'sending 4 %. The main thread: a fifth is the system sending and receiving, a fifth the HTTP library and Node, a fifteenth collecting ' +
  'garbage, nearly half code of Mailroom, of which no module takes a tenth. The journal: two fifths are SQLite and its binding, a ' +
  'twelfth each reading changes and the hashes of the history. The first 1,000 files take three quarters more for each. Curl and the ' +
  'server together take about 0.3 ms: 55 % of its rate leaves 0.55 ms for everything, so that Mailroom may take 0.35 ms, half of what ' +
  'it does. Tried in turns: two batches on their way to the journal (3 %, within what runs differ by), looks at files without the ' +
  'thread pool (none), larger young generations (none), functions optimised as early as the engine would by itself (11 % more files a ' +
  'second, 20 % fewer over the first 1,000), no history at all (8 %: it is a promise), each file read once (3.5 % less processor time ' +
  'at best), one look less before a file is read, 400 files on their way, rows passed to SQLite as JSON, waiting batches in a file of ' +
  'their own (none). All of them together, history left out too: 39 %.';

/** Files a second over the first thousand, counted from the start of the work, and over the rest. */
interface Rates {
  readonly cold: number;
  readonly warm: number;
}

/** Rates from the sink's instants; `from` is when the side began its work. Throws where files are missing or came twice. */
async function ratesOf(sink: Sink, from: number): Promise<Rates> {
  const { processedAt, uploads } = await sink.figures();
  const first = processedAt[coldCount - 1];
  const last = processedAt[fileCount - 1];
  if (first === undefined || last === undefined || processedAt.length !== fileCount || uploads !== fileCount) {
    throw new Error(`${uploads} uploads and ${processedAt.length} process-file calls for ${fileCount} files`);
  }
  return { cold: (coldCount * 1000) / (first - from), warm: ((fileCount - coldCount) * 1000) / (last - first) };
}

/** Medians of one of the two rates, ours against curl's. */
function rateRow(measured: string, ours: readonly number[], peers: readonly number[], min: number): Row {
  const ratio = median(ours) / median(peers);
  return {
    measured,
    mailroom: `${median(ours).toFixed(0)} files/s`,
    peer: `${median(peers).toFixed(0)} files/s`,
    ratio: `${(ratio * 100).toFixed(0)} %`,
    target: { text: `at least ${(min * 100).toFixed(0)} %`, met: ratio >= min },
  };
}

/** 5,000 files of 100 KB from a hot folder to process-file, against curl making the same two POSTs without hash or journal. */
export async function benchPipeline(context: BenchContext): Promise<BenchReport> {
  return withFolder(context, async (folder) => {
    const hotFolder = join(folder, 'hot');
    await mkdir(hotFolder);
    const files: string[] = [];
    for (let index = 0; index < fileCount; index += 1) {
      const path = join(hotFolder, `document-${index}.pdf`);
      await writeFile(path, buildPaddedPdf(index, fileBytes));
      files.push(path);
    }
    const sink = await startSink(context.builtDirectory, {});
    const configuration = join(folder, 'curl.txt');
    await writeCurlConfiguration(configuration, files, sink.baseUrl);
    const ours: Rates[] = [];
    const peers: Rates[] = [];
    const figures: EngineFigures[] = [];
    try {
      // Once unmeasured, so that the sink is warm for whoever comes first.
      await sink.reset(fileCount);
      await runCurl(configuration);
      for (let run = 1; run <= context.runs; run += 1) {
        await sink.reset(fileCount);
        const peer = await runCurl(configuration);
        peers.push(await ratesOf(sink, peer.from));

        await sink.reset(fileCount);
        const engine = await startEngine(context.builtDirectory, join(folder, `station-${run}`), sink.baseUrl);
        await engine.measure();
        const from = await engine.watch(hotFolder);
        await sink.reached(limitMs);
        ours.push(await ratesOf(sink, from));
        figures.push(await engine.end());
        context.say(`run ${run}: mailroom ${show(ours.at(-1))}; curl ${show(peers.at(-1))}`);
      }
    } finally {
      await sink.stop();
    }
    return {
      title: `${fileCount.toLocaleString('en')} files of 100 KB`,
      how:
        'A fresh engine on an empty data directory takes a hot folder in: settled, compared, hashed, journalled durably, uploaded, processed. ' +
        'Counted at the server from the moment the folder was handed over. curl (`--parallel --parallel-max 16`) makes the same two POSTs a ' +
        'file to the same server, without hash or journal, counted from its start.\n\n' +
        whereItGoes,
      rows: [
        rateRow(
          'first 1,000 files of a fresh process',
          ours.map((rates) => rates.cold),
          peers.map((rates) => rates.cold),
          0.25,
        ),
        rateRow(
          'the other 4,000 files',
          ours.map((rates) => rates.warm),
          peers.map((rates) => rates.warm),
          0.55,
        ),
        {
          measured: 'processor time of all threads for a file',
          mailroom: `${(median(figures.map((each) => each.processorMs)) / fileCount).toFixed(2)} ms`,
          peer: '',
          ratio: '',
          target: null,
        },
        delayRow(
          figures.map((each) => each.delayP99),
          figures.map((each) => each.delayMax),
        ),
      ],
    };
  });
}

function show(rates: Rates | undefined): string {
  return rates === undefined ? 'nothing' : `${rates.cold.toFixed(0)} then ${rates.warm.toFixed(0)} files/s`;
}
