import { z } from 'zod';

/** What a client gives of an agent. */
export const agentFields = z.object({
  name: z.string().min(1),
  description: z.string(),
  prompt: z.string(),
  type: z.enum([
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
  ]),
  model: z.string().nullable().default(null),
  systemPrompt: z.string().nullable().default(null),
  outputFormat: z.record(z.string(), z.unknown()).nullable().default(null),
  configuration: z.record(z.string(), z.unknown()).nullable().default(null),
  editors: z.array(z.string()).default([]),
  toolIds: z.array(z.string()).default([]),
});

/** The fields of an agent that clients give, with their defaults filled in. */
export type AgentFields = z.infer<typeof agentFields>;

/** The agents that a practice service has from the start. */
export const ootbAgents: readonly AgentFields[] = [
  {
    name: 'Invoice extraction',
    description: 'Reads the head and the lines of an invoice.',
    prompt: 'Extract the invoice data of {{document}}.',
    type: 'AGENTIC',
    model: null,
    systemPrompt: null,
    outputFormat: { type: 'object' },
    configuration: { temperature: 0 },
    editors: [],
    toolIds: [],
  },
  {
    name: 'Case classification',
    description: 'Decides which files form a case.',
    prompt: 'Group {{files}} into cases.',
    type: 'CASE_CLASSIFICATION',
    model: null,
    systemPrompt: null,
    outputFormat: null,
    configuration: null,
    editors: [],
    toolIds: [],
  },
];
