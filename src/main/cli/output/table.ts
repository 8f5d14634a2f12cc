import { fitEnd, fitName, pad, safeText, widthOf, wrap } from './text.ts';

/** A column of a table. `name` values give way in the middle, others at their end; it is at least `min` columns wide. */
export interface Column {
  readonly title: string;
  readonly kind: 'name' | 'text';
  readonly min: number;
}

/** A row: a cell for each column, and what is wrapped below it (reasons). */
export interface Row {
  readonly cells: readonly string[];
  readonly below?: string;
}

const gap = '  ';

/**
 * Lines of a table that fits `columns`: each column as wide as its values, the widest give way first. Where even the smallest
 * widths don't fit, each row becomes a small block of lines. `below` of a row is wrapped under it (reasons).
 */
export function tableLines(columns: readonly Column[], rows: readonly Row[], width: number): readonly string[] {
  const widths = columns.map((column, index) =>
    Math.max(widthOf(column.title), ...rows.map(({ cells }) => widthOf(safeText(cells[index] ?? '')))),
  );
  const room = width - gap.length * (columns.length - 1);
  if (columns.reduce((sum, { min }) => sum + min, 0) > room) return blocks(columns, rows, width);
  let over = widths.reduce((sum, each) => sum + each, 0) - room;
  while (over > 0) {
    let widest = -1;
    columns.forEach(({ min }, index) => {
      const present = widths[index] ?? 0;
      if (present > min && (widest === -1 || present > (widths[widest] ?? 0))) widest = index;
    });
    if (widest === -1) break;
    widths[widest] = (widths[widest] ?? 0) - 1;
    over -= 1;
  }
  const lineOf = (cells: readonly string[], asNames: boolean): string =>
    columns
      .map(({ kind }, index) => {
        const cell = cells[index] ?? '';
        const most = widths[index] ?? 0;
        return pad(kind === 'name' && asNames ? fitName(cell, most) : fitEnd(cell, most), most);
      })
      .join(gap)
      .trimEnd();
  return [
    lineOf(
      columns.map(({ title }) => title),
      false,
    ),
    widths.map((each) => '─'.repeat(each)).join(gap),
    ...rows.flatMap(({ cells, below }) => [lineOf(cells, true), ...under(below, width)]),
  ];
}

function under(below: string | undefined, width: number): readonly string[] {
  return below === undefined || below === '' ? [] : wrap(below, width - 4).map((line) => `    ${line}`);
}

function blocks(columns: readonly Column[], rows: readonly Row[], width: number): readonly string[] {
  return rows.flatMap(({ cells, below }) => [
    fitName(cells[0] ?? '', width),
    ...columns.slice(1).flatMap(({ title, kind }, index) => {
      const cell = cells[index + 1] ?? '';
      const label = `  ${title}: `;
      const room = Math.max(8, width - widthOf(label));
      return cell === '' ? [] : [label + (kind === 'name' ? fitName(cell, room) : fitEnd(cell, room))];
    }),
    ...under(below, width),
  ]);
}
