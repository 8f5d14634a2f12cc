import type { IncomingHttpHeaders } from 'node:http';
import type { ZodType } from 'zod';

/** What a body holds, or a sentence that says what is wrong with it. */
export type BodyReading<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly detail: string };

/** The media type of a request, lower case, without parameters; empty where it has none. */
export function mediaType(headers: IncomingHttpHeaders): string {
  const type = headers['content-type'] ?? '';
  const semicolon = type.indexOf(';');
  return (semicolon < 0 ? type : type.slice(0, semicolon)).trim().toLowerCase();
}

/** Parses JSON bytes. */
export function parseJson(body: Buffer): BodyReading<unknown> {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return { ok: true, value };
  } catch {
    return { ok: false, detail: 'The body is not valid JSON.' };
  }
}

/** Reads an `application/json` body by a schema; the first thing that is wrong makes the sentence. */
export function readJson<Value>(
  call: { readonly headers: IncomingHttpHeaders; readonly body: Buffer },
  schema: ZodType<Value>,
): BodyReading<Value> {
  if (mediaType(call.headers) !== 'application/json') {
    return { ok: false, detail: 'The content type must be application/json.' };
  }
  const parsed = parseJson(call.body);
  if (!parsed.ok) return parsed;
  const checked = schema.safeParse(parsed.value);
  if (checked.success) return { ok: true, value: checked.data };
  const issue = checked.error.issues[0];
  const where = issue === undefined || issue.path.length === 0 ? 'The body' : issue.path.join('.');
  return { ok: false, detail: `${where}: ${issue?.message ?? 'invalid'}` };
}

/** Reads a `text/plain` body. */
export function readText(call: { readonly headers: IncomingHttpHeaders; readonly body: Buffer }): BodyReading<string> {
  if (mediaType(call.headers) !== 'text/plain') {
    return { ok: false, detail: 'The content type must be text/plain.' };
  }
  return { ok: true, value: call.body.toString('utf8') };
}
