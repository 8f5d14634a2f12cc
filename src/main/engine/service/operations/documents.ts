import { z } from 'zod';
import { bytes, json, jsonBody, noBody, noted, nothing, documented } from './operation.ts';
import type { BodyRule, Operation } from './operation.ts';
import {
  answeredId,
  externalDataRule,
  externalIdRule,
  idRule,
  limitRule,
  offsetRule,
  sortRule,
  titleRule,
} from './rules.ts';

const text = z.string().nullish().catch(null);

/** A document (the service's interface, "Document"): only what everything hangs on is insisted on, all else is read as far as it goes. */
export const documentSchema = z.looseObject({
  id: answeredId,
  state: z.string(),
  title: text,
  createdAt: text,
  updatedAt: text,
  fileId: text,
  caseId: text,
  files: z
    .array(z.looseObject({ id: z.string(), type: text, mainFile: z.boolean().catch(false) }))
    .nullish()
    .catch(null),
  externalId: text,
  externalData: z.record(z.string(), z.unknown()).nullish().catch(null),
  projectId: text,
  url: text,
});

const page = z.looseObject({
  data: z.array(documentSchema),
  limit: z.number().optional().catch(undefined),
  offset: z.number().optional().catch(undefined),
  totalCount: z.number().nullish().catch(null),
});

/** The states that the interface names; what a service may know beside them passes as well. */
const listedStates = [
  'done',
  'doneAutomatically',
  'extracted',
  'failed',
  'inCompletion',
  'junk',
  'new',
  'processing',
  'rejected',
  'reviewRequired',
];

const listQuery = z.strictObject({
  projectId: z.array(z.string()).optional(),
  offset: offsetRule.optional(),
  limit: limitRule.optional().meta({ default: 20 }),
  sort: sortRule.optional().meta({ default: '-createdAt' }),
  state: z.array(z.string().meta({ enum: listedStates })).optional(),
  fileId: z.string().optional(),
  caseId: z.string().optional(),
});

const processFileBody = z.strictObject({
  fileId: idRule,
  projectId: idRule,
  externalId: externalIdRule.optional(),
  externalData: externalDataRule.optional(),
});

const processFileAnswer = z.looseObject({
  documentId: answeredId,
  fileId: z.string().optional(),
  projectId: z.string().optional(),
});

/** Body of a transfer report. */
export const transferBody = z.strictObject({ successful: z.boolean(), message: z.string().optional() });

const rejectBody = z.strictObject({ message: z.string().optional() });
const rejectRule: BodyRule<z.infer<typeof rejectBody>> = {
  kind: 'json',
  mediaType: 'application/json',
  schema: rejectBody,
  optional: true,
};

/** Some servers wrap the list as pages do. */
const stateEntries = z.array(z.looseObject({ state: z.string(), updatedAt: text }));
const statesAnswer = z.union([stateEntries, z.looseObject({ data: stateEntries })]);

/** GET /documents. */
export const list: Operation<z.infer<typeof listQuery>, undefined, z.infer<typeof page>> = {
  name: 'documents.list',
  method: 'GET',
  path: '/documents',
  scope: documented('documents.read'),
  query: listQuery,
  body: noBody,
  answer: json(page),
  repeat: 'safe',
  errors: [400, 429],
};

/** POST /documents/process-file. No idempotency key exists: a lost answer must be looked for. */
export const processFile: Operation<unknown, z.infer<typeof processFileBody>, z.infer<typeof processFileAnswer>> = {
  name: 'documents.process-file',
  method: 'POST',
  path: '/documents/process-file',
  scope: documented('documents.write'),
  query: null,
  body: jsonBody(processFileBody),
  answer: json(processFileAnswer),
  repeat: 'reconcile',
  errors: [400, 404, 429],
};

/** GET /documents/{id}. */
export const get: Operation<unknown, undefined, z.infer<typeof documentSchema>> = {
  name: 'documents.get',
  method: 'GET',
  path: '/documents/{id}',
  scope: documented('documents.read'),
  query: null,
  body: noBody,
  answer: json(documentSchema),
  repeat: 'safe',
  errors: [404, 429],
};

/** GET /documents/{id}/states. */
export const states: Operation<unknown, undefined, z.infer<typeof statesAnswer>> = {
  name: 'documents.states',
  method: 'GET',
  path: '/documents/{id}/states',
  scope: documented('documents.read'),
  query: null,
  body: noBody,
  answer: json(statesAnswer),
  repeat: 'safe',
  errors: [429],
};

function report<Body>(action: string, body: BodyRule<Body>, errors: readonly number[]): Operation<unknown, Body, void> {
  return {
    name: `documents.${action}`,
    method: 'POST',
    path: `/documents/{id}/${action}`,
    scope: documented('documents.write'),
    query: null,
    body,
    answer: nothing,
    repeat: 'safe', // the same report again changes nothing
    errors,
  };
}

/** POST /documents/{id}/transfer. */
export const transfer = report('transfer', jsonBody(transferBody), [400, 404, 429]);

/** POST /documents/{id}/reject. */
export const reject = report('reject', rejectRule, [429]);

/** POST /documents/{id}/external-data: replaces all; {} removes all. */
export const externalData = report('external-data', jsonBody(externalDataRule), [429]);

/** POST /documents/{id}/external-id. */
export const externalId = report('external-id', { kind: 'text', schema: externalIdRule }, [429]);

/** POST /documents/{id}/title. */
export const title = report('title', { kind: 'text', schema: titleRule }, [429]);

/** Operations of the document resource. */
export const documentOperations = [
  list,
  processFile,
  get,
  transfer,
  reject,
  externalData,
  externalId,
  title,
  states,
] as const;

const email = { method: 'GET', scope: noted('emails.read'), query: null, body: noBody, repeat: 'safe' } as const;

/** Operations of the emails behind documents; the id is a document's. Content may be a PDF: its Content-Type says (observed; the interface doesn't say). */
export const emailOperations: readonly Operation[] = [
  { ...email, name: 'emails.get', path: '/emails/{id}', answer: json(z.looseObject({})), errors: [404, 429] },
  { ...email, name: 'emails.content', path: '/emails/{id}/content', answer: bytes('*/*', true), errors: [404, 429] },
  {
    ...email,
    name: 'emails.eml',
    path: '/emails/{id}/eml',
    answer: bytes('message/rfc822, */*;q=0.1', false),
    errors: [404, 429],
  },
];
