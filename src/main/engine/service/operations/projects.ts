import { z } from 'zod';
import { json, jsonBody, noBody, noted } from './operation.ts';
import type { Operation } from './operation.ts';
import { limitRule, offsetRule, usable } from './rules.ts';

// The service's interface does not show the fields of projects: what is checked was observed.

const text = z.string().nullish().catch(null);

/** A project. */
export const projectSchema = z.looseObject({
  id: z.string().optional().catch(undefined),
  name: text,
  note: text,
  extractionModelId: text,
  completion: text,
  duplicates: text,
  retentionDays: z.number().nullish().catch(null),
  isLive: z.boolean().nullish().catch(null),
  createdAt: text,
  updatedAt: text,
});

/** A list of projects: a page as those of documents, or the bare list. */
export const projectList = z.union([
  z.looseObject({ data: z.array(projectSchema), limit: z.number().nullish().catch(null) }),
  z.array(projectSchema),
]);
const listQuery = z.looseObject({
  offset: offsetRule.optional(),
  limit: limitRule.optional(),
  sort: z.string().optional(),
  search: z.string().optional(),
});

/** The schema of a project: what it extracts. */
export const projectSchemaSchema = z.looseObject({
  version: text,
  dataPoints: z
    .array(z.looseObject({ internalName: text, displayName: text, type: text, source: text }))
    .nullish()
    .catch(null),
});

const createBody = z.looseObject({ name: z.string().min(1).max(60) });

/** Fields of a project that a PATCH can't set to null (the service's interface, "PATCH rules"). */
const requiredProjectFields = [
  'name',
  'extractionModelId',
  'ocr',
  'completion',
  'duplicates',
  'isLive',
  'members',
  'schema',
] as const;

const patchBody = usable(z.record(z.string(), z.unknown()), (fields) => {
  if (Object.keys(fields).length === 0) return 'at least one field must be present';
  const cleared = requiredProjectFields.find((name) => fields[name] === null);
  return cleared === undefined ? null : `${cleared} cannot be set to null`;
});

/** POST /projects. */
const create: Operation<unknown, z.infer<typeof createBody>, z.infer<typeof projectSchema>> = {
  name: 'projects.create',
  method: 'POST',
  path: '/projects',
  scope: noted('projects.write'),
  query: null,
  body: jsonBody(createBody),
  answer: json(projectSchema),
  repeat: 'reconcile',
  errors: [400, 422, 429],
};

/** GET /projects. */
const list: Operation<z.infer<typeof listQuery>, undefined, z.infer<typeof projectList>> = {
  name: 'projects.list',
  method: 'GET',
  path: '/projects',
  scope: noted('projects.read'),
  query: listQuery,
  body: noBody,
  answer: json(projectList),
  repeat: 'safe',
  errors: [400, 429],
};

/** GET /projects/{id}. */
export const get: Operation<unknown, undefined, z.infer<typeof projectSchema>> = {
  name: 'projects.get',
  method: 'GET',
  path: '/projects/{id}',
  scope: noted('projects.read'),
  query: null,
  body: noBody,
  answer: json(projectSchema),
  repeat: 'safe',
  errors: [404, 429],
};

const patchAnswer = projectSchema.optional();

/** PATCH /projects/{id}: what is absent stays, null clears note and retentionDays. */
const update: Operation<unknown, z.infer<typeof patchBody>, z.infer<typeof patchAnswer>> = {
  name: 'projects.update',
  method: 'PATCH',
  path: '/projects/{id}',
  scope: noted('projects.write'),
  query: null,
  body: jsonBody(patchBody),
  answer: { kind: 'json-or-empty', schema: patchAnswer },
  repeat: 'safe',
  errors: [400, 404, 422, 429],
};

/** GET /projects/{id}/schema. */
const schema: Operation<unknown, undefined, z.infer<typeof projectSchemaSchema>> = {
  name: 'projects.schema',
  method: 'GET',
  path: '/projects/{id}/schema',
  scope: noted('projects.read'),
  query: null,
  body: noBody,
  answer: json(projectSchemaSchema),
  repeat: 'safe',
  errors: [404, 429],
};

/** Operations of the project resource. */
export const projectOperations = [create, list, get, update, schema] as const;
