import { z } from 'zod';
import { json, jsonBody, noBody, nothing, noted } from './operation.ts';
import type { Operation } from './operation.ts';

/** Something the service keeps whose fields are (mostly) not shown. */
export const storedSchema = z.looseObject({});
const listSchema = z.union([z.array(storedSchema), storedSchema]);
/** Filters and paging as observed; others pass. */
const filters = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]));

/** What differs between resources that are created, listed, read, replaced and deleted alike. */
export interface StoredResource {
  readonly name: string;
  readonly path: string;
  /** Name of the id in the path. */
  readonly id: string;
  readonly create: z.ZodType;
  readonly replace: z.ZodType;
  /** The resource whose scopes it needs, where that is not its own name. */
  readonly scopes?: string;
}

/** The five operations such resources share, in the order of the interface document: list, create, get, replace, delete. */
export function storedResourceOperations(resource: StoredResource): readonly Operation[] {
  const one = `${resource.path}/{${resource.id}}`;
  const read = noted(`${resource.scopes ?? resource.name}.read`);
  const write = noted(`${resource.scopes ?? resource.name}.write`);
  return [
    {
      name: `${resource.name}.list`,
      method: 'GET',
      path: resource.path,
      scope: read,
      query: filters,
      body: noBody,
      answer: json(listSchema),
      repeat: 'safe',
      errors: [401, 403, 429],
    },
    {
      name: `${resource.name}.create`,
      method: 'POST',
      path: resource.path,
      scope: write,
      query: null,
      body: jsonBody(resource.create),
      answer: json(storedSchema),
      repeat: 'reconcile',
      errors: [401, 403, 422, 429],
    },
    {
      name: `${resource.name}.get`,
      method: 'GET',
      path: one,
      scope: read,
      query: filters,
      body: noBody,
      answer: json(storedSchema),
      repeat: 'safe',
      errors: [401, 403, 404, 429],
    },
    {
      name: `${resource.name}.replace`,
      method: 'PUT',
      path: one,
      scope: write,
      query: null,
      body: jsonBody(resource.replace),
      answer: { kind: 'json-or-empty', schema: storedSchema.optional() },
      repeat: 'safe',
      errors: [401, 403, 404, 422, 429],
    },
    {
      name: `${resource.name}.delete`,
      method: 'DELETE',
      path: one,
      scope: write,
      query: null,
      body: noBody,
      answer: nothing,
      repeat: 'safe',
      errors: [401, 403, 404, 429],
    },
  ];
}

/** PATCH of a resource: what is absent stays, null clears. */
export function patchOperation(resource: StoredResource, patch: z.ZodType): Operation {
  return {
    name: `${resource.name}.update`,
    method: 'PATCH',
    path: `${resource.path}/{${resource.id}}`,
    scope: noted(`${resource.scopes ?? resource.name}.write`),
    query: null,
    body: jsonBody(patch),
    answer: { kind: 'json-or-empty', schema: storedSchema.optional() },
    repeat: 'safe',
    errors: [401, 403, 404, 422, 429],
  };
}
