import { empty, json, plainError } from '../answers.ts';
import { readPage } from '../documents/document-query.ts';
import { agentFields, ootbAgents } from './agent-fields.ts';
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
import type { AgentFields } from './agent-fields.ts';
import type { Versioned, VersionedStore } from './versioned-store.ts';

type Agent = Versioned<AgentFields>;
type Body = Readonly<Record<string, unknown>>;

function show(agent: Agent): Record<string, unknown> {
  return {
    id: agent.id,
    rootAgentId: agent.id,
    companyId,
    version: agent.version,
    ...agent.fields,
    createdAt: agent.createdAt,
    createdBy: agent.createdBy,
    updatedAt: agent.updatedAt,
    updatedBy: agent.updatedBy,
    versions: [],
    versionsMetadata: [],
    isOotb: agent.isOotb,
    sourceTemplateAgentId: null,
    sourceTemplateAgentVersion: null,
  };
}

function showOne(agent: Agent, query: URLSearchParams): Record<string, unknown> {
  const shown = show(agent);
  if (query.get('withVersions') === 'true') shown.versions = agent.older.map(show);
  if (query.get('withVersionsMetadata') === 'true') {
    shown.versionsMetadata = [agent, ...agent.older].map((version) => ({
      createdAt: version.updatedAt,
      createdBy: version.updatedBy,
    }));
  }
  return shown;
}

/** The fields of a whole agent, or the answer that refuses them; `toolIds` null or absent keeps the assignments. */
function readFields(
  body: Body,
  toolIds: readonly string[],
): { readonly ok: true; readonly fields: AgentFields } | { readonly ok: false; readonly answer: Answer } {
  const checked = agentFields.safeParse({ ...body, toolIds: body.toolIds ?? toolIds });
  if (checked.success) return { ok: true, fields: checked.data };
  const issue = checked.error.issues[0];
  return { ok: false, answer: agentError(422, `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'invalid'}`) };
}

function list(call: Call, agents: VersionedStore<AgentFields>): Answer {
  const page = readPage(call.query);
  if (!page.ok) return plainError(400, page.detail);
  const editor = call.query.get('editor');
  const namesAndVersions = call.query.getAll('namesAndVersions');
  const found = agents
    .all()
    .flatMap((agent) => (namesAndVersions.length === 0 ? [agent] : [agent, ...agent.older]))
    .filter((agent) => editor === null || agent.fields.editors.includes(editor))
    .filter(
      (agent) => namesAndVersions.length === 0 || namesAndVersions.includes(`${agent.fields.name}:${agent.version}`),
    );
  const { limit, offset } = page;
  const shown = found.slice(offset, offset + limit).map((agent) => ({
    ...show(agent),
    toolIds: null,
    ...(namesAndVersions.length === 0 ? { prompt: '', configuration: null } : {}),
  }));
  return json(200, { data: shown, limit, offset, totalCount: found.length });
}

function create(call: Call, agents: VersionedStore<AgentFields>): Answer {
  const body = readObject(call);
  if (!body.ok) return body.answer;
  const refused = refuseOnCreate(body.value);
  if (refused !== null) return refused;
  const reading = readFields(body.value, []);
  if (!reading.ok) return reading.answer;
  const { version } = body.value;
  const first = typeof version === 'string' && version !== '' ? version : '1';
  return json(201, show(agents.create(reading.fields, first, false, call.client)));
}

function replace(call: Call, agent: Agent, agents: VersionedStore<AgentFields>): Answer {
  if (agent.isOotb) return agentError(422, 'An out-of-the-box agent can only be customized with PATCH.');
  const body = readObject(call);
  if (!body.ok) return body.answer;
  const refused = refuseProvenance(body.value) ?? refuseImmutable({ companyId, ...body.value }, null);
  if (refused !== null) return refused;
  const reading = readFields(body.value, agent.fields.toolIds);
  return reading.ok ? json(200, show(agents.change(agent, reading.fields, call.client))) : reading.answer;
}

function update(call: Call, agent: Agent, agents: VersionedStore<AgentFields>): Answer {
  const body = readObject(call);
  if (!body.ok) return body.answer;
  const refused = agent.isOotb
    ? refuseProtected(body.value, ['prompt', 'description', 'editors'])
    : (refuseProvenance(body.value) ?? refuseImmutable(body.value, agent.fields.name));
  if (refused !== null) return refused;
  const reading = readFields({ ...agent.fields, ...body.value }, agent.fields.toolIds);
  return reading.ok ? json(200, show(agents.change(agent, reading.fields, call.client))) : reading.answer;
}

/** The six operations on agents. */
export function agentRoutes(clock: () => number, service: string): Route[] {
  const agents = createVersionedStore<AgentFields>(clock);
  for (const fields of ootbAgents) agents.create(fields, '1', true, service);

  function forOne(act: (call: Call, agent: Agent) => Answer): (call: Call) => Answer {
    return (call) => {
      const agent = agents.get(call.params.id ?? '');
      return agent === undefined ? agentError(404, 'The agent does not exist.') : act(call, agent);
    };
  }
  const reading = { method: 'GET', scope: 'agents.read', body: 'none', errors: 'plain' } as const;
  const writing = { scope: 'agents.write', body: 'bytes', errors: 'plain' } as const;
  const one = '/agents/:id';
  return [
    { ...reading, operation: 'agents.list', path: '/agents', handle: (call) => list(call, agents) },
    {
      ...writing,
      operation: 'agents.create',
      method: 'POST',
      path: '/agents',
      handle: (call) => create(call, agents),
    },
    {
      ...reading,
      operation: 'agents.get',
      path: one,
      handle: forOne((call, agent) => json(200, showOne(agent, call.query))),
    },
    {
      ...writing,
      operation: 'agents.replace',
      method: 'PUT',
      path: one,
      handle: forOne((call, agent) => replace(call, agent, agents)),
    },
    {
      ...writing,
      operation: 'agents.update',
      method: 'PATCH',
      path: one,
      handle: forOne((call, agent) => update(call, agent, agents)),
    },
    {
      ...writing,
      operation: 'agents.delete',
      method: 'DELETE',
      path: one,
      handle: forOne((_call, agent) => {
        if (agent.isOotb) return agentError(422, "An out-of-the-box agent can't be deleted.");
        agents.remove(agent.id);
        return empty(204);
      }),
    },
  ];
}
