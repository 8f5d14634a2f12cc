import type { QueryAnswer } from '../../../shared/contract.ts';
import type { Outcome } from '../../../shared/faults.ts';
import type { ExportSort } from '../../../shared/selection.ts';
import type { ExportView } from '../../../shared/views.ts';
import type { RowPages } from '../../bridge/row-pages.ts';
import { createRowPages } from '../../bridge/row-pages.ts';
import { useMemo } from 'react';
import { bridge } from '../../bridge/bridge.ts';
import type { TableLayout } from '../../components/table/table-columns.ts';
import { useFreshPages } from '../../bridge/use-row-pages.ts';
import { rowsByOffset, type SavedList } from '../../lists/save-list.ts';
import { faultSentence } from '../../text/faults/fault-text.ts';
import { textOf } from '../../text/index.ts';
import { documentName } from './export-columns.tsx';
import { exportWord } from './export-state.tsx';

/** Rows asked for at once. */
const pageRows = 100;

type Answer = QueryAnswer<'exports.page'>;

/** Asks for rows from an offset on. */
export type AskExports = (offset: number, limit: number) => Promise<Outcome<Answer>>;

/** The rows of the table, fetched page by page as they are seen, with how many there are in all. */
export interface ExportPages extends RowPages<ExportView, Answer> {
  readonly byId: (id: string) => ExportView | undefined;
  /** Null until the first answer. */
  readonly totals: () => Pick<Answer, 'total' | 'counts'> | null;
}

/** Rows of one set of conditions. */
export function createExportPages(ask: AskExports): ExportPages {
  const pages = createRowPages<ExportView, Answer>(pageRows, ask);
  return {
    ...pages,
    byId: (id) => pages.find((row) => row.id === id),
    totals: pages.newest,
  };
}

/** What the rows are limited to; '' and null = not limited. */
interface ExportConditions {
  readonly search: string;
  readonly projectId: string;
  readonly states: readonly ExportView['state'][] | null;
  /** ms; 0 = since ever. */
  readonly since: number;
  readonly sort: ExportSort | null;
}

/** The order of a sorted column, as the engine knows it: how long ago something was written grows as its instant gets older. */
export function sortOf({ sort }: TableLayout): ExportSort | null {
  if (sort === null) return null;
  const { column, descending } = sort;
  if (column === 'when') return { by: 'written', descending: !descending };
  return column === 'document' || column === 'file' || column === 'size' || column === 'state'
    ? { by: column, descending }
    : null;
}

/** The question for the exports of these conditions. */
export function asking({ search, projectId, states, since, sort }: ExportConditions): AskExports {
  return (offset, limit) =>
    bridge().query({
      name: 'exports.page',
      offset,
      limit,
      ...(states === null ? {} : { states: [...states] }),
      ...(search === '' ? {} : { search }),
      ...(projectId === '' ? {} : { projectId }),
      ...(since === 0 ? {} : { since }),
      ...(sort === null ? {} : { sort }),
    });
}

/** ms between two fetches while events come. */
const refreshPause = 500;

/** The rows for these conditions, drawn again as they come and after engine events. */
export function useExportPages(conditions: ExportConditions): ExportPages {
  const wanted = JSON.stringify(conditions);
  const pages = useMemo(
    () => createExportPages(asking(conditions)),
    // `wanted` says all of them.
    // oxlint-disable-next-line react/exhaustive-deps
    [wanted],
  );
  return useFreshPages(pages, refreshPause);
}

/** Rows of one question for the list that is saved. */
const savedAtOnce = 500;

/** All exports that a question finds, as a list to save. */
export function exportList(
  ask: AskExports,
  total: number | null,
  projectName: (id: string) => string,
): SavedList<ExportView> {
  const say = textOf('exports');
  const lists = textOf('lists');
  return {
    title: say('title'),
    total,
    columns: [
      { title: say('document'), cell: (view) => documentName(view, say) },
      { title: say('state'), cell: (view) => say(exportWord(view)) },
      { title: lists('reason'), cell: ({ fault }) => (fault === null ? null : faultSentence(fault)) },
      { title: lists('path'), cell: ({ path }) => path },
      { title: lists('size'), cell: ({ size }) => size },
      { title: textOf('shared')('project'), cell: ({ projectId }) => projectName(projectId) },
      { title: lists('planned'), cell: ({ plannedAt }) => ({ at: plannedAt }) },
      { title: lists('written'), cell: ({ writtenAt }) => (writtenAt === null ? null : { at: writtenAt }) },
      { title: lists('id'), cell: ({ documentId }) => documentId },
    ],
    rows: () => rowsByOffset(savedAtOnce, ({ id }) => id, ask),
  };
}
