import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { Command, Query } from '../../../../src/shared/contract.ts';
import { fieldsSchema } from '../../../../src/shared/fields/field-rule.ts';
import { FieldsDialog } from '../../../../src/renderer/screens/intake/fields-dialog.tsx';
import { startTexts } from '../../../../src/renderer/text/index.ts';

afterEach(cleanup);

const fields = fieldsSchema.parse([
  { kind: 'text', key: 'number', label: 'Nummer', required: true },
  { kind: 'amount', key: 'sum', label: 'Betrag' },
  { kind: 'lookup', key: 'customer', label: 'Kunde', file: '/list.csv', keyColumn: 'Nr' },
]);

it('a stack of twenty is filled in by keyboard alone, as the language writes it', async () => {
  await startTexts('de');
  const asked: Command[] = [];
  const fault = { code: 'not-found', retry: 'never', owner: 'clerk', params: {} };
  const lacks = { number: 'missing' };
  const ids = Array.from({ length: 20 }, (_, at) => String(at + 1));
  const forms = ids.map((itemId) => ({ itemId, name: `${itemId}.pdf`, since: 1, fields, values: {}, lacks }));
  Object.assign(window, {
    mailroom: {
      command(command: Command) {
        asked.push(command);
        return Promise.resolve({ ok: true, value: { itemIds: ['x'], refused: [], left: 0 } });
      },
      query: (query: Query) =>
        Promise.resolve(
          query.name === 'items.fields'
            ? { ok: true, value: { forms } }
            : { ok: true, value: { rows: [{ value: '10023', label: 'Müller' }], more: false } },
        ),
      desktop: () => Promise.resolve({ ok: false, fault }),
      onEvent: () => () => undefined,
    },
  });
  let closed = 0;
  render(<FieldsDialog ids={ids} onClose={() => (closed += 1)} />);
  const input = (label: string) =>
    screen.getByRole<HTMLInputElement>(label === 'Kunde' ? 'combobox' : 'textbox', { name: label });
  const type = (label: string, value: string): void => void fireEvent.change(input(label), { target: { value } });
  await screen.findByText('1 von 20');
  // What is missing has the focus, and Enter does not leave it.
  expect(document.activeElement).toBe(input('Nummer'));
  await act(async () => {
    fireEvent.keyDown(input('Nummer'), { key: 'Enter' });
    await Promise.resolve();
  });
  await screen.findByText('Bitte ausfüllen.');
  expect(asked).toEqual([]);

  type('Nummer', 'A1');
  type('Betrag', '1.234,5');
  type('Kunde', 'mül');
  fireEvent.keyDown(input('Betrag'), { key: 'Enter' });
  // What was found by a part of it is shown before it is kept.
  await waitFor(() => expect(input('Kunde').value).toBe('10023'));
  expect(asked).toEqual([]);
  fireEvent.keyDown(input('Betrag'), { key: 'Enter' });
  await screen.findByText('2 von 20');
  expect(asked).toEqual([
    { name: 'items.set-fields', itemIds: ['1'], since: 1, values: { number: 'A1', sum: '1234.50', customer: '10023' } },
  ]);

  fireEvent.keyDown(input('Betrag'), { key: 'd', ctrlKey: true });
  await waitFor(() => expect(input('Betrag').value).toBe('1.234,5'));
  for (let at = 2; at <= 20; at += 1) {
    await screen.findByText(`${at} von 20`);
    type('Nummer', `A${at}`);
    if (at === 5) {
      fireEvent.keyDown(input('Nummer'), { key: 'Enter', shiftKey: true });
      await screen.findByText('4 von 20');
      fireEvent.click(screen.getByRole('button', { name: 'Überspringen' }));
      await screen.findByText('5 von 20');
      expect(input('Nummer').value).toBe('A5');
    }
    fireEvent.keyDown(input('Nummer'), { key: 'Enter' });
  }
  await waitFor(() => expect(closed).toBe(1));
  expect(asked.map((command) => ('itemIds' in command ? command.itemIds : []))).toEqual(ids.map((id) => [id]));
  expect(asked.at(1)).toMatchObject({ values: { number: 'A2', sum: '1234.50' } });
});
