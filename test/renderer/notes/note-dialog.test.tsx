// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { NoteDialog, type Remarks } from '../../../src/renderer/notes/note-dialog.tsx';
import { startTexts } from '../../../src/renderer/text/index.ts';

afterEach(cleanup);

async function asked(before: { readonly note: string; readonly assignee: string } | null): Promise<readonly Remarks[]> {
  await startTexts('en');
  Object.assign(window, {
    mailroom: {
      query: () => Promise.resolve({ ok: true, value: { names: ['Anna', 'kim'], own: 'kim' } }),
      onEvent: () => () => undefined,
    },
  });
  const saved: Remarks[] = [];
  const nothing = (): void => undefined;
  render(<NoteDialog title="Note" before={before} onSave={(remarks) => saved.push(remarks)} onClose={nothing} />);
  await screen.findByRole('button', { name: 'With me' });
  return saved;
}

const press = (name: string): void => act(() => screen.getByRole('button', { name }).click());

it('saves what was changed of one, and takes away what was emptied', async () => {
  const saved = await asked({ note: 'old', assignee: 'Anna' });
  expect(screen.getByRole('button', { name: 'Save' }).hasAttribute('disabled')).toBe(true);
  expect([...document.querySelectorAll('option')].map(({ value }) => value)).toEqual(['kim', 'Anna']);
  fireEvent.change(screen.getByLabelText('Note', { selector: 'textarea' }), { target: { value: ' ' } });
  press('With me');
  press('Save');
  expect(saved).toEqual([{ note: null, assignee: 'kim' }]);
});

it('leaves of many what stays empty, and takes no text that is too long', async () => {
  const saved = await asked(null);
  const note = screen.getByLabelText('Note', { selector: 'textarea' });
  fireEvent.change(note, { target: { value: 'x'.repeat(2_001) } });
  expect(screen.getByRole('button', { name: 'Save' }).hasAttribute('disabled')).toBe(true);
  fireEvent.change(note, { target: { value: 'one page is missing' } });
  press('Save');
  expect(saved).toEqual([{ note: 'one page is missing' }]);
});
