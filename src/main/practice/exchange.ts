import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';

/** What an answer carries: text, bytes that are there, or bytes that come in pieces. */
export type AnswerBody = string | Buffer | Readable;

/** One HTTP answer, before the rate headers are put on it. `headers` names are lower case. */
export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: AnswerBody;
}

/** One request that passed routing, token, scope and faults; `body` is empty unless the route reads bytes. */
export interface Call {
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly stream: Readable;
  readonly client: string;
}

/** One operation of the interface: where it is, what it needs, and what it does. Paths are relative to the base URL, `:name` is a parameter. */
export interface Route {
  readonly operation: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  /** null: no bearer token is needed */
  readonly scope: string | null;
  readonly body: 'none' | 'bytes' | 'stream';
  /** the shape of its 401 and 403: document-xml adds `errorAt` */
  readonly errors: 'plain' | 'timed';
  readonly handle: (call: Call) => Answer | Promise<Answer>;
}
