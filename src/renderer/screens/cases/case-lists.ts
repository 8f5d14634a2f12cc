import type { Named } from '../../../shared/bridge.ts';
import type { CaseView, OpenCaseView } from '../../../shared/case-views.ts';
import type { Query, QueryAnswer } from '../../../shared/contract.ts';
import { bridge } from '../../bridge/bridge.ts';
import { projectName, type ProjectView } from '../../bridge/use-projects.ts';
import { rowsByOffset, type SavedList } from '../../lists/save-list.ts';
import { faultSentence } from '../../text/faults/fault-text.ts';
import type { Say } from '../../text/index.ts';
import { textOf } from '../../text/index.ts';
import { instant } from '../documents/saved-documents.ts';
import { itemColumns, type ItemNames } from '../intake/item-list.ts';
import type { LooseRow } from './loose-list.tsx';
import { markOfOpenCase } from './open-cases/open-case-mark.tsx';
import { roleWord } from './role-words.ts';
import { caseStateWord } from './service/case-name.tsx';

/** What limits a list, as it is asked for. */
type Conditions<Name extends Query['name']> = Omit<Named<Query, Name>, 'name' | 'offset' | 'limit'>;

/** Rows of one question: as many as each may have; the service gives no more than 50. */
const openCasesAtOnce = 200;
const looseAtOnce = 500;
const casesAtOnce = 50;

/** All open cases of these conditions as a list to save. */
export function openCaseList(
  conditions: Conditions<'open-cases.page'>,
  total: number | null,
  projects: readonly ProjectView[],
): SavedList<OpenCaseView> {
  const [say, lists, notes] = [textOf('cases'), textOf('lists'), textOf('notes')];
  return {
    title: say('open-cases'),
    total,
    columns: [
      { title: say('name'), cell: ({ name }) => name },
      { title: lists('external-id'), cell: ({ externalId }) => externalId },
      { title: textOf('serviceCases')('state'), cell: (openCase) => markOfOpenCase(openCase, say).words },
      { title: lists('reason'), cell: ({ fault }) => (fault === null ? null : faultSentence(fault)) },
      { title: textOf('shared')('project'), cell: ({ projectId }) => projectName(projects, projectId) },
      { title: textOf('serviceCases')('files'), cell: ({ members }) => members.length },
      { title: lists('file-names'), cell: ({ members }) => members.map(({ name }) => name).join('; ') },
      { title: lists('created'), cell: ({ createdAt }) => ({ at: createdAt }) },
      { title: lists('changed'), cell: ({ changedAt }) => ({ at: changedAt }) },
      { title: notes('with'), cell: ({ assignee }) => assignee },
      { title: notes('note'), cell: ({ note }) => note },
      { title: lists('case-id'), cell: ({ caseId }) => caseId },
      { title: lists('id'), cell: ({ id }) => id },
    ],
    rows: () =>
      rowsByOffset(
        openCasesAtOnce,
        ({ id }) => id,
        (offset, limit) => bridge().query({ name: 'open-cases.page', ...conditions, offset, limit }),
      ),
  };
}

/** All loose files of these conditions as a list to save. */
export function looseList(
  conditions: Conditions<'open-cases.loose'>,
  total: number | null,
  names: ItemNames,
): SavedList<LooseRow> {
  const say = textOf('cases');
  const [name, ...others] = itemColumns(names).map(({ title, cell }) => ({
    title,
    cell: ({ item }: LooseRow) => cell(item),
  }));
  const role = { title: say('role-name'), cell: (row: LooseRow) => (row.role === null ? null : roleWord(row.role)) };
  return {
    title: say('loose'),
    total,
    columns: [...(name === undefined ? [] : [name]), role, ...others],
    rows: () =>
      rowsByOffset(
        looseAtOnce,
        ({ item }) => item.id,
        (offset, limit) => bridge().query({ name: 'open-cases.loose', ...conditions, offset, limit }),
      ),
  };
}

/** How far a list of our own making looked; nothing where it is the service's, or whole. */
export function lookedThrough(
  say: Say<'serviceCases'>,
  search: string,
  { searched: count, newestOnly }: QueryAnswer<'cases.list'>,
): string | undefined {
  if (count === undefined) return undefined;
  if (newestOnly === true) return say(search.trim() === '' ? 'newest-sorted' : 'newest-searched', { count });
  return search.trim() === '' ? undefined : say('searched', { count });
}

/** What a case without a title is called: as the open case here that it was made of. */
async function named(one: CaseView): Promise<CaseView> {
  if (one.title !== null || one.openCaseId === null) return one;
  const openCase = await bridge().query({ name: 'open-cases.get', idPrefix: one.openCaseId });
  return openCase.ok ? { ...one, title: openCase.value.name } : one;
}

/** All cases of the service that fit as a list to save. Each part costs the service a call. */
export function serviceCaseList(
  conditions: Conditions<'cases.list'>,
  projects: readonly ProjectView[],
): SavedList<CaseView> {
  const [say, lists] = [textOf('serviceCases'), textOf('lists')];
  return {
    title: say('list'),
    total: null,
    columns: [
      { title: say('name'), cell: ({ title, externalId }) => title ?? externalId },
      { title: lists('external-id'), cell: ({ externalId }) => externalId },
      { title: say('state'), cell: ({ state }) => (state === null ? null : caseStateWord(state)) },
      { title: say('files'), cell: ({ files }) => files },
      {
        title: say('project'),
        cell: ({ projectId }) => (projectId === null ? null : projectName(projects, projectId)),
      },
      { title: lists('created'), cell: ({ createdAt }) => instant(createdAt) },
      { title: lists('changed'), cell: ({ updatedAt }) => instant(updatedAt) },
      { title: lists('id'), cell: ({ id }) => id },
    ],
    rows: () =>
      rowsByOffset(
        casesAtOnce,
        ({ id }) => id,
        async (offset, limit) => {
          const page = await bridge().query({ name: 'cases.list', ...conditions, offset, limit });
          if (!page.ok) return page;
          const { cases, totalCount, told } = page.value;
          const rows = await Promise.all(cases.map(named));
          return {
            ok: true,
            value: { rows, total: totalCount, told, note: lookedThrough(say, conditions.search ?? '', page.value) },
          };
        },
      ),
  };
}
