import { readFile, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { networkInterfaces } from 'node:os';
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
/** Longest time for one question with the names that it looks up, ms. */
const maxAskMs = 10_000;
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

/** What can't be told as a thrown fault `proxy-unknown` with {from}: connections are made where only errors pass. */
export function unknownProxy(from: string, cause: string): BrokenBody {
  return new BrokenBody(fault('proxy-unknown', { from }, cause));
}

function unusableScript(address: URL, cause: string): BrokenBody {
  return unknownProxy(`${address.host}${address.pathname}`, cause);
}

async function textOf(address: URL, dispatcher: Dispatcher): Promise<string> {
  if (address.protocol === 'file:') {
    const found = await stat(address);
    if (!found.isFile() || found.size > maxBytes) throw new Error('no file of at most 1 MiB');
    return readFile(address, 'utf8');
  }
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

/**
 * Reads what a script answered, `PROXY a:8080; HTTPS b:443; DIRECT`. What is no way that Mailroom knows (SOCKS) is left out; none is
 * left where DIRECT alone stands after such: the proxy is there, and is not gone around.
 */
export function readHops(answer: string): readonly Hop[] {
  const named = answer.split(';').filter((each) => each.trim() !== '');
  const hops = named.flatMap((each): readonly Hop[] => {
    const [kind = '', address = ''] = each.trim().split(/\s+/u);
    if (/^direct$/iu.test(kind)) return ['straight'];
    if (!/^(?:proxy|https?)$/iu.test(kind)) return [];
    const read = readProxy(`${/^https$/iu.test(kind) ? 'https' : 'http'}://${address}`, 'network.proxyScript');
    return read.ok ? [read.value] : [];
  });
  return hops.length < named.length && hops.every((hop) => hop === 'straight') ? [] : hops;
}

/** An address of this computer, as scripts ask for it; the library would ask a server of somebody else. */
function myIpAddress(): string {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  const own = all.find(({ internal, family }) => !internal && family === 'IPv4');
  return own?.address ?? '127.0.0.1';
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
 * has no files and no network but for names that it looks up, with bounds on time and memory. Throws {@link unknownProxy}.
 */
export async function readProxyScript(address: URL, dispatcher: Dispatcher): Promise<ProxyScript> {
  try {
    const text = await textOf(address, dispatcher);
    // Most stations have no script: nothing of it is loaded with the program.
    const [{ createPacResolver }, { QuickJS }] = await Promise.all([import('pac-resolver'), import('quickjs-wasi')]);
    const wasm = await readFile(createRequire(import.meta.url).resolve('quickjs-wasi/quickjs.wasm'));
    const interpreter = await QuickJS.create({ wasm, memoryLimit: maxMemory, interruptHandler: createWatch() });
    const work = interpreter.executePendingJobs.bind(interpreter);
    let broken: (error: unknown) => void = () => undefined;
    // The library calls it where a name was looked up and nobody would hear of what it throws.
    interpreter.executePendingJobs = () => {
      try {
        return work();
      } catch (error) {
        broken(error);
        return 0;
      }
    };
    const find = createPacResolver(interpreter, text, { sandbox: { alert: () => undefined, myIpAddress } });
    return {
      async ask(hostname) {
        let timer: NodeJS.Timeout | undefined;
        const end = new Promise<never>((_resolve, reject) => {
          broken = reject;
          timer = setTimeout(() => reject(new Error('no answer')), maxAskMs);
        });
        try {
          // The host alone: where in the service is nobody's business.
          const hops = readHops(await Promise.race([find(`https://${hostname}/`, hostname), end]));
          if (hops.length > 0) return hops;
        } catch (error) {
          throw unusableScript(address, causeOf(error));
        } finally {
          clearTimeout(timer);
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
