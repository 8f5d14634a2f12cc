import type { LogSubject } from '../../shared/activity-views.ts';
import type { CustodyView } from '../../shared/views.ts';
import { subjectName } from '../screens/activity/log-lines.ts';
import { sentenceOf } from '../screens/activity/sentence.ts';
import { textOf } from '../text/index.ts';
import type { ListColumn } from './save-list.ts';

/** A line of a history with what it is about. */
export interface ToldLine {
  readonly row: CustodyView;
  readonly known: LogSubject | undefined;
}

/** The lines of an answer, each with what it is about. */
export function toldLines(answer: {
  readonly rows: readonly CustodyView[];
  readonly subjects: readonly LogSubject[];
}): readonly ToldLine[] {
  const subjects = new Map(answer.subjects.map((known) => [known.id, known]));
  return answer.rows.map((row) => ({ row, known: subjects.get(row.subjectId) }));
}

/** The columns of a history, as sentences that people read. */
export function historyColumns(sourceName: (id: string) => string): readonly ListColumn<ToldLine>[] {
  const say = textOf('lists');
  return [
    { title: say('time'), cell: ({ row }) => ({ at: row.at }) },
    {
      title: say('event'),
      cell({ row, known }) {
        const { before, after, reason } = sentenceOf(row);
        return `${before}${subjectName(row, known, sourceName)}${after} ${reason}`.trim();
      },
    },
    { title: say('details'), cell: ({ row }) => sentenceOf(row).facts.join(' · ') },
    { title: say('person'), cell: ({ row }) => (row.actor === 'engine' ? say('mailroom') : row.actor) },
  ];
}
