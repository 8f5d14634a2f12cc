import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';
import { createServiceClient } from '../../../src/main/engine/service/service-client.ts';
import type { NamedServiceClient, ServiceClientParts } from '../../../src/main/engine/service/service-client.ts';
import { createTestLog, realClock } from '../../support/ports.ts';

/** One request as the scripted service saw it. */
export interface SeenRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

/** What the service does with a request that isn't for a token. */
export type Script = (request: SeenRequest, response: ServerResponse, raw: IncomingMessage) => void;

/** The secret and token of all scripted services: easy to look for where they must not be. */
export const testSecret = 'S3cret:with%odd ÄÖ';
/** The access token that the scripted service hands out. */
export const testToken = 'token-f00dbabe';

/** An answer with a JSON body. */
export function answerJson(response: ServerResponse, status: number, body: unknown, headers = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

/** Answers a token request as the interface document says. */
export function answerToken(
  response: ServerResponse,
  scope?: string,
  seconds: unknown = 3600,
  token = testToken,
): void {
  const body = {
    access_token: token,
    expires_in: seconds,
    token_type: 'Bearer',
    ...(scope === undefined ? {} : { scope }),
  };
  answerJson(response, 200, body, { 'cache-control': 'no-store' });
}

/** A loopback server with a script, a client of it, and all they have seen. */
export interface ScriptedService {
  readonly client: NamedServiceClient;
  readonly baseUrl: string;
  readonly requests: SeenRequest[];
  readonly tokenRequests: SeenRequest[];
  readonly log: ReturnType<typeof createTestLog>;
}

/** Starts a scripted service; `token` answers POST /auth/token. Everything ends with the test. */
export async function startScripted(
  script: Script,
  {
    token = (_request, response) => answerToken(response),
    ...parts
  }: Partial<ServiceClientParts> & { token?: Script } = {},
): Promise<ScriptedService> {
  const requests: SeenRequest[] = [];
  const tokenRequests: SeenRequest[] = [];
  const server = createServer((raw, response) => {
    const chunks: Buffer[] = [];
    raw.on('error', () => undefined);
    raw.on('data', (chunk: Buffer) => chunks.push(chunk));
    raw.on('end', () => {
      const { method = '', url = '', headers } = raw;
      const seen = { method, url, headers, body: Buffer.concat(chunks) };
      if (url === '/v2/auth/token') {
        tokenRequests.push(seen);
        token(seen, response, raw);
      } else {
        requests.push(seen);
        script(seen, response, raw);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const baseUrl = `http://127.0.0.1:${port}/v2`;
  const log = createTestLog();
  const client = createServiceClient({
    connection: { id: 'one', name: 'One', baseUrl, clientId: 'client id' },
    readSecret: () => Promise.resolve({ ok: true, value: testSecret }),
    clock: realClock,
    random: () => 0.01,
    log,
    network: { env: {} },
    sockets: 16,
    ...parts,
  });
  onTestFinished(async () => {
    await client.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { client, baseUrl, requests, tokenRequests, log };
}
