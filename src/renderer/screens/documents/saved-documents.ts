import type { Named } from '../../../shared/bridge.ts';
import { ownOrders } from '../../../shared/contract/document-contract.ts';
import type { Query, QueryAnswer } from '../../../shared/contract.ts';
import type { DocumentView } from '../../../shared/views.ts';
import { bridge } from '../../bridge/bridge.ts';
import type { ProjectView } from '../../bridge/use-projects.ts';
import { projectName } from '../../bridge/use-projects.ts';
import { rowsByOffset, type SavedList } from '../../lists/save-list.ts';
import { sinceOf } from '../../lists/since-filter.tsx';
import { faultSentence } from '../../text/faults/fault-text.ts';
import { formatNumber } from '../../text/format.ts';
import type { Say } from '../../text/index.ts';
import { textOf } from '../../text/index.ts';
import type { DocumentConditions } from './document-filters.tsx';
import { stateWord } from './state-mark.tsx';

/** Rows of one question; the service gives no more. */
const rowsAtOnce = 50;

/** The question for the documents of these conditions. */
export function documentQuery(
  connectionId: string,
  { typed, caseTyped, projectId, state, supplier, since, sort }: DocumentConditions,
  offset: number,
  limit: number,
): Named<Query, 'documents.list'> {
  const [search, caseId, named] = [typed.trim(), caseTyped.trim(), supplier.trim()];
  return {
    name: 'documents.list',
    connectionId,
    offset,
    limit,
    sort,
    ...(projectId === '' ? {} : { projectId }),
    ...(state === 'all' ? {} : { states: [state] }),
    ...(caseId === '' ? {} : { caseId }),
    ...(search === '' ? {} : { search }),
    ...(named === '' ? {} : { supplier: named }),
    ...(since === '' ? {} : { since: sinceOf(since, Date.now()) }),
  };
}

/** Whose list this is, and how far a search looked; undefined until it is there. */
export function howFar(
  page: QueryAnswer<'documents.list'> | undefined,
  { sort, supplier, since }: DocumentConditions,
  say: Say<'documents'>,
): string | undefined {
  if (page === undefined) return undefined;
  if (page.searched === undefined) return say('of-service');
  const followed = formatNumber(page.followed ?? 0);
  if (ownOrders.some((order) => order === sort)) {
    const { without = 0 } = page;
    return `${say('sorted-here', { followed })}${without === 0 ? '' : ` ${say('without-key', { count: without })}`}`;
  }
  if (supplier.trim() !== '' || since !== '') return say('filtered-here', { followed });
  return page.searched === null
    ? `${say('searched-here', { followed })}${page.fault === undefined ? '' : ` ${faultSentence(page.fault)}`}`
    : say('searched', { followed, count: page.searched });
}

/** An instant as the service tells it, as a value of a table. */
export function instant(told: string | null): { readonly at: number } | string | null {
  const at = Date.parse(told ?? '');
  return Number.isNaN(at) ? told : { at };
}

/** All documents of these conditions as a list to save. Each part costs the service a call. */
export function documentList(
  connectionId: string,
  conditions: DocumentConditions,
  total: number | null,
  projects: readonly ProjectView[],
): SavedList<DocumentView> {
  const say = textOf('documents');
  const lists = textOf('lists');
  return {
    title: say('title'),
    total,
    columns: [
      { title: say('title-field'), cell: ({ title }) => title },
      { title: lists('external-id'), cell: ({ externalId }) => externalId },
      { title: say('state'), cell: ({ state }) => stateWord(state, say) },
      {
        title: say('project'),
        cell: ({ projectId }) => (projectId === null ? null : projectName(projects, projectId)),
      },
      { title: lists('created'), cell: ({ createdAt }) => instant(createdAt) },
      { title: lists('changed'), cell: ({ updatedAt }) => instant(updatedAt) },
      { title: lists('case-id'), cell: ({ caseId }) => caseId },
      { title: lists('id'), cell: ({ id }) => id },
    ],
    rows: () =>
      rowsByOffset(
        rowsAtOnce,
        ({ id }) => id,
        async (offset, limit) => {
          const page = await bridge().query(documentQuery(connectionId, conditions, offset, limit));
          if (!page.ok) return page;
          const { documents, totalCount, searched } = page.value;
          // What is kept here comes as it is asked for; the service's own list in parts of the service's size.
          const told = searched === undefined ? { rows: documents.length, limit: page.value.limit } : undefined;
          const note = searched === undefined ? undefined : howFar(page.value, conditions, say);
          return { ok: true, value: { rows: documents, total: totalCount, told, note } };
        },
        conditions.sort === '-updatedAt',
      ),
  };
}
