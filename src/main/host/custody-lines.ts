import type { CustodyView } from '../../shared/views.ts';
import { escapeUnseen } from './escape-unseen.ts';

/**
 * One line of CSV (RFC 4180) with its end. Texts that a spreadsheet would take for a formula are marked as text with an
 * apostrophe, also behind a semicolon: names of files come from strangers. Control and bidi characters are escaped.
 */
export function csvLine(cells: readonly (string | number)[], separator: ',' | ';' = ','): string {
  // Where a semicolon stands between cells, a comma stands before decimals. A number is no formula, whatever its sign.
  const numberOf = (value: number): string => String(value).replace('.', separator === ';' ? ',' : '.');
  return `${cells.map((each) => (typeof each === 'number' ? numberOf(each) : cell(each))).join(separator)}\r\n`;
}

function cell(text: string): string {
  const shown = escapeUnseen(text);
  // Where the list separator is a semicolon, as in German, one within a text begins a cell, whatever the quotes around it.
  const safe = shown.replace(/(^|[;\n\t])(\s*[=+\-@\t\r])/g, "$1'$2");
  return /[",;\r\n\t]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

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
