import { labelIn, type Label } from './labels.ts';
import { tableLines, type Column, type Row } from './table.ts';
import type { Terminal } from './terminal.ts';

/** A column that is called as {@link labelIn} says it. */
interface LabelledColumn extends Column {
  readonly title: Label;
}

/** Says rows as a table in the terminal's language that fits it; nothing where there are none. */
export function sayTable(terminal: Terminal, columns: readonly LabelledColumn[], rows: readonly Row[]): void {
  if (rows.length === 0) return;
  const titled = columns.map((column) => ({ ...column, title: labelIn(terminal.language, column.title) }));
  for (const line of tableLines(titled, rows, terminal.columns())) terminal.line(line);
}
