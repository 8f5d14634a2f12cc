import { once } from 'node:events';
import { Socket } from 'node:net';
import { Worker } from 'node:worker_threads';
import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import type { Fault, Outcome } from '../../../../src/shared/faults.ts';
import type { CallOptions, UploadBody } from '../../../../src/main/engine/service/client.ts';
import { patientConnector } from '../../../../src/main/engine/service/transport/patient-sockets.ts';
import { createServiceClient } from '../../../../src/main/engine/service/service-client.ts';
import type { NamedServiceClient } from '../../../../src/main/engine/service/service-client.ts';
import { createTestLog, realClock } from '../../../support/ports.ts';

const options: CallOptions = { lane: 'upload', tries: 1 };
const size = 64 * 1024 * 1024;
/** So many times each: what is tested is a race between a refused write and the answer before it. */
const rounds = 5;

/** How the service answers an upload, as soon as its head is there. */
interface Answer {
  readonly text: string;
  /** Ends as servers do that read no body (what still comes is answered by a reset), resets at once, or reads on. */
  readonly then: 'close' | 'reset' | 'read';
}

/** The service, on a thread of its own: what it sends lies there while this thread is still at its own work. */
const service = `
  const { createServer } = require('node:http');
  const { parentPort, workerData } = require('node:worker_threads');
  let uploads = 0;
  const server = createServer((request, response) => {
    if (request.url.endsWith('/auth/token')) {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(workerData.token));
      return;
    }
    uploads += 1;
    const { socket } = request;
    request.on('error', () => undefined);
    socket.write(workerData.text);
    if (workerData.then === 'close') socket.end(() => socket.destroy());
    else if (workerData.then === 'reset') socket.resetAndDestroy();
    else request.resume();
  });
  server.on('clientError', (_error, socket) => socket.destroy());
  parentPort.on('message', () => parentPort.postMessage({ uploads }));
  server.listen(0, '127.0.0.1', () => parentPort.postMessage({ port: server.address().port }));
`;

const toldSchema = z.object({ port: z.number().default(0), uploads: z.number().default(0) });

async function startEarly(
  answer: Answer,
): Promise<{ client: NamedServiceClient; port: number; uploads: () => Promise<number> }> {
  const token = { access_token: 't', token_type: 'Bearer', expires_in: 3_600 };
  const thread = new Worker(service, { eval: true, workerData: { ...answer, token } });
  const told = async (): Promise<z.infer<typeof toldSchema>> => {
    const told: readonly unknown[] = await once(thread, 'message');
    return toldSchema.parse(told[0]);
  };
  const { port } = await told();
  const client = createServiceClient({
    connection: { id: 'one', name: 'One', baseUrl: `http://127.0.0.1:${port}/v2`, clientId: 'c' },
    readSecret: () => Promise.resolve({ ok: true, value: 'a secret' }),
    clock: realClock,
    random: () => 0.01,
    log: createTestLog(),
    network: { env: {} },
    sockets: 4,
  });
  onTestFinished(async () => {
    await client.close();
    await thread.terminate();
  });
  return {
    client,
    port,
    async uploads() {
      const answered = told();
      thread.postMessage('uploads');
      return (await answered).uploads;
    },
  };
}

/** Keeps this thread busy, as other work does: the answer and the reset behind it come meanwhile. */
function beBusy(ms = 20): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

function streamed(chunk = 1024 * 1024): UploadBody {
  const bytes = Buffer.alloc(chunk, 1);
  return {
    size,
    async *stream() {
      for (let sent = 0; sent < size; sent += chunk) {
        if (sent > 0 && sent <= 4 * chunk) beBusy();
        yield await Promise.resolve(bytes);
      }
    },
  };
}

const whole = (): UploadBody => ({ bytes: Buffer.alloc(8 * 1024 * 1024, 1) });

function faultOf(outcome: Outcome<unknown>): Fault | null {
  return outcome.ok ? null : outcome.fault;
}

const page = JSON.stringify({ title: 'Payload Too Large', status: 413, detail: 'At most 20 MB.' });

function refusal(status: string, how: 'close' | 'keep-alive' | 'without a length'): string {
  const length = how === 'without a length' ? '' : `content-length: ${Buffer.byteLength(page)}\r\n`;
  const connection = how === 'keep-alive' ? 'keep-alive' : 'close';
  return `HTTP/1.1 ${status}\r\ncontent-type: application/problem+json\r\n${length}connection: ${connection}\r\n\r\n${page}`;
}

const upload = (client: NamedServiceClient, body: UploadBody): Promise<Outcome<unknown>> =>
  client.uploadFile({ body, mediaType: 'application/pdf', fileName: 'a.pdf' }, options);

describe.each(['close', 'keep-alive', 'without a length'] as const)(
  'an answer before the body was read (%s)',
  (how) => {
    test.each([
      ['413 Payload Too Large', 'file-too-large'],
      ['415 Unsupported Media Type', 'type-not-accepted'],
      ['401 Unauthorized', 'sign-in-refused'],
    ])('%s is the fault, not the reset behind it', { timeout: 30_000 }, async (status, code) => {
      const { client, uploads } = await startEarly({ text: refusal(status, how), then: 'close' });
      const codes: (string | undefined)[] = [];
      for (let round = 0; round < rounds; round += 1) {
        for (const body of [streamed(), streamed(64 * 1024), whole()]) {
          codes.push(faultOf(await upload(client, body))?.code);
        }
      }
      expect(codes).toEqual(codes.map(() => code));
      // A refused token is renewed once; all else is asked once.
      expect(await uploads()).toBe(codes.length * (code === 'sign-in-refused' ? 2 : 1));
    });
  },
);

test('what lies there is read before a write fails, also where this thread is busy for longer than the write waits', async () => {
  const { port } = await startEarly({ text: refusal('413 Payload Too Large', 'close'), then: 'close' });
  const socket = await new Promise<Socket>((resolve, reject) => {
    const target = { protocol: 'http:', hostname: '127.0.0.1', port: String(port), host: '', servername: '' };
    patientConnector({})(target, (error, made) =>
      made instanceof Socket ? resolve(made) : reject(error ?? new Error()),
    );
  });
  const happened: string[] = [];
  socket.on('data', (bytes) => {
    if (bytes.includes('413')) happened.push('read');
  });
  socket.on('error', () => happened.push('failed'));
  const over = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.write('POST /v2/files HTTP/1.1\r\nhost: a\r\ncontent-length: 9000000\r\n\r\nbody');
  // After the network was looked at and before the next look: the answer and the reset come, a write is refused, and time goes by.
  setImmediate(() => {
    beBusy(200);
    socket.write('more', () => undefined);
    beBusy(200);
    socket.write('and more', () => undefined);
    beBusy(700);
  });
  await over;
  expect(happened[0]).toBe('read');
});

test('an answer that the reset cut off still says what it is', async () => {
  const text = 'HTTP/1.1 413 Payload Too Large\r\ncontent-length: 5000\r\n\r\n<html>';
  const { client } = await startEarly({ text, then: 'close' });
  for (let round = 0; round < rounds; round += 1) {
    expect(faultOf(await upload(client, streamed()))?.code).toBe('file-too-large');
  }
});

test('a server that keeps the connection and reads on is understood, and the next request does not go behind the body', async () => {
  const { client } = await startEarly({ text: refusal('413 Payload Too Large', 'keep-alive'), then: 'read' });
  for (let round = 0; round < 3; round += 1) {
    expect(faultOf(await upload(client, streamed()))?.code).toBe('file-too-large');
  }
});

test('a reset without an answer is told soon, as what it is', async () => {
  const { client } = await startEarly({ text: '', then: 'reset' });
  expect(faultOf(await upload(client, streamed()))).toMatchObject({ code: 'answer-lost' });
});

test('a body that the reset cut off in the middle of a success is no success', async () => {
  const text = 'HTTP/1.1 201 Created\r\ncontent-type: application/json\r\ncontent-length: 500\r\n\r\n{"id":';
  const { client } = await startEarly({ text, then: 'close' });
  expect(faultOf(await upload(client, whole()))).toMatchObject({ code: 'answer-lost' });
});
