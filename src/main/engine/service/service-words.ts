import { z } from 'zod';
import type { AnswerHeaders } from './transport/exchange.ts';
import { headerOf } from './transport/exchange.ts';

/** What the service says itself about a refusal; only what is there, trimmed. */
export interface ServiceWords {
  readonly title?: string;
  readonly detail?: string;
}

/** Longest words kept of one field, characters. */
const maxLength = 400;

const text = z.string().optional().catch(undefined);
/** All error shapes of the service's interface, "Errors", and OAuth's own (RFC 6749, 5.2), read as far as they go. */
const errorSchema = z.looseObject({
  title: text,
  detail: z
    .union([
      z.string(),
      z.array(z.looseObject({ loc: z.array(z.union([z.string(), z.number()])).optional(), msg: z.string() })),
    ])
    .optional()
    .catch(undefined),
  message: text,
  error: text,
  error_description: text,
  serviceErrorMetaInfo: z
    .looseObject({ invalidFields: z.array(z.looseObject({ fieldName: text, detail: text })) })
    .optional()
    .catch(undefined),
});

/** One line of readable text, at most {@link maxLength} characters; empty: nothing to say. */
function trimmed(words: string): string {
  const line = words.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  return line.length <= maxLength ? line : `${line.slice(0, maxLength - 1).trimEnd()}…`;
}

/** Whether an answer says, or looks, as if it were a web page. */
export function isPage(headers: AnswerHeaders, body: string): boolean {
  const type = headerOf(headers, 'content-type')?.toLowerCase() ?? '';
  return (
    type.startsWith('text/html') || type.startsWith('application/xhtml') || /^\s*<(?:!doctype html|html)/i.test(body)
  );
}

/** `JSON.parse` without exceptions; undefined: no JSON. */
export function parseJson(body: string): unknown {
  try {
    const value: unknown = JSON.parse(body);
    return value;
  } catch {
    return undefined;
  }
}

/** Reads the words out of an error body of any documented shape; pages and unreadable bodies have none. */
export function readServiceWords(headers: AnswerHeaders, body: string): ServiceWords {
  if (body === '' || isPage(headers, body)) return {};
  const parsed = errorSchema.safeParse(parseJson(body));
  if (!parsed.success) {
    const plain = headerOf(headers, 'content-type')?.startsWith('text/plain') === true ? trimmed(body) : '';
    return plain === '' ? {} : { detail: plain };
  }
  const error = parsed.data;
  const details: string[] = [];
  if (typeof error.detail === 'string') details.push(error.detail);
  else
    for (const { loc, msg } of error.detail ?? []) details.push(loc === undefined ? msg : `${loc.join('.')}: ${msg}`);
  for (const { fieldName, detail } of error.serviceErrorMetaInfo?.invalidFields ?? []) {
    details.push([fieldName, detail].filter((part) => part !== undefined).join(': '));
  }
  if (details.length === 0) details.push(error.error_description ?? error.message ?? '');
  const title = trimmed(error.title ?? error.error ?? '');
  const detail = trimmed(details.join('; '));
  return { ...(title === '' ? {} : { title }), ...(detail === '' ? {} : { detail }) };
}
