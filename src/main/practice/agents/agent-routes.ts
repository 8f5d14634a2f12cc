import { agentFields, ootbAgents } from './agent-fields.ts';
import { companyId, refuseProtected } from './ootb-rules.ts';
import { versionedRoutes } from './versioned-routes.ts';
import { createVersionedStore } from './versioned-store.ts';
import type { Route } from '../exchange.ts';
import type { AgentFields } from './agent-fields.ts';
import type { VersionedKind } from './versioned-routes.ts';
import type { Versioned } from './versioned-store.ts';

type Agent = Versioned<AgentFields>;

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

const agentKind: VersionedKind<AgentFields> = {
  name: 'agents',
  noun: 'agent',
  fields: agentFields,
  // toolIds null or absent keeps the assignments; a new agent starts with none
  whole: (body, present) => ({ ...body, toolIds: body.toolIds ?? present?.toolIds ?? [] }),
  merged: (body, present) => ({ ...present, ...body, toolIds: body.toolIds ?? present.toolIds }),
  refuseOfOotb: (body) => refuseProtected(body, ['prompt', 'description', 'editors']),
  fixedName: ({ name }) => name,
  select(agents, query) {
    const editor = query.get('editor');
    const wanted = query.getAll('namesAndVersions');
    return agents
      .flatMap((agent) => (wanted.length === 0 ? [agent] : [agent, ...agent.older]))
      .filter((agent) => editor === null || agent.fields.editors.includes(editor))
      .filter((agent) => wanted.length === 0 || wanted.includes(`${agent.fields.name}:${agent.version}`));
  },
  showListed: (agent, query) => ({
    ...show(agent),
    toolIds: null,
    ...(query.has('namesAndVersions') ? {} : { prompt: '', configuration: null }),
  }),
  showOne(agent, query) {
    const shown = show(agent);
    if (query.get('withVersions') === 'true') shown.versions = agent.older.map(show);
    if (query.get('withVersionsMetadata') === 'true') {
      shown.versionsMetadata = [agent, ...agent.older].map((version) => ({
        createdAt: version.updatedAt,
        createdBy: version.updatedBy,
      }));
    }
    return shown;
  },
};

/** The six operations on agents. */
export function agentRoutes(clock: () => number, service: string): Route[] {
  const agents = createVersionedStore<AgentFields>(clock);
  for (const fields of ootbAgents) agents.create(fields, '1', true, service);
  return versionedRoutes(agentKind, agents);
}
