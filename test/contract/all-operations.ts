import { operationTable } from '../../src/main/engine/service/operations/table.ts';

/** Ids and the like that earlier steps have found. */
export type Kept = Readonly<Record<string, string>>;

/** What an operation is called with, as the client takes it and as an HTTP client can send it. */
export interface StepInput {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly accept?: string;
}

/** One call of the walk: what it sends, which fields of its answer are kept under which name, what to wait for. */
export interface Step {
  readonly name: string;
  readonly input: (kept: Kept) => StepInput;
  /** Field of the answer by the name it is kept under. */
  readonly keep?: Readonly<Record<string, string>>;
  /** Asked again until a field of the answer no longer has one of these values. */
  readonly wait?: { readonly field: string; readonly while: readonly string[] };
}

const project = 'mail-in';
const moving = { field: 'state', while: ['new', 'processing'] };
const definition = { name: 'Suppliers', definition: 'steps: []\n' };

function id(name: string): (kept: Kept) => StepInput {
  return (kept) => ({ path: { id: kept[name] ?? '' } });
}

function withBody(name: string, body: unknown): (kept: Kept) => StepInput {
  return (kept) => ({ path: { id: kept[name] ?? '' }, body });
}

function upload(fileName: string): StepInput {
  const bytes = Buffer.from(`%PDF-1.4\n% ${fileName}\n%%EOF\n`);
  return { body: { body: { bytes }, mediaType: 'application/pdf', fileName } };
}

const documents: readonly Step[] = [
  { name: 'auth.token', input: () => ({ body: { grant_type: 'client_credentials' } }) },
  { name: 'files.upload', input: () => upload('Rechnung ü.pdf'), keep: { file: 'id' } },
  { name: 'files.upload', input: () => upload('Lieferschein.pdf'), keep: { second: 'id' } },
  { name: 'files.download', input: id('file') },
  {
    name: 'documents.process-file',
    input: ({ file }) => ({
      body: { fileId: file, projectId: project, externalId: 'e-1', externalData: { Branch: 'Köln', count: 2 } },
    }),
    keep: { document: 'documentId' },
  },
  { name: 'documents.get', input: id('document'), wait: moving },
  { name: 'documents.states', input: id('document') },
  {
    name: 'documents.list',
    input: ({ file = '' }) => ({
      query: {
        projectId: [project, 'contracts'],
        state: ['done', 'doneAutomatically', 'extracted'],
        fileId: file,
        limit: 5,
        offset: 0,
        sort: '-updatedAt',
      },
    }),
  },
  {
    name: 'document-xml.get',
    input: ({ document = '' }) => ({ path: { id: document }, query: { projectId: project } }),
  },
  { name: 'emails.get', input: id('document') },
  { name: 'emails.content', input: id('document') },
  { name: 'emails.eml', input: id('document') },
  { name: 'documents.title', input: withBody('document', 'Neuer Titel') },
  { name: 'documents.external-id', input: withBody('document', 'e-2') },
  { name: 'documents.external-data', input: withBody('document', { only: true }) },
  { name: 'documents.transfer', input: withBody('document', { successful: true, message: 'booked' }) },
  { name: 'documents.reject', input: withBody('document', { message: 'no' }) },
];

const cases: readonly Step[] = [
  {
    name: 'cases.process-file-batch',
    input: ({ second }) => ({ body: { fileIds: [second], projectId: 'accounts-payable', externalId: 'b-1' } }),
    keep: { batch: 'fileBatchId' },
  },
  {
    name: 'cases.create',
    input: ({ file, second }) => ({
      body: {
        projectId: 'accounts-payable',
        files: [
          { id: file, type: 'invoice', mainFile: true },
          { id: second, type: 'deliveryNote' },
        ],
      },
    }),
    keep: { case: 'caseId' },
  },
  { name: 'cases.list', input: () => ({ query: { projectId: 'accounts-payable', limit: 10 } }) },
  { name: 'cases.get', input: id('case'), wait: moving },
  { name: 'cases.files', input: (kept) => ({ ...id('case')(kept), accept: 'application/zip' }) },
  {
    name: 'cases.files',
    input: (kept) => ({ ...id('case')(kept), query: { mainFile: true }, accept: 'multipart/mixed' }),
  },
  { name: 'cases.transfer', input: withBody('case', { successful: false, message: 'not today' }) },
];

const projects: readonly Step[] = [
  { name: 'projects.create', input: () => ({ body: { name: 'Goods' } }), keep: { project: 'id' } },
  { name: 'projects.list', input: () => ({ query: { limit: 50, offset: 0, search: 'goods' } }) },
  { name: 'projects.update', input: withBody('project', { note: null, isLive: false }) },
  { name: 'projects.get', input: id('project') },
  { name: 'projects.schema', input: id('project') },
];

/** Required fields beside the external id, by family. */
const records: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  invoices: {
    invoiceLines: [{ externalId: 'l-1', quantity: 2, netAmount: 10, taxCode: { code: 'V1' } }],
    currency: 'EUR',
    issuedDate: '2024-02-29',
    totalGrossAmount: 11.9,
    customFields: { area: '007' },
  },
  'internal-orders': { internalOrderCode: '0042', language: 'de', createdDate: '2024-02-29' },
  suppliers: { subsidiaries: [{ name: 'South' }] },
};

const enrichment: readonly Step[] = operationTable
  .filter(({ name }) => name.startsWith('enrichment.') && name.endsWith('.insert'))
  .flatMap(({ name }) => {
    const family = name.split('.')[1] ?? '';
    const type = family === 'lookup-tables' ? { type: 'tax_codes' } : {};
    const externalId = `${family}-0001`;
    const record = { externalId, ...records[family] };
    const path = { ...type, externalId };
    const patch = family === 'invoices' ? { ...record, currency: null, headerText: null } : { description: 'new' };
    return [
      { name, input: () => ({ path: type, body: record }) },
      { name: `enrichment.${family}.patch`, input: () => ({ path, body: patch }) },
      { name: `enrichment.${family}.delete`, input: () => ({ path }) },
    ];
  });

function stored(resource: string, body: unknown, patch: unknown, parameter = 'id'): readonly Step[] {
  const one = (kept: Kept): Readonly<Record<string, string>> => ({ [parameter]: kept[resource] ?? '' });
  return [
    { name: `${resource}.create`, input: () => ({ body }), keep: { [resource]: 'id' } },
    { name: `${resource}.list`, input: () => ({}) },
    { name: `${resource}.get`, input: (kept) => ({ path: one(kept) }) },
    { name: `${resource}.replace`, input: (kept) => ({ path: one(kept), body }) },
    ...(patch === null
      ? []
      : [{ name: `${resource}.update`, input: (kept: Kept) => ({ path: one(kept), body: patch }) }]),
  ];
}

function removed(resource: string, parameter = 'id'): Step {
  return { name: `${resource}.delete`, input: (kept) => ({ path: { [parameter]: kept[resource] ?? '' } }) };
}

const agent = { name: 'Totals', description: 'Sums up.', prompt: 'Sum {{lines}}.', type: 'SCRIPT', toolIds: ['calc'] };
const workflow = { name: 'Mine', workflowConfiguration: { steps: [{ agent: 'Totals' }] } };
const routing = { name: 'On', fromProjectId: 'mail-in', toProjectId: 'contracts', postRoutingAction: 'none' };

/** A walk that calls each of the 108 operations at least once, each so that it succeeds. */
export const walk: readonly Step[] = [
  ...documents,
  ...cases,
  ...projects,
  ...enrichment,
  ...stored('agents', agent, { prompt: 'Sum {{items}}.', toolIds: [] }),
  {
    name: 'agents.get',
    input: (kept) => ({
      path: { id: kept['agents'] ?? '' },
      query: { withVersions: true, withVersionsMetadata: true },
    }),
  },
  removed('agents'),
  ...stored('agent-workflows', workflow, { description: null }),
  removed('agent-workflows'),
  ...stored('enrichment-workflows', definition, null, 'workflowId'),
  {
    name: 'enrichment-workflows.history',
    input: (kept) => ({ path: { workflowId: kept['enrichment-workflows'] ?? '' } }),
  },
  removed('enrichment-workflows', 'workflowId'),
  ...stored('routings', routing, null),
  { name: 'routings.order', input: withBody('routings', { order: 0 }) },
  removed('routings'),
];

/** What a step keeps of its answer, beside what was kept. */
export function keepOf(step: Step, answer: unknown, kept: Kept): Kept {
  const found = Object.entries(step.keep ?? {}).map(([name, field]): [string, string] => [
    name,
    fieldOf(answer, field),
  ]);
  return { ...kept, ...Object.fromEntries(found) };
}

/** Whether a step has to be asked again. */
export function mustWait(step: Step, answer: unknown): boolean {
  return step.wait !== undefined && step.wait.while.includes(fieldOf(answer, step.wait.field));
}

function fieldOf(answer: unknown, field: string): string {
  if (typeof answer !== 'object' || answer === null) return '';
  const value: unknown = new Map<string, unknown>(Object.entries(answer)).get(field);
  return typeof value === 'string' ? value : '';
}
