import { z } from 'zod';
import { json, plainError } from '../answers.ts';
import { readJson } from '../bodies.ts';
import { readPage } from '../documents/document-query.ts';
import { defaultFields } from './project-store.ts';
import type { Answer, Call, Route } from '../exchange.ts';
import type { ProjectRecord, ProjectStore } from './project-store.ts';

const members = z.union([
  z.object({ allow: z.literal('all') }),
  z.object({ allow: z.literal('members'), members: z.array(z.string().min(1)) }),
]);
const ocr = z.object({
  engine: z.string().optional(),
  features: z.unknown().optional(),
  languages: z.unknown().optional(),
});
const schema = z.looseObject({
  version: z.string(),
  dataPoints: z.array(
    z.object({
      internalName: z.string(),
      displayName: z.string(),
      type: z.string(),
      source: z.string(),
      normalization: z.array(z.unknown()),
      rules: z.record(z.string(), z.unknown()),
    }),
  ),
});
const required = {
  name: z.string().min(1).max(60),
  extractionModelId: z.string().min(1),
  ocr,
  completion: z.enum(['automatic', 'manual']),
  duplicates: z.enum(['allow', 'fail']),
  isLive: z.boolean(),
  members,
  schema,
};
const clearable = {
  note: z.string().min(1).max(1000).nullable(),
  retentionDays: z.int().min(1).nullable(),
};
/** An absent field stays as it is; only note and retentionDays may be null. */
const patchBody = z.object({ ...required, ...clearable }).partial();
const createBody = patchBody.required({ name: true });

function show(record: ProjectRecord, withSchema: boolean): Record<string, unknown> {
  const { schema: projectSchema, ...fields } = record.fields;
  return {
    id: record.id,
    ...fields,
    ...(withSchema ? { schema: projectSchema } : {}),
    createdAt: new Date(record.createdAt).toISOString(),
    createdBy: record.createdBy,
    updatedAt: new Date(record.updatedAt).toISOString(),
    updatedBy: record.updatedBy,
  };
}

function present<Fields extends object>(fields: Fields): Fields {
  const copy = { ...fields };
  for (const [name, value] of Object.entries(copy)) if (value === undefined) Reflect.deleteProperty(copy, name);
  return copy;
}

function create(call: Call, projects: ProjectStore, now: number): Answer {
  const body = readJson(call, createBody);
  if (!body.ok) return plainError(400, body.detail);
  const fields = Object.assign(defaultFields(body.value.name), present(body.value));
  return json(201, show(projects.create(fields, now, call.client), true));
}

function patch(call: Call, record: ProjectRecord, now: number): Answer {
  const body = readJson(call, patchBody);
  if (!body.ok) return plainError(400, body.detail);
  const changes = present(body.value);
  if (Object.keys(changes).length === 0) return plainError(400, 'At least one field must be present.');
  Object.assign(record.fields, changes);
  record.updatedAt = now;
  record.updatedBy = call.client;
  return json(200, show(record, true));
}

const comparisons: Readonly<Record<string, (left: ProjectRecord, right: ProjectRecord) => number>> = {
  name: (left, right) => left.fields.name.localeCompare(right.fields.name, 'en'),
  createdAt: (left, right) => left.createdAt - right.createdAt,
  updatedAt: (left, right) => left.updatedAt - right.updatedAt,
};

function list(call: Call, projects: ProjectStore): Answer {
  const page = readPage(call.query);
  if (!page.ok) return plainError(400, page.detail);
  const sort = (call.query.get('sort') ?? 'name').replace(/^ /, '+');
  const comparison = comparisons[sort.replace(/^[+-]/, '')];
  if (comparison === undefined) return plainError(400, 'The sort definition is invalid.');
  const search = (call.query.get('search') ?? '').toLowerCase();
  const found = projects.all().filter(({ fields }) => fields.name.toLowerCase().includes(search));
  found.sort((left, right) => (sort.startsWith('-') ? comparison(right, left) : comparison(left, right)));
  const { offset, limit } = page;
  const shown = found.slice(offset, offset + limit).map((record) => show(record, false));
  return json(200, { data: shown, limit, offset, totalCount: found.length });
}

/** The five operations on projects. The interface shows only the rules of PATCH; the fields follow what live services were seen to have. */
export function projectRoutes(projects: ProjectStore, clock: () => number): Route[] {
  function forOne(act: (call: Call, record: ProjectRecord) => Answer): (call: Call) => Answer {
    return (call) => {
      const record = projects.get(call.params.id ?? '');
      return record === undefined ? plainError(404, 'The project does not exist.') : act(call, record);
    };
  }
  const reading = { method: 'GET', scope: 'projects.read', body: 'none', errors: 'plain' } as const;
  const writing = { scope: 'projects.write', body: 'bytes', errors: 'plain' } as const;
  return [
    {
      ...writing,
      operation: 'projects.create',
      method: 'POST',
      path: '/projects',
      handle: (call) => create(call, projects, clock()),
    },
    { ...reading, operation: 'projects.list', path: '/projects', handle: (call) => list(call, projects) },
    {
      ...reading,
      operation: 'projects.get',
      path: '/projects/:id',
      handle: forOne((_call, record) => json(200, show(record, true))),
    },
    {
      ...writing,
      operation: 'projects.update',
      method: 'PATCH',
      path: '/projects/:id',
      handle: forOne((call, record) => patch(call, record, clock())),
    },
    {
      ...reading,
      operation: 'projects.schema',
      path: '/projects/:id/schema',
      handle: forOne((_call, record) => json(200, record.fields.schema)),
    },
  ];
}
