import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { ArrivalClock, SampleDocument } from '../../../resources/sample-documents/index.ts';
import {
  ARRIVAL_PAUSES,
  playAwkwardArrivals,
  writeSampleDocuments,
} from '../../../resources/sample-documents/index.ts';
import { withFolder } from './sample-folder.ts';

type Pause = { readonly milliseconds: number; readonly end: () => void };

/** A clock on which a pause ends when the test says so. */
function steppedClock(): { clock: ArrivalClock; pauses: Pause[]; endPauses: (milliseconds: number) => void } {
  const pauses: Pause[] = [];
  const wait: ArrivalClock['wait'] = (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      pauses.push({ milliseconds, end: resolve });
      signal.addEventListener('abort', () => reject(new Error('aborted')));
    });
  const endPauses = (milliseconds: number): void => {
    for (const pause of pauses.filter((one) => one.milliseconds === milliseconds)) {
      pauses.splice(pauses.indexOf(pause), 1);
      pause.end();
    }
  };
  return { clock: { wait }, pauses, endPauses };
}

function named(samples: readonly SampleDocument[], start: string): SampleDocument {
  const found = samples.find((sample) => sample.name.startsWith(start));
  if (found === undefined) throw new Error(`no sample ${start}`);
  return found;
}

const ending = async (path: string): Promise<string> => (await readFile(path)).subarray(-10).toString('latin1');

describe('files that arrive over time', () => {
  it('come empty, in pieces and under temporary names, and end as whole documents', async () => {
    await withFolder(async (folder) => {
      const { clock, pauses, endPauses } = steppedClock();
      const { samples, done } = playAwkwardArrivals(folder, { clock });
      const [empty, slow, renamed] = [
        named(samples, 'Netzscan'),
        named(samples, 'Langsam'),
        named(samples, 'Download'),
      ];
      await vi.waitFor(() => expect(pauses).toHaveLength(3));

      expect((await stat(empty.path)).size).toBe(0);
      expect(await ending(slow.path)).not.toContain('%%EOF');
      expect(await readdir(folder)).not.toContain(renamed.name);
      expect(await readdir(folder)).toContain(`${renamed.name}.part`);
      const half = (await stat(slow.path)).size;
      expect(half).toBeGreaterThan(0);

      endPauses(ARRIVAL_PAUSES.slowPdf);
      await vi.waitFor(() => expect(pauses).toHaveLength(3));
      expect((await stat(slow.path)).size).toBeGreaterThan(half);
      expect(await ending(slow.path)).toMatch(/\n%%E$/);

      endPauses(ARRIVAL_PAUSES.slowPdf);
      endPauses(ARRIVAL_PAUSES.emptyFile);
      endPauses(ARRIVAL_PAUSES.rename);
      await done;
      for (const sample of [empty, slow, renamed]) {
        expect(sample).toMatchObject({ expect: 'document', mediaType: 'application/pdf', arrival: 'later' });
        expect(await ending(sample.path)).toContain('%%EOF');
      }
      expect((await readdir(folder)).sort()).toEqual(samples.map((sample) => sample.name).sort());
    });
  });

  it('leave the temporary files of other programs, which must be ignored', async () => {
    await withFolder(async (folder) => {
      const { samples, done } = playAwkwardArrivals(join(folder, 'new'), { clock: { wait: () => Promise.resolve() } });
      await done;
      expect(samples.filter((sample) => sample.expect === 'ignored').map((sample) => sample.name)).toEqual([
        '~$Angebot.docx',
        'scan.pdf.part',
      ]);
      expect((await stat(join(folder, 'new', '~$Angebot.docx'))).size).toBe(162);
      expect(await ending(join(folder, 'new', 'scan.pdf.part'))).not.toContain('%%EOF');
    });
  });

  it('share neither a name nor a content with the finished samples', async () => {
    await withFolder(async (folder) => {
      const finished = await writeSampleDocuments(folder);
      const { samples, done } = playAwkwardArrivals(folder, { clock: { wait: () => Promise.resolve() } });
      await done;
      expect(await readdir(folder)).toHaveLength(finished.length + samples.length);
      const contents = await Promise.all(
        [...finished, ...samples].map(async (one) => (await readFile(one.path)).toString('base64')),
      );
      // One intended duplicate among the finished ones.
      expect(new Set(contents).size).toBe(contents.length - 1);
    });
  });

  it('stop where they are after an abort', async () => {
    await withFolder(async (folder) => {
      const stop = new AbortController();
      const { clock, pauses } = steppedClock();
      const { samples, done } = playAwkwardArrivals(folder, { clock, signal: stop.signal });
      await vi.waitFor(() => expect(pauses).toHaveLength(3));
      stop.abort();
      await done;
      expect((await stat(named(samples, 'Netzscan').path)).size).toBe(0);
    });
  });

  it('stop on the real clock as well, before the first pause is over', async () => {
    await withFolder(async (folder) => {
      const { samples, done } = playAwkwardArrivals(folder, { signal: AbortSignal.abort() });
      await done;
      expect((await stat(named(samples, 'Netzscan').path)).size).toBe(0);
      expect(await readdir(folder)).not.toContain(named(samples, 'Download').name);
    });
  });

  it('report a folder that cannot be written', async () => {
    await withFolder(async (folder) => {
      const file = join(folder, 'Scan0043');
      await writeFile(file, '');
      await expect(playAwkwardArrivals(file).done).rejects.toThrow(/EEXIST|ENOTDIR/);
    });
  });
});
