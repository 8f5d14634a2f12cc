import { z } from 'zod';
import type { Operation } from './operation.ts';
import { usable } from './rules.ts';
import { patchOperation, storedResourceOperations } from './stored-resource.ts';
import type { StoredResource } from './stored-resource.ts';

/** The types of agents (the service's interface, "Agent"). */
const agentTypes = [
  'BASIC',
  'BASIC_V2',
  'AGENTIC',
  'METADATA',
  'PAGE_BY_PAGE',
  'LLM_OCR',
  'STATIC',
  'CASE_CLASSIFICATION',
  'FILE_SUMMARIZATION',
  'SCRIPT',
] as const;

const nullableText = z.string().nullable().optional();

/** What an agent is created and replaced with. toolIds: null or absent leaves the tools, [] removes all, a list replaces them. */
const agentBody = usable(
  z.looseObject({
    name: z.string(),
    description: z.string(),
    prompt: z.string(),
    type: z.enum(agentTypes),
    companyId: nullableText,
    version: nullableText,
    model: nullableText,
    systemPrompt: nullableText,
    outputFormat: z.record(z.string(), z.unknown()).nullable().optional(),
    configuration: z.record(z.string(), z.unknown()).nullable().optional(),
    editors: z.array(z.string()).optional(),
    toolIds: z.array(z.string()).nullable().optional(),
  }),
  outOfTheBoxProblem,
);

/** Out-of-the-box identity or source provenance in a request is answered with 422: it isn't sent at all. */
function outOfTheBoxProblem(fields: Readonly<Record<string, unknown>>): string | null {
  if (fields['isOotb'] === true) return 'isOotb cannot be set';
  // Agents have two such fields; those of workflows are not shown, and were seen with and without "Template".
  const source = Object.keys(fields).find(
    (name) => /^source(Template|Workflow|Agent)/.test(name) && (fields[name] ?? null) !== null,
  );
  return source === undefined ? null : `${source} cannot be set`;
}

const agentPatch = usable(
  // Null clears what is nullable only.
  z.looseObject({
    name: z.string().optional(),
    description: z.string().optional(),
    prompt: z.string().optional(),
    type: z.enum(agentTypes).optional(),
    model: nullableText,
    systemPrompt: nullableText,
    editors: z.array(z.string()).optional(),
    toolIds: z.array(z.string()).nullable().optional(),
  }),
  (fields) => (Object.keys(fields).length === 0 ? 'at least one field must be present' : outOfTheBoxProblem(fields)),
);

const agents: StoredResource = { name: 'agents', path: '/agents', id: 'id', create: agentBody, replace: agentBody };

// Fields of workflows were observed; the interface does not show them.
const workflowBody = usable(z.looseObject({ name: z.string() }), outOfTheBoxProblem);
const workflows: StoredResource = {
  name: 'agent-workflows',
  path: '/agent-workflows',
  id: 'id',
  create: workflowBody,
  replace: workflowBody,
  scopes: 'agents',
};

/** Operations of agents. */
export const agentOperations: readonly Operation[] = [
  ...storedResourceOperations(agents),
  patchOperation(agents, agentPatch),
];

/** Operations of agent workflows. */
export const agentWorkflowOperations: readonly Operation[] = [
  ...storedResourceOperations(workflows),
  patchOperation(workflows, usable(z.looseObject({}), outOfTheBoxProblem)),
];
