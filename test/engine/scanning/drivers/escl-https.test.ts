import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { scannerAt, scannersFrom } from '../../../../src/main/engine/scanning/drivers/escl/discover.ts';
import { createEsclDriver } from '../../../../src/main/engine/scanning/drivers/escl/escl-driver.ts';
import { describeFault } from '../../../../src/main/engine/faults/describe.ts';
import type { Fault, Outcome } from '../../../../src/shared/faults.ts';
import { ownCertificate } from '../../../scanner/own-certificate.ts';
import { collectPages } from '../../../scanner/page-taker.ts';
import { feederRequest as request } from '../../../scanner/feeder-request.ts';
import { startTestScanner } from '../../../scanner/test-scanner.ts';

const goOn = new AbortController().signal;

async function secureScanner(sheets: number) {
  const device = await startTestScanner(sheets, { secure: true });
  onTestFinished(() => device.close());
  return device;
}

function driverOf(addresses: readonly string[] = [], announced: readonly string[] = []) {
  const found = announced.map((root) => ({ name: 'Found', uuid: null, roots: [root] }));
  return createEsclDriver({ discover: () => Promise.resolve(found), addresses: () => addresses, retryMs: 5 });
}

/** A server on the loopback that answers as told, for the length of a test; answers its port and counts what it was asked. */
async function answering(listener: RequestListener, secure = false) {
  const asked: string[] = [];
  const counting: RequestListener = (question, response) => {
    asked.push(`${question.method ?? ''} ${question.url ?? ''}`);
    listener(question, response);
  };
  const server = secure ? createTlsServer(ownCertificate(), counting) : createServer(counting);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  const { port } = z.object({ port: z.number() }).parse(server.address());
  return { port, asked };
}

function faultOf(outcome: Outcome<unknown>): Fault {
  if (outcome.ok) throw new Error('no fault');
  return outcome.fault;
}

test('a typed https address works with a certificate that the scanner made itself, for another name, out of date', async () => {
  const device = await secureScanner(2);
  expect(device.address).toMatch(/^https:/);
  const driver = driverOf([device.address]);
  const id = `escl:${device.address}/`;
  const listed = { id: `${id}#4509a320-00a0-008f-00b6-002507510eca`, driver: 'escl', name: 'Test Scanner 9000' };
  expect(await driver.list(goOn)).toEqual({ ok: true, value: [listed] });
  const able = await driver.capabilities(id, goOn);
  expect(able.ok && able.value.sources.map(({ source }) => source)).toEqual(['flatbed', 'feeder', 'duplex']);
  const { taker, pages } = await collectPages();
  expect(await driver.scan(id, request, taker, goOn)).toEqual({ ok: true, value: { pages: 2 } });
  expect(pages).toHaveLength(2);
});

test('a run over https is cancelled at the device', async () => {
  const device = await secureScanner(5);
  const stop = new AbortController();
  const { taker } = await collectPages(({ length }) => {
    if (length === 2) stop.abort();
  });
  const answer = await driverOf().scan(`escl:${device.address}/`, request, taker, stop.signal);
  expect(answer).toEqual({ ok: true, value: { pages: 2 } });
  expect(device.cancelled).toEqual(['job-1']);
});

test('a scanner that announces itself by _uscans is scanned with by https', async () => {
  const device = await secureScanner(1);
  const full = 'Copy room._uscans._tcp.local';
  const [found] = scannersFrom([
    { name: '_uscans._tcp.local', type: 'PTR', data: full },
    { name: full, type: 'SRV', data: { target: 'scanner.local', port: device.port } },
    { name: full, type: 'TXT', data: [Buffer.from('rs=/eSCL')] },
    { name: 'scanner.local', type: 'A', data: '127.0.0.1' },
  ]).map(scannerAt);
  expect(found?.id).toBe(`escl:${device.address}/`);
  const { taker, pages } = await collectPages();
  await driverOf().scan(found?.id ?? '', request, taker, goOn);
  expect(pages).toHaveLength(1);
});

test('a scanner that is typed and announced is listed once, also where the port is the usual one', async () => {
  const driver = driverOf(
    ['https://127.0.0.1:1/eSCL', 'http://127.0.0.2'],
    ['https://127.0.0.1:1/eSCL/', 'http://127.0.0.2:80/eSCL/'],
  );
  const listed = await driver.list(goOn);
  expect(listed.ok && listed.value.map(({ id }) => id)).toEqual([
    'escl:https://127.0.0.1:1/eSCL/',
    'escl:http://127.0.0.2/eSCL/',
  ]);
});

test('http to a scanner that wants https says so, with the address that works', async () => {
  const device = await secureScanner(1);
  const plain = `escl:http://127.0.0.1:${device.port}/eSCL/`;
  const fault = faultOf(await driverOf().capabilities(plain, goOn));
  expect(fault.code).toBe('scanner-unreachable');
  expect(describeFault(fault, 'en').reason).toBe(
    `The scanner is out of reach: it wants to be asked with https (${device.address}/).`,
  );
  expect(describeFault(fault, 'de').reason).toContain('er will mit https gefragt werden');
});

test('a web server that answers http on its https port with a refusal is asked what it wants, too', async () => {
  const { port } = await answering((_question, response) => response.writeHead(400).end('plain HTTP'));
  expect(faultOf(await driverOf().capabilities(`escl:http://127.0.0.1:${port}/eSCL/`, goOn))).toMatchObject({
    code: 'scanner-missing',
    params: { problem: 'no-scanner-at-address' },
  });
});

test('https to a scanner without it says so', async () => {
  const device = await startTestScanner(1);
  onTestFinished(() => device.close());
  const fault = faultOf(await driverOf().capabilities(`escl:https://127.0.0.1:${device.port}/eSCL/`, goOn));
  expect(fault).toMatchObject({ code: 'scanner-unreachable', params: { problem: 'no-common-encryption' } });
  expect(describeFault(fault, 'en').reason).toContain('it does not speak https there');
});

test.each([301, 302, 307, 308])(
  'a redirect (%i) from http to https of the same host is followed, for jobs too',
  async (status) => {
    const device = await secureScanner(2);
    const front = await answering((question, response) => {
      response.writeHead(status, { location: `https://127.0.0.1:${device.port}${question.url ?? ''}` }).end();
    });
    const { taker, pages } = await collectPages();
    const id = `escl:http://127.0.0.1:${front.port}/eSCL/`;
    expect(await driverOf().scan(id, { ...request, pages: 1 }, taker, goOn)).toEqual({ ok: true, value: { pages: 1 } });
    expect(pages).toHaveLength(1);
    expect(device.jobs).toHaveLength(1);
    expect(device.cancelled).toEqual(['job-1']);
    // Once it is known where the device is, it is asked there: what is asked for never goes unencrypted.
    expect(front.asked).toEqual(['GET /eSCL/ScannerCapabilities']);
  },
);

test('a relative redirect is followed', async () => {
  const device = await startTestScanner(0);
  onTestFinished(() => device.close());
  const front = await answering((question, response) => {
    const at = (question.url ?? '').startsWith('/new/');
    if (!at) return void response.writeHead(302, { location: '../new/ScannerCapabilities' }).end();
    void fetch(`${device.address}/ScannerCapabilities`).then(async (told) => response.end(await told.text()));
  });
  const able = await driverOf().capabilities(`escl:http://127.0.0.1:${front.port}/eSCL/`, goOn);
  expect(able.ok).toBe(true);
  expect(front.asked).toEqual(['GET /eSCL/ScannerCapabilities', 'GET /new/ScannerCapabilities']);
});

test('a redirect to another host is refused by name and nothing is sent there', async () => {
  const elsewhere = await answering((_question, response) => response.end());
  let jobsOnly = false;
  const device = await startTestScanner(1);
  onTestFinished(() => device.close());
  const front = await answering((question, response) => {
    if (!jobsOnly || question.method === 'POST') {
      const location = `http://localhost:${elsewhere.port}/eSCL/ScanJobs`;
      return void response.writeHead(307, { location }).end();
    }
    void fetch(`http://127.0.0.1:${device.port}${question.url ?? ''}`).then(async (told) =>
      response.end(await told.text()),
    );
  });
  const { taker } = await collectPages();
  for (jobsOnly of [false, true]) {
    const fault = faultOf(await driverOf().scan(`escl:http://127.0.0.1:${front.port}/eSCL/`, request, taker, goOn));
    expect(fault).toMatchObject({ code: 'scanner-unreachable', params: { problem: 'points-elsewhere' } });
    expect(describeFault(fault, 'en').reason).toBe(
      `The scanner is out of reach: it refers to another device (http://localhost:${elsewhere.port}/eSCL/ScanJobs).`,
    );
  }
  expect(elsewhere.asked).toEqual([]);
});

test('a redirect from https back to http is refused', async () => {
  const plain = await answering((_question, response) => response.end());
  const front = await answering((_question, response) => {
    response.writeHead(301, { location: `http://127.0.0.1:${plain.port}/eSCL/ScannerCapabilities` }).end();
  }, true);
  const fault = faultOf(await driverOf().capabilities(`escl:https://127.0.0.1:${front.port}/eSCL/`, goOn));
  expect(fault).toMatchObject({ code: 'scanner-unreachable', params: { problem: 'points-unencrypted' } });
  expect(plain.asked).toEqual([]);
});

test('redirects in a circle end', async () => {
  const front = await answering((question, response) => {
    const next = (question.url ?? '').endsWith('Capabilities') ? 'Other' : 'ScannerCapabilities';
    response.writeHead(302, { location: `/eSCL/${next}` }).end();
  });
  const fault = faultOf(await driverOf().capabilities(`escl:http://127.0.0.1:${front.port}/eSCL/`, goOn));
  expect(fault).toMatchObject({ code: 'scanner-unreachable', params: { problem: 'points-in-circles' } });
  expect(front.asked.length).toBeLessThan(10);
});

test('a scanner that speaks nothing newer than TLS 1.0 is asked by that', async () => {
  const old = { maxVersion: 'TLSv1', minVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0' } as const;
  const spoken: (string | null)[] = [];
  const server = createTlsServer({ ...ownCertificate(), ...old }, (_question, response) =>
    response.writeHead(404).end(),
  );
  server.on('secureConnection', (socket) => spoken.push(socket.getProtocol()));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = z.object({ port: z.number() }).parse(server.address());
  const fault = faultOf(await driverOf().capabilities(`escl:https://127.0.0.1:${port}/eSCL/`, goOn));
  expect(fault.code).toBe('scanner-missing');
  expect(spoken).toEqual(['TLSv1']);
});

test('a redirect to nowhere is a fault, no exception', async () => {
  for (const location of ['http://', 'mailto:me', 'file:///etc/passwd']) {
    const front = await answering((_question, response) => response.writeHead(302, { location }).end());
    const fault = faultOf(await driverOf().capabilities(`escl:http://127.0.0.1:${front.port}/eSCL/`, goOn));
    expect(fault.code).toMatch(/^scanner-(?:failed|unreachable)$/);
  }
});

test.each([false, true])('an address without a scheme is asked by http and by https (secure: %s)', async (secure) => {
  const device = await startTestScanner(1, { secure });
  onTestFinished(() => device.close());
  const { taker } = await collectPages();
  for (const address of [`127.0.0.1:${device.port}`, `127.0.0.1:${device.port}/eSCL`]) {
    device.lay(device.sheets() === 0 ? 1 : 0);
    const answer = await driverOf().scan(`escl:${address}`, request, taker, goOn);
    expect(answer).toEqual({ ok: true, value: { pages: 1 } });
  }
  await device.close();
  const gone = await driverOf().scan(`escl:127.0.0.1:${device.port}`, request, taker, goOn);
  expect(gone.ok ? null : gone.fault.code).toBe('scanner-off');
});
