import type { ExportView } from '../../../shared/views.ts';
import { partsOf, type SavedList } from '../../lists/save-list.ts';
import { faultSentence } from '../../text/faults/fault-text.ts';
import { textOf } from '../../text/index.ts';
import { documentName } from './export-columns.tsx';
import type { AskExports } from './export-pages.ts';
import { exportWord } from './export-state.tsx';

/** Rows of one question. */
const rowsAtOnce = 500;

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
    rows: () =>
      partsOf<ExportView, number>(async (place) => {
        const offset = place ?? 0;
        const page = await ask(offset, rowsAtOnce);
        if (!page.ok) return page;
        const { rows } = page.value;
        return { ok: true, value: { rows, next: rows.length === 0 ? null : offset + rows.length } };
      }),
  };
}
