import { z } from 'zod';
import { json, noBody, noted } from './operation.ts';
import type { Operation } from './operation.ts';
import { storedResourceOperations, storedSchema } from './stored-resource.ts';

/** A definition: `definition` is YAML in a string; PUT replaces all (as live services behave; the interface doesn't say). */
const body = z.looseObject({ name: z.string(), definition: z.string() });
const path = '/enrichment-workflows';

/** Operations of enrichment workflows. */
export const enrichmentWorkflowOperations: readonly Operation[] = [
  ...storedResourceOperations({ name: 'enrichment-workflows', path, id: 'workflowId', create: body, replace: body }),
  {
    name: 'enrichment-workflows.history',
    method: 'GET',
    path: `${path}/{workflowId}/history`,
    scope: noted('enrichment-workflows.read'),
    query: null,
    body: noBody,
    answer: json(z.union([z.array(storedSchema), storedSchema])),
    repeat: 'safe',
    errors: [404, 429],
  },
];
