import { z } from 'zod';
import { empty, json, plainError } from '../answers.ts';
import { readPage } from '../documents/document-query.ts';
import {
  agentError,
  companyId,
  readObject,
  refuseImmutable,
  refuseOnCreate,
  refuseProtected,
  refuseProvenance,
} from './ootb-rules.ts';
import { createVersionedStore } from './versioned-store.ts';
import type { Answer, Call, Route } from '../exchange.ts';
import type { Versioned, VersionedStore } from './versioned-store.ts';

// the interface shows no body; these fields were seen on live services
const workflowFields = z.object({
  name: z.string().min(1),
  description: z.string().nullable().default(null),
  projects: z.array(z.string()).default([]),
  workflowConfiguration: z.looseObject({ steps: z.array(z.unknown()) }),
  editors: z.array(z.string()).default([]),
});
type WorkflowFields = z.infer<typeof workflowFields>;
type Workflow = Versioned<WorkflowFields>;
type Body = Readonly<Record<string, unknown>>;

const ootbWorkflow: WorkflowFields = {
  name: 'Invoice workflow',
  description: 'Groups files into cases and reads their invoices.',
  projects: [],
  workflowConfiguration: { steps: [{ agent: 'Case classification' }, { agent: 'Invoice extraction' }] },
  editors: [],
};

function show(workflow: Workflow): Record<string, unknown> {
  const { fields, older, ...rest } = workflow;
  return { ...rest, companyId, ...fields, versions: older.map(({ version }) => version) };
}

function readFields(
  body: Body,
): { readonly ok: true; readonly fields: WorkflowFields } | { readonly ok: false; readonly answer: Answer } {
  const checked = workflowFields.safeParse(body);
  if (checked.success) return { ok: true, fields: checked.data };
  const issue = checked.error.issues[0];
  return { ok: false, answer: agentError(422, `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'invalid'}`) };
}

function list(call: Call, workflows: VersionedStore<WorkflowFields>): Answer {
  const page = readPage(call.query);
  if (!page.ok) return plainError(400, page.detail);
  const projectId = call.query.get('projectId');
  const editor = call.query.get('editor');
  const found = workflows
    .all()
    .filter(({ fields }) => projectId === null || fields.projects.includes(projectId))
    .filter(({ fields }) => editor === null || fields.editors.includes(editor));
  const { limit, offset } = page;
  const shown = found.slice(offset, offset + limit).map(show);
  return json(200, { data: shown, limit, offset, totalCount: found.length });
}

function create(call: Call, workflows: VersionedStore<WorkflowFields>): Answer {
  const body = readObject(call);
  if (!body.ok) return body.answer;
  const refused = refuseOnCreate(body.value);
  if (refused !== null) return refused;
  const reading = readFields(body.value);
  if (!reading.ok) return reading.answer;
  const { version } = body.value;
  const first = typeof version === 'string' && version !== '' ? version : '1';
  return json(201, show(workflows.create(reading.fields, first, false, call.client)));
}

function replace(call: Call, workflow: Workflow, workflows: VersionedStore<WorkflowFields>): Answer {
  if (workflow.isOotb) return agentError(422, 'An out-of-the-box workflow can only be customized with PATCH.');
  const body = readObject(call);
  if (!body.ok) return body.answer;
  const refused = refuseProvenance(body.value) ?? refuseImmutable({ companyId, ...body.value }, null);
  if (refused !== null) return refused;
  const reading = readFields(body.value);
  return reading.ok ? json(200, show(workflows.change(workflow, reading.fields, call.client))) : reading.answer;
}

/** Of an out-of-the-box workflow's configuration only the steps may be sent. */
function refuseConfiguration(body: Body): Answer | null {
  const { workflowConfiguration: configuration } = body;
  if (typeof configuration !== 'object' || configuration === null) return null;
  return refuseProtected({ ...configuration }, ['steps']);
}

function update(call: Call, workflow: Workflow, workflows: VersionedStore<WorkflowFields>): Answer {
  const body = readObject(call);
  if (!body.ok) return body.answer;
  const allowed = ['workflowConfiguration', 'name', 'description', 'projects', 'editors'];
  const refused = workflow.isOotb
    ? (refuseProtected(body.value, allowed) ?? refuseConfiguration(body.value))
    : (refuseProvenance(body.value) ?? refuseImmutable(body.value, null));
  if (refused !== null) return refused;
  const { workflowConfiguration: configuration } = body.value;
  const merged =
    typeof configuration === 'object' && configuration !== null
      ? { workflowConfiguration: { ...workflow.fields.workflowConfiguration, ...configuration } }
      : {};
  const reading = readFields({ ...workflow.fields, ...body.value, ...merged });
  return reading.ok ? json(200, show(workflows.change(workflow, reading.fields, call.client))) : reading.answer;
}

/** The six operations on agent workflows. */
export function agentWorkflowRoutes(clock: () => number, service: string): Route[] {
  const workflows = createVersionedStore<WorkflowFields>(clock);
  workflows.create(ootbWorkflow, '1', true, service);

  function forOne(act: (call: Call, workflow: Workflow) => Answer): (call: Call) => Answer {
    return (call) => {
      const workflow = workflows.get(call.params.id ?? '');
      return workflow === undefined ? agentError(404, 'The workflow does not exist.') : act(call, workflow);
    };
  }
  const reading = { method: 'GET', scope: 'agents.read', body: 'none', errors: 'plain' } as const;
  const writing = { scope: 'agents.write', body: 'bytes', errors: 'plain' } as const;
  const all = '/agent-workflows';
  const one = '/agent-workflows/:id';
  return [
    { ...reading, operation: 'agent-workflows.list', path: all, handle: (call) => list(call, workflows) },
    {
      ...writing,
      operation: 'agent-workflows.create',
      method: 'POST',
      path: all,
      handle: (call) => create(call, workflows),
    },
    {
      ...reading,
      operation: 'agent-workflows.get',
      path: one,
      handle: forOne((_call, workflow) => json(200, show(workflow))),
    },
    {
      ...writing,
      operation: 'agent-workflows.replace',
      method: 'PUT',
      path: one,
      handle: forOne((call, workflow) => replace(call, workflow, workflows)),
    },
    {
      ...writing,
      operation: 'agent-workflows.update',
      method: 'PATCH',
      path: one,
      handle: forOne((call, workflow) => update(call, workflow, workflows)),
    },
    {
      ...writing,
      operation: 'agent-workflows.delete',
      method: 'DELETE',
      path: one,
      handle: forOne((_call, workflow) => {
        if (workflow.isOotb) return agentError(422, "An out-of-the-box workflow can't be deleted.");
        workflows.remove(workflow.id);
        return empty(204);
      }),
    },
  ];
}
