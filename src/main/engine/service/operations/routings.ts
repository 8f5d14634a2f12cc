import { z } from 'zod';
import { jsonBody, noted } from './operation.ts';
import type { Operation } from './operation.ts';
import { storedResourceOperations, storedSchema } from './stored-resource.ts';

/** A routing (as live services behave; the interface doesn't say); words of postRoutingAction are an open set. */
const body = z.looseObject({ name: z.string() });

/** Operations of document routing. */
export const routingOperations: readonly Operation[] = [
  ...storedResourceOperations({ name: 'routings', path: '/routings', id: 'id', create: body, replace: body }),
  {
    name: 'routings.order',
    method: 'POST',
    path: '/routings/{id}/order',
    scope: noted('routings.write'),
    query: null,
    body: jsonBody(z.looseObject({})),
    answer: { kind: 'json-or-empty', schema: z.union([z.array(storedSchema), storedSchema]).optional() },
    repeat: 'safe', // setting the same order again changes nothing
    errors: [404, 429],
  },
];
