import { findable, searchedWords, sortable } from '../journal/reading/search-text.ts';
import type { CaseView } from '../../../shared/case-views.ts';
import type { caseKeys } from '../../../shared/contract/case-contract.ts';
import type { Query, QueryAnswer } from '../../../shared/contract.ts';
import type { Outcome } from '../../../shared/faults.ts';
import type { DocumentView } from '../../../shared/views.ts';
import { documentIdsOfCase, filesOfCase } from '../cases/batch-cases.ts';
import { success } from '../faults/fault.ts';
import type { Journal } from '../journal/journal.ts';
import { personCall, type ServiceCase, type ServiceClient } from '../service/client.ts';
import { maxPageSize } from '../service/operations/rules.ts';
import { createKeptRows, firstRows } from '../service/page-walk.ts';
import type { DocumentQueries } from '../documents/document-queries.ts';
import { isJsonObject } from '../settings/json-file.ts';

type Named<Name extends Query['name']> = Extract<Query, { name: Name }>;

/** What questions about cases of the service need. */
export interface CaseQueryDependencies {
  readonly journal: Pick<Journal, 'openCasesOfCase' | 'itemsByFileIds'>;
  readonly client: (connectionId: string) => Outcome<Pick<ServiceClient, 'listCases' | 'getCase'>>;
  readonly documents: Pick<DocumentQueries, 'list' | 'get' | 'knownProjects'>;
  readonly now: () => number;
}

/** Answers what is asked of the service's cases. */
export interface CaseQueries {
  list(query: Named<'cases.list'>): Promise<Outcome<QueryAnswer<'cases.list'>>>;
  detail(query: Named<'cases.detail'>): Promise<Outcome<QueryAnswer<'cases.detail'>>>;
}

/** Cases that a search looks through, and that are sorted. */
const maxSearched = 500;
/** Documents of one case that are shown at most. */
const maxDocuments = 500;

function textOf({ raw }: ServiceCase, name: string): string | null {
  const value = raw[name];
  return typeof value === 'string' ? value : null;
}

/** How many files a case has; null: the service does not tell. */
function countOf(found: ServiceCase): number | null {
  return Array.isArray(found.raw['files']) ? filesOfCase(found).length : null;
}

/** What a case is sorted by; what has none comes last. */
async function keyOf(
  journal: CaseQueryDependencies['journal'],
  found: ServiceCase,
  by: (typeof caseKeys)[number],
  projects: ReadonlyMap<string, string | null>,
): Promise<string | number | null> {
  if (by === 'files') return countOf(found);
  if (by === 'changed') return textOf(found, 'updatedAt') ?? textOf(found, 'createdAt');
  if (by === 'state') return found.state;
  if (by === 'project')
    return found.projectId === null ? null : sortable(projects.get(found.projectId) ?? found.projectId);
  if (by === 'external') return found.externalId === null ? null : sortable(found.externalId);
  // As the window names it.
  const name = found.title ?? (await journal.openCasesOfCase(found.id)).at(-1)?.name ?? found.externalId;
  return name === null ? null : sortable(name);
}

async function inOrder(
  journal: CaseQueryDependencies['journal'],
  found: readonly ServiceCase[],
  { by, descending }: NonNullable<Named<'cases.list'>['sort']>,
  askProjects: () => Promise<ReadonlyMap<string, string | null>>,
): Promise<readonly ServiceCase[]> {
  const projects = by === 'project' ? await askProjects() : new Map<string, string | null>();
  const keyed = await Promise.all(found.map(async (one) => ({ one, key: await keyOf(journal, one, by, projects) })));
  const isBefore = descending ? -1 : 1;
  return keyed
    .sort((a, b) => {
      if (a.key === null || b.key === null) return Number(a.key === null) - Number(b.key === null);
      return a.key === b.key ? 0 : a.key < b.key ? -isBefore : isBefore;
    })
    .map(({ one }) => one);
}

/** Servers may ignore a filter (observed; the interface doesn't say): what is of something else is not shown. */
function isAsked(found: ServiceCase, query: Named<'cases.list'>): boolean {
  const filters = [
    [query.projectId, found.projectId],
    [query.externalId, found.externalId],
    [query.fileBatchId, found.fileBatchId],
  ] as const;
  return filters.every(([wanted, there]) => wanted === undefined || there === null || there === wanted);
}

/** What the projects of a connection are called, by their ids, as the service told last. */
async function projectsOf(
  documents: Pick<DocumentQueries, 'knownProjects'>,
  connectionId: string,
): Promise<ReadonlyMap<string, string | null>> {
  const known = await documents.knownProjects(connectionId);
  return new Map(known.ok ? known.value.projects.map(({ id, name }) => [id, name]) : []);
}

/** Makes the questions about cases. */
export function createCaseQueries({ journal, client, documents, now }: CaseQueryDependencies): CaseQueries {
  const newest = createKeptRows<ServiceCase>(now, maxSearched);

  async function baseOf(found: ServiceCase): Promise<Omit<CaseView, 'files'>> {
    const { id, projectId, state, title, externalId, fileBatchId } = found;
    const openCases = await journal.openCasesOfCase(id);
    return {
      id,
      projectId,
      state,
      title,
      externalId,
      fileBatchId,
      createdAt: textOf(found, 'createdAt'),
      updatedAt: textOf(found, 'updatedAt'),
      openCaseId: openCases.at(-1)?.id ?? null,
    };
  }

  async function viewOf(found: ServiceCase): Promise<CaseView> {
    return { ...(await baseOf(found)), files: countOf(found) };
  }

  async function documentsOf(
    connectionId: string,
    caseId: string,
    named: readonly string[],
  ): Promise<Outcome<readonly DocumentView[]>> {
    const listed = await firstRows(async (offset) => {
      const page = { name: 'documents.list', connectionId, caseId, offset, limit: maxPageSize } as const;
      const answer = await documents.list(page);
      return answer.ok ? success({ rows: answer.value.documents, limit: answer.value.limit }) : answer;
    }, maxDocuments);
    if (!listed.ok) return listed;
    const found = new Map(listed.value.filter((one) => one.caseId === caseId).map((one) => [one.id, one]));
    for (const id of named.filter((one) => !found.has(one)).slice(0, maxPageSize)) {
      const answer = await documents.get(connectionId, id);
      if (answer.ok) found.set(id, answer.value);
    }
    return success([...found.values()]);
  }

  return {
    async list(query) {
      const service = client(query.connectionId);
      if (!service.ok) return service;
      const limit = Math.min(query.limit, maxPageSize);
      const words = searchedWords(query.search);
      const { projectId, externalId, fileBatchId } = query;
      const filters = {
        ...(projectId === undefined ? {} : { projectId }),
        ...(externalId === undefined ? {} : { externalId }),
        ...(fileBatchId === undefined ? {} : { fileBatchId }),
      };
      if (words.length === 0 && query.sort === undefined) {
        const page = await service.value.listCases({ ...filters, offset: query.offset, limit }, personCall);
        if (!page.ok) return page;
        const { told, limit: named, totalCount } = page.value;
        const cases = await Promise.all(page.value.cases.filter((one) => isAsked(one, query)).map(viewOf));
        return success({
          cases,
          limit: named ?? limit,
          offset: query.offset,
          // A service that lists others too counts them too.
          totalCount: cases.length < told ? null : totalCount,
          told: { rows: told, limit: named },
        });
      }
      const list = JSON.stringify([query.connectionId, filters]);
      const looked = await newest(list, JSON.stringify(query), async (offset) => {
        const answer = await service.value.listCases({ ...filters, offset, limit: maxPageSize }, personCall);
        return answer.ok ? success({ rows: answer.value.cases, limit: answer.value.limit ?? maxPageSize }) : answer;
      });
      if (!looked.ok) return looked;
      const found = looked.value.filter((one) => {
        const text = findable(one.externalId, one.title, one.id);
        return isAsked(one, query) && words.every((word) => text.includes(word));
      });
      const ordered =
        query.sort === undefined
          ? found
          : await inOrder(journal, found, query.sort, () => projectsOf(documents, query.connectionId));
      const cases = await Promise.all(ordered.slice(query.offset, query.offset + limit).map(viewOf));
      const seen = looked.value.length;
      return success({
        ...{ cases, limit, offset: query.offset, totalCount: found.length, searched: seen },
        newestOnly: seen >= maxSearched,
      });
    },

    async detail({ connectionId, caseId }) {
      const service = client(connectionId);
      if (!service.ok) return service;
      const found = await service.value.getCase(caseId, personCall);
      if (!found.ok) return found;
      const told = filesOfCase(found.value);
      const shown = await documentsOf(connectionId, caseId, documentIdsOfCase(found.value));
      if (!shown.ok) return shown;
      const ids = [...told.map(({ id }) => id), ...shown.value.flatMap(({ files }) => files.map(({ id }) => id))];
      const items = await journal.itemsByFileIds(connectionId, [...new Set(ids)]);
      const byFile = new Map(items.map((item) => [item.fileId, item]));
      // Where the case does not tell its files, its documents do.
      const files = told.length > 0 ? told : shown.value.flatMap((one) => one.files.map((file) => ({ ...file })));
      const { externalData } = found.value.raw;
      return success({
        ...(await baseOf(found.value)),
        externalData: isJsonObject(externalData) ? externalData : null,
        files: files.map(({ id, type, mainFile }) => {
          const item = byFile.get(id);
          return { id, type, mainFile, name: item?.name ?? null, itemId: item?.id ?? null, size: item?.size ?? null };
        }),
        documents: [...shown.value],
        itemIds: items.map(({ id }) => id),
      });
    },
  };
}
