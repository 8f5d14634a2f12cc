import { z } from 'zod';
import { openApiDocument } from '../../src/main/engine/service/openapi/document.ts';
import type { StepInput } from './all-operations.ts';
import { createProblemOf } from './json-schema.ts';

const content = z.record(z.string(), z.looseObject({ schema: z.record(z.string(), z.unknown()) }));
const operationSchema = z.looseObject({
  operationId: z.string(),
  requestBody: z.looseObject({ content }).optional(),
  responses: z.record(z.string(), z.looseObject({ content: content.optional() })),
});

/** The document as anybody reads it who knows nothing of the code: only what is checked here is relied on. */
const documentSchema = z.looseObject({
  openapi: z.literal('3.1.0'),
  paths: z.record(z.string().startsWith('/'), z.record(z.string(), operationSchema)),
  components: z.looseObject({ schemas: z.record(z.string(), z.unknown()) }),
});

/** The document after a turn through JSON, so that nothing but JSON counts. */
export const openApi = documentSchema.parse(JSON.parse(JSON.stringify(openApiDocument())));

const problemOf = createProblemOf(openApi);

/** All operations of the document by their id, with method and path. */
export const documented: ReadonlyMap<
  string,
  z.infer<typeof operationSchema> & { readonly method: string; readonly path: string }
> = new Map(
  Object.entries(openApi.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [operation.operationId, { ...operation, method, path }]),
  ),
);

/** Sends what a step says, by the document alone. */
export async function send(
  baseUrl: string,
  authorization: string,
  name: string,
  { path = {}, query = {}, body, accept }: StepInput,
): Promise<Response> {
  const operation = documented.get(name);
  if (operation === undefined) throw new Error(`${name} is not documented`);
  const url = new URL(
    baseUrl + operation.path.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(path[key] ?? '')),
  );
  for (const [key, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) url.searchParams.append(key, String(one));
  }
  const headers: Record<string, string> = { authorization, ...(accept === undefined ? {} : { accept }) };
  const [mediaType = ''] = Object.keys(operation.requestBody?.content ?? {});
  const upload = z.object({ body: z.object({ bytes: z.instanceof(Uint8Array) }) }).safeParse(body);
  let payload: Uint8Array<ArrayBuffer> | string | null = null;
  if (upload.success) payload = Uint8Array.from(upload.data.body.bytes);
  else if (mediaType === 'text/plain') payload = String(body);
  else if (mediaType === 'application/x-www-form-urlencoded') {
    payload = new URLSearchParams(z.record(z.string(), z.string()).parse(body)).toString();
  } else if (body !== undefined) payload = JSON.stringify(body);
  if (payload !== null) headers['content-type'] = mediaType;
  return fetch(url, { method: operation.method.toUpperCase(), headers, body: payload });
}

/** What the document says of an answer: its response, by the exact status or else by `2XX`. */
function responseOf(name: string, status: number): z.infer<typeof operationSchema>['responses'][string] | undefined {
  const responses = documented.get(name)?.responses ?? {};
  return responses[String(status)] ?? (status >= 200 && status < 300 ? responses['2XX'] : undefined);
}

/** What is wrong with an answer by the document; null: nothing. The answer can still be read afterwards. */
export async function answerProblem(name: string, answer: Response): Promise<string | null> {
  const told = responseOf(name, answer.status);
  if (told === undefined) return `${name}: status ${answer.status} is not documented`;
  const headers = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'];
  const missing = headers.filter((header) => !answer.headers.has(header));
  if (missing.length > 0) return `${name}: ${missing.join(', ')} missing`;
  const text = await answer.clone().text();
  const mediaType = answer.headers.get('content-type')?.split(';', 1)[0] ?? '';
  const unknown = 'x-unknown' in told;
  if (told.content === undefined) return text === '' || unknown ? null : `${name}: a body that is not documented`;
  const json = told.content['application/json'];
  if (json === undefined) {
    return mediaType in told.content || '*/*' in told.content ? null : `${name}: media type ${mediaType}`;
  }
  if (text === '') return unknown ? null : `${name}: no body`;
  if (mediaType !== 'application/json') return `${name}: media type ${mediaType}`;
  const problem = problemOf(JSON.parse(text), json.schema);
  return problem === null ? null : `${name} ${answer.status}: ${problem}`;
}
