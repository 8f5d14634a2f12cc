import { failure, success } from '../../../src/main/engine/faults/fault.ts';
import type {
  DocumentListQuery,
  Download,
  ServiceCase,
  ServiceClient,
  ServiceDocument,
} from '../../../src/main/engine/service/client.ts';
import type { Outcome } from '../../../src/shared/faults.ts';

/** What a scripted service does differently from the specification. */
export interface Quirks {
  /** The largest page it answers. */
  pageLimit?: number;
  ignoresSort?: boolean;
  ignoresFilters?: boolean;
  ignoresOffset?: boolean;
  /** Rows of lists name no files, not even the main one's role. */
  listsOmitFiles?: boolean;
}

/** A service in memory behind the client's interface, that counts what it is asked. */
export interface ScriptedService {
  readonly client: ServiceClient;
  /** `list 0`, `get ID`, `cases`, `xml ID`, `transfer ID`, `transfer ID failed: WORDS`, `reject ID: WORDS`, in order. */
  readonly requests: string[];
  readonly documents: Map<string, ServiceDocument>;
  readonly cases: ServiceCase[];
  readonly quirks: Quirks;
  put(fields: Partial<ServiceDocument> & { readonly id: string }): ServiceDocument;
  /** Changes a document as the service would, at the given instant. */
  change(id: string, fields: Partial<ServiceDocument>, at: number): void;
  /** Called before each list is answered. */
  beforeList: (query: DocumentListQuery) => void;
  /** What calls answer instead, by name. */
  readonly instead: {
    xml?: (id: string) => Promise<Outcome<Download>>;
    transfer?: (id: string, successful: boolean) => Promise<Outcome<void>>;
    list?: () => Outcome<never> | null;
    get?: (id: string) => Outcome<never> | null;
    cases?: () => Outcome<never> | null;
    setExternalData?: () => Outcome<never> | null;
    /** Instead of the answer; the report has arrived. */
    transferCase?: () => Outcome<never> | null;
  };
}

const refused = (): Promise<Outcome<never>> => Promise.resolve(failure('request-refused', { message: 'not scripted' }));

const said = (message: string | undefined): string => (message === undefined ? '' : `: ${message}`);

function sorted(documents: readonly ServiceDocument[], query: DocumentListQuery, quirks: Quirks): ServiceDocument[] {
  const sort = quirks.ignoresSort === true ? '-createdAt' : (query.sort ?? '-createdAt');
  const field = sort.endsWith('updatedAt') ? 'updatedAt' : 'createdAt';
  const sign = sort.startsWith('-') ? -1 : 1;
  const at = (document: ServiceDocument): number => Date.parse(document[field] ?? document.createdAt ?? '');
  return [...documents].sort((a, b) => sign * (at(a) - at(b)));
}

/** Makes an empty scripted service. */
export function createScriptedService(quirks: Quirks = {}): ScriptedService {
  const documents = new Map<string, ServiceDocument>();
  const cases: ServiceCase[] = [];
  const requests: string[] = [];

  const client: ServiceClient = {
    connectionId: 'office',
    uploadFile: refused,
    downloadFile: refused,
    processFile: refused,
    processFileBatch: refused,
    createCase: refused,
    documentStates: refused,
    rejectDocument: (id, { message }) => {
      requests.push(`reject ${id}${said(message)}`);
      service.change(id, { state: 'rejected' }, Date.now());
      return Promise.resolve(success(undefined));
    },
    setExternalData: (id, externalData) => {
      requests.push(`external-data ${id} ${JSON.stringify(externalData)}`);
      const instead = service.instead.setExternalData?.() ?? null;
      if (instead !== null) return Promise.resolve(instead);
      service.change(id, { externalData }, Date.now());
      return Promise.resolve(success(undefined));
    },
    setExternalId: (id, externalId) => {
      requests.push(`external-id ${id} ${externalId}`);
      service.change(id, { externalId }, Date.now());
      return Promise.resolve(success(undefined));
    },
    setTitle: refused,
    getCase: (id) => {
      requests.push(`get-case ${id}`);
      const found = cases.find((each) => each.id === id);
      return Promise.resolve(found === undefined ? failure('not-found', { subject: 'case', id }) : success(found));
    },
    transferCase: (id, report) => {
      requests.push(`transfer-case ${id}${report.successful ? '' : ' failed'}${said(report.message)}`);
      const at = cases.findIndex((each) => each.id === id);
      const found = cases[at];
      if (found === undefined) return Promise.resolve(failure('not-found', { subject: 'case', id }));
      cases[at] = { ...found, state: report.successful ? 'transferred' : 'transferFailed' };
      return Promise.resolve(service.instead.transferCase?.() ?? success(undefined));
    },
    checkProject: refused,
    signIn: refused,
    quota: () => ({ limit: null, windowSeconds: null, remaining: null, resetsAt: null, waiting: 0, inFlight: 0 }),
    wait: () => null,
    reset: () => undefined,
    close: () => Promise.resolve(),
    listDocuments(query) {
      service.beforeList(query);
      requests.push(`list ${String(query.offset ?? 0)}`);
      const instead = service.instead.list?.() ?? null;
      if (instead !== null) return Promise.resolve(instead);
      const limit = Math.min(query.limit ?? 20, quirks.pageLimit ?? 50);
      const offset = quirks.ignoresOffset === true ? 0 : (query.offset ?? 0);
      const all = [...documents.values()].filter(
        (document) =>
          quirks.ignoresFilters === true ||
          ((query.projectIds?.includes(document.projectId ?? '') ?? true) &&
            (query.fileId === undefined || document.fileId === query.fileId) &&
            (query.caseId === undefined || document.caseId === query.caseId)),
      );
      const page = sorted(all, query, quirks).slice(offset, offset + limit);
      const rows = quirks.listsOmitFiles === true ? page.map((document) => ({ ...document, files: [] })) : page;
      return Promise.resolve(success({ documents: rows, limit, offset, totalCount: null }));
    },
    getDocument(id) {
      requests.push(`get ${id}`);
      const instead = service.instead.get?.(id) ?? null;
      if (instead !== null) return Promise.resolve(instead);
      const document = documents.get(id);
      return Promise.resolve(
        document === undefined ? failure('not-found', { subject: 'document', id }) : success(document),
      );
    },
    listCases(query) {
      requests.push('cases');
      const instead = service.instead.cases?.() ?? null;
      if (instead !== null) return Promise.resolve(instead);
      const found = cases.filter(
        (entry) =>
          quirks.ignoresFilters === true || query.fileBatchId === undefined || entry.fileBatchId === query.fileBatchId,
      );
      const offset = query.offset ?? 0;
      const given = found.slice(offset, offset + (query.limit ?? 50));
      return Promise.resolve(success({ cases: given, told: given.length, limit: null, totalCount: null }));
    },
    documentXml(id) {
      requests.push(`xml ${id}`);
      return service.instead.xml?.(id) ?? Promise.resolve(success(download(`<document id="${id}"/>`)));
    },
    transferDocument(id, report) {
      requests.push(`transfer ${id}${report.successful ? '' : ' failed'}${said(report.message)}`);
      if (service.instead.transfer !== undefined) return service.instead.transfer(id, report.successful);
      service.change(id, { state: report.successful ? 'transferred' : 'transferFailed' }, Date.now());
      return Promise.resolve(success(undefined));
    },
  };

  const service: ScriptedService = {
    client,
    requests,
    documents,
    cases,
    quirks,
    beforeList: () => undefined,
    instead: {},
    put(fields) {
      const document: ServiceDocument = {
        state: 'new',
        title: 'Invoice 1',
        createdAt: new Date().toISOString(),
        updatedAt: new Date().toISOString(),
        fileId: null,
        caseId: null,
        files: [],
        externalId: null,
        externalData: null,
        projectId: 'invoices',
        url: null,
        raw: {},
        ...fields,
      };
      documents.set(document.id, document);
      return document;
    },
    change(id, fields, at) {
      const document = documents.get(id);
      if (document === undefined) throw new Error(`no document ${id}`);
      documents.set(id, { ...document, updatedAt: new Date(at).toISOString(), ...fields });
    },
  };
  return service;
}

/** An answer of these chunks of text. */
export function download(...chunks: readonly (string | Uint8Array)[]): Download {
  return {
    mediaType: 'application/xml',
    fileName: null,
    // oxlint-disable-next-line typescript/require-await -- a body is asynchronous
    body: (async function* () {
      for (const chunk of chunks) yield typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    })(),
  };
}
