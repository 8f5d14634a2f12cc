import { z } from 'zod';
import { charactersIn } from '../../../../shared/characters.ts';
import type { FaultCode } from '../../../../shared/faults.ts';
import type { UploadBody } from '../client.ts';
import type { ClientProblem } from '../problems.ts';

/** A rule of the interface that a caller can break: the fault it becomes and what its sentence says, carried by a zod issue. */
export interface BrokenRule {
  readonly fault: FaultCode;
  readonly params: Readonly<Record<string, string | number>>;
}

const brokenRuleSchema: z.ZodType<{ rule: BrokenRule }> = z.object({
  rule: z.object({
    fault: z.custom<FaultCode>((code) => typeof code === 'string'),
    params: z.record(z.string(), z.union([z.string(), z.number()])),
  }),
});

/** The rule an issue tells of; null: the input has the wrong shape altogether. */
export function brokenRuleOf(params: unknown): BrokenRule | null {
  const parsed = brokenRuleSchema.safeParse(params);
  return parsed.success ? parsed.data.rule : null;
}

/** A schema that refuses what `problemOf` finds fault with, as the given fault with {problem}; null: nothing wrong. */
function ruled<Schema extends z.ZodType>(
  schema: Schema,
  code: Exclude<FaultCode, 'wrong-usage'>,
  problemOf: (value: z.output<Schema>) => ClientProblem | null,
): Schema {
  return refusing(schema, code, problemOf);
}

/** As {@link ruled}, for what only a hand-made call gets wrong: fault `wrong-usage`, whose sentence `problemOf` gives. */
export function usable<Schema extends z.ZodType>(
  schema: Schema,
  problemOf: (value: z.output<Schema>) => string | null,
): Schema {
  return refusing(schema, 'wrong-usage', problemOf);
}

function refusing<Schema extends z.ZodType>(
  schema: Schema,
  code: FaultCode,
  problemOf: (value: z.output<Schema>) => string | null,
): Schema {
  return schema.check((context) => {
    const problem = problemOf(context.value);
    if (problem === null) return;
    const rule: BrokenRule = { fault: code, params: { problem } };
    context.issues.push({ code: 'custom', input: context.value, message: problem, params: { rule } });
  });
}

function ranged(field: string, min: number): z.ZodType<number> {
  const schema = z.number().check((context) => {
    const { value } = context;
    if (Number.isInteger(value) && value >= min) return;
    const problem: ClientProblem = 'not-in-range';
    const rule: BrokenRule = { fault: 'range-invalid', params: { field, least: min, problem } };
    context.issues.push({ code: 'custom', input: value, message: 'out of range', params: { rule } });
  });
  return schema.meta({ type: 'integer', minimum: min });
}

/** The largest page of a list: a larger number is replaced by it (the service's interface, "Limits"). */
export const maxPageSize = 50;

/** `limit` of a list: from 0; above 50 it is replaced by 50, as the service does. */
export const limitRule = ranged('limit', 0)
  .overwrite((limit) => Math.min(limit, maxPageSize))
  .meta({ description: `Above ${maxPageSize} it is replaced by ${maxPageSize}.` });

/** `offset` of a list: a whole number from 0. */
export const offsetRule = ranged('offset', 0);

/** The six sort orders of the document list. */
const documentSorts = ['createdAt', '-createdAt', '+createdAt', 'updatedAt', '-updatedAt', '+updatedAt'] as const;

/** Sort of the document list. */
export const sortRule = z.enum(documentSorts);

/** An id of the service: opaque, not empty. */
export const idRule = z.string().min(1);

/**
 * An id that the service answers. A longer one is none: it would be asked for in an address, which every server refuses for its length,
 * and so for ever.
 */
export const answeredId = z.string().min(1).max(200);

/** The content types POST /files accepts (the service's interface, "File"). */
export const acceptedMediaTypes = [
  'application/pdf',
  'image/jpeg',
  'image/png',
  'image/tiff',
  'application/xml',
  'text/xml',
  'application/json',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'text/csv',
  'text/html',
] as const;

const accepted = new Set<string>(acceptedMediaTypes);

/** What POST /files sends. */
export interface FileToUpload {
  readonly body: UploadBody;
  readonly mediaType: string;
  readonly fileName: string;
}

/** Whether a value is a file to upload, as far as its shape goes. */
export function isFileToUpload(value: unknown): value is FileToUpload {
  if (typeof value !== 'object' || value === null) return false;
  if (!('body' in value && 'mediaType' in value && 'fileName' in value)) return false;
  const { body } = value;
  if (typeof value.mediaType !== 'string' || typeof value.fileName !== 'string') return false;
  if (typeof body !== 'object' || body === null) return false;
  if ('bytes' in body) return body.bytes instanceof Uint8Array;
  return 'stream' in body && typeof body.stream === 'function' && 'size' in body && typeof body.size === 'number';
}

/** A file of an accepted content type (parameters such as charset may follow). */
export const uploadRule: z.ZodType<FileToUpload> = z.custom<FileToUpload>(isFileToUpload).check((context) => {
  const type = context.value.mediaType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  // A header with a line break in it would be another header.
  if (accepted.has(type) && /^[\x20-\x7e]+$/.test(context.value.mediaType)) return;
  const rule: BrokenRule = { fault: 'type-not-accepted', params: { type: type.slice(0, 100) } };
  context.issues.push({ code: 'custom', input: type, message: 'type not accepted', params: { rule } });
});

/** Title of a document: 1 to 256 characters. */
export const titleRule = ruled(z.string(), 'title-invalid', (title) => {
  if (title.trim() === '') return 'empty';
  if (charactersIn(title) > 256) return 'too-long';
  return /\p{Cc}/u.test(title) ? 'control-characters' : null;
}).meta({ minLength: 1, maxLength: 256 });

/** External id of a document, batch or case: not blank, no control characters (line breaks would not survive text/plain). */
export const externalIdRule = ruled(z.string(), 'external-id-invalid', (id) => {
  if (id.trim() === '') return 'empty';
  return /\p{Cc}/u.test(id) ? 'control-characters' : null;
}).meta({ minLength: 1 });

/** External id of an enrichment record: it has no blanks (as live services behave; the interface doesn't say). */
export const recordIdRule = ruled(z.string(), 'external-id-invalid', (id) => {
  if (id === '') return 'empty';
  return /[\s\p{Cc}]/u.test(id) ? 'blanks' : null;
}).meta({ minLength: 1, pattern: '^\\S+$' });

const flatValue = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/** The keys of external data that the service leaves out: those of more than 50 characters. */
export function keysLeftOut(pairs: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.keys(pairs).filter((key) => charactersIn(key) > 50);
}

/** External data: flat, at most 20 pairs, keys that differ by more than their case (the service's interface, "Limits"). */
export const externalDataRule = ruled(z.record(z.string(), z.unknown()), 'external-data-invalid', (pairs) => {
  const keys = Object.keys(pairs);
  if (keys.length > 20) return 'too-many-pairs';
  if (keys.some((key) => key === '')) return 'empty-key';
  if (new Set(keys.map((key) => key.toLowerCase())).size < keys.length) return 'keys-differ-only-by-case';
  return Object.values(pairs).every((value) => flatValue.safeParse(value).success) ? null : 'not-flat';
}).meta({
  maxProperties: 20,
  propertyNames: { minLength: 1 },
  description: 'The service leaves out keys of more than 50 characters.',
  additionalProperties: { type: ['string', 'number', 'boolean', 'null'] },
});
