import { acceptedMediaTypes } from '../operations/rules.ts';
import { operationTable } from '../operations/table.ts';
import type { Operation } from '../operations/operation.ts';
import { responsesOf } from './answers.ts';
import { schemaOf } from './schema-of.ts';
import { answerShapes, notShown } from './shapes.ts';
import type { JsonObject } from './shapes.ts';

/** Bodies whose fields the service's interface shows; those of all others are as far as they are known. */
const shownBodies: ReadonlySet<string> = new Set([
  'auth.token',
  'files.upload',
  'documents.process-file',
  'documents.transfer',
  'documents.reject',
  'documents.external-data',
  'documents.external-id',
  'documents.title',
  'enrichment.invoices.patch',
  'enrichment.internal-orders.insert',
  'agents.create',
]);

/** Queries that the service's interface shows. */
const shownQueries: ReadonlySet<string> = new Set(['documents.list', 'document-xml.get']);

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function pathParameters(path: string): JsonObject[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
}

function queryParameters(operation: Operation): JsonObject[] {
  if (operation.query === null) return [];
  const mark = shownQueries.has(operation.name) ? {} : notShown;
  const { properties, required, additionalProperties } = schemaOf(operation.query);
  const needed = Array.isArray(required) ? required : [];
  const named = Object.entries(isObject(properties) ? properties : {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: needed.includes(name),
    schema,
    ...mark,
  }));
  if (additionalProperties === false) return named;
  // Filters of any name: repeated parameters, as all lists of this interface.
  const open = { type: 'object', additionalProperties: isObject(additionalProperties) ? additionalProperties : true };
  return [...named, { name: 'filters', in: 'query', style: 'form', explode: true, schema: open, ...notShown }];
}

function headerParameters(operation: Operation): JsonObject[] {
  if (operation.body.kind !== 'file') return [];
  return [{ name: 'X-Hy-Filename', in: 'header', required: false, schema: { type: 'string', maxLength: 256 } }];
}

function requestBody(operation: Operation): JsonObject | null {
  const { body, name } = operation;
  const mark = shownBodies.has(name) ? {} : notShown;
  switch (body.kind) {
    case 'none':
      return null;
    case 'file':
      return { required: true, content: Object.fromEntries(acceptedMediaTypes.map((type) => [type, { schema: {} }])) };
    case 'text':
      return { required: true, content: { 'text/plain': { schema: schemaOf(body.schema) } } };
    case 'form':
      return { required: true, content: { 'application/x-www-form-urlencoded': { schema: schemaOf(body.schema) } } };
    case 'json':
      return {
        required: !body.optional,
        content: { [body.mediaType]: { schema: { ...schemaOf(body.schema), ...mark } } },
      };
  }
}

function operationObject(operation: Operation): JsonObject {
  const { name, scope, path, repeat } = operation;
  const body = requestBody(operation);
  const parameters = [...pathParameters(path), ...queryParameters(operation), ...headerParameters(operation)];
  return {
    operationId: name,
    tags: [name.split('.', 1)[0] ?? name],
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === null ? {} : { requestBody: body }),
    responses: responsesOf(operation),
    security: [name === 'auth.token' ? { client: [] } : { token: scope === null ? [] : [scope.name] }],
    'x-repeat': repeat,
    ...(name !== 'auth.token' && scope?.source !== 'documented' ? { 'x-unknown-scope': true } : {}),
  };
}

function paths(): JsonObject {
  const found: Record<string, Record<string, JsonObject>> = {};
  for (const operation of operationTable) {
    (found[operation.path] ??= {})[operation.method.toLowerCase()] = operationObject(operation);
  }
  return found;
}

function scopes(): JsonObject {
  const names = operationTable.flatMap(({ scope }) => (scope === null ? [] : [scope]));
  return Object.fromEntries(
    names.map(({ name, source }) => [
      name,
      source === 'documented' ? 'Shown by the interface document.' : 'Seen in use.',
    ]),
  );
}

/**
 * The OpenAPI 3.1 document of all that is known of the service's interface, made of the table of operations. What the interface
 * document does not show is marked with `x-unknown` (a shape, an answer, a parameter) or `x-unknown-scope`; `x-repeat` says
 * whether an operation may be repeated after a lost answer.
 */
export function openApiDocument(): JsonObject {
  const rate = (description: string, schema: JsonObject): JsonObject => ({ description, schema });
  return {
    openapi: '3.1.0',
    info: {
      title: 'Document processing service',
      version: '2',
      description:
        'What Mailroom knows of the interface, made of its own table of operations. x-unknown marks what the interface document does not show.',
    },
    servers: [{ url: '{baseUrl}', variables: { baseUrl: { default: 'https://localhost/v2' } } }],
    paths: paths(),
    components: {
      schemas: answerShapes,
      headers: {
        'x-ratelimit-limit': rate('Quota in the present window, and its policy.', { type: 'string' }),
        'x-ratelimit-remaining': rate('Requests left in the present window.', { type: 'integer' }),
        'x-ratelimit-reset': rate('Seconds until the window resets.', { type: 'integer' }),
      },
      securitySchemes: {
        client: { type: 'http', scheme: 'basic', description: 'Client id and client secret.' },
        token: { type: 'oauth2', flows: { clientCredentials: { tokenUrl: 'auth/token', scopes: scopes() } } },
      },
    },
  };
}
