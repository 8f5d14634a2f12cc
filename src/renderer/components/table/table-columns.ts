import type { ReactNode } from 'react';
import { nameOrder } from '../../text/formatters.ts';

/** A column: `width` is a grid track (`2fr`, `120px`, `minmax(120px, 1fr)`). */
export interface TableColumn<Row> {
  readonly id: string;
  readonly title: string;
  /** Title only read aloud. */
  readonly titleHidden?: boolean;
  readonly width: string;
  /** The list can be sorted by it: by whoever has the list (true), or in the page by this value of a row. */
  readonly sorts?: true | ((row: Row) => string | number | null);
  /** px; the column is shown where the table is at least so wide. */
  readonly from?: number;
  readonly align?: 'start' | 'end';
  readonly cell: (row: Row) => ReactNode;
}

/** How a person wants the columns of a table. */
export interface TableLayout {
  /** Ids of the columns that are not shown. */
  readonly hidden: readonly string[];
  /** px of the columns whose width was set. */
  readonly widths: Readonly<Record<string, number>>;
  /** Null: as the list comes. */
  readonly sort: { readonly column: string; readonly descending: boolean } | null;
}

/** Rows that are all in the page, in the order of the heading they are sorted by; what has no value there comes last. */
export function sortedRows<Row>(
  rows: readonly Row[],
  columns: readonly TableColumn<Row>[],
  { sort }: Pick<TableLayout, 'sort'>,
): readonly Row[] {
  const by = columns.find(({ id }) => id === sort?.column)?.sorts;
  if (sort === null || typeof by !== 'function') return rows;
  const turned = sort.descending ? -1 : 1;
  const isNone = (value: string | number | null): value is null | '' => value === null || value === '';
  return [...rows].sort((a, b) => {
    const [one, other] = [by(a), by(b)];
    if (isNone(one) || isNone(other)) return Number(isNone(one)) - Number(isNone(other));
    if (typeof one === 'number' && typeof other === 'number') return turned * (one - other);
    return turned * nameOrder(String(one), String(other));
  });
}
