import { expect, it } from 'vitest';
import { sortedRows, type TableColumn } from '../../../../src/renderer/components/table/table-columns.ts';

interface Row {
  readonly name: string;
  readonly size: number | null;
}

const columns: readonly TableColumn<Row>[] = [
  { id: 'name', title: 'Name', width: '1fr', sorts: ({ name }) => name, cell: ({ name }) => name },
  { id: 'size', title: 'Size', width: '1fr', sorts: ({ size }) => size, cell: ({ size }) => size },
  { id: 'state', title: 'State', width: '1fr', sorts: true, cell: () => '' },
];
const rows: readonly Row[] = [
  { name: 'Zahlung', size: 2 },
  { name: '', size: null },
  { name: 'Ärger 10', size: 10 },
  { name: 'ärger 9', size: 1 },
];

it.each([
  ['name', false, ['ärger 9', 'Ärger 10', 'Zahlung', '']],
  ['name', true, ['Zahlung', 'Ärger 10', 'ärger 9', '']],
  ['size', false, ['ärger 9', 'Zahlung', 'Ärger 10', '']],
  ['size', true, ['Ärger 10', 'Zahlung', 'ärger 9', '']],
  // Whoever has the list sorts it; a column that is gone sorts nothing.
  ['state', false, rows.map(({ name }) => name)],
  ['gone', false, rows.map(({ name }) => name)],
])('rows of the page are sorted as people read them: by %s, descending %s', (column, descending, names) => {
  expect(sortedRows(rows, columns, { sort: { column, descending } }).map(({ name }) => name)).toEqual(names);
});

it('rows that are not sorted stay as they come', () => {
  expect(sortedRows(rows, columns, { sort: null })).toBe(rows);
});
