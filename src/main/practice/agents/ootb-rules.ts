import { json } from '../answers.ts';
import { mediaType, parseJson } from '../bodies.ts';
import { STATUS_CODES } from 'node:http';
import type { Answer, Call } from '../exchange.ts';

/** An object of a body, or the answer that refuses it. */
export type ObjectReading =
  | { readonly ok: true; readonly value: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly answer: Answer };

/** The error of agents and agent workflows: `{status, title, detail}`. */
export function agentError(status: number, detail: string): Answer {
  return json(status, { status, title: STATUS_CODES[status] ?? 'Error', detail });
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Reads a body that must be a JSON object. */
export function readObject({ headers, body }: Pick<Call, 'headers' | 'body'>): ObjectReading {
  if (mediaType(headers) !== 'application/json') {
    return { ok: false, answer: agentError(422, 'The content type must be application/json.') };
  }
  const parsed = parseJson(body);
  if (!parsed.ok) return { ok: false, answer: agentError(422, parsed.detail) };
  if (!isRecord(parsed.value)) return { ok: false, answer: agentError(422, 'The body must be an object.') };
  return { ok: true, value: parsed.value };
}

/** The company that all clients of a practice service belong to. */
export const companyId = 'practice-company';

const provenance = [
  'sourceTemplateAgentId',
  'sourceTemplateAgentVersion',
  'sourceWorkflowId',
  'sourceWorkflowVersion',
  'sourceTemplateWorkflowId',
  'sourceTemplateWorkflowVersion',
];
const serverManaged = [
  'rootAgentId',
  'createdAt',
  'createdBy',
  'updatedAt',
  'updatedBy',
  'versions',
  'versionsMetadata',
];

function isDefault(value: unknown): boolean {
  return value === undefined || value === null || value === false || (Array.isArray(value) && value.length === 0);
}

/** Refuses an out-of-the-box identity and a source in what a client sends; null where there is none. */
export function refuseProvenance(body: Readonly<Record<string, unknown>>): Answer | null {
  if (!isDefault(body.isOotb)) return agentError(422, 'isOotb: out-of-the-box identity is managed by the service.');
  const field = provenance.find((name) => !isDefault(body[name]));
  return field === undefined ? null : agentError(422, `${field}: source provenance is managed by the service.`);
}

/** Refuses what a create must not name: an id, fields of the service, another company. */
export function refuseOnCreate(body: Readonly<Record<string, unknown>>): Answer | null {
  const field = ['id', ...serverManaged].find((name) => !isDefault(body[name]));
  if (field !== undefined) return agentError(422, `${field}: this field is managed by the service.`);
  if (!isDefault(body.companyId) && body.companyId !== companyId) {
    return agentError(403, 'The company is not that of the client.');
  }
  return refuseProvenance(body);
}

/** Refuses every field but the allowed ones, for records that came out of the box. */
export function refuseProtected(body: Readonly<Record<string, unknown>>, allowed: readonly string[]): Answer | null {
  const field = Object.keys(body).find((name) => !allowed.includes(name));
  return field === undefined
    ? null
    : agentError(422, `${field}: this field of an out-of-the-box record can't be changed.`);
}

/** Refuses a change of what never changes: company and name. */
export function refuseImmutable(body: Readonly<Record<string, unknown>>, name: string | null): Answer | null {
  if ('companyId' in body && body.companyId !== companyId)
    return agentError(422, 'companyId: this field is immutable.');
  if (name !== null && 'name' in body && body.name !== name) return agentError(422, 'name: this field is immutable.');
  return null;
}
