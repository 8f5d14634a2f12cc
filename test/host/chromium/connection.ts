import { EventEmitter } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { z } from 'zod';
import type { ProtocolEvent } from './protocol-event.ts';

/** One end of the DevTools protocol: the browser itself or one page of it. */
export interface Session {
  readonly id: string;
  /** Sends a command and answers its result; rejects with Chromium's words, or `Chromium is gone`. */
  send(method: string, parameters?: object): Promise<unknown>;
  /** Sends a command whose failure means nothing: the page may be gone by then. */
  post(method: string, parameters?: object): void;
  on<T>(event: ProtocolEvent<T>, listener: (parameters: T) => void): void;
}

/** The way to one Chromium process. */
export interface Connection {
  readonly root: Session;
  session(id: string): Session;
  forget(id: string): void;
  readonly isClosed: () => boolean;
}

/** What carries the messages of a connection, each a text. */
interface Link {
  write(text: string): void;
  listen(received: (text: string) => void, closed: () => void): void;
}

/** A link over `--remote-debugging-pipe`: each message is ended by a zero byte. */
function pipeLink(toChromium: Writable, fromChromium: Readable): Link {
  return {
    write: (text) => void toChromium.write(`${text}\0`),
    listen(received, closed) {
      let pieces: Buffer[] = [];
      fromChromium.on('data', (chunk: Buffer) => {
        let start = 0;
        for (let end = chunk.indexOf(0); end !== -1; end = chunk.indexOf(0, start)) {
          pieces.push(chunk.subarray(start, end));
          const text = Buffer.concat(pieces).toString('utf8');
          pieces = [];
          start = end + 1;
          received(text);
        }
        if (start < chunk.length) pieces.push(chunk.subarray(start));
      });
      fromChromium.on('close', closed);
      for (const stream of [fromChromium, toChromium]) stream.on('error', closed);
    },
  };
}

/** Speaks the protocol over the pipe of a Chromium of the host's own. */
export function connectByPipe(toChromium: Writable, fromChromium: Readable): Connection {
  return createConnection(pipeLink(toChromium, fromChromium));
}

/** Speaks the protocol with a Chromium that was there before. Rejects where it does not answer; `end` leaves it as it is. */
export async function connectByAddress(
  address: string,
  onEnd: () => void,
): Promise<{ readonly connection: Connection; end(): void }> {
  // Not the WebSocket of undici: that one always asks Chromium to compress, which costs both more than what it spares on one computer.
  const { WebSocket } = await import('ws');
  const socket = new WebSocket(address, { perMessageDeflate: false });
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve());
    socket.addEventListener('error', () => reject(new Error('Chromium does not answer')));
  });
  const connection = createConnection({
    write: (text) => socket.send(text),
    listen(received, closed) {
      socket.addEventListener('message', (event) => received(typeof event.data === 'string' ? event.data : ''));
      socket.addEventListener('close', closed);
    },
  });
  socket.addEventListener('close', onEnd);
  return { connection, end: () => socket.close() };
}

const messageShape = z.object({
  id: z.number().optional(),
  sessionId: z.string().optional(),
  method: z.string().optional(),
  params: z.unknown().optional(),
  result: z.unknown().optional(),
  error: z.object({ message: z.string() }).optional(),
});

interface Waiting {
  readonly method: string;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** Speaks the protocol: JSON messages. */
function createConnection(link: Link): Connection {
  const waiting = new Map<number, Waiting>();
  const listeners = new Map<string, EventEmitter>();
  let lastId = 0;
  let closed = false;

  const close = (): void => {
    closed = true;
    for (const each of waiting.values()) each.reject(new Error('Chromium is gone'));
    waiting.clear();
  };

  const receive = (text: string): void => {
    const message = messageShape.parse(JSON.parse(text));
    if (message.id === undefined) {
      if (message.method !== undefined) listeners.get(message.sessionId ?? '')?.emit(message.method, message.params);
      return;
    }
    const waiter = waiting.get(message.id);
    if (waiter === undefined) return;
    waiting.delete(message.id);
    if (message.error === undefined) waiter.resolve(message.result);
    else waiter.reject(new Error(`${waiter.method}: ${message.error.message}`));
  };

  link.listen(receive, close);

  const send = (sessionId: string, method: string, parameters: object): Promise<unknown> => {
    if (closed) return Promise.reject(new Error('Chromium is gone'));
    lastId += 1;
    const id = lastId;
    const message = { id, method, params: parameters, ...(sessionId === '' ? {} : { sessionId }) };
    return new Promise((resolve, reject) => {
      waiting.set(id, { method, resolve, reject });
      link.write(JSON.stringify(message));
    });
  };

  const session = (id: string): Session => {
    const emitter = listeners.get(id) ?? new EventEmitter();
    emitter.setMaxListeners(0);
    listeners.set(id, emitter);
    return {
      id,
      send: (method, parameters = {}) => send(id, method, parameters),
      post: (method, parameters = {}) => void send(id, method, parameters).catch(() => undefined),
      on: (event, listener) =>
        void emitter.on(event.name, (raw: unknown) => listener(event.parameters.parse(raw ?? {}))),
    };
  };

  return { root: session(''), session, forget: (id) => void listeners.delete(id), isClosed: () => closed };
}
