import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { empty, json, plainError } from '../answers.ts';
import { readJson } from '../bodies.ts';
import type { Answer, Call, Route } from '../exchange.ts';

// the interface shows no body; these fields were seen on live services. The definition is YAML text and is kept as it is
const definitionBody = z.object({
  name: z.string().min(1),
  definition: z.string().min(1),
  description: z.string().nullable().default(null),
  projectIds: z.array(z.string()).default([]),
});
type Definition = z.infer<typeof definitionBody>;

interface Version extends Definition {
  readonly version: number;
  readonly changedAt: string;
  readonly changedBy: string;
}

interface Workflow {
  readonly id: string;
  readonly createdAt: string;
  readonly createdBy: string;
  /** newest first; never empty */
  versions: readonly [Version, ...Version[]];
}

function show(workflow: Workflow): Record<string, unknown> {
  const { changedAt, changedBy, ...definition } = workflow.versions[0];
  return {
    id: workflow.id,
    ...definition,
    createdAt: workflow.createdAt,
    createdBy: workflow.createdBy,
    updatedAt: changedAt,
    updatedBy: changedBy,
  };
}

/** The six operations on enrichment workflows; an update replaces everything, and every version stays in the history. */
export function enrichmentWorkflowRoutes(clock: () => number): Route[] {
  const workflows = new Map<string, Workflow>();

  function create(call: Call): Answer {
    const body = readJson(call, definitionBody);
    if (!body.ok) return plainError(400, body.detail);
    const at = new Date(clock()).toISOString();
    const first = { ...body.value, version: 1, changedAt: at, changedBy: call.client };
    const workflow: Workflow = { id: randomUUID(), createdAt: at, createdBy: call.client, versions: [first] };
    workflows.set(workflow.id, workflow);
    return json(201, show(workflow));
  }

  function replace(call: Call, workflow: Workflow): Answer {
    const body = readJson(call, definitionBody);
    if (!body.ok) return plainError(400, body.detail);
    const version = workflow.versions[0].version + 1;
    const newest = { ...body.value, version, changedAt: new Date(clock()).toISOString(), changedBy: call.client };
    workflow.versions = [newest, ...workflow.versions];
    return json(200, show(workflow));
  }

  function forOne(act: (call: Call, workflow: Workflow) => Answer): (call: Call) => Answer {
    return (call) => {
      const workflow = workflows.get(call.params.workflowId ?? '');
      return workflow === undefined ? plainError(404, 'The workflow does not exist.') : act(call, workflow);
    };
  }
  const reading = { method: 'GET', scope: 'enrichment-workflows.read', body: 'none', errors: 'plain' } as const;
  const writing = { scope: 'enrichment-workflows.write', body: 'bytes', errors: 'plain' } as const;
  const all = '/enrichment-workflows';
  const one = '/enrichment-workflows/:workflowId';
  return [
    {
      ...reading,
      operation: 'enrichment-workflows.list',
      path: all,
      handle: () => json(200, { data: [...workflows.values()].map(show), totalCount: workflows.size }),
    },
    { ...writing, operation: 'enrichment-workflows.create', method: 'POST', path: all, handle: create },
    {
      ...reading,
      operation: 'enrichment-workflows.get',
      path: one,
      handle: forOne((_call, workflow) => json(200, show(workflow))),
    },
    { ...writing, operation: 'enrichment-workflows.replace', method: 'PUT', path: one, handle: forOne(replace) },
    {
      ...writing,
      operation: 'enrichment-workflows.delete',
      method: 'DELETE',
      path: one,
      handle: forOne((_call, workflow) => {
        workflows.delete(workflow.id);
        return empty(204);
      }),
    },
    {
      ...reading,
      operation: 'enrichment-workflows.history',
      path: `${one}/history`,
      handle: forOne((_call, { versions }) => json(200, { data: versions, totalCount: versions.length })),
    },
  ];
}
