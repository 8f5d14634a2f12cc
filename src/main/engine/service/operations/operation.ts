import { z } from 'zod';
import type { Download } from '../client.ts';

/** The methods of the interface. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * A scope an operation needs. `told` by the service's interface: without it the request isn't sent.
 * `noted`, observed and not documented: named in the fault once the service refuses.
 */
export interface Scope {
  readonly name: string;
  readonly source: 'documented' | 'noted';
}

/** What an operation takes as its body. */
export type BodyRule<Body> =
  | { readonly kind: 'none' }
  | { readonly kind: 'json'; readonly mediaType: string; readonly schema: z.ZodType<Body>; readonly optional: boolean }
  | { readonly kind: 'text'; readonly schema: z.ZodType<Body> }
  | { readonly kind: 'form'; readonly schema: z.ZodType<Body> }
  | { readonly kind: 'file'; readonly schema: z.ZodType<Body> };

/**
 * What an operation answers on success, as its schema reads it: a JSON value (or its very text); nothing at all; or a {@link Download} of bytes as
 * they come. `pages` says that a web page is an honest answer (a stored HTML file).
 */
export type AnswerRule<Answer> =
  | {
      readonly kind: 'json' | 'json-or-empty' | 'none';
      readonly schema: z.ZodType<Answer>;
      /** The schema reads the text itself, and so does whoever asked: numbers keep all their digits. */
      readonly verbatim?: true;
    }
  | { readonly kind: 'stream'; readonly schema: z.ZodType<Answer>; readonly accept: string; readonly pages: boolean };

/**
 * One operation of the service. `repeat` says what to do when its answer was lost: `safe` ones are
 * repeated, `reconcile` ones only after a look whether they happened. `errors` are the statuses the document names.
 */
export interface Operation<Query = unknown, Body = unknown, Answer = unknown> {
  readonly name: string;
  readonly method: Method;
  /** Below the base URL, parameters in braces. */
  readonly path: string;
  readonly scope: Scope | null;
  readonly query: z.ZodType<Query> | null;
  readonly body: BodyRule<Body>;
  readonly answer: AnswerRule<Answer>;
  readonly repeat: 'safe' | 'reconcile';
  readonly errors: readonly number[];
}

/** What a call brings: path parameters by name, query and body as the operation's schemas want them. */
export interface OperationInput<Query, Body> {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Query;
  readonly body?: Body;
  /** The JSON text that `body` was read from: it is what is sent, so that nothing of it is lost. */
  readonly bodyText?: string;
  /** For streams: the media types wanted, in place of the operation's own. */
  readonly accept?: string;
}

/** A scope the interface document tells. */
export function documented(name: string): Scope {
  return { name, source: 'documented' };
}

/** A scope that was observed and is not documented. */
export function noted(name: string): Scope {
  return { name, source: 'noted' };
}

/** Whether an answer is bytes as they come. */
export function isDownload(value: unknown): value is Download {
  return typeof value === 'object' && value !== null && 'body' in value && 'mediaType' in value;
}

/** Answers nothing. */
export const nothing: AnswerRule<void> = { kind: 'none', schema: z.void() };

/** Answers bytes. */
export function bytes(accept: string, pages: boolean): AnswerRule<Download> {
  return { kind: 'stream', schema: z.custom<Download>(isDownload), accept, pages };
}

/** Answers JSON of that shape. */
export function json<Answer>(schema: z.ZodType<Answer>): AnswerRule<Answer> {
  return { kind: 'json', schema };
}

/** Takes no body. */
export const noBody: BodyRule<undefined> = { kind: 'none' };

/** Takes a JSON body. */
export function jsonBody<Body>(schema: z.ZodType<Body>): BodyRule<Body> {
  return { kind: 'json', mediaType: 'application/json', schema, optional: false };
}
