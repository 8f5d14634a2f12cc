import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { Table } from '../../../../src/renderer/components/table/table.tsx';
import { startTexts } from '../../../../src/renderer/text/index.ts';

const columns = [{ id: 'name', title: 'Name', width: '1fr', cell: (row: string) => row }];
const groups = [{ id: 'all', title: null, count: 3, open: true }];

beforeAll(() => startTexts('en'));
afterEach(cleanup);

function table(
  rows: readonly (string | undefined)[],
  onSelect: (ids: ReadonlySet<string>) => void,
  onSelectAll?: () => void,
): ReactElement {
  return (
    <Table
      label="Items"
      columns={columns}
      groups={groups}
      rowAt={(_, index) => rows[index]}
      rowId={(row) => row}
      selected={new Set()}
      onSelect={onSelect}
      {...(onSelectAll === undefined ? {} : { onSelectAll })}
    />
  );
}

it('a row that was chosen before it came is chosen when it does', () => {
  const onSelect = vi.fn<(ids: ReadonlySet<string>) => void>();
  const { rerender } = render(table(['a', undefined, 'c'], onSelect));
  fireEvent.keyDown(screen.getByRole('grid'), { key: 'ArrowDown' });
  expect(onSelect).not.toHaveBeenCalled();
  rerender(table(['a', 'b', 'c'], onSelect));
  expect(onSelect.mock.lastCall).toEqual([new Set(['b'])]);
});

it.each([
  ['Ctrl+A', { key: 'a', ctrlKey: true }, new Set(['a', 'c'])],
  ['a range', { key: 'End', shiftKey: true }, new Set(['c'])],
])('but not where %s followed before it came', (_, press, chosen) => {
  const onSelect = vi.fn<(ids: ReadonlySet<string>) => void>();
  const { rerender } = render(table(['a', undefined, 'c'], onSelect));
  const grid = screen.getByRole('grid');
  fireEvent.keyDown(grid, { key: 'ArrowDown' });
  fireEvent.keyDown(grid, press);
  rerender(table(['a', 'b', 'c'], onSelect));
  expect(onSelect.mock.calls).toEqual([[chosen]]);
});

it('Ctrl+A lets whoever knows the other rows add them', () => {
  const onSelectAll = vi.fn();
  render(table(['a', undefined, 'c'], () => undefined, onSelectAll));
  fireEvent.keyDown(screen.getByRole('grid'), { key: 'a', ctrlKey: true });
  expect(onSelectAll).toHaveBeenCalledOnce();
});
