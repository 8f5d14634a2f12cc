import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import sharp from 'sharp';
import { expect, onTestFinished, test, vi } from 'vitest';
import { scanningSettingsSchema, type ScanEdit } from '../../../../src/shared/scanning.ts';
import { startTestScanner } from '../../../scanner/test-scanner.ts';
import { connectionId, createTestStation } from '../../../support/engine.ts';

const patience = { timeout: 120_000, interval: 50 };

test('a page is cut by hand, cut again, turned and made whole; what is chosen for the session is what is written', async () => {
  const station = await createTestStation();
  const scanner = await startTestScanner(1);
  onTestFinished(() => scanner.close());
  const scanning = scanningSettingsSchema.parse({
    profiles: [
      {
        id: 'post',
        name: 'Post',
        scannerId: `escl:${scanner.address}`,
        resolution: 100,
        nameTemplate: 'Post {number}',
        connectionId,
        projectId: 'accounts-payable',
      },
    ],
  });
  const { engine, act, ask } = await station.start({ scanning }, {}, { work: false });
  const { sessionId } = await act('scan.start', { profileId: 'post' });
  const session = await vi.waitFor(async () => {
    const now = await ask('scan.session', { sessionId });
    expect(Object.values(now.pages).map(({ heightMm }) => heightMm)).toEqual([297]);
    expect(now.scanning).toBe(false);
    return now;
  }, patience);
  const [pageId = ''] = Object.keys(session.pages);
  expect(session.pages[pageId]).toMatchObject({ widthMm: 210, cut: false });
  expect(session.pages[pageId]?.bytes).toBeGreaterThan(1_000);
  const edit = (made: ScanEdit): Promise<unknown> => act('scan.edit', { sessionId, edit: made });
  const shown = async (): Promise<unknown> => {
    const { pages } = await ask('scan.session', { sessionId });
    const picture = await engine.scans.picture(sessionId, pageId, 400);
    const { width = 0, height = 1 } = picture.ok ? await sharp(picture.value).metadata() : {};
    const { widthMm = 0, heightMm = 0, cut } = pages[pageId] ?? {};
    expect(width / height).toBeCloseTo((widthMm ?? 0) / (heightMm ?? 1), 1);
    return [widthMm, heightMm, cut];
  };
  const half = { left: 0, top: 0.25, width: 1, height: 0.5 };
  await edit({ act: 'crop', pageId, part: half });
  expect(await shown()).toEqual([210, 148, true]);
  await edit({ act: 'rotate', pageIds: [pageId], by: 90 });
  expect(await shown()).toEqual([148, 210, true]);
  await edit({ act: 'crop', pageId, part: half });
  expect(await shown()).toEqual([148, 105, true]);
  await act('scan.undo', { sessionId });
  expect(await shown()).toEqual([148, 210, true]);
  await edit({ act: 'crop', pageId, part: null });
  expect(await shown()).toEqual([297, 210, false]);

  await edit({ act: 'target', target: { format: 'tiff', mode: 'batch' } });
  expect((await ask('scan.session', { sessionId })).target).toEqual({ format: 'tiff', mode: 'batch' });
  const saved = await act('scan.save-as', { sessionId, folder: station.folder });
  expect(saved.paths.map((path) => basename(path))).toEqual(['Post 1.tif']);
  expect((await readFile(saved.paths[0] ?? '')).length).toBe(saved.bytes);
});
