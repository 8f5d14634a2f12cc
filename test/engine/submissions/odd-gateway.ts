import { createServer, request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

/** What a gateway does with the first answer to an operation: says it twice, or says 504 and hands the call on only when somebody looks for what became of it. */
export type Oddity = 'twice' | 'late';

/**
 * Starts a gateway before a service at `baseUrl` (http, with the path); the first POST to a path that ends with `operation` is served
 * oddly. Answers its own base URL, and how often that operation was asked for.
 */
export async function startOddGateway(
  baseUrl: string,
  operation: string,
  oddity: Oddity,
): Promise<{ readonly baseUrl: string; readonly asked: () => number }> {
  const behind = new URL(baseUrl);
  let asked = 0;
  /** Late calls that nobody has looked for yet. */
  const lying: (() => Promise<unknown>)[] = [];
  let handedOn: Promise<unknown> = Promise.resolve();

  function handOn(from: IncomingMessage, body: Buffer): Promise<{ status: number; headers: string[]; body: Buffer }> {
    return new Promise((resolve, reject) => {
      const call = request(
        { host: behind.hostname, port: behind.port, path: from.url, method: from.method, headers: from.headers },
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

  const server = createServer((incoming, outgoing) => {
    void (async () => {
      const body = await buffer(incoming);
      const isOperation = incoming.method === 'POST' && (incoming.url ?? '').endsWith(operation);
      if (isOperation) asked += 1;
      const odd = isOperation && asked === 1;
      if (odd && oddity === 'late') {
        outgoing.writeHead(504, { 'content-type': 'text/html' }).end('<html>504</html>');
        lying.push(() => handOn(incoming, body));
        return;
      }
      if (incoming.method === 'GET') {
        for (const call of lying.splice(0)) handedOn = call();
        await handedOn;
      }
      const answer = await handOn(incoming, body);
      if (!odd) {
        outgoing.writeHead(answer.status, answer.headers).end(answer.body);
        return;
      }
      const head = `HTTP/1.1 ${String(answer.status)} Once\r\ncontent-type: application/json\r\ncontent-length: ${String(answer.body.length)}\r\n\r\n`;
      const whole = Buffer.concat([Buffer.from(head), answer.body]);
      incoming.socket.write(Buffer.concat([whole, whole]));
    })().catch(() => incoming.socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { baseUrl: `http://127.0.0.1:${String(address.port)}${behind.pathname}`, asked: () => asked };
}
