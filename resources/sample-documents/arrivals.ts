import { mkdir, open, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { buildInvoicePdf } from './everyday-samples.ts';
import { DEFAULT_SEED } from './finished-samples.ts';
import { buildWordOwnerFile } from './foreign-files.ts';
import { inventInvoice } from './invented-invoices.ts';
import type { InvoiceFields } from './invoice-fields.ts';
import { createSeededRandom } from './random.ts';
import type { SampleDocument } from './sample-document.ts';
import { MEDIA_TYPES } from './sample-document.ts';

/** How the arrivals wait: resolves after so many milliseconds, and rejects (with anything) when the signal is aborted first. */
export type ArrivalClock = { readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void> };

/** How to play the arrivals; the seed decides the documents, `signal` ends the play early. */
export type ArrivalOptions = { readonly signal?: AbortSignal; readonly clock?: ArrivalClock; readonly seed?: number };

/** The pauses in milliseconds: before the empty file is filled, in each of the two gaps of the slow PDF, before the finished file gets its name. */
export const ARRIVAL_PAUSES = { emptyFile: 2_000, slowPdf: 1_500, rename: 1_200 } as const;

const REAL_CLOCK: ArrivalClock = {
  wait: async (milliseconds, signal) => {
    await wait(milliseconds, undefined, { signal });
  },
};

type Arrival = { readonly sample: SampleDocument; readonly play: (stage: Stage) => Promise<void> };
type Stage = { readonly folder: string; readonly pause: (milliseconds: number) => Promise<void> };

/**
 * Plays the files that do not arrive in one piece, all at once: an empty file that is filled later, a PDF that is completed after two pauses, a file that gets its
 * final name when it is whole, and two temporary files of other programs that stay. `samples` says at once what must become of each.
 * `done` resolves when all have arrived (about 3 s); after an abort it resolves at once and leaves the files as far as they are. It rejects with the
 * error of the file system.
 */
export function playAwkwardArrivals(
  folder: string,
  options: ArrivalOptions = {},
): { samples: SampleDocument[]; done: Promise<void> } {
  const signal = options.signal ?? new AbortController().signal;
  const clock = options.clock ?? REAL_CLOCK;
  const stage: Stage = { folder, pause: (milliseconds) => clock.wait(milliseconds, signal) };
  const arrivals = awkwardArrivals(folder, options.seed ?? DEFAULT_SEED);
  const play = async (): Promise<void> => {
    await mkdir(folder, { recursive: true });
    const plays = await Promise.allSettled(arrivals.map((arrival) => arrival.play(stage)));
    const failed = plays.find((one) => one.status === 'rejected');
    // After an abort the broken-off pauses are what was asked for.
    if (failed !== undefined && !signal.aborted) throw failed.reason;
  };
  return { samples: arrivals.map((arrival) => arrival.sample), done: play() };
}

function awkwardArrivals(folder: string, seed: number): Arrival[] {
  // Another stream of numbers than that of the finished samples, so that no content comes twice.
  const random = createSeededRandom(seed ^ 0x5eed);
  const pdf = (name: string, note: string): SampleDocument => sample(folder, name, MEDIA_TYPES.pdf, 'document', note);
  const empty = inventInvoice(random, { supplier: 'papier', numberPrefix: 'RE-' });
  const slow = inventInvoice(random, { supplier: 'kraus', numberPrefix: 'RE-', lineCount: 60 });
  const credit = inventInvoice(random, { supplier: 'mueller', kind: 'creditNote', numberPrefix: 'GS-' });
  const unfinished = inventInvoice(random, { supplier: 'northgate', numberPrefix: 'DL-' });
  return [
    filledLater(
      pdf(`Netzscan ${empty.number}.pdf`, 'Empty at first, filled two seconds later: it must wait, not fail.'),
      empty,
    ),
    inTwoPauses(
      pdf(`Langsam ${slow.number}.pdf`, 'Completed over three seconds with two pauses, as a scanner writes.'),
      slow,
    ),
    renamedWhenWhole(pdf(`Download ${credit.number}.pdf`, 'Written as .part, renamed when it is whole.'), credit),
    {
      sample: sample(
        folder,
        '~$Angebot.docx',
        MEDIA_TYPES.unfinished,
        'ignored',
        'The temporary file of a Word document that is open.',
      ),
      play: (stage) => writeFile(join(stage.folder, '~$Angebot.docx'), buildWordOwnerFile('Silke Böttcher')),
    },
    {
      sample: sample(
        folder,
        'scan.pdf.part',
        MEDIA_TYPES.unfinished,
        'ignored',
        'A download that another program has not finished.',
      ),
      play: async (stage) => {
        const whole = await buildInvoicePdf(unfinished);
        await writeFile(join(stage.folder, 'scan.pdf.part'), whole.subarray(0, Math.floor(whole.length / 2)));
      },
    },
  ];
}

function sample(
  folder: string,
  name: string,
  mediaType: string,
  expect: SampleDocument['expect'],
  note: string,
): SampleDocument {
  return { name, path: join(folder, name), mediaType, expect, note, arrival: 'later' };
}

function filledLater(sampleDocument: SampleDocument, fields: InvoiceFields): Arrival {
  return {
    sample: sampleDocument,
    play: async (stage) => {
      const whole = await buildInvoicePdf(fields);
      await writeFile(sampleDocument.path, '');
      await stage.pause(ARRIVAL_PAUSES.emptyFile);
      await writeFile(sampleDocument.path, whole);
    },
  };
}

/** The first pause is in the middle of the document, the second within the last bytes, in the middle of the `%%EOF` mark. */
function inTwoPauses(sampleDocument: SampleDocument, fields: InvoiceFields): Arrival {
  return {
    sample: sampleDocument,
    play: async (stage) => {
      const whole = Buffer.from(await buildInvoicePdf(fields, { pages: 3 }));
      const middle = Math.floor(whole.length / 2);
      const almost = whole.lastIndexOf('%%EOF') + 3;
      const file = await open(sampleDocument.path, 'w');
      try {
        await file.write(whole.subarray(0, middle));
        await stage.pause(ARRIVAL_PAUSES.slowPdf);
        await file.write(whole.subarray(middle, almost));
        await stage.pause(ARRIVAL_PAUSES.slowPdf);
        await file.write(whole.subarray(almost));
      } finally {
        await file.close();
      }
    },
  };
}

function renamedWhenWhole(sampleDocument: SampleDocument, fields: InvoiceFields): Arrival {
  return {
    sample: sampleDocument,
    play: async (stage) => {
      const whole = await buildInvoicePdf(fields);
      const temporary = `${sampleDocument.path}.part`;
      await writeFile(temporary, whole.subarray(0, 1_000));
      await stage.pause(ARRIVAL_PAUSES.rename);
      await writeFile(temporary, whole);
      await rename(temporary, sampleDocument.path);
    },
  };
}
