import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { empty, plainError, timedError } from './answers.ts';
import { drip, sendAnswer } from './sending.ts';
import type { Answer, Route } from './exchange.ts';
import type { FaultPlan } from './practice-faults.ts';
import type { RateReading, RateWindows } from './rate-window.ts';
import type { RouteMatch } from './router.ts';
import type { Sessions } from './sessions.ts';

/** What the server tells about each request; `at` is the time of arrival in milliseconds since the epoch, `status` 0 where no answer was sent. */
export interface RequestReport {
  readonly operation: string;
  readonly at: number;
  readonly status: number;
  readonly fault: string | null;
}

/** What the server is made of. */
export interface ServerParts {
  readonly basePath: string;
  readonly match: (method: string, path: string) => RouteMatch;
  readonly sessions: Sessions;
  readonly rates: RateWindows;
  readonly faults: FaultPlan;
  readonly latencyMs: number;
  readonly clock: () => number;
  readonly report: (report: RequestReport) => void;
}

/** JSON, text and form bodies above this many bytes are refused with 413. */
const bodyLimit = 8 * 1024 * 1024;
const noBytes = Buffer.alloc(0);
const gatewayPage =
  '<!DOCTYPE html><html><head><title>503</title></head><body><h1>Service Unavailable</h1></body></html>';
const portalPage =
  '<!DOCTYPE html><html><head><title>Sign in</title></head><body><h1>Welcome, please sign in</h1></body></html>';

function htmlAnswer(status: number, page: string): Answer {
  return { status, headers: { 'content-type': 'text/html; charset=utf-8' }, body: page };
}

/** Reads a whole body; null where the client went away, 'too-large' beyond the limit. */
function readBody(request: IncomingMessage): Promise<Buffer | 'too-large' | null> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > bodyLimit) resolve('too-large');
      else chunks.push(chunk);
    });
    request.on('end', () => {
      resolve(chunks.length === 1 ? (chunks[0] ?? noBytes) : Buffer.concat(chunks, size));
    });
    request.on('close', () => {
      resolve(null);
    });
    request.on('error', () => {
      resolve(null);
    });
  });
}

function refusal(route: Route, status: number, detail: string): Answer {
  const headers = status === 401 ? { 'www-authenticate': 'Bearer' } : {};
  if (route.errors === 'plain') return plainError(status, detail, headers);
  const answer = timedError(status, detail);
  return { ...answer, headers: { ...answer.headers, ...headers } };
}

/** Creates the HTTP server: rate headers, routing, tokens, scopes and faults around the operations. It is not listening yet. */
export function createPracticeServer(parts: ServerParts): Server {
  const server = createServer({ keepAliveTimeout: 60_000, requestTimeout: 0, highWaterMark: 256 * 1024 });

  function refuseBefore(match: RouteMatch, request: IncomingMessage, now: number): Answer | null {
    if (match.kind === 'nowhere') return plainError(404, 'There is nothing at this path.');
    if (match.kind === 'other-methods') {
      return plainError(405, 'The method is not allowed here.', { allow: match.allowed });
    }
    if (match.route.scope === null) return null;
    const session = parts.sessions.find(request.headers.authorization);
    if (session === null) return refusal(match.route, 401, 'The bearer token is missing or invalid.');
    if (session.expiresAt <= now) return refusal(match.route, 401, 'The bearer token has expired.');
    if (session.scopes.has(match.route.scope)) return null;
    return refusal(match.route, 403, `The scope ${match.route.scope} is required.`);
  }

  async function act(
    match: Extract<RouteMatch, { kind: 'route' }>,
    request: IncomingMessage,
    path: string,
    search: string,
    client: string,
  ): Promise<Answer | null> {
    const { route, params } = match;
    let body: Buffer = noBytes;
    if (route.body === 'bytes') {
      const read = await readBody(request);
      if (read === null) return null;
      if (read === 'too-large') return plainError(413, 'The body is too large.');
      body = read;
    }
    try {
      const query = new URLSearchParams(search);
      return await route.handle({ params, query, path, headers: request.headers, body, stream: request, client });
    } catch (error) {
      process.emitWarning(error instanceof Error ? error : String(error), 'PracticeServiceWarning');
      const detail = 'The practice service failed to answer; this is its own mistake.';
      return route.errors === 'timed' ? timedError(500, detail) : plainError(500, detail);
    }
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const at = parts.clock();
    const url = request.url ?? '/';
    const question = url.indexOf('?');
    const fullPath = question < 0 ? url : url.slice(0, question);
    const search = question < 0 ? '' : url.slice(question + 1);
    const inside = fullPath.startsWith(`${parts.basePath}/`);
    const path = inside ? fullPath.slice(parts.basePath.length) : fullPath;
    const match: RouteMatch = inside ? parts.match(request.method ?? 'GET', path) : { kind: 'nowhere' };
    const operation = match.kind === 'route' ? match.route.operation : 'unknown';
    const client = parts.sessions.clientOf(request.headers.authorization) ?? 'anonymous';
    const rate = parts.rates.take(client, at);
    let fault: ReturnType<FaultPlan['draw']> = null;

    function done(status: number): void {
      parts.report({ operation, at, status, fault });
    }
    async function answerWith(answer: Answer, shown: RateReading): Promise<void> {
      const latency = parts.latencyMs;
      if (latency > 0) await wait(latency);
      done(answer.status);
      sendAnswer(response, answer, shown);
    }

    if (rate.exceeded) return answerWith(empty(429), rate);
    const refused = refuseBefore(match, request, at);
    if (refused !== null || match.kind !== 'route') return answerWith(refused ?? empty(404), rate);
    fault = parts.faults.draw(operation);
    if (fault === '503') return answerWith(htmlAnswer(503, gatewayPage), rate);
    if (fault === '429') return answerWith(empty(429), parts.rates.refuse(at));
    if (fault === 'garbage-html') return answerWith(htmlAnswer(200, portalPage), rate);
    if (fault === 'reset-before' || fault === 'hang') {
      done(0);
      if (fault === 'hang') request.resume();
      else request.socket.resetAndDestroy();
      return;
    }

    const answer = await act(match, request, path, search, client);
    if (answer === null) {
      done(0);
      return;
    }
    if (fault === 'reset-after') {
      if (answer.body instanceof Readable) answer.body.destroy();
      done(0);
      request.socket.resetAndDestroy();
      return;
    }
    if (fault === 'garbage-cut') {
      if (answer.body instanceof Readable) answer.body.destroy();
      const cut =
        typeof answer.body === 'string' ? answer.body.slice(0, Math.ceil(answer.body.length / 2)) : '{"id": "';
      return answerWith({ status: answer.status, headers: { 'content-type': 'application/json' }, body: cut }, rate);
    }
    if (fault === 'slow') {
      done(answer.status);
      await drip(response, answer, rate);
      return;
    }
    return answerWith(answer, rate);
  }

  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    serve(request, response).catch((error: unknown) => {
      process.emitWarning(error instanceof Error ? error : String(error), 'PracticeServiceWarning');
      request.socket.destroy();
    });
  });
  return server;
}
