import type { Answer } from 'dns-packet';
import createMulticastDns from 'multicast-dns';
import type { ScannerView } from '../../../../../shared/scanning.ts';
import { plainUuid } from './read-capabilities.ts';

/** The kinds of service under which eSCL scanners announce themselves (Mopria eSCL 2.97, discovery). */
const services = ['_uscans._tcp.local', '_uscan._tcp.local'] as const;

/** Where and how long to listen. `interface` and `port` are for tests; without them: every network, port 5353. */
export interface DiscoveryOptions {
  readonly listenMs: number;
  readonly interface?: string;
  readonly port?: number;
}

function textEntries(record: unknown): ReadonlyMap<string, string> {
  const parts: readonly unknown[] = Array.isArray(record) ? record : [record];
  const entries = new Map<string, string>();
  for (const part of parts) {
    const text = Buffer.isBuffer(part) ? part.toString('utf8') : String(part);
    const at = text.indexOf('=');
    if (at > 0) entries.set(text.slice(0, at).toLowerCase(), text.slice(at + 1));
  }
  return entries;
}

/** A scanner that announces itself. */
export interface AnnouncedScanner {
  readonly name: string;
  /** What stays when its address changes; null where it does not say. */
  readonly uuid: string | null;
  /** Where it answers, by HTTPS before HTTP. */
  readonly roots: readonly string[];
}

/** A scanner as everybody names it: by its best address, and by what stays of it. */
export function scannerAt({ name, uuid, roots: [root = ''] }: AnnouncedScanner): ScannerView {
  return { id: `escl:${root}${uuid === null ? '' : `#${uuid}`}`, driver: 'escl', name };
}

/**
 * The scanners that a set of mDNS answers describes: an instance with an SRV record; TXT `rs` is the path, `ty` the name. One that
 * is there by HTTPS and by HTTP is one; two of a kind at one host are two. The address is the one the network told, where it did, so
 * that no resolver is needed.
 */
export function scannersFrom(answers: readonly Answer[]): readonly AnnouncedScanner[] {
  const found: (AnnouncedScanner & { readonly host: string; readonly instance: string })[] = [];
  for (const service of services) {
    for (const pointer of answers) {
      if (pointer.type !== 'PTR' || pointer.name.toLowerCase() !== service) continue;
      const full = pointer.data.toLowerCase();
      const records = answers.filter(({ name }) => name.toLowerCase() === full);
      const place = records.find((record) => record.type === 'SRV');
      if (place?.type !== 'SRV') continue;
      const { target, port } = place.data;
      const said = records.find((record) => record.type === 'TXT');
      const text = textEntries(said?.type === 'TXT' ? said.data : []);
      const address = answers.find(
        (record) => record.type === 'A' && record.name.toLowerCase() === target.toLowerCase(),
      );
      const host = address?.type === 'A' ? address.data : target.replace(/\.$/, '');
      const path = (text.get('rs') ?? 'eSCL').replace(/^\/+|\/+$/g, '');
      const scheme = service === '_uscans._tcp.local' ? 'https' : 'http';
      const instance = pointer.data.split('._uscan')[0] ?? host;
      const [root, uuid] = [`${scheme}://${host}:${port}/${path}/`, plainUuid(text.get('uuid'))];
      const isSame = (other: (typeof found)[number]): boolean =>
        other.host === host && (other.instance === instance || (uuid !== null && other.uuid === uuid));
      const at = found.findIndex(isSame);
      const known = found[at];
      if (known === undefined) found.push({ name: text.get('ty') ?? instance, uuid, roots: [root], host, instance });
      else if (!known.roots.includes(root)) found[at] = { ...known, roots: [...known.roots, root] };
    }
  }
  const named = (name: string): number => found.filter((each) => each.name === name).length;
  return found.map(({ name, uuid, roots, instance }) => ({ name: named(name) > 1 ? instance : name, uuid, roots }));
}

/** Asks the local network for eSCL scanners and listens for a while; a network that can't be asked has none. */
export async function discoverScanners(
  { listenMs, ...where }: DiscoveryOptions,
  signal: AbortSignal,
): Promise<readonly AnnouncedScanner[]> {
  const network = createMulticastDns({ ...where, bind: '0.0.0.0', reuseAddr: true });
  const answers: Answer[] = [];
  const ask = (name: string, type: 'PTR' | 'SRV' | 'TXT' | 'A'): void => {
    network.query({ questions: [{ name, type }] }, () => undefined);
  };
  try {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, listenMs);
      const end = (): void => {
        clearTimeout(timer);
        resolve();
      };
      signal.addEventListener('abort', end, { once: true });
      if (signal.aborted) end();
      network.on('error', end);
      network.on('warning', () => undefined);
      network.on('response', ({ answers: told = [], additionals = [] }) => {
        answers.push(...told, ...additionals);
        for (const answer of told) {
          const known = new Set(answers.map(({ name, type }) => `${type} ${name}`));
          // Some devices answer with the name alone: ask for address and description.
          if (answer.type === 'PTR' && !known.has(`SRV ${answer.data}`)) {
            ask(answer.data, 'SRV');
            ask(answer.data, 'TXT');
          } else if (answer.type === 'SRV' && !known.has(`A ${answer.data.target}`)) ask(answer.data.target, 'A');
        }
      });
      network.on('ready', () => {
        for (const service of services) ask(service, 'PTR');
      });
    });
  } finally {
    network.removeAllListeners('response');
    await new Promise<void>((resolve) => {
      network.destroy(() => {
        resolve();
      });
    });
  }
  return scannersFrom(answers);
}
