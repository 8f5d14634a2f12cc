import { z } from 'zod';
import type { Download } from '../client.ts';
import { bytes, json, jsonBody, noBody, nothing } from './operation.ts';
import type { Operation } from './operation.ts';
import { transferBody } from './documents.ts';
import { answeredId, externalDataRule, externalIdRule, idRule, limitRule, offsetRule } from './rules.ts';

// The service's interface does not show fields and parameters of cases: what follows was observed.

const text = z.string().nullish().catch(null);
const newId = answeredId.nullish().catch(null);

/** A case, read as far as anything is known of it. The new id of a case may stand under `id` or `caseId`. */
export const caseSchema = z.looseObject({
  id: newId,
  caseId: newId,
  fileBatchId: text,
  externalId: text,
  projectId: text,
  state: text,
  title: text,
  createdAt: text,
  updatedAt: text,
  files: z
    .array(z.looseObject({ id: z.string(), type: text, mainFile: z.boolean().catch(false) }))
    .nullish()
    .catch(null),
});

const listQuery = z.looseObject({
  fileBatchId: z.string().optional(),
  projectId: z.string().optional(),
  externalId: z.string().optional(),
  offset: offsetRule.optional(),
  limit: limitRule.optional(),
});

const casePage = z.looseObject({
  data: z.array(caseSchema),
  limit: z.number().nullish().catch(null),
  totalCount: z.number().nullish().catch(null),
});

/** A list of cases: a page as those of documents, or the bare list. */
export const caseList = z.union([casePage, z.array(caseSchema)]);

const batchBody = z.strictObject({
  fileIds: z.array(idRule).min(1),
  projectId: idRule,
  externalId: externalIdRule.optional(),
  externalData: externalDataRule.optional(),
});
const batchAnswer = z.union([z.undefined(), z.looseObject({ fileBatchId: answeredId.nullish().catch(null) })]);

const createBody = z.strictObject({
  projectId: idRule,
  files: z.array(z.strictObject({ id: idRule, type: z.string().min(1), mainFile: z.boolean().optional() })).min(1),
  externalId: externalIdRule.optional(),
  externalData: externalDataRule.optional(),
});
const createAnswer = z.looseObject({ id: newId, caseId: newId }).refine((made) => Boolean(made.id ?? made.caseId));

const filesQuery = z.strictObject({
  mainFile: z.boolean().optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
});

/** POST /cases/process-file-batch. */
export const processFileBatch: Operation<unknown, z.infer<typeof batchBody>, z.infer<typeof batchAnswer>> = {
  name: 'cases.process-file-batch',
  method: 'POST',
  path: '/cases/process-file-batch',
  scope: null,
  query: null,
  body: jsonBody(batchBody),
  answer: { kind: 'json-or-empty', schema: batchAnswer },
  repeat: 'reconcile',
  errors: [400, 404, 429],
};

/** POST /cases/create. */
export const create: Operation<unknown, z.infer<typeof createBody>, z.infer<typeof createAnswer>> = {
  name: 'cases.create',
  method: 'POST',
  path: '/cases/create',
  scope: null,
  query: null,
  body: jsonBody(createBody),
  answer: json(createAnswer),
  repeat: 'reconcile',
  errors: [400, 404, 429],
};

/** GET /cases. A server may ignore the filters. */
export const list: Operation<z.infer<typeof listQuery>, undefined, z.infer<typeof caseList>> = {
  name: 'cases.list',
  method: 'GET',
  path: '/cases',
  scope: null,
  query: listQuery,
  body: noBody,
  answer: json(caseList),
  repeat: 'safe',
  errors: [400, 429],
};

/** GET /cases/{id}. */
export const get: Operation<unknown, undefined, z.infer<typeof caseSchema>> = {
  name: 'cases.get',
  method: 'GET',
  path: '/cases/{id}',
  scope: null,
  query: null,
  body: noBody,
  answer: json(caseSchema),
  repeat: 'safe',
  errors: [404, 429],
};

/** POST /cases/{id}/transfer. */
export const transfer: Operation<unknown, z.infer<typeof transferBody>, void> = {
  name: 'cases.transfer',
  method: 'POST',
  path: '/cases/{id}/transfer',
  scope: null,
  query: null,
  body: jsonBody(transferBody),
  answer: nothing,
  repeat: 'safe',
  errors: [400, 404, 429],
};

/** GET /cases/{id}/files: as ZIP, which tells what it holds twice, or as multipart/mixed; `accept` of a call chooses. */
export const files: Operation<z.infer<typeof filesQuery>, undefined, Download> = {
  name: 'cases.files',
  method: 'GET',
  path: '/cases/{id}/files',
  scope: null,
  query: filesQuery,
  body: noBody,
  answer: bytes('application/zip, multipart/mixed;q=0.9', false),
  repeat: 'safe',
  errors: [404, 429],
};

/** Operations of the case resource. */
export const caseOperations = [processFileBatch, create, list, get, transfer, files] as const;
