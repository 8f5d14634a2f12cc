import type { Outcome } from '../../../../../shared/faults.ts';
import type { ScannerView } from '../../../../../shared/scanning.ts';
import { failure, success } from '../../../faults/fault.ts';
import type { ScannerDriver, Trace } from '../driver.ts';
import { capabilitiesOf } from './ask-device.ts';
import { scannerAt, type AnnouncedScanner } from './discover.ts';
import { openDeviceLink, type DeviceLink } from './device-link.ts';
import { runJob } from './run-job.ts';
import { plainUuid, type EsclCapabilities } from './read-capabilities.ts';
import { planJobs } from './scan-settings.ts';

/** What the driver is made with. */
export interface EsclParts {
  /** Scanners that announce themselves on the network. */
  readonly discover: (signal: AbortSignal) => Promise<readonly AnnouncedScanner[]>;
  /** Addresses a person typed: shown beside those found. */
  readonly addresses: () => readonly string[];
  /** Between two looks at a page that is not ready, ms. */
  readonly retryMs?: number;
  /** Longest silence of a device that was asked, ms. */
  readonly answerMs?: number;
}

/**
 * The root of a device from its id, or from what a person typed: an address without a path gets the usual one, one without a scheme
 * HTTP, unless its port is that of HTTPS. Null where it is none.
 */
export function esclRoot(address: string): URL | null {
  const typed = address.trim().replace(/^escl:/, '');
  const scheme = /^[^/]*:443(?:\/|$)/.test(typed) ? 'https' : 'http';
  const url = URL.parse(/^https?:\/\//i.test(typed) ? typed : `${scheme}://${typed}`);
  if (url === null || url.hostname === '') return null;
  const path = url.pathname.replace(/\/+$/, '');
  return new URL(`${path === '' ? '/eSCL' : path}/`, url.origin);
}

/**
 * Scanners on the network without drivers of their own: eSCL, known as AirScan (Mopria eSCL 2.97). An id is an address with what stays
 * of the scanner behind `#`, where it says that: one that is not at its address any more is looked for, and what is there now is not
 * taken for it. It is never asked without encryption where its id says https.
 */
export function createEsclDriver({ discover, addresses, retryMs = 1_000, answerMs }: EsclParts): ScannerDriver {
  async function at<T>(
    root: URL,
    work: (link: DeviceLink, device: EsclCapabilities) => Promise<Outcome<T>>,
    { signal, uuid, trace }: { readonly signal: AbortSignal; readonly uuid: string | null; readonly trace?: Trace },
  ): Promise<Outcome<T>> {
    const link = openDeviceLink(root, answerMs, trace);
    try {
      const device = await capabilitiesOf(link, signal);
      if (!device.ok) return device;
      const isOther = uuid !== null && device.value.uuid !== null && device.value.uuid !== uuid;
      if (isOther) return failure('scanner-missing', {}, 'another scanner is at its address');
      return await work(link, device.value);
    } finally {
      link.close();
    }
  }

  /** Where a scanner is now that is not at its address, by the same scheme; null where it does not announce itself. */
  async function placeOf(uuid: string, { protocol }: URL, signal: AbortSignal): Promise<URL | null> {
    const scanner = (await discover(signal)).find((each) => each.uuid === uuid);
    const root = scanner?.roots.find((each) => each.startsWith(protocol));
    return root === undefined ? null : esclRoot(root);
  }

  async function withDevice<T>(
    scannerId: string,
    work: (link: DeviceLink, device: EsclCapabilities) => Promise<Outcome<T>>,
    signal: AbortSignal,
    trace?: Trace,
  ): Promise<Outcome<T>> {
    const how = { signal, ...(trace === undefined ? {} : { trace }) };
    const root = esclRoot(scannerId);
    if (root === null) return failure('scanner-unreachable', { problem: scannerId });
    const uuid = plainUuid(scannerId.split('#')[1]);
    const reached = { is: false };
    const first = await at(
      root,
      (link, device) => {
        reached.is = true;
        return work(link, device);
      },
      { ...how, uuid },
    );
    if (first.ok || reached.is || signal.aborted) return first;
    if (uuid !== null) {
      const place = await placeOf(uuid, root, signal);
      // Trust the announcement: do not compare the id again.
      return place === null ? first : at(place, work, { ...how, uuid: null });
    }
    // An address without a scheme may mean HTTPS.
    if (/^(?:escl:)?https?:/i.test(scannerId) || root.protocol === 'https:') return first;
    const secure = await at(new URL(root.href.replace(/^http:/, 'https:')), work, { ...how, uuid });
    return secure.ok || secure.fault.code !== 'scanner-off' ? secure : first;
  }

  return {
    name: 'escl',
    async list(signal) {
      const [announced, named] = await Promise.all([
        discover(signal),
        Promise.all(
          addresses().map(async (address): Promise<readonly ScannerView[]> => {
            const known = await withDevice(
              address,
              (link, { name, uuid }) =>
                Promise.resolve(
                  success(scannerAt({ name: name ?? link.root().host, uuid, roots: [link.root().href] })),
                ),
              signal,
            );
            if (known.ok) return [known.value];
            const root = esclRoot(address);
            return root === null ? [] : [scannerAt({ name: root.host, uuid: null, roots: [root.href] })];
          }),
        ),
      ]);
      const typed = named.flat();
      const roots = new Set(typed.map(({ id }) => esclRoot(id)?.href));
      const uuids = new Set(typed.map(({ id }) => id.split('#')[1]));
      const isTyped = ({ roots: all, uuid }: AnnouncedScanner): boolean =>
        (uuid !== null && uuids.has(uuid)) || all.some((root) => roots.has(esclRoot(root)?.href));
      return success([...typed, ...announced.filter((scanner) => !isTyped(scanner)).map(scannerAt)]);
    },
    capabilities: (scannerId, signal) =>
      withDevice(scannerId, (_link, device) => Promise.resolve(success(device.capabilities)), signal),
    scan: (scannerId, request, taker, signal) =>
      withDevice(
        scannerId,
        async (link, device) => {
          const plans = planJobs(device, request);
          if (!plans.ok) return plans;
          return runJob({ link, request, taker, signal, retryMs }, plans.value);
        },
        signal,
        taker.trace,
      ),
  };
}
