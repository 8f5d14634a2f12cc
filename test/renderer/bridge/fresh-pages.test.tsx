import { cleanup, renderHook } from '@testing-library/react';
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useFreshPages } from '../../../src/renderer/bridge/use-row-pages.ts';
import type { WindowEvent } from '../../../src/shared/desktop-contract.ts';

const pause = 400;
const event: WindowEvent = { kind: 'engine', event: { revision: 1, changedIds: 'many', counts: {} } };
let tell: (event: WindowEvent) => void;

beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(window, {
    mailroom: {
      onEvent(listener: (event: WindowEvent) => void) {
        tell = listener;
        return () => undefined;
      },
    },
  });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function somePages() {
  return { refresh: vi.fn(), subscribe: () => () => undefined, version: () => 0 };
}

it('asks again once for many events', () => {
  const pages = somePages();
  renderHook(() => useFreshPages(pages, pause));
  act(() => {
    for (let index = 0; index < 10; index += 1) tell(event);
    vi.advanceTimersByTime(pause);
  });
  expect(pages.refresh).toHaveBeenCalledOnce();
});

it('refreshes the rows of new conditions, also when they came while a refresh was due', () => {
  const [before, after] = [somePages(), somePages()];
  const { rerender } = renderHook(({ pages }) => useFreshPages(pages, pause), { initialProps: { pages: before } });
  act(() => tell(event));
  rerender({ pages: after });
  act(() => {
    vi.advanceTimersByTime(pause);
    tell(event);
    vi.advanceTimersByTime(pause);
  });
  expect(before.refresh).not.toHaveBeenCalled();
  expect(after.refresh).toHaveBeenCalledTimes(2);
});
