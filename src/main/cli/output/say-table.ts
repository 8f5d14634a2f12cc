import { tableLines, type Column, type Row } from './table.ts';
import type { Terminal } from './terminal.ts';

/** Says rows as a table that fits the terminal; nothing where there are none. */
export function sayTable(terminal: Terminal, columns: readonly Column[], rows: readonly Row[]): void {
  if (rows.length === 0) return;
  for (const line of tableLines(columns, rows, terminal.columns())) terminal.line(line);
}
