import { z } from 'zod';
import { startPracticeService } from '../../src/main/practice/practice-service.ts';
import type { PracticeOptions, PracticeService } from '../../src/main/practice/practice-service.ts';

/** One answer with its body as text and, where it is JSON, as a value. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly value: unknown;
}

/** What a test does with the service: plain fetch, with a token. */
export interface InterfaceClient {
  readonly service: PracticeService;
  readonly token: string;
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>;
  upload(bytes: Uint8Array | string, name?: string, contentType?: string): Promise<string>;
  process(fileId: string, projectId: string, more?: Record<string, unknown>): Promise<string>;
  state(documentId: string): Promise<string>;
}

/** An answer that names what was made. */
export const idBody = z.object({ id: z.string() });
const tokenBody = z.object({ access_token: z.string() });
const processBody = z.object({ documentId: z.string() });
const stateBody = z.object({ state: z.string() });

/** A raw Basic header. */
export function basic(id: string, secret: string): string {
  return `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
}

/** Asks for a token with an Authorization header. */
export async function requestToken(service: PracticeService, authorization: string): Promise<Response> {
  return fetch(`${service.baseUrl}/auth/token`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/x-www-form-urlencoded' },
    body: 'grant_type=client_credentials',
  });
}

function toReply(status: number, headers: Headers, text: string): Reply {
  let value: unknown = undefined;
  if (headers.get('content-type')?.includes('json') === true) {
    try {
      value = JSON.parse(text);
    } catch {
      value = undefined;
    }
  }
  return { status, headers, text, value };
}

/** Asks for a token and answers with a client that uses it. Throws where none is given. */
export async function connect(service: PracticeService): Promise<InterfaceClient> {
  const answer = await requestToken(service, basic(service.clientId, service.clientSecret));
  const token = tokenBody.parse(await answer.json()).access_token;

  async function call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const sent = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
    const response = await fetch(`${service.baseUrl}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(sent === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(sent === undefined ? {} : { body: sent }),
    });
    return toReply(response.status, response.headers, await response.text());
  }
  return {
    service,
    token,
    call,
    async upload(bytes, name, contentType = 'application/pdf') {
      const response = await fetch(`${service.baseUrl}/files`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': contentType,
          ...(name === undefined ? {} : { 'x-hy-filename': encodeURIComponent(name) }),
        },
        body: typeof bytes === 'string' ? bytes : Buffer.from(bytes),
      });
      if (response.status !== 201) throw new Error(`upload answered ${String(response.status)}`);
      return idBody.parse(await response.json()).id;
    },
    async process(fileId, projectId, more = {}) {
      const reply = await call('POST', '/documents/process-file', { fileId, projectId, ...more });
      if (reply.status !== 202) throw new Error(`process-file answered ${String(reply.status)} ${reply.text}`);
      return processBody.parse(reply.value).documentId;
    },
    async state(documentId) {
      return stateBody.parse((await call('GET', `/documents/${documentId}`)).value).state;
    },
  };
}

/** Runs a test against a fresh service and closes it. */
export async function withService(
  options: PracticeOptions,
  test: (client: InterfaceClient) => Promise<void>,
): Promise<void> {
  const service = await startPracticeService(options);
  try {
    await test(await connect(service));
  } finally {
    await service.close();
  }
}

/** A clock that tests move by hand; milliseconds since the epoch. */
export function handClock(start = Date.UTC(2026, 0, 5, 8)): { now: () => number; forward: (ms: number) => void } {
  let time = start;
  return {
    now: () => time,
    forward(ms) {
      time += ms;
    },
  };
}
