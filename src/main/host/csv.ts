/** Characters that a terminal obeys or that turn the reading direction; tabs and line ends are cells' own. */
// eslint-disable-next-line no-control-regex -- these are exactly what must not reach a terminal
const unseen = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/**
 * One line of CSV (RFC 4180) with its end. Texts that a spreadsheet would take for a formula are marked as text with an
 * apostrophe, also behind a semicolon: names of files come from strangers. Control and bidi characters are escaped.
 */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(cell).join(',')}\r\n`;
}

function cell(text: string): string {
  const shown = text.replace(unseen, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
  // Where the list separator is a semicolon, as in German, one within a text begins a cell, whatever the quotes around it.
  const safe = shown.replace(/(^|[;\n\t])(\s*[=+\-@\t\r])/g, "$1'$2");
  return /[",;\r\n\t]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
