import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';

/** Header fields of an answer, names in lower case, as the HTTP library gives them. */
export type AnswerHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** One header field as text; several of one name are joined with a comma; null: not there. */
export function headerOf(headers: AnswerHeaders, name: string): string | null {
  const value = headers[name];
  if (value === undefined) return null;
  return typeof value === 'string' ? value : value.join(', ');
}

/** The body of an answer: all bytes, or (only for a 2xx that was asked for as a stream) the stream. */
export type AnswerBody =
  | { readonly kind: 'whole'; readonly bytes: Buffer }
  | { readonly kind: 'stream'; readonly stream: Readable };

/** How one exchange ended: an answer, or none; `sent` is whether the request may have reached the service. */
export type Exchange =
  | { readonly kind: 'answer'; readonly status: number; readonly headers: AnswerHeaders; readonly body: AnswerBody }
  | { readonly kind: 'none'; readonly sent: boolean; readonly error: unknown };

/** What is told while an exchange goes on; each at most once, `over` always and last. */
export interface ExchangeEvents {
  /** The first byte goes on the wire now. */
  onSent(): void;
  /** The head of the answer is here. */
  onHead(status: number, headers: AnswerHeaders): void;
  /** The connection is free again. */
  onOver(): void;
}

/** Bytes of an answer kept in memory at most: lists with extracted data are large, an error is not. */
const maxWholeBytes = 64 * 1024 * 1024;
const maxErrorBytes = 256 * 1024;

/** A handler for one dispatched request, and `abandon` to give it up at any time (before, while or after it is sent). */
export interface ExchangeHandler {
  readonly handler: Dispatcher.DispatchHandler;
  abandon(reason: unknown): void;
}

/** Makes the handler of one request; `settle` is called once, with the answer when its body is whole or begins to stream. */
export function createExchangeHandler(
  asStream: boolean,
  events: ExchangeEvents,
  settle: (exchange: Exchange) => void,
): ExchangeHandler {
  let control: Dispatcher.DispatchController | null = null;
  let settled = false;
  let over = false;
  let sent = false;
  let abandoned = false;
  let status = 0;
  let headers: AnswerHeaders = {};
  let stream: Readable | null = null;
  let chunks: Buffer[] = [];
  let size = 0;

  function settleOnce(exchange: Exchange): void {
    if (settled) return;
    settled = true;
    settle(exchange);
  }
  function end(): void {
    if (over) return;
    over = true;
    events.onOver();
  }
  function fail(error: unknown): void {
    if (stream !== null) stream.destroy(error instanceof Error ? error : new Error('broken off'));
    settleOnce({ kind: 'none', sent, error });
    end();
  }
  function answer(): void {
    end();
    if (stream !== null) {
      stream.push(null);
      return;
    }
    const first = chunks[0];
    const bytes = chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks);
    chunks = [];
    settleOnce({ kind: 'answer', status, headers, body: { kind: 'whole', bytes } });
  }
  function openStream(controller: Dispatcher.DispatchController): Readable {
    const opened = new Readable({
      highWaterMark: 1024 * 1024,
      read: () => controller.resume(),
      destroy(error, done) {
        if (!over) controller.abort(error ?? new Error('not read to its end'));
        done(error);
      },
    });
    // It may break off before anybody reads it; whoever does then is told, and nobody listening must not end the process.
    opened.on('error', () => undefined);
    return opened;
  }

  return {
    abandon(reason) {
      const error = reason instanceof Error ? reason : new Error('aborted');
      abandoned = true;
      if (control === null) fail(error);
      else if (!over) control.abort(error);
    },
    handler: {
      onRequestStart(controller) {
        control = controller;
        if (settled) {
          controller.abort(new Error('given up before it was sent'));
          return;
        }
        sent = true;
        events.onSent();
      },
      onResponseStart(controller, statusCode, answerHeaders) {
        if (statusCode < 200) return;
        status = statusCode;
        headers = answerHeaders;
        events.onHead(statusCode, answerHeaders);
        if (!asStream || statusCode > 299) return;
        stream = openStream(controller);
        settleOnce({ kind: 'answer', status, headers, body: { kind: 'stream', stream } });
      },
      onResponseData(controller, chunk) {
        if (stream !== null) {
          if (!stream.push(chunk)) controller.pause();
          return;
        }
        size += chunk.length;
        if (status > 299 && size > maxErrorBytes) return; // enough of an error page
        if (size > maxWholeBytes) controller.abort(new Error('the answer is too large'));
        else chunks.push(chunk);
      },
      onResponseEnd: answer,
      onResponseError(_controller, error) {
        // A refusal is one however much of its page arrived: whoever refuses an upload may close before all of it is out.
        if (status >= 400 && !abandoned) answer();
        else fail(error);
      },
    },
  };
}
