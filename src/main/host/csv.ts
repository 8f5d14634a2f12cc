/**
 * One line of CSV (RFC 4180) with its end. Texts that a spreadsheet would take for a formula are marked as text with an
 * apostrophe: names of files come from strangers.
 */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(cell).join(',')}\r\n`;
}

function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
