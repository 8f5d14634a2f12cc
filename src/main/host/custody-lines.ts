import type { CustodyView } from '../../shared/views.ts';
import { csvLine } from './csv.ts';

/** First line of a history as CSV. */
export const custodyCsvHead = csvLine(['sequence', 'at', 'subject', 'subjectId', 'event', 'actor', 'detail', 'hash']);

/** A line of the history as one of CSV, with its end; what goes with it is JSON in one cell. */
export function custodyCsvLine({ sequence, at, subject, subjectId, event, actor, detail, hash }: CustodyView): string {
  const instant = new Date(at).toISOString();
  return csvLine([String(sequence), instant, subject, subjectId, event, actor, JSON.stringify(detail), hash]);
}

/** A line of the history as it is told to machines: the instant as ISO 8601, UTC. */
export function custodyRecord(row: CustodyView): Omit<CustodyView, 'at'> & { readonly at: string } {
  return { ...row, at: new Date(row.at).toISOString() };
}
