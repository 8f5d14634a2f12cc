import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createRateWindow } from './sink-quota.ts';
import { createSinkRecord } from './sink-record.ts';
import { sinkOrderSchema, sinkSettingsSchema } from './messages.ts';
import type { SinkNews } from './messages.ts';

/*
 * The bare service of the benchmarks, a process of its own: takes what both sides send as fast as Node can, keeps no content, and
 * answers token, files, process-file and the list of documents. It is started by fork with its settings as the only argument.
 */

const settings = sinkSettingsSchema.parse(JSON.parse(process.argv[2] ?? '{}'));
const quota =
  settings.quota === undefined ? null : createRateWindow(settings.quota.limit, settings.quota.windowSeconds);
const tell = (news: SinkNews): void => void process.send?.(news);
const record = createSinkRecord((count) => tell({ kind: 'reached', processed: count }));

const send = (response: ServerResponse, status: number, body: unknown): void => {
  const text = JSON.stringify(body);
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) });
  response.end(text);
};

/** Reads a body to its end without keeping it; answers how many bytes it had. */
const swallow = (request: IncomingMessage, done: (bytes: number) => void): void => {
  let bytes = 0;
  request.on('data', (chunk: Buffer) => (bytes += chunk.length));
  request.once('end', () => done(bytes));
};

const read = (request: IncomingMessage, done: (text: string) => void): void => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.once('end', () => done(Buffer.concat(chunks).toString('utf8')));
};

const server = createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://sink');
  const path = `${request.method ?? ''} ${url.pathname}`;
  const verdict = quota?.take(Date.now());
  for (const [name, value] of verdict?.headers ?? []) response.setHeader(name, value);
  if (verdict?.allowed === false) {
    record.refuse();
    request.resume();
    response.writeHead(429, { 'content-length': 0 }).end();
    return;
  }
  record.accept();
  switch (path) {
    case 'POST /v2/auth/token':
      request.resume();
      response.setHeader('cache-control', 'no-store');
      send(response, 200, { access_token: 'bench', token_type: 'Bearer', expires_in: 86_400, scope: settings.scope });
      return;
    case 'POST /v2/files': {
      const name = request.headers['x-hy-filename'];
      record.arrive(typeof name === 'string' ? decodeURIComponent(name) : '');
      swallow(request, (bytes) => send(response, 201, { id: record.upload(bytes) }));
      return;
    }
    case 'POST /v2/documents/process-file':
      read(request, (text) => send(response, 202, record.process(text)));
      return;
    case 'GET /v2/documents':
      request.resume();
      send(response, 200, record.list(url.searchParams));
      return;
    default:
      request.resume();
      send(response, 404, { title: 'Not found', detail: path, status: 404 });
  }
});
server.keepAliveTimeout = 60_000;

process.on('message', (message) => {
  const order = sinkOrderSchema.parse(message);
  if (order.kind === 'reset') record.reset(order.reachAt);
  tell({ kind: 'figures', figures: record.figures() });
});
// The harness ends: so do we.
process.on('disconnect', () => process.exit(0));

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the sink has no port');
  tell({ kind: 'ready', baseUrl: `http://127.0.0.1:${address.port}/v2` });
});
