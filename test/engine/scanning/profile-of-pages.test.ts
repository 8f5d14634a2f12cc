import { copyFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import sharp from 'sharp';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { ScannerDriver, ScanRequest } from '../../../src/main/engine/scanning/drivers/driver.ts';
import { paperOffset } from '../../../src/main/engine/scanning/drivers/nearest.ts';
import { createPageThread } from '../../../src/main/engine/scanning/pages/page-thread.ts';
import { asScanned } from '../../../src/main/engine/scanning/pages/page-shape.ts';
import { writePdf } from '../../../src/main/engine/scanning/pages/write-document.ts';
import { drawnPdf } from '../../../src/main/engine/scanning/pages/pdf/drawn-pdf.ts';
import { openScanning } from '../../../src/main/engine/scanning/scanning.ts';
import { success } from '../../../src/main/engine/faults/fault.ts';
import { scanProfileSchema } from '../../../src/shared/scanning.ts';
import { letter, scanned } from '../../scanner/paper.ts';
import { noEdits, noFiles } from '../../scanner/no-edits.ts';
import { makeTestFolder, realClock, startTestWorker } from '../../support/ports.ts';

/** A feeder that gives so many sides of one sheet, and says what it was asked for. */
function feeder(sheet: string, sides: number, asked: ScanRequest[]): ScannerDriver {
  return {
    name: 'sane',
    list: () => Promise.resolve(success([])),
    capabilities: () => Promise.resolve(success({ sources: [], brightness: true, contrast: true })),
    async scan(_id, request, taker) {
      asked.push(request);
      for (let side = 1; side <= sides; side += 1) {
        const path = join(taker.folder, `page-${side}.png`);
        await copyFile(sheet, path);
        await taker.take({ path, mediaType: 'image/png' });
      }
      return success({ pages: sides });
    },
  };
}

test.each([
  ['duplex', true, [90, 270, 90, 270]],
  ['duplex', false, [90, 90, 90, 90]],
  ['feeder', true, [90, 90, 90, 90]],
] as const)('backs from %s are turned where a profile says so (%s)', async (source, turnBacks, rotations) => {
  const profile = scanProfileSchema.parse({
    ...{ id: 'post', name: 'Post', scannerId: 'sane:paper', resolution: 75 },
    ...{ source, turnBacks, rotation: 90, align: 'center', quality: 'lossless' },
  });
  const asked: ScanRequest[] = [];
  const scanning = await openScanning({
    folder: await makeTestFolder(),
    drivers: [feeder(await scanned({ svg: letter }, 75), 4, asked)],
    thread: createPageThread(() => startTestWorker('pages', null)),
    clock: realClock,
    newId: () => 'session',
    profiles: () => [profile],
    outbox: () => Promise.resolve(success({ folder: '', sourceId: '' })),
    safeName: (text) => text,
    isTakenIn: () => Promise.resolve(false),
    edits: noEdits,
    files: noFiles,
    onChanged: () => undefined,
  });
  onTestFinished(() => scanning.close());
  const begun = await scanning.start({ profileId: 'post', place: { kind: 'end' } });
  if (!begun.ok) throw new Error(begun.fault.code);
  await vi.waitFor(async () => expect(await begun.value.ended).toEqual(success({ pages: 4 })), { timeout: 60_000 });
  const session = scanning.session('session');
  expect(session.ok && Object.values(session.value.pages).map(({ rotation }) => rotation)).toEqual(rotations);
  expect(asked).toMatchObject([{ align: 'center', lossless: true }]);
});

test('narrower paper is scanned where it lies in the feeder; on the glass it lies in the corner', () => {
  const request = { source: 'feeder', resolution: 300, color: 'grey', widthMm: 148, heightMm: 210 } as const;
  const at = (fields: Partial<ScanRequest>): number =>
    paperOffset({ ...request, brightness: 0, contrast: 0, ...fields }, 216);
  expect([at({}), at({ align: 'center' }), at({ align: 'right' })]).toEqual([0, 34, 68]);
  expect([at({ align: 'center', source: 'flatbed' }), at({ align: 'right', widthMm: 250 })]).toEqual([0, 0]);
});

test('pages that are written anew have the quality that is asked for; without loss every pixel is as it was', async () => {
  const path = await scanned({ svg: letter }, 75);
  const page = {
    path,
    mediaType: 'image/png',
    shape: { ...asScanned, rotation: 180 },
    density: 75,
    color: 'color',
  } as const;
  const bytesOf = async (quality: 30 | 95 | 'lossless'): Promise<Buffer> => {
    const pdf = join(await makeTestFolder(), 'document.pdf');
    await writePdf([{ ...page, quality }], pdf, 'Title');
    return readFile(pdf);
  };
  const [rough, fine, whole] = [await bytesOf(30), await bytesOf(95), await bytesOf('lossless')];
  expect(rough.length).toBeLessThan(fine.length);
  expect(fine.includes('DCTDecode')).toBe(true);
  expect(whole.includes('DCTDecode')).toBe(false);
  const thread = createPageThread(() => startTestWorker('pages', null));
  onTestFinished(() => thread.close());
  const folder = await makeTestFolder();
  await writePdf([{ ...page, quality: 'lossless' }], join(folder, 'whole.pdf'), 'Title');
  const taken = await thread.importPages(join(folder, 'whole.pdf'), folder, 'page');
  if (!taken.ok) throw new Error(taken.fault.code);
  const raw = (file: string, turned: number) =>
    sharp(file).rotate(turned).flatten({ background: '#fff' }).removeAlpha().raw().toBuffer();
  expect((await raw(taken.value[0]?.path ?? '', 0)).equals(await raw(path, 180))).toBe(true);
});

test('what is black is decided by the threshold of the profile', async () => {
  const thread = createPageThread(() => startTestWorker('pages', null));
  onTestFinished(() => thread.close());
  const folder = await makeTestFolder();
  const path = join(folder, 'page.png');
  // Half of white: pencil to one office, the shade of the paper to another.
  await sharp({ create: { width: 100, height: 100, channels: 3, background: '#808080' } })
    .png()
    .toFile(path);
  const page = { path, mediaType: 'image/png', shape: asScanned, density: 100, color: 'black-white' } as const;
  const shades: number[] = [];
  for (const threshold of [undefined, 40, 60]) {
    const target = join(folder, `${String(threshold)}.tif`);
    expect((await thread.write([{ ...page, threshold }], 'tiff', target, 'A letter')).ok).toBe(true);
    shades.push((await sharp(target).greyscale().stats()).channels[0]?.mean ?? -1);
  }
  expect(shades).toEqual([0, 255, 0]);
});

/** The same letter as a plain PDF and as one for the archive. */
async function savedLetter(): Promise<{ readonly plain: string; readonly archive: string }> {
  const thread = createPageThread(() => startTestWorker('pages', null));
  onTestFinished(() => thread.close());
  const path = await scanned({ svg: letter }, 200, 'page.jpg');
  const folder = await makeTestFolder();
  const page = { path, mediaType: 'image/jpeg', shape: asScanned, density: 200, color: 'grey' } as const;
  const [plain, archive] = [join(folder, 'plain.pdf'), join(folder, 'archive.pdf')];
  for (const [format, target] of [
    ['pdf', plain],
    ['archive', archive],
  ] as const) {
    expect((await thread.write([page], format, target, 'A letter')).ok).toBe(true);
  }
  return { plain, archive };
}

test('what is saved for the archive is PDF/A-2b, and the picture alone is seen', async () => {
  const { plain, archive } = await savedLetter();
  const bytes = (await readFile(archive)).toString('latin1');
  expect(bytes).toMatch(/<pdfaid:part>2<\/pdfaid:part>\s*<pdfaid:conformance>B</u);
  expect(bytes).toMatch(/\/OutputIntents|\/S \/GTS_PDFA1/u);
  expect(bytes).toContain('/ID [');
  const drawn = await Promise.all([plain, archive].map(async (pdf) => (await drawnPdf(pdf)).draw(0, 400).pixels));
  expect(Buffer.from(drawn[1] ?? []).equals(Buffer.from(drawn[0] ?? []))).toBe(true);
});

test('the words of what is saved for the archive can be found, where they stand on the paper', async () => {
  const { archive } = await savedLetter();
  const document = await getDocument({ data: new Uint8Array(await readFile(archive)), useSystemFonts: true }).promise;
  const { items } = await (await document.getPage(1)).getTextContent();
  const found = items.flatMap((item) => ('str' in item && item.str.trim() !== '' ? [item] : []));
  expect(found.map(({ str }) => str).join(' ')).toMatch(/Invoice 4711 .*maintenance of hall/u);
  // 25 mm from the left, its feet 40 mm from the top.
  const heading = found.find(({ str }) => str === 'Invoice');
  const [x = 0, y = 0] = [Number(heading?.transform[4]), Number(heading?.transform[5])].map(
    (points) => (points / 72) * 25.4,
  );
  expect([Math.abs(x - 25) < 2, Math.abs(297 - y - 40) < 3]).toEqual([true, true]);
  await document.destroy();
});
