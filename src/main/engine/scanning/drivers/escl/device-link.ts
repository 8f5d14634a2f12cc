import { once } from 'node:events';
import { IncomingMessage, request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import { connect } from 'node:tls';
import type { Outcome } from '../../../../../shared/faults.ts';
import { failure, success } from '../../../faults/fault.ts';
import type { Trace } from '../driver.ts';
import { codeOf } from '../../../platform/disk/errno.ts';

/** Maximum silence before and within an answer, ms: a lamp warms up, a page runs through. */
const patientMs = 90_000;
const connectMs = 8_000;
/** Maximum time for a whole answer, ms: enough for the largest page over the slowest network. */
const wholeMs = 15 * 60_000;
/** Maximum length of a device's text, bytes. */
const maxText = 1_000_000;
/** Maximum number of redirects. */
const maxRedirects = 5;
const redirects: ReadonlySet<number> = new Set([301, 302, 307, 308]);

/** An answer of a device. */
export interface DeviceAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: IncomingMessage;
}

/** One device's HTTP. */
export interface DeviceLink {
  /** Where the device is asked now: at its root, or where it referred to. */
  root(): URL;
  /** `path` is below the device's root, or what a Location header said. */
  send(
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    signal: AbortSignal,
    body?: string,
  ): Promise<Outcome<DeviceAnswer>>;
  /** Reads an answer piece by piece until it ends, breaks off (a fault) or `take` answers a fault; what `take` throws is thrown. */
  read(answer: DeviceAnswer, take: (bytes: Uint8Array) => Promise<Outcome<null>>): Promise<Outcome<null>>;
  /** The text of an answer; a fault where it breaks off or has no end. */
  text(answer: DeviceAnswer): Promise<Outcome<string>>;
  /** Lets an answer go without reading it. */
  drop(answer: DeviceAnswer): void;
  /** The fault of a device that is asked without encryption and expects TLS there; null where that is not so. */
  tlsWanted(cause: string): Promise<ReturnType<typeof failure> | null>;
  close(): void;
}

/** Old devices speak old TLS alone. It is better than none, and nothing secret goes to them. */
const anyTls = { rejectUnauthorized: false, minVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0' } as const;

const loopback: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]']);

/** Codes that mean: there is no such device, or no way to it. */
const unreachable: ReadonlySet<string> = new Set([
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EHOSTDOWN',
]);

/** A device is there, but not where or how it was asked; `problem` is one of the words of faults. */
function elsewhere(problem: string, address: URL, cause: string): ReturnType<typeof failure> {
  return failure('scanner-unreachable', { problem, address: address.href.slice(0, 200) }, cause);
}

/**
 * Asks a device one question over a connection of its own: devices close one that was used while they scan, and a page that is asked
 * for over it then is lost. Their headers need not be to the letter of HTTP. Resolves with the head of the answer.
 */
async function ask(
  url: URL,
  method: string,
  signal: AbortSignal,
  answerMs: number,
  body: string | undefined,
): Promise<DeviceAnswer> {
  const question = (url.protocol === 'https:' ? secureRequest : plainRequest)(url, {
    method,
    agent: false,
    ...anyTls,
    insecureHTTPParser: true,
    signal: AbortSignal.any([signal, AbortSignal.timeout(wholeMs)]),
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'text/xml', 'content-length': Buffer.byteLength(body) }),
      // Scanners on a cable that a daemon brings to the loopback answer to that name alone (IPP over USB, 4.3).
      ...(loopback.has(url.hostname) ? { host: url.port === '' ? 'localhost' : `localhost:${url.port}` } : {}),
    },
  });
  const silent = (): void => {
    question.destroy(Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' }));
  };
  const connecting = setTimeout(silent, connectMs);
  question.once('socket', (socket) => {
    socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
      clearTimeout(connecting);
    });
  });
  question.setTimeout(answerMs, silent);
  question.end(body);
  try {
    const told: unknown[] = await once(question, 'response');
    const [message] = told;
    if (!(message instanceof IncomingMessage)) throw new Error('an answer that is none');
    const headers: Record<string, string> = {};
    for (const [name, value] of Object.entries(message.headersDistinct)) {
      const [only] = value ?? [];
      if (only !== undefined) headers[name] = only;
    }
    question.on('error', () => undefined);
    return { status: message.statusCode ?? 0, headers, body: message };
  } finally {
    clearTimeout(connecting);
  }
}

/** The way to one device. */
interface Way {
  readonly root: URL;
  readonly answerMs: number;
  readonly trace: Trace;
  /** Answers that nobody has read to their end. */
  readonly open: Set<IncomingMessage>;
  /** Where the device is asked now: at its root, or where it referred to. */
  present: URL;
  /** The device has answered before. */
  answered: boolean;
}

/**
 * Where a path is: a device that names another host in its Location is asked where we found it, some name one of their own
 * network, or one that is no host at all.
 */
function placeOf({ present }: Way, path: string): URL | null {
  const named = URL.parse(path, present.href) ?? URL.parse(path.replace(/^\w+:\/+[^/]*/, ''), present.href);
  if (named === null) return null;
  const url = new URL(present.origin);
  url.pathname = named.pathname;
  url.search = named.search;
  return url;
}

function speaksTls({ protocol, hostname, port }: URL): Promise<boolean> {
  if (protocol !== 'http:') return Promise.resolve(false);
  return new Promise((resolve) => {
    const host = hostname.replace(/^\[|\]$/g, '');
    const socket = connect({ host, port: Number(port === '' ? 80 : port), ...anyTls });
    const end = (speaks: boolean) => (): void => {
      socket.destroy();
      resolve(speaks);
    };
    socket.setTimeout(connectMs, end(false));
    socket.once('secureConnect', end(true));
    socket.once('error', end(false));
    socket.once('close', end(false));
  });
}

async function tlsWanted({ present }: Way, cause: string): Promise<ReturnType<typeof failure> | null> {
  if (!(await speaksTls(present))) return null;
  return elsewhere('wants-encryption', new URL(present.href.replace(/^http:/, 'https:')), cause);
}

/** The fault of an error of the network; an error without a code is thrown. */
async function faultOf(way: Way, error: unknown): Promise<ReturnType<typeof failure>> {
  const code = codeOf(error);
  if (unreachable.has(code)) return failure('scanner-unreachable', { problem: way.root.hostname }, code);
  if (code === '') throw error;
  if (code === 'EPROTO' || /^ERR_(?:SSL|TLS)_/.test(code)) return elsewhere('no-common-encryption', way.present, code);
  const hungUp = code === 'ECONNRESET' || code.startsWith('HPE_');
  // A device that hangs up on the first question may have expected an encrypted one.
  const wanted = hungUp && !way.answered ? await tlsWanted(way, code) : null;
  if (wanted !== null) return wanted;
  return code.startsWith('HPE_') ? elsewhere('no-http', way.present, code) : failure('scanner-off', {}, code);
}

async function read(
  way: Way,
  { body }: DeviceAnswer,
  take: (bytes: Uint8Array) => Promise<Outcome<null>>,
): Promise<Outcome<null>> {
  const pieces = body[Symbol.asyncIterator]();
  let bytes = 0;
  for (;;) {
    let piece: IteratorResult<unknown>;
    try {
      piece = await pieces.next();
    } catch (error) {
      way.trace({ failed: codeOf(error), bytes });
      return await faultOf(way, error);
    }
    if (piece.done === true) {
      way.trace({ bytes });
      return success(null);
    }
    if (!(piece.value instanceof Uint8Array)) throw new Error('an answer that is no bytes');
    bytes += piece.value.length;
    const taken = await take(piece.value);
    if (taken.ok) continue;
    body.destroy();
    return taken;
  }
}

async function text(way: Way, answer: DeviceAnswer): Promise<Outcome<string>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const got = await read(way, answer, (bytes) => {
    length += bytes.length;
    chunks.push(bytes);
    const isTooLong = length > maxText;
    return Promise.resolve(isTooLong ? failure('scanner-failed', {}, 'an answer without end') : success(null));
  });
  if (!got.ok) return got;
  const whole = Buffer.concat(chunks).toString('utf8');
  way.trace({ text: whole });
  return success(whole);
}

function drop({ open }: Way, { body }: DeviceAnswer): void {
  body.destroy();
  open.delete(body);
}

/** Asks one question, and notes question and answer. */
async function askOnce(
  way: Way,
  url: URL,
  method: string,
  signal: AbortSignal,
  body: string | undefined,
): Promise<Outcome<DeviceAnswer>> {
  way.trace({ asked: `${method} ${url.pathname}${url.search}`, ...(body === undefined ? {} : { body }) });
  try {
    const answer = await ask(url, method, signal, way.answerMs, body);
    way.trace({ answered: answer.status, headers: answer.headers });
    way.open.add(answer.body);
    way.answered = true;
    return success(answer);
  } catch (error) {
    way.trace({ failed: codeOf(error) });
    return faultOf(way, error);
  }
}

/** Where a redirect leads; the device is asked there from now on. */
function follow(way: Way, from: URL, location: string, status: number): Outcome<URL> {
  const next = URL.parse(location, from.href);
  if (next === null) return failure('scanner-failed', {}, 'an address that is none');
  if (next.hostname !== way.root.hostname) return elsewhere('points-elsewhere', next, `status ${status}`);
  const leadsBack = from.protocol === 'https:' && next.protocol !== 'https:';
  if (leadsBack || !/^https?:$/.test(next.protocol)) {
    return elsewhere('points-unencrypted', next, `status ${status}`);
  }
  way.present = new URL(way.present.pathname, next.origin);
  return success(next);
}

async function send(way: Way, ...[method, path, signal, body]: Parameters<DeviceLink['send']>) {
  let url = placeOf(way, path);
  if (url === null) return failure('scanner-failed', {}, 'an address that is none');
  for (let hops = 0; hops <= maxRedirects; hops += 1) {
    const answer = await askOnce(way, url, method, signal, body);
    if (!answer.ok) return answer;
    const { status, headers } = answer.value;
    const location = headers['location'];
    if (!redirects.has(status) || location === undefined) return answer;
    drop(way, answer.value);
    const next = follow(way, url, location, status);
    if (!next.ok) return next;
    url = next.value;
  }
  return elsewhere('points-in-circles', way.present, 'redirects');
}

/**
 * Opens a way to a device. Its certificate is not checked: scanners sign their own, and nothing secret goes to them (decision
 * 0027). A redirect is followed on the same host and never from HTTPS back to HTTP; from then on the device is asked there.
 * Faults: `scanner-unreachable` (no such host, no way to it, no common encryption, a redirect that leads away), `scanner-off`
 * (there, but nothing answers), `scanner-failed`.
 */
export function openDeviceLink(root: URL, answerMs = patientMs, trace: Trace = () => undefined): DeviceLink {
  const way: Way = { root, answerMs, trace, open: new Set(), present: root, answered: false };
  return {
    root: () => way.present,
    send: (...asked) => send(way, ...asked),
    read: (answer, take) => read(way, answer, take),
    text: (answer) => text(way, answer),
    drop: (answer) => drop(way, answer),
    tlsWanted: (cause) => tlsWanted(way, cause),
    close() {
      for (const body of way.open) body.destroy();
    },
  };
}
