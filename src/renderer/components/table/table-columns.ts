import type { ReactNode } from 'react';

/** A column: `width` is a grid track (`2fr`, `120px`, `minmax(120px, 1fr)`). */
export interface TableColumn<Row> {
  readonly id: string;
  readonly title: string;
  /** Title only read aloud. */
  readonly titleHidden?: boolean;
  readonly width: string;
  /** The list can be sorted by it. */
  readonly sorts?: boolean;
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
