import { join } from 'node:path';
import sharp from 'sharp';
import { expect, onTestFinished, test, vi } from 'vitest';
import { scanningSettingsSchema, type ScanEdit } from '../../../../src/shared/scanning.ts';
import { startTestScanner } from '../../../scanner/test-scanner.ts';
import { letter, scanned } from '../../../scanner/paper.ts';
import { connectionId, createTestStation } from '../../../support/engine.ts';

const patience = { timeout: 120_000, interval: 50 };
/** How far the size that is told may be off. */
const most = 0.15;

/** Sheets of which no two are alike, as a scanner gives them: with much or little on them, and with pictures. */
async function sheets(count: number, { dpi, ending }: { dpi: number; ending: 'jpg' | 'png' }): Promise<string[]> {
  return Promise.all(
    Array.from({ length: count }, (_, index) => {
      const picture = `<circle cx="105" cy="240" r="${10 + ((index * 7) % 30)}" fill="hsl(${index * 40},60%,50%)"/>`;
      const part = letter.slice(0, letter.indexOf(`Row ${4 + ((index * 5) % 17)} `)).replace(/<text[^<]*$/u, '');
      return scanned({ svg: part + picture }, dpi, `sheet-${index}.${ending}`);
    }),
  );
}

async function session(files: readonly string[]) {
  const station = await createTestStation();
  const profile = { id: 'post', name: 'Post', nameTemplate: 'Post {number}', straighten: false, connectionId };
  const scanning = scanningSettingsSchema.parse({ profiles: [profile] });
  const { act, ask } = await station.start({ scanning }, {}, { work: false });
  const { sessionId } = await act('scan.import', { profileId: 'post', paths: [...files] });
  const looked = await vi.waitFor(async () => {
    const now = await ask('scan.session', { sessionId });
    expect(now.scanning).toBe(false);
    expect(Object.values(now.pages).every(({ inkPercent }) => inkPercent !== null)).toBe(true);
    return now;
  }, patience);
  const documentId = looked.documents[0]?.id ?? '';
  return {
    pageIds: Object.keys(looked.pages),
    edit: (edit: ScanEdit) => act('scan.edit', { sessionId, edit }),
    /** What is told, and what a document is that is made at once: bytes. */
    async sizes(format: 'pdf' | 'tiff') {
      await act('scan.edit', { sessionId, edit: { act: 'target', target: { format } } });
      const { bytes: told, exact } = await ask('scan.size', { sessionId, documentId, format });
      const { bytes: made } = await act('scan.save-as', { sessionId, folder: join(station.folder, 'saved') });
      return { told, exact, made };
    },
  };
}

function expectNear({ told, made }: { readonly told: number; readonly made: number }): void {
  expect(Math.abs(told - made) / made, `told ${told}, made ${made}`).toBeLessThan(most);
}

test('the size told of colour pages is near that of the file: as scanned, changed, and in the other format', async () => {
  const { sizes, edit, pageIds } = await session(await sheets(16, { dpi: 100, ending: 'jpg' }));
  const scannedAs = await sizes('pdf');
  expect(scannedAs.exact).toBe(true);
  expect(Math.abs(scannedAs.told - scannedAs.made) / scannedAs.made).toBeLessThan(0.03);
  const tiff = await sizes('tiff');
  expect(tiff.exact).toBe(false);
  expectNear(tiff);

  await edit({ act: 'rotate', pageIds, by: 90 });
  const turned = await sizes('pdf');
  expectNear(turned);
  expect(turned.told).not.toBe(scannedAs.told);
  for (const pageId of pageIds.slice(0, 8)) {
    await edit({ act: 'crop', pageId, part: { left: 0, top: 0.1, width: 1, height: 0.5 } });
  }
  const cropped = await sizes('pdf');
  expectNear(cropped);
  expect(cropped.told).toBeLessThan(turned.told);
  await edit({ act: 'straighten', pageIds: pageIds.slice(8), on: true });
  expectNear(await sizes('pdf'));
  expectNear(await sizes('tiff'));
});

test('the size told of black and white pages is near that of the file, as PDF and as TIFF', async () => {
  const files = await sheets(10, { dpi: 120, ending: 'png' });
  const lines = await Promise.all(
    files.map(async (file) => {
      const path = file.replace(/\.png$/u, '-lines.png');
      await sharp(file)
        .greyscale()
        .threshold(140)
        .withMetadata({ density: 120 })
        .png({ palette: true, colours: 2 })
        .toFile(path);
      return path;
    }),
  );
  const { sizes, edit, pageIds } = await session(lines);
  expectNear(await sizes('pdf'));
  expectNear(await sizes('tiff'));
  await edit({ act: 'remove', pageIds: pageIds.slice(3) });
  const few = await sizes('tiff');
  expect(few.exact).toBe(true);
  expectNear(few);
});

test('a picture of a page has another name whenever it is another one, and that of before after an undo and a start', async () => {
  const station = await createTestStation();
  const scanner = await startTestScanner(1);
  onTestFinished(() => scanner.close());
  const profile = { id: 'post', name: 'Post', scannerId: `escl:${scanner.address}`, resolution: 100, connectionId };
  const scanning = scanningSettingsSchema.parse({ profiles: [profile] });
  const first = await station.start({ scanning }, {}, { work: false });
  const { sessionId } = await first.act('scan.start', { profileId: 'post' });
  const version = async ({ ask }: Pick<typeof first, 'ask'>): Promise<number | undefined> =>
    (await ask('scan.session', { sessionId })).pages['p1']?.version;
  await vi.waitFor(async () => {
    const now = await first.ask('scan.session', { sessionId });
    expect(now.scanning).toBe(false);
    expect(now.pages['p1']?.inkPercent).toEqual(expect.any(Number));
  }, patience);
  const asScanned = await version(first);
  await first.act('scan.edit', { sessionId, edit: { act: 'rotate', pageIds: ['p1'], by: 90 } });
  const turned = await version(first);
  expect(turned).not.toBe(asScanned);
  await first.engine.stop();

  const second = await station.start({ scanning }, {}, { work: false });
  expect(await version(second)).toBe(turned);
  await second.act('scan.edit', { sessionId, edit: { act: 'rotate', pageIds: ['p1'], by: 270 } });
  expect(await version(second)).toBe(asScanned);
});
