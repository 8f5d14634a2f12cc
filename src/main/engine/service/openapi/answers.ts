import type { Operation } from '../operations/operation.ts';
import { invoiceSchema } from '../operations/enrichment-records.ts';
import { schemaOf } from './schema-of.ts';
import { notShown, reference } from './shapes.ts';
import type { JsonObject, ShapeName } from './shapes.ts';

interface KnownAnswer {
  /** `2XX` where the document does not say which. */
  readonly status: string;
  readonly content: JsonObject | null;
}

function jsonContent(schema: JsonObject): JsonObject {
  return { 'application/json': { schema } };
}

const noBody = null;

/** Successes that the service's interface shows, by the operation's name. */
const known: Readonly<Record<string, KnownAnswer>> = {
  'auth.token': { status: '200', content: jsonContent(reference('AccessToken')) },
  'files.upload': { status: '201', content: jsonContent(reference('UploadedFile')) },
  'files.download': { status: '200', content: { '*/*': { schema: {} } } },
  'documents.list': { status: '200', content: jsonContent(reference('DocumentPage')) },
  'documents.process-file': { status: '202', content: jsonContent(reference('AcceptedFile')) },
  'documents.get': { status: '200', content: jsonContent(reference('Document')) },
  'documents.transfer': { status: '202', content: noBody },
  'documents.reject': { status: '2XX', content: noBody },
  'documents.external-data': { status: '2XX', content: noBody },
  'documents.external-id': { status: '2XX', content: noBody },
  'documents.title': { status: '2XX', content: noBody },
  'documents.states': { status: '200', content: jsonContent(reference('DocumentHistory')) },
  'cases.files': {
    status: '2XX',
    content: { 'multipart/mixed': { schema: {} }, 'application/zip': { schema: {} } },
  },
  'enrichment.invoices.patch': { status: '200', content: jsonContent(schemaOf(invoiceSchema)) },
  'enrichment.internal-orders.insert': { status: '200', content: jsonContent(reference('StoredRecord')) },
  'agents.create': { status: '201', content: jsonContent(reference('Agent')) },
  'agents.get': { status: '2XX', content: jsonContent(reference('Agent')) },
};

const rateHeaders: JsonObject = Object.fromEntries(
  ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'].map((name) => [
    name,
    { $ref: `#/components/headers/${name}` },
  ]),
);

function unknownSuccess(operation: Operation): JsonObject | null {
  switch (operation.answer.kind) {
    case 'none':
      return null;
    case 'stream':
      return { '*/*': { schema: notShown } };
    case 'json':
    case 'json-or-empty':
      return jsonContent({ ...schemaOf(operation.answer.schema), ...notShown });
  }
}

/** The shape of a documented error; null: none is shown. */
function errorShape({ name }: Operation, status: number): ShapeName | null {
  if (status === 429) return null;
  if (name === 'auth.token' || name.startsWith('files.') || name === 'documents.list') return 'Error';
  if (name.startsWith('enrichment.')) return status === 404 ? 'Problem' : 'ValidationError';
  if (name === 'document-xml.get') return status === 422 ? 'TransformationInvalid' : 'TransformationError';
  return name === 'agents.create' ? 'AgentError' : null;
}

const reasons: Readonly<Record<number, string>> = {
  400: 'The request breaks a rule.',
  401: 'The credentials or the token are not valid.',
  403: 'Not permitted.',
  404: 'It does not exist.',
  415: 'The media type is not supported.',
  422: 'The content breaks a rule.',
  429: 'The quota is used up.',
  500: 'The service has a problem of its own.',
};

function errorResponse(operation: Operation, status: number): JsonObject {
  const shape = errorShape(operation, status);
  const description = reasons[status] ?? 'Refused.';
  if (shape === null) return { description, headers: rateHeaders, ...notShown };
  return { description, headers: rateHeaders, content: jsonContent(reference(shape)) };
}

/** The `responses` of an operation: its success, and each error that the interface document names for it. */
export function responsesOf(operation: Operation): JsonObject {
  const answer = known[operation.name];
  const content = answer === undefined ? unknownSuccess(operation) : answer.content;
  const success = {
    description: answer === undefined ? 'Success; the interface document does not show it.' : 'Success.',
    headers: rateHeaders,
    ...(content === null ? {} : { content }),
    ...(answer === undefined ? notShown : {}),
  };
  // Whatever it lists: a bad token gives 401 and a used-up quota 429 (the service's interface, "Endpoints", "Authentication").
  const errors = [...new Set([401, ...operation.errors, 429])].map((status): [string, JsonObject] => [
    String(status),
    errorResponse(operation, status),
  ]);
  return { [answer?.status ?? '2XX']: success, ...Object.fromEntries(errors) };
}
