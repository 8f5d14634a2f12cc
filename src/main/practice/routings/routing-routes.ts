import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { empty, json, plainError } from '../answers.ts';
import { readJson } from '../bodies.ts';
import { readPage } from '../documents/document-query.ts';
import type { Answer, Call, Route } from '../exchange.ts';
import type { ProjectStore } from '../projects/project-store.ts';

// the interface shows no body; these fields were seen on live services
const routingBody = z.object({
  name: z.string().min(1),
  fromProjectId: z.string().min(1),
  toProjectId: z.string().min(1),
  postRoutingAction: z.enum(['none', 'refresh', 'reprocess']).default('none'),
  active: z.boolean().default(true),
  routingNode: z.record(z.string(), z.unknown()).nullable().default(null),
});
const orderBody = z.object({ order: z.int().min(0) });
type RoutingFields = z.infer<typeof routingBody>;

interface Routing {
  readonly id: string;
  fields: RoutingFields;
}

/** The six operations on document routings. Their order is their place in one list, counted from 0. */
export function routingRoutes(projects: ProjectStore): Route[] {
  let routings: Routing[] = [];

  function show(routing: Routing): Record<string, unknown> {
    return { id: routing.id, ...routing.fields, order: routings.indexOf(routing) };
  }

  function readFields(call: Call): { ok: true; fields: RoutingFields } | { ok: false; answer: Answer } {
    const body = readJson(call, routingBody);
    if (!body.ok) return { ok: false, answer: plainError(400, body.detail) };
    const { fromProjectId, toProjectId } = body.value;
    const unknown = [fromProjectId, toProjectId].find((id) => !projects.has(id));
    if (unknown !== undefined)
      return { ok: false, answer: plainError(400, `The project "${unknown}" does not exist.`) };
    if (fromProjectId === toProjectId) {
      return { ok: false, answer: plainError(400, 'A routing leads to another project.') };
    }
    return { ok: true, fields: body.value };
  }

  function list(call: Call): Answer {
    const page = readPage(call.query);
    if (!page.ok) return plainError(400, page.detail);
    const { limit, offset } = page;
    const shown = routings.slice(offset, offset + limit).map(show);
    return json(200, { data: shown, limit, offset, totalCount: routings.length });
  }

  function create(call: Call): Answer {
    const reading = readFields(call);
    if (!reading.ok) return reading.answer;
    const routing = { id: randomUUID(), fields: reading.fields };
    routings.push(routing);
    return json(201, show(routing));
  }

  function replace(call: Call, routing: Routing): Answer {
    const reading = readFields(call);
    if (!reading.ok) return reading.answer;
    routing.fields = reading.fields;
    return json(200, show(routing));
  }

  function reorder(call: Call, routing: Routing): Answer {
    const body = readJson(call, orderBody);
    if (!body.ok) return plainError(400, body.detail);
    const others = routings.filter((other) => other !== routing);
    routings = others.toSpliced(body.value.order, 0, routing);
    return json(200, show(routing));
  }

  function forOne(act: (call: Call, routing: Routing) => Answer): (call: Call) => Answer {
    return (call) => {
      const routing = routings.find(({ id }) => id === call.params.id);
      return routing === undefined ? plainError(404, 'The routing does not exist.') : act(call, routing);
    };
  }
  const reading = { method: 'GET', scope: 'routings.read', body: 'none', errors: 'plain' } as const;
  const writing = { scope: 'routings.write', body: 'bytes', errors: 'plain' } as const;
  return [
    { ...reading, operation: 'routings.list', path: '/routings', handle: list },
    { ...writing, operation: 'routings.create', method: 'POST', path: '/routings', handle: create },
    {
      ...reading,
      operation: 'routings.get',
      path: '/routings/:id',
      handle: forOne((_call, routing) => json(200, show(routing))),
    },
    { ...writing, operation: 'routings.replace', method: 'PUT', path: '/routings/:id', handle: forOne(replace) },
    {
      ...writing,
      operation: 'routings.delete',
      method: 'DELETE',
      path: '/routings/:id',
      handle: forOne((_call, routing) => {
        routings = routings.filter((other) => other !== routing);
        return empty(204);
      }),
    },
    { ...writing, operation: 'routings.order', method: 'POST', path: '/routings/:id/order', handle: forOne(reorder) },
  ];
}
