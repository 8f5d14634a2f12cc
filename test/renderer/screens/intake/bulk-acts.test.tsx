import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { afterEach, expect, it } from 'vitest';
import { useActing } from '../../../../src/renderer/screens/intake/acts.ts';
import { BulkActs } from '../../../../src/renderer/screens/intake/bulk-acts.tsx';
import { useItemCommands } from '../../../../src/renderer/screens/intake/item-commands.tsx';
import type { Choice } from '../../../../src/renderer/screens/intake/use-choice.ts';
import { startTexts } from '../../../../src/renderer/text/index.ts';

afterEach(cleanup);

/** The bar over the list with what its commands ask. */
function Bar({ choice }: { readonly choice: Choice }): ReactElement {
  const { commands, questions } = useItemCommands(choice, undefined);
  return (
    <>
      <BulkActs choice={choice} commands={commands} />
      {questions}
    </>
  );
}

async function shown(language: 'en' | 'de', choice: Partial<Choice>): Promise<string> {
  await startTexts(language);
  const ids = ['a', 'b'];
  const nothing = (): void => undefined;
  const base = { ids, selected: new Set(ids), total: null, found: null, select: nothing, selectAll: nothing };
  render(
    <Bar choice={{ ...base, possible: new Set(['items.pause', 'items.cancel', 'edit-pages'] as const), ...choice }} />,
  );
  return document.body.textContent;
}

it('says how many are chosen, and how many there are where not all could be', async () => {
  expect(await shown('en', {})).toContain('2 selected');
  cleanup();
  expect(await shown('en', { total: 2 })).toContain('2 selected');
  cleanup();
  expect(await shown('en', { total: 250_000 })).toContain('2 of 250,000 selected');
  cleanup();
  expect(await shown('de', { total: 250_000 })).toContain('2 von 250.000 gewählt');
});

it('offers nothing to do while all are still being chosen', async () => {
  expect(await shown('en', { found: 3_000, total: 100_000 })).toContain('Selecting: 3,000 of 100,000');
  expect(screen.queryAllByRole('button')).toEqual([]);
  cleanup();
  await shown('en', { total: 100_000 });
  expect(screen.queryAllByRole('button')).toHaveLength(4);
});

it('keeps a note that is being written while another act goes on, and where it could not be saved', async () => {
  const fault = { code: 'disk-full', retry: 'later', owner: 'it', params: {}, cause: null };
  Object.assign(window, {
    mailroom: {
      query: () => Promise.resolve({ ok: true, value: { names: [], own: 'kim' } }),
      command: () => Promise.resolve({ ok: false, fault }),
      onEvent: () => () => undefined,
    },
  });
  await shown('en', { ids: Array.from({ length: 101 }, (_, index) => String(index)) });
  act(() => screen.getByRole('button', { name: 'Note…' }).click());
  const field = (): HTMLElement => screen.getByLabelText('Note', { selector: 'textarea' });
  const save = (): HTMLElement => screen.getByRole('button', { name: 'Save' });
  fireEvent.change(field(), { target: { value: 'one page is missing' } });
  act(() => useActing.setState({ acting: { name: 'items.retry', done: 0, total: 200, stop: null } }));
  expect(field()).toHaveProperty('value', 'one page is missing');
  expect(save().getAttribute('aria-disabled')).toBe('true');
  act(() => useActing.setState({ acting: null }));
  act(() => save().click());
  await screen.findByRole('alert');
  expect(field()).toHaveProperty('value', 'one page is missing');
});
