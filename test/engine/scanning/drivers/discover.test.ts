import type { Answer } from 'dns-packet';
import createMulticastDns from 'multicast-dns';
import { expect, onTestFinished, test } from 'vitest';
import {
  discoverScanners,
  scannerAt,
  scannersFrom,
} from '../../../../src/main/engine/scanning/drivers/escl/discover.ts';

function announcement(service: string, instance: string, port: number, text: readonly string[]): readonly Answer[] {
  const full = `${instance}.${service}`;
  return [
    { name: service, type: 'PTR', data: full },
    { name: full, type: 'SRV', data: { target: 'scanner.local', port } },
    { name: full, type: 'TXT', data: text.map((entry) => Buffer.from(entry)) },
    { name: 'scanner.local', type: 'A', data: '10.0.0.7' },
  ];
}

test('a scanner that announces itself has its address, path and name', () => {
  const answers = announcement('_uscan._tcp.local', 'Copy room', 8080, ['rs=/eSCL', 'ty=Acme MFP 500']);
  expect(scannersFrom(answers).map(scannerAt)).toEqual([
    { id: 'escl:http://10.0.0.7:8080/eSCL/', driver: 'escl', name: 'Acme MFP 500' },
  ]);
});

const uuid = '4509a320-00a0-008f-00b6-001ee5d6ea6e';

test('a scanner that is there twice is taken by HTTPS, also where it calls itself otherwise there', () => {
  const text = ['rs=eSCL', 'ty=Acme MFP 500'];
  const same = [
    ...announcement('_uscan._tcp.local', 'Copy room', 80, text),
    ...announcement('_uscans._tcp.local', 'Copy room', 443, text),
  ];
  expect(scannersFrom(same).map(scannerAt)).toMatchObject([{ id: 'escl:https://10.0.0.7:443/eSCL/' }]);
  const told = [...text, `UUID=${uuid.toUpperCase()}`];
  const other = [
    ...announcement('_uscan._tcp.local', 'Copy room', 80, told),
    ...announcement('_uscans._tcp.local', 'Copy room secure', 443, told),
  ];
  expect(scannersFrom(other)).toEqual([
    { name: 'Acme MFP 500', uuid, roots: ['https://10.0.0.7:443/eSCL/', 'http://10.0.0.7:80/eSCL/'] },
  ]);
  expect(scannersFrom(other).map(scannerAt)).toMatchObject([{ id: `escl:https://10.0.0.7:443/eSCL/#${uuid}` }]);
});

test('two of a kind at one host are two, told apart by name', () => {
  const text = ['rs=eSCL', 'ty=Acme MFP 500'];
  const answers = [
    ...announcement('_uscan._tcp.local', 'Acme MFP 500', 8090, text),
    ...announcement('_uscan._tcp.local', 'Acme MFP 500 (2)', 8091, text),
  ];
  expect(scannersFrom(answers).map(scannerAt)).toMatchObject([
    { id: 'escl:http://10.0.0.7:8090/eSCL/', name: 'Acme MFP 500' },
    { id: 'escl:http://10.0.0.7:8091/eSCL/', name: 'Acme MFP 500 (2)' },
  ]);
});

test('a name alone is no scanner, and a scanner without a text has the name of its instance', () => {
  const whole = announcement('_uscan._tcp.local', 'Copy room', 80, []);
  expect(scannersFrom(whole.slice(0, 1))).toEqual([]);
  expect(scannersFrom(whole.slice(0, 2)).map(scannerAt)).toEqual([
    { id: 'escl:http://scanner.local:80/eSCL/', driver: 'escl', name: 'Copy room' },
  ]);
});

test('a scanner that answers with its name first is asked for the rest', async () => {
  const port = 20_000 + Math.floor(Math.random() * 20_000);
  const records = announcement('_uscan._tcp.local', 'Copy room', 8080, ['rs=eSCL', 'ty=Acme MFP 500']);
  const device = createMulticastDns({ interface: '127.0.0.1', bind: '0.0.0.0', port, reuseAddr: true });
  onTestFinished(() => new Promise<void>((resolve) => device.destroy(() => resolve())));
  const stop = new AbortController();
  const asked: string[] = [];
  device.on('query', ({ questions }) => {
    for (const { name, type } of questions ?? []) {
      asked.push(`${type} ${name}`);
      device.respond({ answers: records.filter((record) => record.type === type && record.name === name) });
      // The address is the last thing that is asked for.
      if (type === 'A') setImmediate(() => stop.abort());
    }
  });
  await new Promise<void>((resolve) => device.once('ready', () => resolve()));
  const found = await discoverScanners({ listenMs: 20_000, interface: '127.0.0.1', port }, stop.signal);
  expect(asked).toContain('SRV Copy room._uscan._tcp.local');
  expect(found.map(({ name }) => name)).toEqual(['Acme MFP 500']);
});
