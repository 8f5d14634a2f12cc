import { act, cleanup, fireEvent, render, renderHook, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { SavedFilters } from '../../../src/renderer/lists/saved-filters.tsx';
import { useTableLayout } from '../../../src/renderer/lists/use-table-layout.ts';
import { useStation } from '../../../src/renderer/stores/station.ts';
import { startTexts } from '../../../src/renderer/text/index.ts';

const desktop = vi.fn<() => Promise<unknown>>();

beforeAll(() => startTexts('en'));

beforeEach(() => {
  desktop.mockClear();
  Object.assign(window, { mailroom: { desktop, onEvent: () => () => undefined } });
  useStation.setState({ locked: ['window'] });
});

afterEach(() => {
  cleanup();
  useStation.setState({ locked: [] });
});

it('columns that policy locks stay as a person set them until the window closes, and are not saved', () => {
  const { result, unmount } = renderHook(() => useTableLayout('items'));
  const layout = { hidden: [], widths: {}, sort: { column: 'name', descending: true } };
  act(() => result.current.onLayout(layout));
  expect(result.current.layout).toEqual(layout);
  unmount();
  expect(renderHook(() => useTableLayout('items')).result.current.layout).toEqual(layout);
  expect(desktop).not.toHaveBeenCalled();
});

it('says that a filter can not be saved where policy locks it', async () => {
  render(<SavedFilters screen="intake" values={{ search: 'a' }} onApply={() => undefined} />);
  fireEvent.click(screen.getByRole('button', { name: 'Saved filters' }));
  const save = within(await screen.findByRole('menu')).getByRole('menuitem', { name: 'Save this filter…' });
  const why = save.getAttribute('aria-describedby')?.split(' ')[0] ?? '';
  expect(document.querySelector(`#${CSS.escape(why)}`)?.textContent).toMatch(/Your IT has set this/u);
});
