import type { ReactElement } from 'react';
import type { ExportView } from '../../../shared/views.ts';
import { useQuery } from '../../bridge/use-query.ts';
import { History } from '../../custody/history.tsx';
import { useText } from '../../text/index.ts';
import styles from './exports.module.css';

/** What a document's own history tells of its hand-over. */
const reports: readonly string[] = ['reporting', 'transfer-reported', 'report-unclear', 'report-refused'];

/** How an export came about and what the service was told of it, newest first. */
export function ExportHistory({ view }: { readonly view: ExportView }): ReactElement {
  const say = useText('exports');
  const own = useQuery<'custody.page'>({ name: 'custody.page', subjectId: view.id, limit: 500 }).value?.rows;
  const document = useQuery<'custody.page'>({ name: 'custody.page', subjectId: view.documentId, limit: 500 }).value
    ?.rows;
  const rows = [...(own ?? []), ...(document ?? []).filter(({ event }) => reports.includes(event))].sort(
    (a, b) => b.sequence - a.sequence,
  );
  if (own !== undefined && rows.length === 0) return <p className={styles['quiet']}>{say('no-history')}</p>;
  return <History rows={rows} />;
}
