import { appendFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createIntakeStation, eventually } from '../intake-station.ts';
import { pdfBytes } from '../sample-bytes.ts';
import { keepOpen } from '../tidy/open-program.ts';

describe('files beside a file that say it is being written', () => {
  test.each([
    ['Bank.pdf', 'Bank.pdf.aria2'],
    ['Bank.pdf', 'bank.PDF.part'],
    ['Bank.pdf', '.Bank.pdf.partial'],
  ])('a whole %s waits as long as %s lies there', async (name, beside) => {
    const station = await createIntakeStation();
    await writeFile(join(station.folder, beside), 'x');
    await writeFile(join(station.folder, name), pdfBytes('whole'));
    const watcher = await station.watch();
    expect(await watcher.settled()).toMatchObject([{ fault: { params: { problem: 'unfinished' } } }]);
    expect(await station.items()).toMatchObject([{ name, stage: 'settling', fault: { code: 'file-incomplete' } }]);
    await rm(join(station.folder, beside));
    await eventually(() => station.items()).toMatchObject([{ name, stage: 'accepted', fault: null }]);
  });

  test('one that a program forgot holds its file after a while, with that reason', async () => {
    const station = await createIntakeStation();
    const watcher = await station.watch({ holdAfterMs: 400 });
    await watcher.settled();
    await writeFile(join(station.folder, 'Bank.pdf.crdownload'), 'x');
    await writeFile(join(station.folder, 'Bank.pdf'), pdfBytes('whole'));
    await eventually(() => station.items()).toMatchObject([
      { stage: 'held', fault: { code: 'file-stays-incomplete', params: { problem: 'unfinished' } } },
    ]);
  });

  test.each(['~$Letter.docx.pdf', '~$tter.docx.pdf', '.~lock.Letter.docx.pdf#'])(
    'a document with %s beside it is open in a program; it is taken where that is not closed for long',
    async (lock) => {
      const station = await createIntakeStation();
      await writeFile(join(station.folder, lock), 'x');
      await writeFile(join(station.folder, 'Letter.docx.pdf'), pdfBytes('whole'));
      await station.watch({ holdAfterMs: 1_800 });
      await eventually(() => station.items()).toMatchObject([{ stage: 'settling', fault: { code: 'file-busy' } }]);
      await eventually(() => station.items()).toMatchObject([{ stage: 'accepted', fault: null }]);
    },
  );

  test('a folder or another file of such a name says nothing', async () => {
    const station = await createIntakeStation();
    await mkdir(join(station.folder, 'Bank.pdf.part'));
    await writeFile(join(station.folder, 'Other.pdf.part'), 'x');
    await writeFile(join(station.folder, 'Bank.pdf'), pdfBytes('whole'));
    await station.watch();
    await eventually(() => station.items()).toMatchObject([{ stage: 'accepted' }]);
  });
});

describe.runIf(process.platform === 'linux')('a file that a program has open for writing', () => {
  test('waits with that reason, and is taken in as soon as it is closed', async () => {
    const station = await createIntakeStation();
    const path = join(station.folder, 'scan.pdf');
    await writeFile(path, pdfBytes('whole'));
    const close = await keepOpen(path, 'r+');
    const watcher = await station.watch();
    expect(await watcher.settled()).toMatchObject([{ path, fault: { code: 'file-busy' } }]);
    expect(await station.items()).toMatchObject([{ stage: 'settling', fault: { code: 'file-busy' } }]);
    await close();
    await eventually(() => station.items()).toMatchObject([{ stage: 'accepted', fault: null }]);
  });

  test('is taken in, not held, where it is whole and nobody closes it for long', async () => {
    const station = await createIntakeStation();
    const path = join(station.folder, 'scan.pdf');
    await writeFile(path, pdfBytes('whole'));
    await keepOpen(path, 'a');
    await station.watch({ holdAfterMs: 1_800 });
    await eventually(() => station.items()).toMatchObject([{ stage: 'settling', fault: { code: 'file-busy' } }]);
    await eventually(() => station.items()).toMatchObject([{ stage: 'accepted', fault: null }]);
  });

  test('who only reads it does not keep it', async () => {
    const station = await createIntakeStation();
    const path = join(station.folder, 'scan.pdf');
    await writeFile(path, pdfBytes('whole'));
    await keepOpen(path, 'r');
    await station.watch();
    await eventually(() => station.items()).toMatchObject([{ stage: 'accepted' }]);
  });

  test('pages that come one by one while it is open are one document, however whole it is after each', async () => {
    const station = await createIntakeStation();
    const watcher = await station.watch();
    await watcher.settled();
    const path = join(station.folder, 'pages.pdf');
    const close = await keepOpen(path, 'a');
    await appendFile(path, pdfBytes('page 1'));
    for (const page of [2, 3]) {
      await pause(400);
      await appendFile(path, `% page ${String(page)}\n%%EOF\n`);
    }
    await pause(400);
    await close();
    await eventually(() => station.items()).toMatchObject([{ name: 'pages.pdf', stage: 'accepted' }]);
    const [item] = await station.items();
    expect(item?.size).toBe((await readFile(path)).length);
    expect(station.taken).toHaveLength(1);
  });
});
