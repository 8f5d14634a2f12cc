import type { Dispatcher } from 'undici';
import type { BaseUrl } from './base-url.ts';
import type { ProxyChoice } from './proxies.ts';
import { readProxyScript, unknownProxy, type Hop, type ProxyScript } from './proxy-script.ts';
import { systemProxy, type SystemProxy } from './system-proxy.ts';

/** How long a script, what it said and the system's settings hold before they are read anew, ms. */
const freshMs = 5 * 60_000;
/** How long a proxy that was not there is tried last, ms. */
const restMs = 5 * 60_000;

/** The ways to one service. */
export interface Routes {
  /** In the order to be tried; at least one. Throws `proxy-unknown` (a {@link BrokenBody}): nothing goes past a script that can't be asked. */
  hops(): Promise<readonly Hop[]>;
  /** A proxy was not there: others come first for a while. */
  missing(hop: Hop): void;
}

/** What the ways are told by. `now` in ms. */
export interface RouteParts {
  readonly choice: ProxyChoice;
  /** Whether the computer's own settings hold where nothing else is said. */
  readonly useSystem: boolean;
  /** Fetches scripts. */
  readonly dispatcher: () => Promise<Dispatcher>;
  readonly now?: () => number;
  readonly readSystem?: (target: BaseUrl) => Promise<SystemProxy>;
}

/** Keeps what a reading answers for a while; one that fails is read anew by the next who asks. */
function kept<T>(read: () => Promise<T>, now: () => number): () => Promise<T> {
  let last: { readonly until: number; readonly value: Promise<T> } | null = null;
  return () => {
    if (last === null || now() >= last.until) {
      const value = read();
      last = { until: now() + freshMs, value };
      value.catch(() => (last = null));
    }
    return last.value;
  };
}

/** The ways to a service, by what was said of its proxies. */
export function createRoutes(target: BaseUrl, parts: RouteParts): Routes {
  const { choice, now = () => performance.now(), readSystem = systemProxy } = parts;
  const missingUntil = new Map<string, number>();
  const scripts = new Map<string, () => Promise<ProxyScript>>();

  async function fetchScript(address: URL): Promise<ProxyScript> {
    const dispatcher = await parts.dispatcher();
    try {
      return await readProxyScript(address, dispatcher);
    } finally {
      await dispatcher.destroy();
    }
  }

  async function ask(address: URL): Promise<readonly Hop[]> {
    const read = scripts.get(address.href) ?? kept(() => fetchScript(address), now);
    scripts.set(address.href, read);
    return (await read()).ask(target.hostname);
  }

  const fromSystem = kept(() => readSystem(target), now);
  const told = kept(async (): Promise<readonly Hop[]> => {
    if (choice.kind === 'proxy') return [choice.proxy];
    if (choice.kind === 'script') return ask(choice.address);
    if (choice.kind === 'straight' || !parts.useSystem) return ['straight'];
    const system = await fromSystem();
    if ('script' in system) return ask(system.script);
    if (system.hops.length === 0) throw unknownProxy('network.systemProxy', 'not understood');
    return system.hops;
  }, now);

  return {
    async hops() {
      const all = await told();
      const isMissing = (hop: Hop): boolean => hop !== 'straight' && (missingUntil.get(hop.origin) ?? 0) > now();
      return [...all.filter((hop) => !isMissing(hop)), ...all.filter(isMissing)];
    },
    missing(hop) {
      if (hop !== 'straight') missingUntil.set(hop.origin, now() + restMs);
    },
  };
}
