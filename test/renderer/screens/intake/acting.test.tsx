import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { Command } from '../../../../src/shared/contract.ts';
import { actOnItems } from '../../../../src/renderer/screens/intake/acts.ts';
import { BulkActs } from '../../../../src/renderer/screens/intake/bulk-acts.tsx';
import { useToasts } from '../../../../src/renderer/stores/toasts.ts';
import { startTexts } from '../../../../src/renderer/text/index.ts';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const nothing = (): void => undefined;
const choice = {
  ids: [],
  selected: new Set<string>(),
  total: null,
  found: null,
  possible: new Set<never>(),
  select: nothing,
  selectAll: nothing,
};

it.each([
  ['en', 'Cancelling', 'Stop', /1,000 items cancelled.*Stopped: 3,000 items.*7 not changed.*a\.pdf is at the service/u],
  [
    'de',
    'Abbrechen',
    'Stoppen',
    /1\.000 Dateien abgebrochen.*Beendet: 3\.000 Dateien.*7 unverändert.*a\.pdf ist schon/u,
  ],
] as const)('shows how far an act on many items is, stops it, and tells what became of each (%s)', async (...given) => {
  const [language, name, stop, told] = given;
  await startTexts(language);
  vi.useFakeTimers();
  const asked: Command[] = [];
  let end: (answer: unknown) => void = nothing;
  Object.assign(window, {
    mailroom: {
      command(command: Command) {
        asked.push(command);
        return command.name === 'items.stop'
          ? Promise.resolve({ ok: true, value: {} })
          : new Promise((resolve) => (end = resolve));
      },
      query: () => Promise.resolve({ ok: true, value: { progress: { done: 1_000, total: 4_000 } } }),
    },
  });
  render(<BulkActs choice={choice} commands={[]} />);
  const ids = Array.from({ length: 4_000 }, (_, index) => String(index));
  let ended: Promise<void> = Promise.resolve();
  await act(async () => {
    ended = actOnItems('items.cancel', ids);
    await vi.advanceTimersByTimeAsync(300);
  });
  expect(screen.getByRole('progressbar', { name }).getAttribute('aria-valuenow')).toBe('25');
  expect(screen.getByRole('status').textContent).toBe(name);
  const button = screen.getByRole('button', { name: stop });
  act(() => button.click());
  expect(button.hasAttribute('disabled')).toBe(true);
  const [first, second] = asked;
  expect(second).toEqual({ name: 'items.stop', act: first !== undefined && 'act' in first ? first.act : '' });
  const fault = {
    code: 'wrong-usage',
    retry: 'never',
    owner: 'clerk',
    params: { use: 'at-service', name: 'a.pdf' },
    cause: null,
  };
  const refused = [{ count: 7, first: [{ itemId: '7', name: 'a.pdf', fault }] }];
  await act(async () => {
    end({ ok: true, value: { itemIds: ids.slice(0, 1_000), refused, left: 3_000 } });
    await ended;
  });
  expect(screen.queryByRole('progressbar')).toBeNull();
  const notice = useToasts.getState().notices.at(-1);
  expect(`${notice?.text ?? ''} ${notice?.detail ?? ''}`).toMatch(told);
});

it('asks for a very long list in messages that main looks through at once, and counts their answers together', async () => {
  await startTexts('en');
  vi.useFakeTimers();
  const sizes: number[] = [];
  const fault = { code: 'wrong-usage', retry: 'never', owner: 'clerk', params: { use: 'at-service', name: 'a.pdf' } };
  Object.assign(window, {
    mailroom: {
      async command(command: Command) {
        if (!('itemIds' in command) || command.itemIds === undefined || command.itemIds === 'all')
          return { ok: true, value: {} };
        sizes.push(command.itemIds.length);
        await new Promise((resolve) => setTimeout(resolve, 1_000));
        const refused = [{ count: 1, first: [{ itemId: '7', name: 'a.pdf', fault: { ...fault, cause: null } }] }];
        return { ok: true, value: { itemIds: command.itemIds.slice(1), refused, left: 0 } };
      },
      query: () => Promise.resolve({ ok: true, value: { progress: { done: 2_500, total: 5_000 } } }),
    },
  });
  render(<BulkActs choice={choice} commands={[]} />);
  const ids = Array.from({ length: 20_000 }, (_, index) => String(index));
  let ended: Promise<void> = Promise.resolve();
  await act(async () => {
    ended = actOnItems('items.cancel', ids);
    await vi.advanceTimersByTimeAsync(1_300);
  });
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('38');
  act(() => screen.getByRole('button', { name: 'Stop' }).click());
  await act(async () => {
    await vi.advanceTimersByTimeAsync(1_000);
    await ended;
  });
  expect(sizes).toEqual([5_000, 5_000]);
  const notice = useToasts.getState().notices.at(-1);
  const told = `${notice?.text ?? ''} ${notice?.detail ?? ''}`;
  expect(told).toMatch(/9,998 items cancelled.*Stopped: 10,000 items.*2 not changed.*a\.pdf is at the service/u);
});
