import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Command } from '../../../../src/shared/contract.ts';
import { Toasts } from '../../../../src/renderer/components/toasts.tsx';
import { actOnItems, possibleActs } from '../../../../src/renderer/screens/intake/acts.ts';
import { PasswordDialog } from '../../../../src/renderer/screens/intake/password-dialog.tsx';
import { SendToDialog } from '../../../../src/renderer/screens/intake/send-to-dialog.tsx';
import { useToasts } from '../../../../src/renderer/stores/toasts.ts';
import { startTexts } from '../../../../src/renderer/text/index.ts';

const asked: Command[] = [];
let answers: unknown[] = [];

function changed(...itemIds: string[]): unknown {
  return { ok: true, value: { itemIds, refused: [], left: 0 } };
}

beforeEach(() => {
  asked.length = 0;
  useToasts.setState({ notices: [] });
  Object.assign(window, {
    mailroom: {
      command(command: Command) {
        asked.push(command);
        return Promise.resolve(answers.shift() ?? changed());
      },
      query: () =>
        Promise.resolve({
          ok: true,
          value: {
            projects: [
              { id: 'a', name: 'A' },
              { id: 'b', name: 'B' },
            ],
          },
        }),
      onEvent: () => () => undefined,
    },
  });
});
afterEach(cleanup);

it.each([
  ['en', 'Password of a.pdf', 'Open', 'This password does not open the PDF.'],
  ['de', 'Kennwort von a.pdf', 'Öffnen', 'Dieses Kennwort öffnet das PDF nicht.'],
] as const)(
  'a wrong password is told where it was typed, and the dialog stays (%s)',
  async (language, title, open, told) => {
    await startTexts(language);
    let closed = 0;
    const fault = { code: 'password-wrong', retry: 'after-person', owner: 'clerk', params: { name: 'a.pdf' } };
    const refused = [{ count: 1, first: [{ itemId: '1', name: 'a.pdf', fault }] }];
    answers = [{ ok: true, value: { itemIds: [], refused, left: 0 } }, changed('1')];
    render(<PasswordDialog ids={['1']} name="a.pdf" onClose={() => (closed += 1)} />);
    expect(screen.getByRole('dialog', { name: title })).toBeTruthy();
    const field = screen.getByLabelText(language === 'en' ? 'Password' : 'Kennwort');
    expect(field.getAttribute('type')).toBe('password');
    expect(screen.getByRole('button', { name: open }).getAttribute('aria-disabled')).toBe('true');
    fireEvent.change(field, { target: { value: 'falsch' } });
    await act(async () => {
      fireEvent.click(screen.getByRole('button', { name: open }));
      await Promise.resolve();
    });
    expect(document.body.textContent).toContain(told);
    expect(closed).toBe(0);
    fireEvent.change(field, { target: { value: 'geheim' } });
    expect(document.body.textContent).not.toContain(told);
    const form = field.closest('form');
    await act(async () => {
      if (form !== null) fireEvent.submit(form);
      await Promise.resolve();
    });
    expect(asked.map((command) => ('password' in command ? command.password : ''))).toEqual(['falsch', 'geheim']);
    expect(closed).toBe(1);
  },
);

it('what was cancelled can be brought back from the notice of it', async () => {
  await startTexts('en');
  answers = [changed('1', '2'), changed('1', '2')];
  render(<Toasts />);
  await act(() => actOnItems('items.cancel', ['1', '2', '3']));
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await Promise.resolve();
  });
  expect(asked.at(-1)).toEqual({ name: 'items.take-in-again', itemIds: ['1', '2'] });
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

it('elsewhere is another project, or another way there; as before is no choice', async () => {
  await startTexts('en');
  answers = [changed('1')];
  render(<SendToDialog ids={['1']} connectionId="office" from="a" second={false} onClose={() => undefined} />);
  const choose = async (label: RegExp, option: string): Promise<void> => {
    fireEvent.click(screen.getByRole('button', { name: label }));
    fireEvent.click(await screen.findByRole('option', { name: option }));
  };
  // Nothing is chosen for a person: another project is another one's.
  fireEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect(asked).toEqual([]);
  await choose(/Project/u, 'B');
  await choose(/Becomes/u, 'A document of its own');
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Send' }));
    await Promise.resolve();
  });
  expect(asked).toEqual([{ name: 'items.take-in-again', itemIds: ['1'], projectId: 'b', mode: 'document' }]);
});

it('each is offered where it can do something', () => {
  const offers = (stage: 'held' | 'cancelled' | 'duplicate' | 'settled', locked = false) =>
    [...possibleActs([{ id: '1', stage, paused: false, ...(locked ? { locked } : {}) }])].sort();
  expect(offers('held')).toEqual(['edit-pages', 'items.cancel', 'items.retry', 'send-to']);
  expect(offers('held', true)).toContain('items.unlock');
  expect(offers('cancelled')).toEqual(['items.take-in-again', 'send-to']);
  expect(offers('duplicate')).toEqual(['items.send-anyway', 'send-to']);
  expect(offers('settled')).toEqual(['send-second']);
});
