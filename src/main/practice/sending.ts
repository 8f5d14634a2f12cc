import type { ServerResponse } from 'node:http';
import { Readable, pipeline } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { Answer } from './exchange.ts';
import type { RateReading } from './rate-window.ts';

/** A slow answer takes this many pieces, with this many milliseconds between them. */
const dripPieces = 10;
const dripMs = 60;

function writeHead(response: ServerResponse, answer: Answer, rate: RateReading): void {
  const headers = [
    'x-ratelimit-limit',
    rate.limit,
    'x-ratelimit-remaining',
    rate.remaining,
    'x-ratelimit-reset',
    rate.reset,
  ];
  for (const name in answer.headers) headers.push(name, answer.headers[name] ?? '');
  if (answer.body === undefined) {
    if (answer.status !== 204) headers.push('content-length', '0');
  } else if (!(answer.body instanceof Readable)) {
    headers.push('content-length', String(Buffer.byteLength(answer.body)));
  }
  response.writeHead(answer.status, headers);
}

/** Sends an answer with the rate headers; bytes that come in pieces are piped, and a break in them breaks the connection. */
export function sendAnswer(response: ServerResponse, answer: Answer, rate: RateReading): void {
  if (response.destroyed) {
    if (answer.body instanceof Readable) answer.body.destroy();
    return;
  }
  writeHead(response, answer, rate);
  if (answer.body instanceof Readable) pipeline(answer.body, response, () => undefined);
  else response.end(answer.body);
}

/** Sends an answer in drips over about half a second, or after that time where it has no body or comes in pieces anyway. */
export async function drip(response: ServerResponse, answer: Answer, rate: RateReading): Promise<void> {
  if (answer.body === undefined || answer.body instanceof Readable) {
    await wait(dripMs * dripPieces);
    sendAnswer(response, answer, rate);
    return;
  }
  const bytes = Buffer.from(answer.body);
  writeHead(response, answer, rate);
  const size = Math.max(1, Math.ceil(bytes.length / dripPieces));
  for (let offset = 0; offset < bytes.length && !response.destroyed; offset += size) {
    response.write(bytes.subarray(offset, offset + size));
    await wait(dripMs);
  }
  response.end();
}
