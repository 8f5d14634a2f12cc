import { randomUUID } from 'node:crypto';
import type { Complaint } from '../answers.ts';
import { empty, json, problem, validationError } from '../answers.ts';
import { mediaType, parseJson } from '../bodies.ts';
import type { EnrichmentRecord } from './record-schemas.ts';
import { recordSchema } from './record-schemas.ts';
import type { z } from 'zod';
import type { Answer, Call, Route } from '../exchange.ts';

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** JSON Merge Patch (RFC 7396): objects merge, null removes, everything else replaces. */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const merged = new Map(isObject(target) ? Object.entries(target) : []);
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) merged.delete(key);
    else merged.set(key, mergePatch(merged.get(key), value));
  }
  return Object.fromEntries(merged);
}

/** The resource families with insert, patch and delete, as they stand in the path; lookup tables are apart. */
export const enrichmentFamilies = [
  'invoices',
  'companies',
  'suppliers',
  'purchase-orders',
  'gl-accounts',
  'cost-centers',
  'approvers',
  'customers',
  'contracts',
  'sales-orders',
  'products',
  'customer-products',
  'addresses',
  'quotes',
  'goods-receipts',
  'profit-centers',
  'internal-orders',
  'projects',
] as const;

interface Held {
  readonly id: string;
  readonly record: EnrichmentRecord;
}

/** The reference records by collection (a family, or `lookup-tables/TYPE`) and external id. */
export type EnrichmentRecords = Map<string, Map<string, Held>>;

/** The records of a collection, as they were sent, oldest first. */
export function recordsOf(held: EnrichmentRecords, collection: string): EnrichmentRecord[] {
  return [...(held.get(collection)?.values() ?? [])].map(({ record }) => record);
}

function complaintsOf(issues: readonly z.core.$ZodIssue[]): Complaint[] {
  return issues.map((issue) => ({
    loc: ['body', ...issue.path.map((part) => (typeof part === 'number' ? part : String(part)))],
    msg: issue.message,
    type: issue.message.endsWith('received undefined') ? 'missing' : issue.code,
  }));
}

const badJson: Complaint = { loc: ['body'], msg: 'JSON decode error', type: 'json_invalid' };

function notFound(call: Call): Answer {
  return problem(404, 'There is no record with this external id.', call.path);
}

/** The collection of a call: its family, for lookup tables with the type; null for a type that isn't lower_snake_case. */
function collectionOf(call: Call, family: string): string | null {
  const { type } = call.params;
  if (type === undefined) return family;
  return /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(type) ? `${family}/${type}` : null;
}

function insert(call: Call, family: string, held: EnrichmentRecords): Answer {
  const collection = collectionOf(call, family);
  if (collection === null) {
    const msg = 'A lookup table type is lower_snake_case';
    return validationError(422, [{ loc: ['path', 'type'], msg, type: 'string_pattern_mismatch' }]);
  }
  if (mediaType(call.headers) !== 'application/json') {
    const msg = 'The media type must be application/json';
    return validationError(422, [{ loc: ['header', 'content-type'], msg, type: 'media_type' }]);
  }
  const parsed = parseJson(call.body);
  if (!parsed.ok) return validationError(422, [badJson]);
  const checked = recordSchema(family).safeParse(parsed.value);
  if (!checked.success) return validationError(422, complaintsOf(checked.error.issues));
  const externalId = String(checked.data.externalId);
  const records = held.get(collection) ?? new Map<string, Held>();
  held.set(collection, records);
  const id = records.get(externalId)?.id ?? randomUUID();
  records.set(externalId, { id, record: checked.data });
  return json(200, { id });
}

/** What a patch itself must hold: the invoice's two required fields, and never another external id. */
function patchComplaints(patch: unknown, family: string, externalId: string): Complaint[] {
  if (typeof patch !== 'object' || patch === null || Array.isArray(patch)) {
    return [{ loc: ['body'], msg: 'Input should be an object', type: 'model_attributes_type' }];
  }
  const complaints: Complaint[] = [];
  const required = family === 'invoices' ? ['externalId', 'invoiceLines'] : [];
  for (const field of required) {
    if (!Object.hasOwn(patch, field)) complaints.push({ loc: ['body', field], msg: 'Field required', type: 'missing' });
  }
  if ('externalId' in patch && patch.externalId !== externalId) {
    const msg = 'The external id must be that of the path';
    complaints.push({ loc: ['body', 'externalId'], msg, type: 'value_error' });
  }
  return complaints;
}

function patch(call: Call, family: string, held: EnrichmentRecords): Answer {
  if (mediaType(call.headers) !== 'application/merge-patch+json') {
    const msg = 'The media type must be application/merge-patch+json';
    return validationError(415, [{ loc: ['header', 'content-type'], msg, type: 'media_type' }]);
  }
  const externalId = call.params.externalId ?? '';
  const records = held.get(collectionOf(call, family) ?? '');
  const known = records?.get(externalId);
  if (records === undefined || known === undefined) return notFound(call);
  const parsed = parseJson(call.body);
  if (!parsed.ok) return validationError(400, [badJson]);
  const complaints = patchComplaints(parsed.value, family, externalId);
  if (complaints.length > 0) return validationError(400, complaints);
  const checked = recordSchema(family).safeParse(mergePatch(known.record, parsed.value));
  if (!checked.success) return validationError(400, complaintsOf(checked.error.issues));
  records.set(externalId, { id: known.id, record: checked.data });
  return json(200, checked.data);
}

function remove(call: Call, family: string, held: EnrichmentRecords): Answer {
  const removed = held.get(collectionOf(call, family) ?? '')?.delete(call.params.externalId ?? '') ?? false;
  return removed ? empty(204) : notFound(call);
}

/** The 57 operations on reference data: an insert is an upsert, a patch a merge patch. */
export function enrichmentRoutes(held: EnrichmentRecords): Route[] {
  const families = [
    ...enrichmentFamilies.map((family) => ({ family, path: `/enrichment/${family}` })),
    { family: 'lookup-tables', path: '/enrichment/lookup-tables/:type' },
  ];
  return families.flatMap(({ family, path }): Route[] => [
    {
      operation: `enrichment.${family}.insert`,
      method: 'POST',
      path,
      scope: 'enrichment.write',
      body: 'bytes',
      errors: 'plain',
      handle: (call) => insert(call, family, held),
    },
    {
      operation: `enrichment.${family}.patch`,
      method: 'PATCH',
      path: `${path}/:externalId`,
      scope: 'enrichment.write',
      body: 'bytes',
      errors: 'plain',
      handle: (call) => patch(call, family, held),
    },
    {
      operation: `enrichment.${family}.delete`,
      method: 'DELETE',
      path: `${path}/:externalId`,
      scope: 'enrichment.delete',
      body: 'none',
      errors: 'plain',
      handle: (call) => remove(call, family, held),
    },
  ]);
}
