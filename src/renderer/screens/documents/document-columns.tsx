import type { ReactElement } from 'react';
import { useMemo } from 'react';
import type { DocumentView } from '../../../shared/views.ts';
import type { ProjectView } from '../../bridge/use-projects.ts';
import { projectName } from '../../bridge/use-projects.ts';
import { MiddleName } from '../../components/middle-name.tsx';
import type { TableColumn } from '../../components/table/table-columns.ts';
import type { DocumentFacts } from '../../entities/document-facts.ts';
import { formatAmount } from '../../entities/document-facts.ts';
import { useFacts } from '../../entities/facts-store.ts';
import { useClock } from '../../stores/clock.ts';
import { formatDate, formatMoment, formatSince } from '../../text/format.ts';
import { useText } from '../../text/index.ts';
import styles from './documents.module.css';
import { StateMark } from './state-mark.tsx';

/** The facts of a document of the list; undefined until they are there. */
export function useDocumentFacts(connectionId: string, { id, state }: DocumentView): DocumentFacts | undefined {
  return useFacts({ connectionId, documentId: id, state });
}

/** When a document changed last, in ms; NaN where the service does not say. */
function changedAt({ updatedAt, createdAt }: DocumentView): number {
  return Date.parse(updatedAt ?? createdAt ?? '');
}

/** When a document changed last: how long ago on the same day, else day and time. */
export function Changed({ document }: { readonly document: DocumentView }): ReactElement {
  const at = changedAt(document);
  const words = useClock((now) => {
    if (Number.isNaN(at)) return '';
    return now - at < 3_600_000 ? formatSince(at, now) : formatMoment(at);
  });
  return <time className="tabular">{words}</time>;
}

function Fact({
  connectionId,
  document,
  part,
}: {
  readonly connectionId: string;
  readonly document: DocumentView;
  readonly part: 'supplier' | 'number' | 'date' | 'amount';
}): ReactElement {
  const facts = useDocumentFacts(connectionId, document);
  if (facts === undefined) return <></>;
  if (part === 'amount') {
    return <>{facts.gross === null ? '' : formatAmount(facts.gross, facts.currency)}</>;
  }
  const value = facts[part];
  if (value === null) return <></>;
  if (part === 'date') return <span className="tabular">{formatDate(value)}</span>;
  return part === 'supplier' ? <MiddleName name={value} /> : <span title={value}>{value}</span>;
}

/** The columns of the table of documents while none is open. */
export function useDocumentColumns(
  connectionId: string,
  projects: readonly ProjectView[],
): readonly TableColumn<DocumentView>[] {
  const say = useText('documents');
  return useMemo(
    () => [
      {
        id: 'title',
        title: say('title-field'),
        sorts: true,
        width: 'minmax(120px, 1.6fr)',
        cell: (document) => (
          <span className={styles['tableName']}>
            <MiddleName name={document.title ?? document.externalId ?? say('untitled')} />
          </span>
        ),
      },
      {
        id: 'supplier',
        title: say('field-supplierName'),
        sorts: true,
        width: 'minmax(100px, 1.4fr)',
        cell: (document) => <Fact connectionId={connectionId} document={document} part="supplier" />,
      },
      {
        id: 'number',
        title: say('number'),
        sorts: true,
        width: '104px',
        from: 840,
        cell: (document) => <Fact connectionId={connectionId} document={document} part="number" />,
      },
      {
        id: 'amount',
        title: say('field-totalGrossAmount'),
        sorts: true,
        width: '132px',
        align: 'end',
        cell: (document) => <Fact connectionId={connectionId} document={document} part="amount" />,
      },
      {
        id: 'date',
        title: say('field-issuedDate'),
        width: '112px',
        from: 900,
        cell: (document) => <Fact connectionId={connectionId} document={document} part="date" />,
      },
      {
        id: 'project',
        title: say('project'),
        width: 'minmax(110px, 136px)',
        from: 1060,
        cell: ({ projectId }) => (projectId === null ? '' : projectName(projects, projectId)),
      },
      {
        id: 'state',
        title: say('state'),
        width: 'minmax(128px, 190px)',
        cell: ({ state, isKept }) => <StateMark state={state} isKept={isKept} />,
      },
      {
        id: 'changed',
        title: say('changed'),
        sorts: true,
        width: '88px',
        align: 'end',
        cell: (document) => <Changed document={document} />,
      },
    ],
    [say, connectionId, projects],
  );
}
