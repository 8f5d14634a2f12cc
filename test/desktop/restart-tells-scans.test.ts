import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createDesktopStation } from '../../src/main/desktop/desktop-station.ts';
import { letter, scanned } from '../scanner/paper.ts';
import { makeTestFolder, startTestWorker } from '../support/ports.ts';

// The workers of the run are those that were just built, not those of an installation.
vi.mock(import('../../src/main/host/node-ports.ts'), async (original) => {
  const real = await original();
  return { ...real, createNodePorts: (parts) => ({ ...real.createNodePorts(parts), startWorker: startTestWorker }) };
});

test('a new engine tells the window of every open session: it asks for what did not come meanwhile', async () => {
  const dataDirectory = await makeTestFolder();
  const session = join(dataDirectory, 'scans/sessions/s1');
  await mkdir(session, { recursive: true });
  await copyFile(await scanned({ svg: letter }, 75), join(session, 'page-00001.png'));
  const onScan = vi.fn();
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
  onScan.mockClear();
  // What an engine can't change while it works: the next one begins.
  await station.change('language', 'de');
  await station.apply();
  expect(onScan).toHaveBeenCalledWith('s1');
}, 120_000);
