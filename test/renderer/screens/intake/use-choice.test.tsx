import { act, renderHook, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { AskKeys, AskRows } from '../../../../src/renderer/screens/intake/item-pages.ts';
import { createItemPages } from '../../../../src/renderer/screens/intake/item-pages.ts';
import { useChoice } from '../../../../src/renderer/screens/intake/use-choice.ts';
import { item } from './some-item.ts';

/** So many rows; answered only when `answer` is called. */
function slow(count: number) {
  const waiting: (() => void)[] = [];
  const askKeys: AskKeys = (group, cursor, limit) =>
    new Promise((resolve) => {
      const from = Number(cursor ?? 0);
      const to = Math.min(from + limit, count);
      const rows = Array.from({ length: to - from }, (_, index) => item(`${group}-${String(from + index)}`));
      waiting.push(() => resolve({ ok: true, value: { rows, ...(to < count ? { next: String(to) } : {}) } }));
    });
  const ask: AskRows = () => Promise.resolve({ ok: true, value: { rows: [], revision: 1, counts: {} } });
  const answer = async (): Promise<void> => {
    await act(async () => {
      waiting.shift()?.();
      await Promise.resolve();
    });
  };
  return { pages: createItemPages(ask, askKeys), answer };
}

it('all of a list are chosen, however many; nothing can be done with them before', async () => {
  const { pages, answer } = slow(12_000);
  const { result } = renderHook(() => useChoice(pages, undefined));
  act(() => result.current.selectAll(['done'], 12_000));
  await answer();
  expect(result.current).toMatchObject({ found: 5_000, total: 12_000 });
  for (let page = 1; page <= 2; page += 1) await answer();
  await waitFor(() => expect(result.current.found).toBeNull());
  expect(result.current.ids).toHaveLength(12_000);
});

it('who chooses something else meanwhile keeps that', async () => {
  const { pages, answer } = slow(12_000);
  const { result } = renderHook(() => useChoice(pages, 'done-7'));
  act(() => result.current.selectAll(['done'], 12_000));
  await answer();
  act(() => result.current.select(new Set(['done-3'])));
  await answer();
  expect(result.current).toMatchObject({ ids: ['done-3'], found: null, total: null });
});
