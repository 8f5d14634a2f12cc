import type { Outcome } from '../../../../../shared/faults.ts';
import type { ScannerView } from '../../../../../shared/scanning.ts';
import { failure, success } from '../../../faults/fault.ts';
import type { ScannerDriver } from '../driver.ts';
import { capabilitiesOf } from './ask-device.ts';
import { openDeviceLink, type DeviceLink } from './device-link.ts';
import { runJob } from './run-job.ts';
import { planJobs } from './scan-settings.ts';

/** Longest wait for an address that was typed without a scheme, by each of the two, ms. */
const probeMs = 10_000;

/** What the driver is made with. */
export interface EsclParts {
  /** Scanners that announce themselves on the network. */
  readonly discover: (signal: AbortSignal) => Promise<readonly ScannerView[]>;
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

/** Scanners on the network without drivers of their own: eSCL, known as AirScan (Mopria eSCL 2.97). */
export function createEsclDriver({ discover, addresses, retryMs = 1_000, answerMs }: EsclParts): ScannerDriver {
  async function withDevice<T>(
    scannerId: string,
    work: (link: DeviceLink) => Promise<Outcome<T>>,
  ): Promise<Outcome<T>> {
    const root = esclRoot(scannerId);
    if (root === null) return failure('scanner-unreachable', { problem: scannerId });
    const secure = new URL(root.href.replace(/^http:/, 'https:'));
    const isOpen = /^(?:escl:)?https?:/i.test(scannerId) || root.protocol === 'https:' || (await answersAt(root));
    const link = openDeviceLink(isOpen || !(await answersAt(secure)) ? root : secure, answerMs);
    try {
      return await work(link);
    } finally {
      await link.close();
    }
  }

  /** Whether a scanner answers there: of an address without a scheme nobody knows which it is. */
  async function answersAt(root: URL): Promise<boolean> {
    const link = openDeviceLink(root, answerMs);
    try {
      return (await capabilitiesOf(link, AbortSignal.timeout(probeMs))).ok;
    } finally {
      await link.close();
    }
  }

  return {
    name: 'escl',
    async list(signal) {
      const typed = addresses().flatMap((address) => esclRoot(address) ?? []);
      const [announced, named] = await Promise.all([
        discover(signal),
        Promise.all(
          typed.map(async (root): Promise<ScannerView> => {
            const known = await withDevice(root.href, (link) => capabilitiesOf(link, signal));
            return { id: `escl:${root.href}`, driver: 'escl', name: (known.ok ? known.value.name : null) ?? root.host };
          }),
        ),
      ]);
      const roots = new Set(named.map(({ id }) => esclRoot(id)?.href));
      return success([...named, ...announced.filter(({ id }) => !roots.has(esclRoot(id)?.href))]);
    },
    capabilities: (scannerId, signal) =>
      withDevice(scannerId, async (link) => {
        const read = await capabilitiesOf(link, signal);
        return read.ok ? success(read.value.capabilities) : read;
      }),
    scan: (scannerId, request, taker, signal) =>
      withDevice(scannerId, async (link) => {
        const device = await capabilitiesOf(link, signal);
        if (!device.ok) return device;
        const plans = planJobs(device.value, request);
        if (!plans.ok) return plans;
        return runJob({ link, request, taker, signal, retryMs }, plans.value);
      }),
  };
}
