import { expect, onTestFinished, test } from 'vitest';
import type { AnnouncedScanner } from '../../../../src/main/engine/scanning/drivers/escl/discover.ts';
import { createEsclDriver } from '../../../../src/main/engine/scanning/drivers/escl/escl-driver.ts';
import { feederRequest } from '../../../scanner/feeder-request.ts';
import { startHabitScanner } from '../../../scanner/habit-scanner.ts';
import { collectPages } from '../../../scanner/page-taker.ts';

const goOn = new AbortController().signal;
const [ours, another] = ['4509a320-00a0-008f-00b6-00000000000a', '4509a320-00a0-008f-00b6-00000000000b'];

/** A scanner on the loopback that says which one it is. */
async function scannerOf(uuid: string) {
  const describe = (xml: string): string =>
    xml.replace('</pwg:Version>', `</pwg:Version><scan:UUID>urn:uuid:${uuid.toUpperCase()}</scan:UUID>`);
  const device = await startHabitScanner({ describe }, 1);
  onTestFinished(() => device.close());
  return device;
}

/** Scans from an id while these announce themselves; the fault, or null. */
async function scanFrom(id: string, announced: readonly Pick<AnnouncedScanner, 'uuid' | 'roots'>[]) {
  const found = announced.map((each) => ({ name: 'Copier', ...each }));
  const driver = createEsclDriver({ discover: () => Promise.resolve(found), addresses: () => [], retryMs: 5 });
  const { taker } = await collectPages();
  const answer = await driver.scan(id, feederRequest, taker, goOn);
  return answer.ok ? null : answer.fault.code;
}

test('a scanner whose address changed is found again, whether nobody or another one is at the old address', async () => {
  const [here, other] = [await scannerOf(ours), await scannerOf(another)];
  const announced = [
    { uuid: another, roots: [`${other.address}/`] },
    { uuid: ours, roots: [`${here.address}/`] },
  ];
  expect(await scanFrom(`escl:http://127.0.0.1:9/eSCL/#${ours}`, announced)).toBeNull();
  here.lay(1);
  expect(await scanFrom(`escl:${other.address}/#${ours}`, announced)).toBeNull();
  expect(here.jobs).toHaveLength(2);
  expect(other.jobs).toHaveLength(0);
});

test('another scanner at its address is not taken for it, nor one without encryption for one with', async () => {
  const [here, other] = [await scannerOf(ours), await scannerOf(another)];
  expect(await scanFrom(`escl:${other.address}/#${ours}`, [])).toBe('scanner-missing');
  const announced = [{ uuid: ours, roots: [`${here.address}/`] }];
  expect(await scanFrom(`escl:https://127.0.0.1:9/eSCL/#${ours}`, announced)).toBe('scanner-off');
  expect([...here.jobs, ...other.jobs]).toHaveLength(0);
  // A person said so.
  expect(await scanFrom(`escl:http://127.0.0.1/eSCL/#${ours}`, announced)).toBeNull();
});

test('a typed address is listed with what stays of its scanner, and one that announces itself as well once', async () => {
  const device = await scannerOf(ours);
  const found = [{ name: 'Copier', uuid: ours, roots: ['https://10.0.0.7/eSCL/', 'http://10.0.0.7/eSCL/'] }];
  const driver = createEsclDriver({
    discover: () => Promise.resolve(found),
    addresses: () => [device.address.replace('http://', '')],
  });
  expect(await driver.list(goOn)).toEqual({
    ok: true,
    value: [{ id: `escl:${device.address}/#${ours}`, driver: 'escl', name: 'Habit Scanner' }],
  });
});
