import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { queryAnswers } from '../../src/shared/contract.ts';
import { createDesktopStation } from '../../src/main/desktop/desktop-station.ts';
import { letter, scanned } from '../scanner/paper.ts';
import { makeTestFolder, startTestWorker } from '../support/ports.ts';

// The workers of the run are those that were just built, not those of an installation.
vi.mock(import('../../src/main/host/node-ports.ts'), async (original) => {
  const real = await original();
  return { ...real, createNodePorts: (parts) => ({ ...real.createNodePorts(parts), startWorker: startTestWorker }) };
});

test('a new engine tells the window of every open session, whose pictures have other addresses then', async () => {
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
  async function version(): Promise<number | undefined> {
    const engine = await station.engine();
    if (!engine.ok) throw new Error(engine.fault.code);
    const told = await engine.value.query({ name: 'scan.session', sessionId: 's1' });
    if (!told.ok) throw new Error(told.fault.code);
    return queryAnswers['scan.session'].parse(told.value).pages['p1']?.version;
  }
  const before = await version();
  expect(before).toBeDefined();
  onScan.mockClear();
  // What an engine can't change while it works: the next one begins.
  await station.change('language', 'de');
  await station.apply();
  expect(onScan).toHaveBeenCalledWith('s1');
  expect(await version()).not.toBe(before);
}, 120_000);
