import { STATUS_CODES } from 'node:http';
import type { Answer } from './exchange.ts';

/** A JSON answer. */
export function json(status: number, value: unknown, headers?: Readonly<Record<string, string>>): Answer {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(value) };
}

/** An answer without a body. */
export function empty(status: number): Answer {
  return { status };
}

function titleOf(status: number): string {
  return STATUS_CODES[status] ?? 'Error';
}

/** The error object `{detail, status, title}` of token, files, document list, and of all that has no shape of its own. */
export function plainError(status: number, detail: string, headers?: Readonly<Record<string, string>>): Answer {
  return json(status, { detail, status, title: titleOf(status) }, headers);
}

/** One field that failed on document-xml. */
export interface InvalidField {
  readonly fieldName: string;
  readonly detail: string;
}

/** The error of document-xml: `{status, title, detail, errorAt}`, on 422 with `serviceErrorMetaInfo.invalidFields`. */
export function timedError(status: number, detail: string, invalid?: readonly InvalidField[]): Answer {
  const title = titleOf(status);
  const base = { status, title, detail, errorAt: new Date().toISOString() };
  if (invalid === undefined) return json(status, base);
  const invalidFields = invalid.map((field) => ({ status, title, detail: field.detail, fieldName: field.fieldName }));
  return json(status, { ...base, serviceErrorMetaInfo: { invalidFields } });
}

/** One complaint in a validation error body: where, what, and of which kind. */
export interface Complaint {
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly type: string;
}

/** The enrichment error of 400, 415 and 422: `{detail: [{loc, msg, type}]}`. */
export function validationError(status: number, complaints: readonly Complaint[]): Answer {
  return json(status, { detail: complaints });
}

/** The problem object of enrichment 404: `{type, title, status, detail, instance}`. */
export function problem(status: number, detail: string, instance: string): Answer {
  return json(status, { type: 'about:blank', title: titleOf(status), status, detail, instance });
}
