import { once } from 'node:events';
import { readdir, writeFile } from 'node:fs/promises';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { success } from '../../../../src/main/engine/faults/fault.ts';
import type { ScannerDriver } from '../../../../src/main/engine/scanning/drivers/driver.ts';
import { discoverScanners } from '../../../../src/main/engine/scanning/drivers/escl/discover.ts';
import { createEsclDriver } from '../../../../src/main/engine/scanning/drivers/escl/escl-driver.ts';
import { createPageThread } from '../../../../src/main/engine/scanning/pages/page-thread.ts';
import { createSaneDriver } from '../../../../src/main/engine/scanning/drivers/sane/sane-driver.ts';
import { readShareOrder } from '../../../../src/main/engine/scanning/share/share-words.ts';
import { startSharedJob } from '../../../../src/main/engine/scanning/share/shared-job.ts';
import { shareScanner, shareUuid } from '../../../../src/main/engine/scanning/share/share-scanner.ts';
import { createTurns } from '../../../../src/main/engine/scanning/share/turns.ts';
import { drawnPdf } from '../../../../src/main/engine/scanning/pages/pdf/drawn-pdf.ts';
import { scanningSettingsSchema } from '../../../../src/shared/scanning.ts';
import { feederRequest as request } from '../../../scanner/feeder-request.ts';
import { collectPages } from '../../../scanner/page-taker.ts';
import { startTestScanner } from '../../../scanner/test-scanner.ts';
import { createTestStation } from '../../../support/engine.ts';
import { createTestLog, makeTestFolder, realClock, startTestWorker } from '../../../support/ports.ts';

const goOn = new AbortController().signal;
const patience = { timeout: 60_000, interval: 20 };
const uuid = shareUuid('station', 'scanner');

/** A port that nothing gets by itself: those that systems give away lie above. */
function anyPort(): number {
  return 12_000 + Math.floor(Math.random() * 20_000);
}

async function isShared(log: { readonly lines: readonly string[] }): Promise<void> {
  await vi.waitFor(() => {
    expect(log.lines.join('\n')).toContain('share-opened');
  }, patience);
}

/** A scanner of a station that is shared on the loopback. */
async function shared(driver: ScannerDriver, scannerId: string, announcePort?: number) {
  const [port, folder, log] = [anyPort(), await makeTestFolder(), createTestLog()];
  const turns = createTurns((id) => id.endsWith(`#${uuid}`));
  const share = shareScanner(
    { address: '127.0.0.1', port, scannerId, named: { name: 'Mailroom <Post & Co.>', uuid } },
    {
      driverOf: () => driver,
      ...{ turns, clock: realClock, log, folder },
      thread: createPageThread(() => startTestWorker('pages', null)),
      ...(announcePort === undefined ? {} : { announcePort }),
    },
  );
  onTestFinished(() => share.close());
  await isShared(log);
  const address = `http://127.0.0.1:${port}/eSCL`;
  return { share, address, id: `escl:${address}/`, folder, own: turns.own(driver) };
}

function client(): ScannerDriver {
  return createEsclDriver({ discover: () => Promise.resolve([]), addresses: () => [], retryMs: 20 });
}

/** A scanner of the network that the station has. */
async function networkScanner(sheets: number, announcePort?: number) {
  const device = await startTestScanner(sheets);
  onTestFinished(() => device.close());
  return { device, ...(await shared(client(), `escl:${device.address}/`, announcePort)) };
}

/** SANE's `test` backend: a feeder of ten sheets. */
async function saneScanner() {
  const folder = await makeTestFolder();
  await writeFile(join(folder, 'dll.conf'), 'test\n');
  await writeFile(join(folder, 'test.conf'), 'number_of_devices 1\n');
  return createSaneDriver({ ...process.env, SANE_CONFIG_DIR: folder });
}

/** A scanner that gives a page and then goes on until it is told to stop. */
function endlessScanner(): ScannerDriver {
  const feeder = { source: 'feeder' as const, widthMm: 210, heightMm: 297 };
  const able = {
    sources: [{ ...feeder, resolutions: [75], colors: ['grey' as const] }],
    brightness: false,
    contrast: false,
  };
  return {
    ...client(),
    capabilities: () => Promise.resolve(success(able)),
    async scan(_id, _request, taker, signal) {
      const stopped = once(signal, 'abort');
      const path = join(taker.folder, 'page-1.jpg');
      await sharp({ create: { width: 62, height: 88, channels: 3, background: '#fff' } })
        .jpeg()
        .toFile(path);
      await taker.take({ path, mediaType: 'image/jpeg' });
      if (!signal.aborted) await stopped;
      return success({ pages: 1 });
    },
  };
}

async function airscan(address: string): Promise<ScannerDriver> {
  const folder = await makeTestFolder();
  await writeFile(join(folder, 'dll.conf'), 'airscan\n');
  await writeFile(
    join(folder, 'airscan.conf'),
    `[devices]\n"Shared" = ${address}/, eSCL\n[options]\ndiscovery = disable\n`,
  );
  return createSaneDriver({ ...process.env, SANE_CONFIG_DIR: folder });
}

const settings = (fields: string): string =>
  `<?xml version="1.0"?><scan:ScanSettings xmlns:scan="http://schemas.hp.com/imaging/escl/2011/05/03" xmlns:pwg="http://www.pwg.org/schemas/2010/12/sm">${fields}</scan:ScanSettings>`;

async function ask(
  url: string,
  method: 'GET' | 'POST' | 'DELETE',
  body = '',
  headers: Readonly<Record<string, string>> = {},
): Promise<{ status: number; bytes: Buffer; location: string }> {
  const question = httpRequest(url, { method, headers: { 'content-length': Buffer.byteLength(body), ...headers } });
  question.end(body);
  const [answer] = z.tuple([z.custom<IncomingMessage>()]).parse(await once(question, 'response'));
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(z.instanceof(Buffer).parse(chunk));
  return { status: answer.statusCode ?? 0, bytes: Buffer.concat(chunks), location: answer.headers.location ?? '' };
}

test("SANE's own client for eSCL, which goes by the names of headers and the state of the feeder, gets all ten sheets", async () => {
  const { address } = await shared(await saneScanner(), 'sane:test:0');
  const folder = await makeTestFolder();
  await writeFile(join(folder, 'dll.conf'), 'escl\n');
  await writeFile(join(folder, 'escl.conf'), `device ${address.replace('/eSCL', '')} Shared\n`);
  const office = createSaneDriver({ ...process.env, SANE_CONFIG_DIR: folder });
  const id = `sane:escl:${address.replace('/eSCL', '')}`;
  const { taker, pages } = await collectPages();
  expect(await office.scan(id, { ...request, resolution: 75 }, taker, goOn)).toEqual(success({ pages: 10 }));
  expect(pages).toHaveLength(10);
});

test("Debian's sane-airscan scans from what SANE has here: ten sheets from the feeder, then one from the glass twice", async () => {
  const { address, folder } = await shared(await saneScanner(), 'sane:test:0');
  const office = await airscan(address);
  const { taker, pages } = await collectPages();
  const asked = { ...request, widthMm: 100, heightMm: 80 };
  const id = 'sane:airscan:e0:Shared';
  expect(await office.scan(id, { ...asked, color: 'grey' }, taker, goOn)).toEqual({ ok: true, value: { pages: 10 } });
  for (const { path } of pages) {
    const { width, height, channels } = await sharp(path).metadata();
    // 100 by 80 mm; who rounds where is its own affair.
    expect([Math.abs(width - 394) <= 1, Math.abs(height - 315) <= 1, channels]).toEqual([true, true, 1]);
  }
  for (const color of ['color', 'grey'] as const) {
    const glass = await collectPages();
    const answer = await office.scan(id, { ...asked, source: 'flatbed', color }, glass.taker, goOn);
    expect(answer).toEqual({ ok: true, value: { pages: 1 } });
    const { channels } = await sharp(glass.pages[0]?.path).metadata();
    expect(channels).toBe(color === 'color' ? 3 : 1);
  }
  await vi.waitFor(async () => {
    const left = (await readdir(folder, { recursive: true })).filter((name) => name.includes('page'));
    expect(left).toEqual([]);
  }, patience);
});

test('another Mailroom scans from it both sides, in every form, and hears of a jam', async () => {
  const { device, id } = await networkScanner(2);
  const office = client();
  const able = await office.capabilities(id, goOn);
  expect(able.ok && able.value.sources.map(({ source, colors }) => [source, colors])).toEqual([
    ['flatbed', ['grey', 'color']],
    ['feeder', ['grey', 'color']],
    ['duplex', ['grey', 'color']],
  ]);
  const both = await collectPages();
  expect(await office.scan(id, { ...request, source: 'duplex' }, both.taker, goOn)).toEqual({
    ok: true,
    value: { pages: 4 },
  });
  expect(both.notes).toEqual([]);
  device.lay(1);
  const whole = await collectPages();
  await office.scan(id, { ...request, lossless: true }, whole.taker, goOn);
  expect(await sharp(whole.pages[0]?.path).metadata()).toMatchObject({ format: 'png', width: 827, density: 100 });
  device.lay(3);
  device.trouble({ kind: 'jam', afterPages: 1 });
  const { taker, pages } = await collectPages();
  const jammed = await office.scan(id, request, taker, goOn);
  expect(jammed.ok ? null : jammed.fault.code).toBe('scanner-jammed');
  expect(pages).toHaveLength(1);
});

test('a part of the paper comes as a PDF of its size', async () => {
  const { address } = await networkScanner(1);
  const region =
    '<pwg:ScanRegions><pwg:ScanRegion><pwg:XOffset>600</pwg:XOffset><pwg:YOffset>300</pwg:YOffset><pwg:Width>900</pwg:Width><pwg:Height>1200</pwg:Height></pwg:ScanRegion></pwg:ScanRegions>';
  const body = settings(
    `${region}<pwg:InputSource>Feeder</pwg:InputSource><scan:XResolution>100</scan:XResolution><pwg:DocumentFormat>application/pdf</pwg:DocumentFormat>`,
  );
  const { location } = await ask(`${address}/ScanJobs`, 'POST', body);
  const { status, bytes } = await ask(`${location}/NextDocument`, 'GET');
  expect(status).toBe(200);
  const path = join(await makeTestFolder(), 'page.pdf');
  await writeFile(path, bytes);
  expect((await drawnPdf(path)).pages).toBe(1);
  const [, width, height] = /MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(bytes.toString('latin1')) ?? [];
  expect([Math.round(Number(width)), Math.round(Number(height))]).toEqual([216, 288]);
  expect((await ask(`${location}/NextDocument`, 'GET')).status).toBe(404);
});

test('one at a time: who comes meanwhile is told to wait, and so is the station itself', async () => {
  const { address, own } = await shared(endlessScanner(), 'escl:test');
  const body = settings('<pwg:InputSource>Feeder</pwg:InputSource><scan:XResolution>75</scan:XResolution>');
  const first = await ask(`${address}/ScanJobs`, 'POST', body);
  expect(first.status).toBe(201);
  expect((await ask(`${address}/ScanJobs`, 'POST', body)).status).toBe(503);
  expect((await ask(`${address}/ScannerStatus`, 'GET')).bytes.toString()).toContain('Processing');
  const { taker } = await collectPages();
  const busy = await own.scan('escl:test', request, taker, goOn);
  expect(busy.ok ? null : busy.fault.code).toBe('scanner-busy');
  // Taken back in the middle, it is free at once.
  expect((await ask(`${first.location}/NextDocument`, 'GET')).status).toBe(200);
  expect((await ask(first.location, 'DELETE')).status).toBe(200);
  expect((await ask(`${first.location}/NextDocument`, 'GET')).status).toBe(404);
  expect((await ask(`${address}/ScannerStatus`, 'GET')).bytes.toString()).toContain('Idle');
  const stop = new AbortController();
  const scanning = own.scan('escl:test', request, taker, stop.signal);
  expect((await ask(`${address}/ScanJobs`, 'POST', body)).status).toBe(503);
  stop.abort();
  await scanning;
  const last = await ask(`${address}/ScanJobs`, 'POST', body);
  expect(last.status).toBe(201);
  await ask(last.location, 'DELETE');
});

test('a page that did not reach its client whole fails its run: pages behind it would look whole', async () => {
  const order = readShareOrder(settings('<pwg:InputSource>Feeder</pwg:InputSource>'), {
    sources: [{ source: 'feeder', resolutions: [300], colors: ['grey'], widthMm: 210, heightMm: 297 }],
    ...{ brightness: false, contrast: false },
  });
  if (order === null) throw new Error('no order');
  const job = startSharedJob(
    { id: 'one', client: '10.0.0.7', order },
    {
      ...{ driver: await saneScanner(), scannerId: 'sane:test:0', folder: await makeTestFolder(), clock: realClock },
      thread: createPageThread(() => startTestWorker('pages', null)),
      ...{ onReleased: () => undefined, onForgotten: () => undefined },
    },
  );
  onTestFinished(() => job.cancel());
  expect(await job.give(() => Promise.resolve())).toBe('given');
  await job.give(() => Promise.reject(new Error('closed')));
  expect(await job.give(() => Promise.resolve())).toMatchObject({ fault: { code: 'scanner-failed' } });
});

test('the station does not list what it shares itself', async () => {
  const own = createTurns((id) => id.endsWith(`#${uuid}`)).own({
    ...client(),
    list: () => Promise.resolve(success([{ id: `escl:http://10.0.0.7/#${uuid}`, driver: 'escl', name: 'Mailroom' }])),
  });
  expect(await own.list(goOn)).toEqual(success([]));
});

test('what is no scan is refused, and nothing of it reaches the scanner', async () => {
  const { device, address } = await networkScanner(1);
  const post = async (body: string, headers = {}): Promise<number> =>
    (await ask(`${address}/ScanJobs`, 'POST', body, headers)).status;
  const good = settings('<pwg:InputSource>Feeder</pwg:InputSource>');
  expect(await post('')).toBe(409);
  expect(await post('{"InputSource":"Feeder"}')).toBe(409);
  expect(await post(settings('<scan:XResolution>1e9</scan:XResolution>'))).toBe(409);
  expect(await post(settings('<pwg:Width>-5</pwg:Width>'))).toBe(409);
  expect(await post(settings('<pwg:XOffset>9e99</pwg:XOffset>'))).toBe(409);
  expect(await post(`<!DOCTYPE x [<!ENTITY a "aaaa">]>${settings('<scan:XResolution>&a;</scan:XResolution>')}`)).toBe(
    409,
  );
  expect(await post(settings('<a>'.repeat(100) + '</a>'.repeat(100)))).toBe(409);
  expect(await post(' '.repeat(70_000))).toBe(413);
  // A page of the web, in the browser of somebody of the office.
  expect(await post(good, { origin: 'http://example.com' })).toBe(403);
  for (const path of ['', '/../../etc/passwd', '/ScanJobs/..%2f..%2fsettings.json', '/ScanJobs/x/NextDocument'])
    expect((await ask(`${address}${path}`, 'GET')).status).toBe(404);
  expect(device.jobs).toEqual([]);
  expect(await post(good)).toBe(201);
});

test('it is announced to the network, and when it ends that it is gone', async () => {
  const port = 20_000 + Math.floor(Math.random() * 20_000);
  const { share, id } = await networkScanner(0, port);
  const found = await vi.waitFor(async () => {
    const scanners = await discoverScanners({ listenMs: 500, interface: '127.0.0.1', port }, goOn);
    expect(scanners).toHaveLength(1);
    return scanners;
  }, patience);
  expect(found).toEqual([{ name: 'Mailroom <Post & Co.>', uuid, roots: [id.replace('escl:', '')] }]);
  const able = await client().capabilities(`${id}#${uuid}`, goOn);
  expect(able.ok).toBe(true);
  await share.close();
  expect(await discoverScanners({ listenMs: 300, interface: '127.0.0.1', port }, goOn)).toEqual([]);
});

test('a station shares when its settings say so, by that of its usual profile, and only as long as they do', async () => {
  const station = await createTestStation();
  const device = await startTestScanner(1);
  onTestFinished(() => device.close());
  const port = anyPort();
  const profiles = [{ id: 'post', name: 'Post', scannerId: `escl:${device.address}` }];
  const scanning = scanningSettingsSchema.parse({ profiles, share: { on: true, port } });
  const off = scanningSettingsSchema.parse({ profiles });
  expect(off.share.on).toBe(false);
  const { act, log } = await station.start({ scanning: off });
  const id = `escl:http://127.0.0.1:${port}/eSCL/`;
  const codeOf = async (): Promise<string> => {
    const told = await client().capabilities(id, goOn);
    return told.ok ? 'shared' : told.fault.code;
  };
  expect(await codeOf()).toBe('scanner-off');
  await act('station.configure', { scanning });
  await isShared({ lines: log });
  expect(await codeOf()).toBe('shared');
  const { taker } = await collectPages();
  expect((await client().scan(id, request, taker, goOn)).ok).toBe(true);
  await act('station.configure', { scanning: off });
  await vi.waitFor(async () => {
    expect(await codeOf()).toBe('scanner-off');
  }, patience);
});

test.each(['0.0.0.0', '8.8.8.8', 'localhost', '172.32.0.1', '192.168.1', '::'])(
  '%s is no address to share a scanner at',
  (address) => {
    expect(scanningSettingsSchema.safeParse({ share: { on: true, address } }).success).toBe(false);
  },
);
