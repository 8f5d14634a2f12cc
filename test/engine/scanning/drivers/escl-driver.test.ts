import { readdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { createEsclDriver, esclRoot } from '../../../../src/main/engine/scanning/drivers/escl/escl-driver.ts';
import { collectPages } from '../../../scanner/page-taker.ts';
import { feederRequest as request } from '../../../scanner/feeder-request.ts';
import { startTestScanner, type ScannerTrouble } from '../../../scanner/test-scanner.ts';

const goOn = new AbortController().signal;

async function scanner(sheets: number, answerMs?: number) {
  const device = await startTestScanner(sheets);
  onTestFinished(() => device.close());
  const driver = createEsclDriver({
    discover: () => Promise.resolve([]),
    addresses: () => [device.address],
    retryMs: 5,
    ...(answerMs === undefined ? {} : { answerMs }),
  });
  return { device, driver, id: `escl:${device.address}/` };
}

test('a typed address is listed by the name the device gives itself', async () => {
  const { driver, id } = await scanner(0);
  const [listed] = await driver.list(goOn).then((list) => (list.ok ? list.value : []));
  expect(listed).toMatchObject({ driver: 'escl', name: 'Test Scanner 9000' });
  expect(listed?.id.split('#')[0]).toBe(id);
});

test('a device says what it can do', async () => {
  const { driver, id } = await scanner(0);
  const answer = await driver.capabilities(id, goOn);
  const sides = { resolutions: [100, 200, 300, 600], colors: ['black-white', 'grey', 'color'], widthMm: 216 };
  expect(answer).toEqual({
    ok: true,
    value: {
      brightness: true,
      contrast: false,
      sources: [
        { source: 'flatbed', heightMm: 297, ...sides },
        { source: 'feeder', heightMm: 356, ...sides },
        { source: 'duplex', heightMm: 356, ...sides },
      ],
    },
  });
});

test('a feeder is scanned until it is empty, each page a whole picture of the size that was asked', async () => {
  const { device, driver, id } = await scanner(3);
  const { taker, pages } = await collectPages();
  expect(await driver.scan(id, request, taker, goOn)).toEqual({ ok: true, value: { pages: 3 } });
  expect(pages).toHaveLength(3);
  for (const { path, mediaType } of pages) {
    const { format, width, height, density } = await sharp(path).metadata();
    expect({ format, width, height, density, mediaType }).toEqual({
      format: 'jpeg',
      width: 827,
      height: 1169,
      density: 100,
      mediaType: 'image/jpeg',
    });
  }
  expect(device.jobs).toEqual([
    {
      source: 'Feeder',
      duplex: false,
      mode: 'RGB24',
      resolution: 100,
      width: 2480,
      height: 3508,
      format: 'image/jpeg',
    },
  ]);
  expect(device.cancelled).toEqual([]);
});

test('both sides of each sheet come where both are asked for', async () => {
  const { driver, id } = await scanner(2);
  const { taker, pages } = await collectPages();
  expect(await driver.scan(id, { ...request, source: 'duplex' }, taker, goOn)).toEqual({
    ok: true,
    value: { pages: 4 },
  });
  expect(pages).toHaveLength(4);
});

test('the glass gives one page; black and white comes without loss', async () => {
  const { device, driver, id } = await scanner(0);
  const { taker, pages } = await collectPages();
  const answer = await driver.scan(id, { ...request, source: 'flatbed', color: 'black-white' }, taker, goOn);
  expect(answer).toEqual({ ok: true, value: { pages: 1 } });
  expect(pages.map(({ mediaType }) => mediaType)).toEqual(['image/png']);
  expect(device.jobs[0]).toMatchObject({ source: 'Platen', mode: 'BlackAndWhite1', format: 'image/png' });
});

test('a limit of pages leaves the rest in the feeder and takes the job back', async () => {
  const { device, driver, id } = await scanner(5);
  const { taker } = await collectPages();
  expect(await driver.scan(id, { ...request, pages: 2 }, taker, goOn)).toEqual({ ok: true, value: { pages: 2 } });
  expect(device.sheets()).toBe(3);
  expect(device.cancelled).toEqual(['job-1']);
});

test('a person who stops keeps the pages there are, and the device is free again', async () => {
  const { device, driver, id } = await scanner(5);
  const stop = new AbortController();
  const { taker, pages } = await collectPages(({ length }) => {
    if (length === 2) stop.abort();
  });
  expect(await driver.scan(id, request, taker, stop.signal)).toEqual({ ok: true, value: { pages: 2 } });
  expect(pages).toHaveLength(2);
  expect(device.cancelled).toEqual(['job-1']);
});

test.each<[ScannerTrouble['kind'], number, string]>([
  ['busy', 0, 'scanner-busy'],
  ['denied', 0, 'scanner-denied'],
  ['jam', 2, 'scanner-jammed'],
  ['cover-open', 1, 'scanner-open'],
  ['stopped', 1, 'scanner-failed'],
  ['no-answer', 1, 'scanner-off'],
  ['broken-page', 1, 'scanner-off'],
  ['half-page', 1, 'scanner-off'],
  ['pdf-instead', 0, 'scanner-failed'],
  ['web-page', 1, 'scanner-failed'],
  ['empty-page', 1, 'scanner-off'],
  ['silent', 1, 'scanner-off'],
  ['half-description', 0, 'scanner-off'],
  ['endless-description', 0, 'scanner-failed'],
  ['never-ready', 1, 'scanner-failed'],
  ['never-ready-jam', 1, 'scanner-jammed'],
])('%s after %i pages is a fault of its own, and the pages before it are kept', async (kind, afterPages, code) => {
  const { device, driver, id } = await scanner(4, kind === 'silent' ? 5_000 : undefined);
  device.trouble({ kind, afterPages });
  const { taker, pages } = await collectPages();
  const answer = await driver.scan(id, request, taker, goOn);
  expect(answer.ok ? null : answer.fault.code).toBe(code);
  expect(pages).toHaveLength(afterPages);
  device.trouble(null);
  expect((await driver.scan(id, request, taker, goOn)).ok).toBe(true);
});

test.each([
  ['/dev/full', 'disk-full'],
  ['/nowhere/page', 'data-directory-unusable'],
])(
  'a page that the disk does not take (%s) is the fault of the disk, and the device is free again',
  async (place, code) => {
    const { device, driver, id } = await scanner(3);
    const { taker, pages } = await collectPages();
    await symlink(place, join(taker.folder, 'page-2.part'));
    const answer = await driver.scan(id, request, taker, goOn);
    expect(answer.ok ? null : answer.fault.code).toBe(code);
    expect(pages).toHaveLength(1);
    expect(await readdir(taker.folder)).toEqual(['page-1.jpg']);
    expect(device.cancelled).toEqual(['job-1']);
  },
);

test('a device that gives its last page again and again is stopped; the pages there are stay', async () => {
  const { device, driver, id } = await scanner(3);
  device.trouble({ kind: 'same-page', afterPages: 3 });
  const { taker, pages } = await collectPages();
  const answer = await driver.scan(id, request, taker, goOn);
  expect(answer.ok ? null : answer.fault).toMatchObject({
    code: 'scanner-failed',
    cause: 'the same page again and again',
  });
  expect(pages.length).toBeGreaterThan(3);
  expect(pages.length).toBeLessThan(20);
  expect(device.cancelled).toEqual(['job-1']);
});

test.each<ScannerTrouble['kind']>(['not-ready', 'wrong-location', 'plain-bytes'])(
  'a device that is %s is put up with',
  async (kind) => {
    const { device, driver, id } = await scanner(2);
    device.trouble({ kind, afterPages: 0 });
    const { taker } = await collectPages();
    expect(await driver.scan(id, request, taker, goOn)).toEqual({ ok: true, value: { pages: 2 } });
  },
);

test('an empty feeder, a setting the device has not, and a device that is not there each say so', async () => {
  const { device, driver, id } = await scanner(0);
  const { taker } = await collectPages();
  const codeOf = async (scannerId: string, changed: Partial<typeof request>): Promise<string | null> => {
    const answer = await driver.scan(scannerId, { ...request, ...changed }, taker, goOn);
    return answer.ok ? null : answer.fault.code;
  };
  expect(await codeOf(id, {})).toBe('scanner-empty');
  expect(await codeOf(id, { resolution: 1_200 })).toBe('scanner-refused');
  expect(await codeOf('escl:http://host.invalid/eSCL/', {})).toBe('scanner-unreachable');
  expect(await codeOf(`escl:http://127.0.0.1:${device.port}/other/`, {})).toBe('scanner-missing');
  await device.close();
  expect(await codeOf(id, {})).toBe('scanner-off');
});

test.each([
  ['10.0.0.7', 'http://10.0.0.7/eSCL/'],
  ['https://scan.example:8443', 'https://scan.example:8443/eSCL/'],
  ['scan.example:443', 'https://scan.example/eSCL/'],
  ['scan.example:4430', 'http://scan.example:4430/eSCL/'],
  ['escl:http://10.0.0.7/eSCL', 'http://10.0.0.7/eSCL/'],
  ['http://10.0.0.7/own/root/', 'http://10.0.0.7/own/root/'],
])('the address %s means %s', (typed, root) => {
  expect(esclRoot(typed)?.href).toBe(root);
});

test('what is no address means nothing', () => {
  expect(esclRoot('http://')).toBeNull();
  expect(esclRoot('a b c')).toBeNull();
});
