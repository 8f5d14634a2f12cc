import { z } from 'zod';
import { companyId, refuseProtected } from './ootb-rules.ts';
import { versionedRoutes } from './versioned-routes.ts';
import { createVersionedStore } from './versioned-store.ts';
import type { Answer, Route } from '../exchange.ts';
import type { Body, VersionedKind } from './versioned-routes.ts';
import type { Versioned } from './versioned-store.ts';

// the interface shows no body; these fields were seen on live services
const workflowFields = z.object({
  name: z.string().min(1),
  description: z.string().nullable().default(null),
  projects: z.array(z.string()).default([]),
  workflowConfiguration: z.looseObject({ steps: z.array(z.unknown()) }),
  editors: z.array(z.string()).default([]),
});
type WorkflowFields = z.infer<typeof workflowFields>;

const ootbWorkflow: WorkflowFields = {
  name: 'Invoice workflow',
  description: 'Groups files into cases and reads their invoices.',
  projects: [],
  workflowConfiguration: { steps: [{ agent: 'Case classification' }, { agent: 'Invoice extraction' }] },
  editors: [],
};

function show(workflow: Versioned<WorkflowFields>): Record<string, unknown> {
  const { fields, older, ...rest } = workflow;
  return { ...rest, companyId, ...fields, versions: older.map(({ version }) => version) };
}

function configurationOf({ workflowConfiguration }: Body): Body | null {
  return typeof workflowConfiguration === 'object' && workflowConfiguration !== null
    ? { ...workflowConfiguration }
    : null;
}

/** Of an out-of-the-box workflow's configuration only the steps may be sent. */
function refuseConfiguration(body: Body): Answer | null {
  const configuration = configurationOf(body);
  return configuration === null ? null : refuseProtected(configuration, ['steps']);
}

const workflowKind: VersionedKind<WorkflowFields> = {
  name: 'agent-workflows',
  noun: 'workflow',
  fields: workflowFields,
  whole: (body) => body,
  merged(body, present) {
    const configuration = configurationOf(body);
    const merged = { ...present, ...body };
    if (configuration === null) return merged;
    return { ...merged, workflowConfiguration: { ...present.workflowConfiguration, ...configuration } };
  },
  refuseOfOotb: (body) =>
    refuseProtected(body, ['workflowConfiguration', 'name', 'description', 'projects', 'editors']) ??
    refuseConfiguration(body),
  fixedName: () => null,
  select(workflows, query) {
    const projectId = query.get('projectId');
    const editor = query.get('editor');
    return workflows
      .filter(({ fields }) => projectId === null || fields.projects.includes(projectId))
      .filter(({ fields }) => editor === null || fields.editors.includes(editor));
  },
  showListed: show,
  showOne: show,
};

/** The six operations on agent workflows. */
export function agentWorkflowRoutes(clock: () => number, service: string): Route[] {
  const workflows = createVersionedStore<WorkflowFields>(clock);
  workflows.create(ootbWorkflow, '1', true, service);
  return versionedRoutes(workflowKind, workflows);
}
