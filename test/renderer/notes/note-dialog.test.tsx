import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { NoteDialog, type Remarks } from '../../../src/renderer/notes/note-dialog.tsx';
import { startTexts } from '../../../src/renderer/text/index.ts';
import type { Fault } from '../../../src/shared/faults.ts';

afterEach(cleanup);

async function asked(
  before: { readonly note: string; readonly assignee: string } | null,
  answers: readonly Fault[] = [],
  onClose = (): void => undefined,
): Promise<readonly Remarks[]> {
  await startTexts('en');
  Object.assign(window, {
    mailroom: {
      query: () => Promise.resolve({ ok: true, value: { names: ['Anna', 'kim'], own: 'kim' } }),
      onEvent: () => () => undefined,
    },
  });
  const saved: Remarks[] = [];
  const onSave = (remarks: Remarks): Promise<Fault | null> => Promise.resolve(answers[saved.push(remarks) - 1] ?? null);
  render(<NoteDialog title="Note" before={before} onSave={onSave} onClose={onClose} />);
  await screen.findByRole('button', { name: 'With me' });
  return saved;
}

const press = (name: string): Promise<void> => act(() => Promise.resolve(screen.getByRole('button', { name }).click()));
const noteField = (): HTMLElement => screen.getByLabelText('Note', { selector: 'textarea' });

it('saves what was changed of one, and takes away what was emptied', async () => {
  const saved = await asked({ note: 'old', assignee: 'Anna' });
  expect(screen.getByRole('button', { name: 'Save' }).getAttribute('aria-disabled')).toBe('true');
  expect([...document.querySelectorAll('option')].map(({ value }) => value)).toEqual(['kim', 'Anna']);
  fireEvent.change(noteField(), { target: { value: ' ' } });
  await press('With me');
  await press('Save');
  expect(saved).toEqual([{ note: null, assignee: 'kim' }]);
});

it('leaves of many what stays empty, and takes no text that is too long', async () => {
  const saved = await asked(null);
  fireEvent.change(noteField(), { target: { value: 'x'.repeat(2_001) } });
  expect(screen.getByRole('button', { name: 'Save' }).getAttribute('aria-disabled')).toBe('true');
  fireEvent.change(noteField(), { target: { value: 'one page is missing' } });
  await press('Save');
  expect(saved).toEqual([{ note: 'one page is missing' }]);
});

it('asks again, with what was written, where it could not be saved, and closes once it is', async () => {
  const full: Fault = { code: 'disk-full', retry: 'later', owner: 'it', params: {} };
  let closed = 0;
  await asked(null, [full], () => (closed += 1));
  fireEvent.change(noteField(), { target: { value: 'one page is missing' } });
  await press('Save');
  expect((await screen.findByRole('alert')).textContent).toMatch(/full/u);
  expect(noteField()).toHaveProperty('value', 'one page is missing');
  expect(closed).toBe(0);
  await press('Save');
  expect(closed).toBe(1);
});

it('the button that fills in the own name keeps the keyboard', async () => {
  await asked(null);
  const button = screen.getByRole('button', { name: 'With me' });
  act(() => button.focus());
  await press('With me');
  expect(screen.getByLabelText('With', { selector: 'input' })).toHaveProperty('value', 'kim');
  expect(document.activeElement).toBe(button);
});
