import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createPagePictures } from '../../src/main/desktop/content/page-pictures.ts';
import { pictureOfPage } from '../../src/main/desktop/content/picture-of-page.ts';
import { createDesktopStation, type DesktopStation } from '../../src/main/desktop/desktop-station.ts';
import { letter, scanned } from '../scanner/paper.ts';
import { makeTestFolder, startTestWorker } from '../support/ports.ts';

// The workers of the run are those that were just built, not those of an installation.
vi.mock(import('../../src/main/host/node-ports.ts'), async (original) => {
  const real = await original();
  return { ...real, createNodePorts: (parts) => ({ ...real.createNodePorts(parts), startWorker: startTestWorker }) };
});

/** A station with a session of one page. */
async function stationWithPage(onScan: (sessionId: string) => void): Promise<DesktopStation> {
  const dataDirectory = await makeTestFolder();
  const session = join(dataDirectory, 'scans/sessions/s1');
  await mkdir(session, { recursive: true });
  await copyFile(await scanned({ svg: letter }, 75), join(session, 'page-00001.png'));
  const station = createDesktopStation(
    { dataDirectory, practiceQuota: 1 },
    {
      notifier: { notify: () => undefined },
      systemLanguage: () => 'en',
      onEvent: () => undefined,
      onScan,
      onSettings: () => undefined,
      onChangedOutside: () => undefined,
    },
  );
  onTestFinished(() => station.stop());
  expect((await station.engine()).ok).toBe(true);
  return station;
}

test('a new engine tells the window of every open session: it asks for what did not come meanwhile', async () => {
  const onScan = vi.fn();
  const station = await stationWithPage(onScan);
  onScan.mockClear();
  // What an engine can't change while it works: the next one begins.
  await station.change('language', 'de');
  await station.apply();
  expect(onScan).toHaveBeenCalledWith('s1');
}, 120_000);

test('pictures that are asked for while one engine follows the other all come', async () => {
  const station = await stationWithPage(() => undefined);
  const pictures = createPagePictures(pictureOfPage(station));
  const addresses = Array.from({ length: 12 }, (_, each) =>
    pictures.address({ kind: 'scan-page', sessionId: 's1', pageId: 'p1', version: each, most: 400 + each }),
  );
  await station.change('language', 'de');
  // All are with the engine that ends: it is at the first one, and the others wait behind it.
  const asked = addresses.map((token) => pictures.read(token));
  await station.apply();
  const came = await Promise.all(asked);
  expect(came.filter((picture) => picture === null)).toEqual([]);
}, 120_000);
