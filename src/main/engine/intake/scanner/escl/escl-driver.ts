import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { Outcome } from '../../../../../shared/faults.ts';
import type { ScannerView } from '../../../../../shared/scanning.ts';
import { failure, success } from '../../../faults/fault.ts';
import type { DrivenPage, PageTaker, ScannerDriver, ScanRequest } from '../driver.ts';
import { openDeviceLink, type DeviceAnswer, type DeviceLink } from './device-link.ts';
import { hasEnd } from './picture-end.ts';
import { readEsclCapabilities, type EsclCapabilities } from './read-capabilities.ts';
import { readEsclStatus } from './read-status.ts';
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
}

const extensions: Readonly<Record<DrivenPage['mediaType'], string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/tiff': 'tif',
};
/** Looks at a page that is not ready, before the device counts as stuck: two minutes at one a second. */
const mostLooks = 120;
/** Most pages of one run: beyond what any feeder holds. */
const mostPages = 5_000;

/** The root of a device from its id, or from what a person typed: an address without a path gets the usual one. Null where it is none. */
export function esclRoot(address: string): URL | null {
  const typed = address.trim().replace(/^escl:/, '');
  const url = URL.parse(/^https?:\/\//i.test(typed) ? typed : `http://${typed}`);
  if (url === null || url.hostname === '') return null;
  const path = url.pathname.replace(/\/+$/, '');
  return new URL(`${path === '' ? '/eSCL' : path}/`, url.origin);
}

function mediaTypeOf(answer: DeviceAnswer): DrivenPage['mediaType'] | null {
  const type = answer.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  return type === 'image/png' || type === 'image/jpeg' || type === 'image/tiff' ? type : null;
}

/** Scanners on the network without drivers of their own: eSCL, known as AirScan (Mopria eSCL 2.97). */
export function createEsclDriver({ discover, addresses, retryMs = 1_000 }: EsclParts): ScannerDriver {
  async function withDevice<T>(
    scannerId: string,
    work: (link: DeviceLink) => Promise<Outcome<T>>,
  ): Promise<Outcome<T>> {
    const root = esclRoot(scannerId);
    if (root === null) return failure('scanner-unreachable', { problem: scannerId });
    const link = openDeviceLink(root);
    try {
      return await work(link);
    } finally {
      await link.close();
    }
  }

  async function tree(link: DeviceLink, path: string, signal: AbortSignal): Promise<Outcome<XmlElement | null>> {
    const answer = await link.send('GET', path, signal);
    if (!answer.ok) return answer;
    const text = await answer.value.body.text();
    if (answer.value.status === 503) return failure('scanner-busy');
    if (answer.value.status === 401 || answer.value.status === 403) return failure('scanner-denied');
    return success(answer.value.status === 200 ? readXmlTree(text) : null);
  }

  async function capabilitiesOf(link: DeviceLink, signal: AbortSignal): Promise<Outcome<EsclCapabilities>> {
    const root = await tree(link, 'ScannerCapabilities', signal);
    if (!root.ok) return root;
    const read = readEsclCapabilities(root.value);
    return read === null ? failure('scanner-missing', {}, 'no eSCL capabilities') : success(read);
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
    await answer.value.body.dump();
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

  /** Saves the page an answer carries, under a name it has only when it is whole. */
  async function save(answer: DeviceAnswer, taker: PageTaker, number: number): Promise<Outcome<null>> {
    const mediaType = mediaTypeOf(answer);
    if (mediaType === null) {
      await answer.body.dump();
      return failure('scanner-failed', {}, `content type ${answer.headers['content-type'] ?? 'none'}`.slice(0, 200));
    }
    const path = join(taker.folder, `page-${number}.${extensions[mediaType]}`);
    const part = `${path}.part`;
    try {
      await pipeline(answer.body, createWriteStream(part));
      // What comes in chunks may end too early without any complaint of the connection.
      if (!(await hasEnd(part, mediaType))) throw new Error('a page without its end');
    } catch (error) {
      await rm(part, { force: true });
      const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : 'broken page';
      return code === 'ENOSPC' ? failure('disk-full') : failure('scanner-off', {}, code);
    }
    await rename(part, path);
    await taker.take({ path, mediaType });
    return success(null);
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
    while (pages < most && !isStopped()) {
      const answer = await link.send('GET', `${job}/NextDocument`, signal);
      if (!answer.ok) return isStopped() ? success({ pages }) : answer;
      if (answer.value.status === 200) {
        const saved = await save(answer.value, taker, pages + 1);
        if (!saved.ok) return isStopped() ? success({ pages }) : saved;
        pages += 1;
        looks = 0;
        continue;
      }
      await answer.value.body.dump();
      if (answer.value.status === 503 && looks < mostLooks) {
        looks += 1;
        await wait(retryMs, undefined, { signal }).catch(() => undefined);
        continue;
      }
      const why = await complaint(link, request.source, signal);
      // A feeder that ran empty after a page has done its work.
      if (!why.ok && !(why.fault.code === 'scanner-empty' && pages > 0)) return why;
      // The device has forgotten the job though paper is left: pages would be missing without a word.
      if (answer.value.status === 404 && pages > 0 && why.ok && why.value.paperLeft)
        return failure('scanner-failed', {}, 'the job is gone, paper is left');
      if (answer.value.status === 404 && pages > 0) break;
      return failure(
        answer.value.status === 404 ? 'scanner-empty' : 'scanner-failed',
        {},
        `status ${answer.value.status}`,
      );
    }
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
      const ids = new Set(named.map(({ id }) => id));
      return success([...named, ...announced.filter(({ id }) => !ids.has(id))]);
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
