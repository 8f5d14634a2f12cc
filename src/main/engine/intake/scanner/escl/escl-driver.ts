import { setTimeout as wait } from 'node:timers/promises';
import type { FaultCode, Outcome } from '../../../../../shared/faults.ts';
import type { ScannerView } from '../../../../../shared/scanning.ts';
import { failure, success } from '../../../faults/fault.ts';
import type { PageTaker, ScannerDriver, ScanRequest } from '../driver.ts';
import { openDeviceLink, type DeviceLink } from './device-link.ts';
import { readEsclCapabilities, type EsclCapabilities } from './read-capabilities.ts';
import { readEsclStatus } from './read-status.ts';
import { savePage } from './save-page.ts';
import { scanSettings } from './scan-settings.ts';
import { readXmlTree, type XmlElement } from './xml-tree.ts';

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

/** Looks at a page that is not ready, before the device counts as stuck: two minutes at one a second. */
const mostLooks = 120;
/** Most pages of one run: beyond what any feeder holds. */
const mostPages = 5_000;
/** So many pages in a row that are the same to the last bit are looked into. */
const mostAlike = 5;
/** What a device may say of itself while a page of its last sheet is under way. */
const passing: ReadonlySet<FaultCode> = new Set(['scanner-empty', 'scanner-busy']);

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
    const link = openDeviceLink(root, answerMs);
    try {
      return await work(link);
    } finally {
      await link.close();
    }
  }

  async function tree(link: DeviceLink, path: string, signal: AbortSignal): Promise<Outcome<XmlElement | null>> {
    const answer = await link.send('GET', path, signal);
    if (!answer.ok) return answer;
    const text = await link.text(answer.value);
    if (!text.ok) return text;
    if (answer.value.status === 503) return failure('scanner-busy');
    if (answer.value.status === 401 || answer.value.status === 403) return failure('scanner-denied');
    return success(answer.value.status === 200 ? readXmlTree(text.value) : null);
  }

  async function capabilitiesOf(link: DeviceLink, signal: AbortSignal): Promise<Outcome<EsclCapabilities>> {
    const root = await tree(link, 'ScannerCapabilities', signal);
    if (!root.ok) return root;
    const read = readEsclCapabilities(root.value);
    if (read !== null) return success(read);
    const cause = 'no eSCL capabilities';
    return (await link.tlsWanted(cause)) ?? failure('scanner-missing', { problem: 'no-scanner-at-address' }, cause);
  }

  /** What the device says stands in the way; where it says nothing, whether paper is left in the feeder. */
  async function complaint(
    link: DeviceLink,
    source: ScanRequest['source'],
    signal: AbortSignal,
  ): Promise<Outcome<{ readonly paperLeft: boolean }>> {
    const root = await tree(link, 'ScannerStatus', signal);
    if (!root.ok) return root;
    const status = readEsclStatus(root.value);
    if (source !== 'flatbed' && status !== null && status.feeder !== null) return failure(status.feeder);
    if (status?.stopped === true) return failure('scanner-failed', {}, 'stopped');
    return success({ paperLeft: source !== 'flatbed' && status?.loaded === true });
  }

  /** Starts a job; answers its path. A device that is busy or has no paper says so. */
  async function startJob(
    link: DeviceLink,
    request: ScanRequest,
    settings: string,
    signal: AbortSignal,
  ): Promise<Outcome<string>> {
    const before = await complaint(link, request.source, signal);
    if (!before.ok) return before;
    const answer = await link.send('POST', 'ScanJobs', signal, settings);
    if (!answer.ok) return answer;
    await link.drop(answer.value);
    const { status, headers } = answer.value;
    const place = headers['location'];
    if (status === 201 && place !== undefined) return success(place.replace(/\/+$/, ''));
    if (status === 503) return failure('scanner-busy');
    if (status === 401 || status === 403) return failure('scanner-denied');
    const after = await complaint(link, request.source, signal);
    if (!after.ok) return after;
    if (status === 400 || status === 409 || status === 415) return failure('scanner-refused', {}, `status ${status}`);
    return failure('scanner-failed', {}, `status ${status}`);
  }

  /** Fetches pages until the device has no more; answers how many. */
  async function fetchPages(
    link: DeviceLink,
    job: string,
    request: ScanRequest,
    taker: PageTaker,
    signal: AbortSignal,
  ): Promise<Outcome<{ pages: number }>> {
    const most = request.source === 'flatbed' ? 1 : (request.pages ?? mostPages);
    const isStopped = (): boolean => signal.aborted;
    let pages = 0;
    let looks = 0;
    let before = { sha256: '', times: 0 };
    while (pages < most && !isStopped()) {
      const answer = await link.send('GET', `${job}/NextDocument`, signal);
      if (!answer.ok) return isStopped() ? success({ pages }) : answer;
      const { status } = answer.value;
      if (status === 200) {
        const saved = await savePage(link, answer.value, taker.folder, pages + 1);
        if (!saved.ok) return isStopped() ? success({ pages }) : saved;
        await taker.take(saved.value.page);
        pages += 1;
        looks = 0;
        const { sha256 } = saved.value;
        before = { sha256, times: sha256 === before.sha256 ? before.times + 1 : 1 };
        if (before.times < mostAlike || pages === most) continue;
        const left = await complaint(link, request.source, signal);
        // Blank sheets may be alike to the last bit while there is paper; without any the device repeats itself.
        if (!left.ok || !left.value.paperLeft) return failure('scanner-failed', {}, 'the same page again and again');
        continue;
      }
      await link.drop(answer.value);
      const why = await complaint(link, request.source, signal);
      if (status === 503 && looks < mostLooks && (why.ok || passing.has(why.fault.code))) {
        looks += 1;
        await wait(retryMs, undefined, { signal }).catch(() => undefined);
        continue;
      }
      if (isStopped()) break;
      // A feeder that ran empty after a page has done its work.
      if (!why.ok && !(why.fault.code === 'scanner-empty' && pages > 0)) return why;
      // The device has forgotten the job though paper is left: pages would be missing without a word.
      if (status === 404 && pages > 0 && why.ok && why.value.paperLeft)
        return failure('scanner-failed', {}, 'the job is gone, paper is left');
      if (status === 404 && pages > 0) break;
      const isEmpty = status === 404 && request.source !== 'flatbed';
      return failure(isEmpty ? 'scanner-empty' : 'scanner-failed', {}, `status ${status}`);
    }
    if (pages >= mostPages) return failure('scanner-failed', {}, 'more pages than any feeder holds');
    return success({ pages });
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
        const settings = scanSettings(device.value, request);
        if (!settings.ok) return settings;
        const job = await startJob(link, request, settings.value, signal);
        if (!job.ok) return job;
        let fetched: Awaited<ReturnType<typeof fetchPages>> | null = null;
        try {
          fetched = await fetchPages(link, job.value, request, taker, signal);
          return fetched;
        } finally {
          // A job that did not run to its end is taken back, or the device stays busy with it.
          const whole = fetched?.ok === true && !signal.aborted && request.pages === undefined;
          if (!whole) await link.send('DELETE', job.value, AbortSignal.timeout(5_000)).catch(() => undefined);
        }
      }),
  };
}
