import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import type { ScanRequest } from '../../../../src/main/engine/scanning/drivers/driver.ts';
import { createSaneDriver } from '../../../../src/main/engine/scanning/drivers/sane/sane-driver.ts';
import { saneFault } from '../../../../src/main/engine/scanning/drivers/sane/sane-faults.ts';
import { collectPages } from '../../../scanner/page-taker.ts';
import { startTestScanner } from '../../../scanner/test-scanner.ts';
import { makeTestFolder } from '../../../support/ports.ts';

const goOn = new AbortController().signal;
const request: ScanRequest = {
  source: 'feeder',
  resolution: 100,
  color: 'grey',
  widthMm: 100,
  heightMm: 80,
  brightness: 0,
  contrast: 0,
};

/** SANE with its own `test` backend, set up in a folder of the test. */
async function testBackend(configuration = 'number_of_devices 1\n') {
  return createSaneDriver(await testEnvironment(configuration));
}

async function testEnvironment(configuration: string): Promise<NodeJS.ProcessEnv> {
  const folder = await makeTestFolder();
  await writeFile(join(folder, 'dll.conf'), 'test\n');
  await writeFile(join(folder, 'test.conf'), configuration);
  return { ...process.env, SANE_CONFIG_DIR: folder };
}

test('the devices of SANE are listed and say what they can do', async () => {
  const driver = await testBackend();
  const list = await driver.list(goOn);
  expect(list).toEqual({ ok: true, value: [{ id: 'sane:test:0', driver: 'sane', name: 'frontend-tester' }] });
  const answer = await driver.capabilities('sane:test:0', goOn);
  const sides = { resolutions: [75, 100, 150, 200, 240, 300, 400, 600, 1200], colors: ['color', 'grey'], widthMm: 200 };
  expect(answer).toEqual({
    ok: true,
    value: {
      sources: [
        { source: 'flatbed', heightMm: 200, ...sides },
        { source: 'feeder', heightMm: 200, ...sides },
      ],
      brightness: false,
      contrast: false,
    },
  });
});

test('the feeder of ten sheets gives ten whole pages and then its end', async () => {
  const driver = await testBackend();
  const { taker, pages } = await collectPages();
  expect(await driver.scan('sane:test:0', request, taker, goOn)).toEqual({ ok: true, value: { pages: 10 } });
  for (const { path } of pages) {
    const { format, width, height, channels } = await sharp(path).metadata();
    expect({ format, width, height, channels }).toEqual({ format: 'png', width: 393, height: 314, channels: 1 });
  }
});

test('the glass gives one page, a limit as many as it says', async () => {
  const driver = await testBackend();
  const { taker } = await collectPages();
  const glass = await driver.scan('sane:test:0', { ...request, source: 'flatbed', color: 'color' }, taker, goOn);
  expect(glass).toEqual({ ok: true, value: { pages: 1 } });
  expect(await driver.scan('sane:test:0', { ...request, pages: 3 }, taker, goOn)).toEqual({
    ok: true,
    value: { pages: 3 },
  });
});

test.each([
  ['SANE_STATUS_JAMMED', 'scanner-jammed'],
  ['SANE_STATUS_NO_DOCS', 'scanner-empty'],
  ['SANE_STATUS_COVER_OPEN', 'scanner-open'],
  ['SANE_STATUS_DEVICE_BUSY', 'scanner-busy'],
  ['SANE_STATUS_ACCESS_DENIED', 'scanner-denied'],
  ['SANE_STATUS_IO_ERROR', 'scanner-off'],
  ['SANE_STATUS_NO_MEM', 'scanner-failed'],
])('%s of a device is the fault %s', async (status, code) => {
  const driver = await testBackend(`number_of_devices 1\nread-status-code "${status}"\n`);
  const { taker, pages } = await collectPages();
  const answer = await driver.scan('sane:test:0', request, taker, goOn);
  expect(answer).toMatchObject({ ok: false, fault: { code } });
  expect(pages).toEqual([]);
});

test('a status that SANE does not have comes of a computer that has gone', () => {
  const said =
    'Scanning page 2\nscanimage: sane_get_parameters: Unknown SANE status code -655352048\nBatch terminated\n';
  expect(saneFault(said, 0, 1)?.code).toBe('scanner-off');
});

test('a device that is not there, and settings it has not, each say so', async () => {
  const driver = await testBackend();
  const { taker } = await collectPages();
  const codeOf = async (id: string, changed: Partial<ScanRequest>): Promise<string | null> => {
    const answer = await driver.scan(id, { ...request, ...changed }, taker, goOn);
    return answer.ok ? null : answer.fault.code;
  };
  expect(await codeOf('sane:test:9', {})).toBe('scanner-missing');
  expect(await codeOf('sane:test:0', { source: 'duplex' })).toBe('scanner-refused');
  expect(await codeOf('sane:test:0', { options: { 'output-file': '/nowhere' } })).toBe('scanner-refused');
  expect(await codeOf('sane:test:0', { resolution: 4_800 })).toBe('scanner-refused');
});

test('without the program there are no scanners, and a scan says what is missing', async () => {
  const driver = createSaneDriver({ PATH: '/nowhere' });
  const { taker } = await collectPages();
  expect(await driver.list(goOn)).toEqual({ ok: true, value: [] });
  const answer = await driver.scan('sane:test:0', request, taker, goOn);
  expect(answer.ok ? null : answer.fault.code).toBe('scanner-software-missing');
});

test('a person who stops keeps the pages there are', async () => {
  // So slow that on a busy computer, too, pages are left when the second one has come here.
  const driver = await testBackend('number_of_devices 1\nread-delay true\nread-delay-duration 60000\n');
  const stop = new AbortController();
  const { taker, pages } = await collectPages(({ length }) => {
    if (length === 2) stop.abort();
  });
  const answer = await driver.scan('sane:test:0', { ...request, resolution: 300 }, taker, stop.signal);
  expect(answer.ok).toBe(true);
  expect(pages.length).toBeGreaterThanOrEqual(2);
  expect(pages.length).toBeLessThan(10);
});

test.each([
  ['whose length nobody knows before it ends', { 'hand-scanner': 'yes' }, { width: 433, channels: 3, depth: 'uchar' }],
  ['that comes in three passes', { 'three-pass': 'yes' }, { width: 393, height: 314, channels: 3, depth: 'uchar' }],
  ['of 16 bits', { depth: '16' }, { width: 393, height: 314, channels: 3 }],
])('a page %s comes whole', async (_words, options, told) => {
  const driver = await testBackend();
  const { taker, pages } = await collectPages();
  const asked: ScanRequest = { ...request, source: 'flatbed', color: 'color', options };
  expect(await driver.scan('sane:test:0', asked, taker, goOn)).toEqual({ ok: true, value: { pages: 1 } });
  expect(await sharp(pages[0]?.path).metadata()).toMatchObject({ format: 'png', ...told });
});

test("our test scanner speaks as others understand it: Debian's sane-airscan scans from it", async () => {
  const device = await startTestScanner(2);
  onTestFinished(() => device.close());
  const folder = await makeTestFolder();
  await writeFile(join(folder, 'dll.conf'), 'airscan\n');
  await writeFile(
    join(folder, 'airscan.conf'),
    `[devices]\n"Test" = ${device.address}/, eSCL\n[options]\ndiscovery = disable\n`,
  );
  const driver = createSaneDriver({ ...process.env, SANE_CONFIG_DIR: folder });
  const { taker, pages } = await collectPages();
  const list = await driver.list(goOn);
  expect(list.ok && list.value.map(({ id }) => id)).toEqual(['sane:airscan:e0:Test']);
  const answer = await driver.scan('sane:airscan:e0:Test', { ...request, color: 'color' }, taker, goOn);
  expect(answer).toEqual({ ok: true, value: { pages: 2 } });
  expect(pages).toHaveLength(2);
  // The glass of this device is as long as A4, its feeder is longer: what it takes is asked once the source is set.
  device.lay(1);
  const legal = { ...request, widthMm: 210, heightMm: 355.6, pages: 1 };
  expect((await driver.scan('sane:airscan:e0:Test', legal, taker, goOn)).ok).toBe(true);
  expect(device.jobs.at(-1)).toMatchObject({ source: 'Feeder', height: 4_200 });
});
