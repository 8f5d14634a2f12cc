import type { Answer } from 'dns-packet';
import createMulticastDns from 'multicast-dns';
import type { Clock } from '../../platform/ports.ts';

/** What is told of a service. `port`, `interface` of {@link announce} are where it is told. */
export interface Announced {
  /** As people see it; unique in the office. */
  readonly instance: string;
  /** A name for the computer that no other has, below `local`. */
  readonly host: string;
  readonly address: string;
  readonly port: number;
  /** `key=value` each. */
  readonly text: readonly string[];
}

const service = '_uscan._tcp.local';
/** What lists all kinds of services (RFC 6763, 9). */
const allServices = '_services._dns-sd._udp.local';
/** Seconds for which others remember it: names of hosts two minutes, the rest 75 (RFC 6762, 10). */
const [hostSeconds, restSeconds] = [120, 4_500];
/** Records are told at most once a second, whatever is asked (RFC 6762, 6); the first answer waits for others that come with it, ms. */
const [gapMs, gatherMs] = [1_000, 30];
/** Longest label of a name, bytes. */
const maxLabel = 63;

function label(text: string): string {
  // A point would begin the next label.
  let cut = text.replace(/[.\p{Cc}]/gu, ' ').trim();
  while (Buffer.byteLength(cut) > maxLabel) cut = cut.slice(0, -1);
  return cut;
}

/** Tells the network of a scanner that is shared, until it is ended; then that it is gone. `port` is for tests. */
export function announce(
  { instance, host, address, port, text }: Announced,
  clock: Clock,
  where: { readonly interface: string; readonly port?: number },
): { end(): Promise<void> } {
  const network = createMulticastDns({ ...where, bind: '0.0.0.0', reuseAddr: true });
  const [full, target] = [`${label(instance)}.${service}`, `${host}.local`];
  const records = (isThere: boolean): Answer[] => {
    const [rest, hosts] = isThere ? [restSeconds, hostSeconds] : [0, 0];
    return [
      { name: service, type: 'PTR', ttl: rest, data: full },
      { name: full, type: 'SRV', ttl: hosts, flush: true, data: { target, port } },
      { name: full, type: 'TXT', ttl: rest, flush: true, data: text.map((entry) => Buffer.from(entry)) },
      { name: target, type: 'A', ttl: hosts, flush: true, data: address },
    ];
  };
  const names = new Set([service, full, target].map((name) => name.toLowerCase()));
  let toldAt = Number.NEGATIVE_INFINITY;
  let planned: (() => void) | null = null;
  function tell(): void {
    planned = null;
    toldAt = clock.monotonic();
    network.respond({ answers: records(true) }, () => undefined);
  }
  function plan(minMs: number): void {
    const waitMs = Math.max(minMs, toldAt + gapMs - clock.monotonic());
    planned ??= clock.after(waitMs, tell, { unref: true });
  }
  // Without an announcement a person can still type the address.
  network.on('error', () => undefined);
  network.on('warning', () => undefined);
  network.on('ready', () => {
    tell();
    plan(gapMs);
  });
  network.on('query', ({ questions = [] }) => {
    if (questions.some(({ name }) => names.has(name.toLowerCase()))) plan(gatherMs);
    if (questions.some(({ name }) => name.toLowerCase() === allServices)) plan(gatherMs);
  });
  return {
    end() {
      planned?.();
      return new Promise((resolve) => {
        network.respond({ answers: records(false) }, () => {
          network.destroy(() => {
            resolve();
          });
        });
      });
    },
  };
}
