import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createPacResolver } from 'pac-resolver';
import { QuickJS } from 'quickjs-wasi';
import { request } from 'undici';
import type { Dispatcher } from 'undici';
import { codeOf } from '../../platform/disk/errno.ts';
import { fault } from '../../faults/fault.ts';
import { readProxy, type Proxy } from './proxies.ts';
import { BrokenBody } from './broken-body.ts';

/** A script of more bytes than this is none. */
const maxBytes = 1024 * 1024;
/** Longest time that a script may work without a pause (it pauses for names that are looked up), and that fetching one may take, ms. */
const maxWorkMs = 1_000;
const maxFetchMs = 10_000;
/** The interpreter asks far more often than this while a script works, ms. */
const pauseMs = 50;
/** What a script may take of memory, in bytes. */
const maxMemory = 64 * 1024 * 1024;

/** One way to a service, as a script or the system names it. */
export type Hop = Proxy | 'straight';

/** A script that names proxies ("PAC"), read and ready to be asked. */
export interface ProxyScript {
  /** The ways to a host over https, in the order to be tried; at least one. */
  ask(hostname: string): Promise<readonly Hop[]>;
}

/** A script that can't be used as a thrown fault `proxy-script-unusable` with {script}: connections are made where only errors pass. */
function unusableScript(address: URL, cause: string): BrokenBody {
  const script = address.protocol === 'file:' ? decodeURIComponent(address.pathname) : address.host + address.pathname;
  return new BrokenBody(fault('proxy-script-unusable', { script }, cause));
}

async function textOf(address: URL, dispatcher: Dispatcher): Promise<string> {
  if (address.protocol === 'file:') return readFile(address, 'utf8');
  const signal = AbortSignal.timeout(maxFetchMs);
  const { statusCode, body } = await request(address, { dispatcher, signal });
  if (statusCode !== 200) {
    await body.dump();
    throw new Error(`answer ${String(statusCode)}`);
  }
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of body) {
    if (!(piece instanceof Uint8Array)) continue;
    size += piece.length;
    if (size > maxBytes) throw new Error('too large');
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}

/** Reads what a script answered, `PROXY a:8080; HTTPS b:443; DIRECT`. What is no way that Mailroom knows (SOCKS) is left out. */
export function readHops(answer: string): readonly Hop[] {
  return answer.split(';').flatMap((each): readonly Hop[] => {
    const [kind = '', address = ''] = each.trim().split(/\s+/u);
    if (/^direct$/iu.test(kind)) return ['straight'];
    if (!/^(?:proxy|https?)$/iu.test(kind)) return [];
    const read = readProxy(`${/^https$/iu.test(kind) ? 'https' : 'http'}://${address}`, 'network.proxyScript');
    return read.ok ? [read.value] : [];
  });
}

/** Answers true once a script has worked for too long. */
function createWatch(): () => boolean {
  let startedAt = 0;
  let lastAt = 0;
  return () => {
    const now = performance.now();
    if (now - lastAt > pauseMs) startedAt = now;
    lastAt = now;
    return now - startedAt > maxWorkMs;
  };
}

/**
 * Reads a script from its address (http, https, file; the former over `dispatcher`). It runs in an interpreter of its own that
 * has no files and no network but for names that it looks up, with bounds on time and memory. Throws {@link unusableScript}.
 */
export async function readProxyScript(address: URL, dispatcher: Dispatcher): Promise<ProxyScript> {
  try {
    const text = await textOf(address, dispatcher);
    const wasm = await readFile(createRequire(import.meta.url).resolve('quickjs-wasi/quickjs.wasm'));
    const interpreter = await QuickJS.create({ wasm, memoryLimit: maxMemory, interruptHandler: createWatch() });
    const find = createPacResolver(interpreter, text);
    return {
      async ask(hostname) {
        try {
          // The host alone: where in the service is nobody's business.
          const hops = readHops(await find(`https://${hostname}/`, hostname));
          if (hops.length > 0) return hops;
        } catch (error) {
          throw unusableScript(address, causeOf(error));
        }
        throw unusableScript(address, 'names no way');
      },
    };
  } catch (error) {
    throw unusableScript(address, causeOf(error));
  }
}

function causeOf(error: unknown): string {
  return codeOf(error, error instanceof Error ? error.message.slice(0, 200) : 'unknown');
}
