import { expect, test } from 'vitest';
import { entityTree } from '../../../../src/renderer/entities/entity-tree.ts';
import { tableColumns } from '../../../../src/renderer/screens/documents/row-table.tsx';

function rowsOf(rows: readonly unknown[]): ReturnType<typeof entityTree> {
  return entityTree({ rows }).flatMap(({ children }) => children);
}

test('lines of an invoice show what, how much and for how much', () => {
  const line = { number: '1', itemText: { value: 'Paper' }, unitPrice: 2, quantity: 3, netAmount: 6 };
  expect(tableColumns(rowsOf([line, line]))).toEqual(['itemText', 'quantity', 'netAmount']);
});

test('other rows show their first values', () => {
  expect(tableColumns(rowsOf([{ key: 'a', base: 1, tax: 2, more: 3 }]))).toEqual(['key', 'base', 'tax']);
});

test('what is no table stays a tree', () => {
  expect(tableColumns([])).toEqual([]);
  expect(tableColumns(rowsOf(['a', 'b']))).toEqual([]);
  expect(tableColumns(rowsOf([{ text: 'a', parts: [{ deep: 1 }] }]))).toEqual([]);
});
