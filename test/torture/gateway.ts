import { Agent, createServer, request } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** What goes wrong with one call: whether the service gets it and acts, and what the station gets. */
interface Strangeness {
  readonly name: string;
  readonly acts: boolean;
  /** Where it may happen; default: at every operation. A clear refusal of a sign-in would stop everything until a person comes. */
  readonly at?: (operation: string) => boolean;
  readonly answer: (outgoing: ServerResponse, real: Buffer) => void;
}

const portal = '<!doctype html><html><title>Sign in to the network</title></html>';
const notSignIn = (operation: string): boolean => operation !== 'POST /auth/token';
const problem = (status: number): string => JSON.stringify({ status, title: 'Refused', detail: 'by the gateway' });
const reset = (outgoing: ServerResponse): void => {
  outgoing.socket?.resetAndDestroy();
};
const says =
  (status: number, type: string, body: string, headers: Readonly<Record<string, string>> = {}) =>
  (outgoing: ServerResponse): void => {
    outgoing.writeHead(status, { 'content-type': type, ...headers }).end(body);
  };
const html = (status: number): ((outgoing: ServerResponse) => void) => says(status, 'text/html', portal);

/** Everything that a network, a proxy or a tired service was seen to do. */
const strangenesses: readonly Strangeness[] = [
  { name: 'request lost', acts: false, answer: reset },
  { name: 'answer lost', acts: true, answer: reset },
  ...[500, 502, 503, 504].flatMap((status) => [
    { name: String(status), acts: false, answer: html(status) },
    { name: `${String(status)}, done`, acts: true, answer: html(status) },
  ]),
  { name: '408', acts: false, answer: html(408) },
  { name: '429', acts: false, answer: says(429, 'text/plain', '') },
  {
    name: '429 with Retry-After',
    acts: false,
    answer: says(429, 'application/json', problem(429), { 'retry-after': '1' }),
  },
  { name: '413', acts: false, at: (operation) => operation === 'POST /files', answer: html(413) },
  { name: '400', acts: false, at: notSignIn, answer: says(400, 'application/problem+json', problem(400)) },
  { name: '401', acts: false, at: notSignIn, answer: says(401, 'application/problem+json', problem(401)) },
  { name: 'a page with 200', acts: false, answer: html(200) },
  { name: 'a page with 200, done', acts: true, answer: html(200) },
  {
    name: 'a way elsewhere',
    acts: false,
    answer: says(302, 'text/html', '', { location: 'http://127.0.0.1:9/login' }),
  },
  { name: 'nothing with 200', acts: false, answer: says(200, 'application/json', '') },
  { name: 'nothing with 200, done', acts: true, answer: says(200, 'application/json', '') },
  { name: '204, done', acts: true, answer: (outgoing) => void outgoing.writeHead(204).end() },
  { name: 'wrong JSON', acts: false, answer: says(200, 'application/json', '{"unexpected":[true]}') },
  { name: 'wrong JSON, done', acts: true, answer: says(201, 'application/json', '{"id":17,"documentId":null}') },
  { name: 'a list, done', acts: true, answer: says(200, 'application/json', '[[],[]]') },
  {
    name: 'far too much, done',
    acts: true,
    answer: says(200, 'application/json', `{"id":"${'x'.repeat(2_000_000)}"}`),
  },
  {
    name: 'cut off, done',
    acts: true,
    answer(outgoing, real) {
      outgoing.writeHead(200, { 'content-type': 'application/json', 'content-length': String(real.length + 1) });
      outgoing.write(real.subarray(0, real.length >> 1), () => reset(outgoing));
    },
  },
  {
    name: 'cut short, done',
    acts: true,
    answer: (outgoing, real) =>
      void outgoing.writeHead(200, { 'content-type': 'application/json' }).end(real.subarray(0, real.length >> 1)),
  },
];

/** A way to a service on which things go wrong. */
export interface Gateway {
  readonly baseUrl: string;
  /** How often what went wrong, by operation and kind: `POST /files: 503`. */
  counts(): ReadonlyMap<string, number>;
  /** Lets everything through from now on. */
  calm(): void;
  close(): Promise<void>;
}

/** Operation of a call: its method and path with names for what is an id. */
function operationOf({ method = '', url = '' }: IncomingMessage, basePath: string): string {
  const [path = ''] = url.slice(basePath.length).split('?');
  const parts = path.split('/').map((part) => (/[0-9]/u.test(part) || part.length > 24 ? '{id}' : part));
  return `${method} ${parts.join('/')}`;
}

/** Decides what a call of an operation meets: one of the names that are possible there, or nothing. */
export type Fate = (operation: string, possible: readonly string[]) => string | null;

/** Any of them, with this probability. */
export function fateByChance(random: () => number, probability: number): Fate {
  return (_, possible) => (random() < probability ? (possible[Math.floor(random() * possible.length)] ?? null) : null);
}

/** Starts a gateway before the service at `baseUrl`. */
export async function startGateway(baseUrl: string, fate: Fate): Promise<Gateway> {
  const behind = new URL(baseUrl);
  const agent = new Agent({ keepAlive: true });
  const counts = new Map<string, number>();
  let isCalm = false;

  function handOn(from: IncomingMessage, body: Buffer): Promise<{ status: number; headers: string[]; body: Buffer }> {
    return new Promise((resolve, reject) => {
      const { method, url, headers } = from;
      const call = request(
        { agent, host: behind.hostname, port: behind.port, path: url, method, headers },
        (answer) => {
          buffer(answer).then(
            (bytes) => resolve({ status: answer.statusCode ?? 502, headers: answer.rawHeaders, body: bytes }),
            reject,
          );
        },
      );
      call.on('error', reject);
      call.end(body);
    });
  }

  function draw(operation: string): Strangeness | null {
    if (isCalm) return null;
    const possible = strangenesses.filter(({ at }) => at?.(operation) ?? true);
    const chosen = fate(
      operation,
      possible.map(({ name }) => name),
    );
    const one = possible.find(({ name }) => name === chosen) ?? null;
    if (one !== null) {
      const key = `${operation}: ${one.name}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    return one;
  }

  async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const strange = draw(operationOf(incoming, behind.pathname));
    const body = await buffer(incoming);
    if (strange?.acts === false) {
      strange.answer(outgoing, body);
      return;
    }
    const answer = await handOn(incoming, body);
    if (strange === null) outgoing.writeHead(answer.status, answer.headers).end(answer.body);
    else strange.answer(outgoing, answer.body);
  }

  const server = createServer((incoming, outgoing) => {
    serve(incoming, outgoing).catch(() => incoming.socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    baseUrl: `http://127.0.0.1:${String(address.port)}${behind.pathname}`,
    counts: () => counts,
    calm() {
      isCalm = true;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      agent.destroy();
    },
  };
}
