import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { ReactElement } from 'react';
import { useState } from 'react';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { runCommand } from '../../../src/renderer/bridge/use-query.ts';
import { Table } from '../../../src/renderer/components/table/table.tsx';
import { type RowCommand, useRowCommands } from '../../../src/renderer/lists/row-commands.ts';
import { Palette } from '../../../src/renderer/shell/palette.tsx';
import { useToasts } from '../../../src/renderer/stores/toasts.ts';
import { startTexts } from '../../../src/renderer/text/index.ts';

beforeAll(() => startTexts('en'));

beforeEach(() => {
  Object.assign(window, { mailroom: { onEvent: () => () => undefined } });
  // A list draws the rows in sight: without a layout there are none.
  for (const side of ['clientHeight', 'clientWidth']) {
    Object.defineProperty(HTMLElement.prototype, side, { configurable: true, value: 400 });
  }
});

afterEach(cleanup);

const names = ['a.pdf', 'b.pdf', 'c.pdf'];
const done: string[] = [];

function List(): ReactElement {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const commands: readonly RowCommand[] = [
    { id: 'open', label: 'Open', onAction: () => void done.push(`open ${[...selected].join()}`) },
    { id: 'again', label: 'Retry', command: 'retry', why: 'It is not held.', onAction: () => void done.push('again') },
  ];
  useRowCommands(selected.size === 0 ? [] : commands);
  return (
    <>
      <Table
        label="Files"
        columns={[{ id: 'name', title: 'Name', width: '1fr', cell: (name: string) => name }]}
        groups={[{ id: 'all', title: 'All', count: names.length, open: true }]}
        rowAt={(_, index) => names[index]}
        rowId={(name) => name}
        selected={selected}
        onSelect={setSelected}
        commands={commands}
        groupCommands={() => [{ id: 'fold', label: 'Collapse', onAction: () => void done.push('fold') }]}
      />
      <Palette />
    </>
  );
}

const row = (name: string): HTMLElement => screen.getByRole('row', { name });

it('the right button selects the row and offers what can be done with it', async () => {
  render(<List />);
  fireEvent.contextMenu(row('b.pdf'), { clientX: 20, clientY: 20 });
  const menu = await screen.findByRole('menu', { name: 'Files' });
  expect(row('b.pdf').getAttribute('aria-selected')).toBe('true');
  fireEvent.click(within(menu).getByRole('menuitem', { name: 'Open' }));
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  await waitFor(() => expect(done.at(-1)).toBe('open b.pdf'));
});

it('keeps several selected rows, and says why something can not be done', async () => {
  render(<List />);
  fireEvent.click(row('a.pdf'));
  fireEvent.click(row('c.pdf'), { ctrlKey: true });
  fireEvent.contextMenu(row('c.pdf'));
  const menu = await screen.findByRole('menu');
  const again = within(menu).getByRole('menuitem', { name: 'Retry' });
  expect(again.getAttribute('aria-disabled')).toBe('true');
  expect(
    document.querySelector(`#${CSS.escape(again.getAttribute('aria-describedby')?.split(' ')[0] ?? '')}`)?.textContent,
  ).toBe('It is not held.');
  fireEvent.click(again);
  expect(done).not.toContain('again');
  fireEvent.click(within(menu).getByRole('menuitem', { name: 'Open' }));
  await waitFor(() => expect(done.at(-1)).toBe('open a.pdf,c.pdf'));
});

it.each([{ key: 'F10', shiftKey: true }, { key: 'ContextMenu' }])('opens by keys: $key', async (keys) => {
  render(<List />);
  fireEvent.keyDown(screen.getByRole('treegrid'), keys);
  expect(within(await screen.findByRole('menu')).getByRole('menuitem').textContent).toBe('Collapse');
});

it('the palette and the keys of the window know the same commands', async () => {
  render(<List />);
  fireEvent.click(row('a.pdf'));
  act(() => runCommand('retry'));
  expect(useToasts.getState().notices.at(-1)).toMatchObject({ text: 'Retry', detail: 'It is not held.' });
  act(() => runCommand('palette'));
  const chosen = within(await screen.findByRole('dialog')).getByRole('group', { name: 'For what is selected' });
  expect(
    within(chosen)
      .getAllByRole('menuitem')
      .map((entry) => entry.textContent),
  ).toEqual(['Open']);
});
