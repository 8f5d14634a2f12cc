import { z } from 'zod';
import type { Outcome } from '../../../shared/faults.ts';
import { failure, success } from '../faults/fault.ts';
import { misuse } from '../faults/usage-sentences.ts';
import { encodeFileName } from './file-name-header.ts';
import type { Operation, OperationInput } from './operations/operation.ts';
import { brokenRuleOf, isFileToUpload } from './operations/rules.ts';
import type { FileToUpload } from './operations/rules.ts';
import type { OutgoingRequest } from './transport.ts';

/** A call as it goes on the wire, without authorization. */
export interface EncodedRequest {
  readonly method: OutgoingRequest['method'];
  readonly path: string;
  readonly headers: readonly string[];
  readonly body: OutgoingRequest['body'];
}

function refusedInput(error: z.ZodError): ReturnType<typeof failure> {
  for (const issue of error.issues) {
    const rule = issue.code === 'custom' ? brokenRuleOf(issue.params) : null;
    if (rule !== null) {
      const at = issue.path.map((part) => String(part)).join('.');
      if (at === '') return failure(rule.fault, rule.params);
      if (rule.fault !== 'wrong-usage') return failure(rule.fault, { ...rule.params, at });
      // The sentence of this fault is its problem, so that the place has to stand in it.
      return failure(rule.fault, { ...rule.params, problem: `${at}: ${String(rule.params['problem'])}` });
    }
  }
  const [first] = error.issues;
  const at = first?.path.map((part) => String(part)).join('.') ?? '';
  // Zod's messages name types and allowed values, never what was passed.
  return failure('wrong-usage', {
    problem: [at, first?.message ?? 'invalid'].filter((part) => part !== '').join(': '),
  });
}

/** Fills the path template; parameters that are missing, empty or would climb (`..`) are fault `wrong-usage`. */
function fillPath(template: string, parameters: Readonly<Record<string, string>>): Outcome<string> {
  const wrong: string[] = [];
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = parameters[name] ?? '';
    if (value !== '' && !/^\.{1,2}$/.test(value) && !/\p{Surrogate}/u.test(value)) return encodeURIComponent(value);
    wrong.push(name);
    return '';
  });
  const [first] = wrong;
  return first === undefined ? success(path) : misuse('path-part-missing', { path: template, given: first });
}

function encodeQuery(query: unknown): string {
  if (typeof query !== 'object' || query === null) return '';
  const parts: string[] = [];
  for (const [name, value] of Object.entries(query)) {
    // Arrays are repeated parameters (form, exploded).
    for (const one of Array.isArray(value) ? value : [value]) {
      if (typeof one === 'string' || typeof one === 'number' || typeof one === 'boolean') {
        parts.push(`${encodeURIComponent(name)}=${encodeURIComponent(one)}`);
      }
    }
  }
  return parts.length === 0 ? '' : `?${parts.join('&')}`;
}

function encodeFile(file: FileToUpload): Outcome<Pick<EncodedRequest, 'headers' | 'body'>> {
  const headers = ['content-type', file.mediaType];
  const name = encodeFileName(file.fileName);
  if (name !== '') headers.push('x-hy-filename', name);
  return success({ headers, body: file.body });
}

function checked<Value>(schema: z.ZodType<Value>, value: unknown): Outcome<Value> {
  const parsed = schema.safeParse(value);
  return parsed.success ? success(parsed.data) : refusedInput(parsed.error);
}

function encodeBody(operation: Operation, value: unknown): Outcome<Pick<EncodedRequest, 'headers' | 'body'>> {
  const rule = operation.body;
  if (rule.kind === 'none') return success({ headers: [], body: null });
  if (rule.kind === 'json' && rule.optional && value === undefined) return success({ headers: [], body: null });
  const body = checked(rule.schema, value);
  if (!body.ok) return body;
  switch (rule.kind) {
    case 'json':
      return success({ headers: ['content-type', rule.mediaType], body: { text: JSON.stringify(body.value) } });
    case 'file':
      return isFileToUpload(body.value) ? encodeFile(body.value) : failure('wrong-usage', { problem: 'not a file' });
    case 'text':
      return success({ headers: ['content-type', 'text/plain; charset=utf-8'], body: { text: String(body.value) } });
    case 'form': {
      const form = new URLSearchParams(z.record(z.string(), z.string()).parse(body.value)).toString();
      return success({ headers: ['content-type', 'application/x-www-form-urlencoded'], body: { text: form } });
    }
  }
}

/** Checks a call against the rules of its operation and encodes it; a broken rule is its fault and nothing is sent. */
export function encodeRequest(
  operation: Operation,
  input: OperationInput<unknown, unknown>,
  prefix: string,
): Outcome<EncodedRequest> {
  const path = fillPath(operation.path, input.path ?? {});
  if (!path.ok) return path;
  const query = operation.query === null ? success(undefined) : checked(operation.query, input.query ?? {});
  if (!query.ok) return query;
  const body = encodeBody(operation, input.body);
  if (!body.ok) return body;
  const accept = operation.answer.kind === 'stream' ? (input.accept ?? operation.answer.accept) : 'application/json';
  // A header with a line break in it would be another header.
  if (!/^[\x20-\x7e]+$/.test(accept)) return failure('wrong-usage', { problem: 'accept is no list of media types' });
  return success({
    method: operation.method,
    path: prefix + path.value + encodeQuery(query.value),
    headers: [...body.value.headers, 'accept', accept],
    body: body.value.body,
  });
}
