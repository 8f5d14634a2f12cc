import { z } from 'zod';
import type { Outcome } from '../../../../shared/faults.ts';
import { failure, success } from '../../faults/fault.ts';
import { misuse } from '../../faults/usage-sentences.ts';
import { problemOf } from '../../faults/problem-of.ts';
import { encodeFileName } from './file-name-header.ts';
import type { Operation, OperationInput } from '../operations/operation.ts';
import { brokenRuleOf, isFileToUpload } from '../operations/rules.ts';
import type { FileToUpload } from '../operations/rules.ts';
import type { OutgoingRequest } from './transport.ts';

/** A call as it goes on the wire, without authorization. */
export interface EncodedRequest {
  readonly method: OutgoingRequest['method'];
  readonly path: string;
  readonly headers: readonly string[];
  readonly body: OutgoingRequest['body'];
}

/** What is wrong with an input, as one of the closed list of sentences: which field, what it has to be, never what was passed. */
function refusedInput(operation: Operation, value: unknown, error: z.ZodError): ReturnType<typeof failure> {
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
  const about = problemOf(value, error.issues[0]);
  const { field = '', problem = '', words, least: min, most: max } = about;
  const params = { operation: operation.name, ...(field === '' ? {} : { field }) };
  if (problem === 'value-missing' && field !== '') return misuse('field-missing', params);
  const names = error.issues[0]?.code === 'unrecognized_keys' ? error.issues[0].keys.join(', ') : undefined;
  const limit = words ?? names ?? (min === undefined ? max : `≥ ${min}`);
  return misuse('field-refused', { ...params, problem, ...(limit === undefined ? {} : { words: limit }) });
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

function checked<Value>(operation: Operation, schema: z.ZodType<Value>, value: unknown): Outcome<Value> {
  const parsed = schema.safeParse(value);
  return parsed.success ? success(parsed.data) : refusedInput(operation, value, parsed.error);
}

function encodeBody(
  operation: Operation,
  { body: value, bodyText }: OperationInput<unknown, unknown>,
): Outcome<Pick<EncodedRequest, 'headers' | 'body'>> {
  const rule = operation.body;
  if (rule.kind === 'none') return success({ headers: [], body: null });
  if (rule.kind === 'json' && rule.optional && value === undefined) return success({ headers: [], body: null });
  const body = checked(operation, rule.schema, value);
  if (!body.ok) return body;
  switch (rule.kind) {
    case 'json':
      return success({
        headers: ['content-type', rule.mediaType],
        body: { text: bodyText ?? JSON.stringify(body.value) },
      });
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
  const query = operation.query === null ? success(undefined) : checked(operation, operation.query, input.query ?? {});
  if (!query.ok) return query;
  const body = encodeBody(operation, input);
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
