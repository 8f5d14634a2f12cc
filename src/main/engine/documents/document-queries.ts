import { z } from 'zod';
import { ownOrders, serviceOrders } from '../../../shared/contract/document-contract.ts';
import type { Query, QueryAnswer } from '../../../shared/contract.ts';
import type { Outcome } from '../../../shared/faults.ts';
import { projectListSchema, type DocumentDetail, type DocumentView } from '../../../shared/views.ts';
import { failure, success } from '../faults/fault.ts';
import type { Journal } from '../journal/journal.ts';
import { personCall, type DocumentListQuery, type ServiceClient, type ServiceDocument } from '../service/client.ts';
import { projectList } from '../service/operations/projects.ts';
import { maxPageSize } from '../service/operations/rules.ts';
import { createKeptRows, firstRows } from '../service/page-walk.ts';
import { parseJson } from '../service/service-words.ts';
import type { NamedServiceClient } from '../service/service-client.ts';
import { exportView } from './export-views.ts';
import { isJsonObject } from '../settings/json-file.ts';
import { findable, searchedWords } from '../journal/reading/search-text.ts';
import { wordsOf } from '../tracker/words-of-document.ts';
import { asShown } from '../tracker/audit.ts';

/** What questions about documents and projects of the service need. */
export interface DocumentQueryDependencies {
  readonly journal: Pick<
    Journal,
    'cursor' | 'itemsOfDocument' | 'exportsOfDocument' | 'findDocuments' | 'sortedDocuments' | 'suppliers'
  >;
  readonly client: (connectionId: string) => Outcome<NamedServiceClient>;
  /** ms since 1970. */
  readonly now: () => number;
  /** Hears of a document that the service told whole. */
  readonly saw: (connectionId: string, document: ServiceDocument) => void;
  /** Which service and tenant a connection is of; null where its settings are not known here. */
  readonly serviceOf: (connectionId: string) => string | null;
  /** Writes down, under a name of the journal's cursors, what a service told and should be known while it does not answer. */
  readonly keep: (name: string, value: string) => void;
}

type ListQuery = Extract<Query, { name: 'documents.list' }>;
/** A question for the service's own list. */
type ServiceListQuery = Omit<ListQuery, 'sort'> & { readonly sort?: (typeof serviceOrders)[number] | undefined };

/** Answers what is asked of the service. */
export interface DocumentQueries {
  list(query: ListQuery): Promise<Outcome<QueryAnswer<'documents.list'>>>;
  suppliers(connectionId: string): Promise<Outcome<QueryAnswer<'documents.suppliers'>>>;
  get(connectionId: string, documentId: string): Promise<Outcome<DocumentView>>;
  detail(connectionId: string, documentId: string): Promise<Outcome<DocumentDetail>>;
  projects(connectionId: string): Promise<Outcome<QueryAnswer<'projects.list'>>>;
  knownProjects(connectionId: string): Promise<Outcome<QueryAnswer<'projects.known'>>>;
  checkProject(connectionId: string, projectId: string): Promise<Outcome<QueryAnswer<'projects.check'>>>;
}

const orderKey = z.enum(['title', 'supplier', 'number', 'amount', 'createdAt', 'updatedAt']);

/** Documents of the service's list that a search looks through, and projects that are listed at most. */
const maxSearched = 500;
const maxProjects = 1_000;
/** Suppliers that are offered. */
const maxSuppliers = 300;

function textOf(raw: ServiceDocument['raw'], name: string): string | null {
  const value = raw[name];
  return typeof value === 'string' ? value : null;
}

/** The conditions of a question as the service takes them. */
function conditionsOf({ projectId, states, caseId, sort }: ServiceListQuery): DocumentListQuery {
  return {
    ...(projectId === undefined ? {} : { projectIds: [projectId] }),
    ...(states === undefined ? {} : { states }),
    ...(caseId === undefined ? {} : { caseId }),
    ...(sort === undefined ? {} : { sort }),
  };
}

function matches(document: ServiceDocument, words: readonly string[]): boolean {
  const { id, title, externalId } = document;
  const values = wordsOf(document);
  const text = findable(id, title, externalId, values.data, values.external);
  return words.every((word) => text.includes(word));
}

async function viewIn(journal: Pick<Journal, 'itemsOfDocument'>, document: ServiceDocument): Promise<DocumentView> {
  const { id, projectId, state, title, externalId, caseId, createdAt, updatedAt, url } = document;
  const itemIds = (await journal.itemsOfDocument(id)).map((item) => item.id);
  const files = document.files.map((file) => ({ id: file.id, type: file.type, mainFile: file.mainFile }));
  return { id, projectId, state, title, externalId, caseId, createdAt, updatedAt, url, files, itemIds };
}

/** All documents that Mailroom followed, in an order or under conditions that the service does not know. */
async function sorted(
  journal: DocumentQueryDependencies['journal'],
  query: ListQuery,
): Promise<QueryAnswer<'documents.list'>> {
  const { connectionId, projectId, states, caseId, offset, search, supplier, since, sort = '-updatedAt' } = query;
  const limit = Math.min(query.limit, maxPageSize);
  const { rows, total, without, followed } = await journal.sortedDocuments({
    ...{ connectionId, projectId, states, caseId, supplier, since, offset, limit },
    words: searchedWords(search),
    by: orderKey.parse(sort.replace('-', '')),
    descending: sort.startsWith('-'),
  });
  const shown = rows.map(async (document) => ({ ...(await viewIn(journal, asShown(document))), isKept: true }));
  return { documents: await Promise.all(shown), limit, offset, totalCount: total, searched: null, followed, without };
}

/** Projects as they are kept, and of which service; what another form of Mailroom kept reads as none. */
const keptProjects = projectListSchema.extend({ of: z.string() });

function readKept(text: string | null): z.infer<typeof keptProjects> | null {
  return text === null ? null : (keptProjects.safeParse(parseJson(text)).data ?? null);
}

const projectCursor = (connectionId: string): string => `projects-of:${connectionId}`;

/** The projects that a service lists. */
async function projectsOf(service: NamedServiceClient): Promise<Outcome<QueryAnswer<'projects.list'>>> {
  const listed = await firstRows(async (offset) => {
    const query = { offset, limit: maxPageSize };
    const answer = await service.callOperation('projects.list', { query }, personCall);
    if (!answer.ok) return answer;
    const read = projectList.safeParse(answer.value);
    if (!read.success) return failure('answer-not-understood', { operation: 'projects.list' });
    const [told, limit] = Array.isArray(read.data) ? [read.data, null] : [read.data.data, read.data.limit ?? null];
    return success({
      rows: told.flatMap(({ id, name }) => (id === undefined ? [] : [{ id, name: name ?? null }])),
      limit: limit ?? maxPageSize,
    });
  }, maxProjects);
  return listed.ok ? success({ projects: [...listed.value] }) : listed;
}

type Listed = Outcome<readonly ServiceDocument[]>;

/**
 * Makes the question for the newest documents that the service lists for some conditions. What it listed serves the words that are typed next;
 * whoever asks for the same words again wants to see what is new.
 */
export function createNewestListed(
  now: () => number,
): (
  service: Pick<ServiceClient, 'listDocuments'>,
  connectionId: string,
  typed: string,
  asked: DocumentListQuery,
) => Promise<Listed> {
  const kept = createKeptRows<ServiceDocument>(now, maxSearched);
  return (service, connectionId, typed, asked) =>
    kept(JSON.stringify([connectionId, asked]), typed, async (from) => {
      const answer = await service.listDocuments({ ...asked, offset: from, limit: maxPageSize }, personCall);
      return answer.ok ? success({ rows: answer.value.documents, limit: answer.value.limit }) : answer;
    });
}

/** Makes the questions about projects. */
function projectQueries({
  journal,
  client,
  serviceOf,
  keep,
}: Pick<DocumentQueryDependencies, 'journal' | 'client' | 'serviceOf' | 'keep'>): Pick<
  DocumentQueries,
  'projects' | 'knownProjects' | 'checkProject'
> {
  return {
    async projects(connectionId) {
      const service = client(connectionId);
      const listed = service.ok ? await projectsOf(service.value) : service;
      const of = serviceOf(connectionId);
      if (listed.ok && of !== null) {
        const value = JSON.stringify({ of, ...listed.value });
        if ((await journal.cursor(projectCursor(connectionId))) !== value) keep(projectCursor(connectionId), value);
      }
      return listed;
    },
    async knownProjects(connectionId) {
      const kept = readKept(await journal.cursor(projectCursor(connectionId)));
      const of = serviceOf(connectionId);
      // A connection that leads to another service now has none of the former one's projects.
      return success({ projects: kept === null || (of !== null && of !== kept.of) ? [] : kept.projects });
    },
    async checkProject(connectionId, projectId) {
      const service = client(connectionId);
      if (!service.ok) return service;
      const checked = await service.value.checkProject(projectId, { lane: 'person', tries: 1 });
      return checked.ok ? success({ projectId }) : checked;
    },
  };
}

/** Makes the questions about documents and projects. */
export function createDocumentQueries({
  journal,
  client,
  now,
  saw,
  serviceOf,
  keep,
}: DocumentQueryDependencies): DocumentQueries {
  const viewOf = (document: ServiceDocument): Promise<DocumentView> => viewIn(journal, document);
  const newestListed = createNewestListed(now);

  /** Looks through all documents that Mailroom followed, and for the others through the newest of the service's list. */
  async function searched(
    service: ServiceClient,
    { connectionId, projectId, states, caseId, offset, sort = '-createdAt' }: ServiceListQuery,
    asked: DocumentListQuery,
    words: readonly string[],
    limit: number,
  ): Promise<Outcome<QueryAnswer<'documents.list'>>> {
    const looked = await newestListed(service, connectionId, words.join(' '), { ...asked, sort });
    const shown = new Map((looked.ok ? looked.value : []).map((document) => [document.id, document]));
    const own = await journal.findDocuments({
      ...{ connectionId, projectId, states, caseId, words, sort, offset, limit },
      listed: [...shown.values()].map((document) => {
        const { id, createdAt, updatedAt } = document;
        return { id, createdAt, updatedAt, matches: matches(document, words) };
      }),
      isWhole: looked.ok && shown.size < maxSearched,
    });
    if (!looked.ok && own.total === 0) return looked;
    const documents = own.rows.map(async ({ id, document }) => {
      if (document !== null) return { ...(await viewOf(asShown(document))), isKept: true };
      const listed = shown.get(id);
      return listed === undefined ? [] : viewOf(listed);
    });
    return success({
      documents: (await Promise.all(documents)).flat(),
      limit,
      offset,
      totalCount: own.total,
      searched: looked.ok ? shown.size : null,
      followed: own.lookedAt,
      ...(looked.ok ? {} : { fault: looked.fault }),
    });
  }

  async function get(connectionId: string, documentId: string): Promise<Outcome<ServiceDocument>> {
    const service = client(connectionId);
    if (!service.ok) return service;
    const document = await service.value.getDocument(documentId, personCall);
    if (document.ok) saw(connectionId, document.value);
    return document;
  }

  return {
    async list(query) {
      const { connectionId, offset, limit: wished, sort, supplier, since, ...others } = query;
      const isOwn = supplier !== undefined || since !== undefined || ownOrders.some((order) => order === sort);
      if (isOwn) return success(await sorted(journal, query));
      const service = client(connectionId);
      if (!service.ok) return service;
      const limit = Math.min(wished, maxPageSize);
      const listed = {
        ...others,
        connectionId,
        offset,
        limit: wished,
        sort: serviceOrders.find((order) => order === sort),
      };
      const asked = conditionsOf(listed);
      const words = searchedWords(query.search);
      if (words.length > 0) return searched(service.value, listed, asked, words, limit);
      const page = await service.value.listDocuments({ ...asked, offset, limit }, personCall);
      if (!page.ok) return page;
      return success({ ...page.value, documents: await Promise.all(page.value.documents.map(viewOf)) });
    },
    async suppliers(connectionId) {
      return success({ names: [...(await journal.suppliers(connectionId, maxSuppliers))] });
    },
    async get(connectionId, documentId) {
      const document = await get(connectionId, documentId);
      return document.ok ? success(await viewOf(document.value)) : document;
    },
    async detail(connectionId, documentId) {
      const service = client(connectionId);
      if (!service.ok) return service;
      const [document, states] = await Promise.all([
        get(connectionId, documentId),
        service.value.documentStates(documentId, personCall),
      ]);
      if (!document.ok) return document;
      const { raw, externalData } = document.value;
      const exports = await journal.exportsOfDocument(documentId);
      return success({
        ...(await viewOf(document.value)),
        entities: isJsonObject(raw['entities']) ? raw['entities'] : null,
        externalData: externalData === null ? null : { ...externalData },
        previewFileId: textOf(raw, 'previewFileId'),
        createdBy: textOf(raw, 'createdBy'),
        completedAt: textOf(raw, 'completedAt'),
        completedBy: textOf(raw, 'completedBy'),
        history: states.ok ? states.value.map(({ state, updatedAt }) => ({ state, updatedAt })) : null,
        exports: exports.map((record) => exportView(record, document.value.title)),
      });
    },
    ...projectQueries({ journal, client, serviceOf, keep }),
  };
}
