import { z } from 'zod';
import { json, noBody, noted } from './operation.ts';
import type { Operation } from './operation.ts';

/** A project; its fields are "not shown" in service-interface.md. */
export const projectSchema = z.looseObject({ id: z.string().optional().catch(undefined) });

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

/** Operations of the project resource. */
export const projectOperations = [get] as const;
