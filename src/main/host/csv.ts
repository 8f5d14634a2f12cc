import { escapeUnseen } from './escape-unseen.ts';

/**
 * One line of CSV (RFC 4180) with its end. Texts that a spreadsheet would take for a formula are marked as text with an
 * apostrophe, also behind a semicolon: names of files come from strangers. Control and bidi characters are escaped.
 */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(cell).join(',')}\r\n`;
}

function cell(text: string): string {
  const shown = escapeUnseen(text);
  // Where the list separator is a semicolon, as in German, one within a text begins a cell, whatever the quotes around it.
  const safe = shown.replace(/(^|[;\n\t])(\s*[=+\-@\t\r])/g, "$1'$2");
  return /[",;\r\n\t]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
