import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { runCommand } from '../../../src/renderer/bridge/use-query.ts';
import { KeyboardHelp } from '../../../src/renderer/shell/keyboard-help.tsx';
import { openScreen } from '../../../src/renderer/stores/navigation.ts';
import { startTexts } from '../../../src/renderer/text/index.ts';

beforeAll(async () => {
  await startTexts('en');
  Object.assign(window, { mailroom: { onEvent: () => () => undefined } });
});

afterEach(() => {
  cleanup();
  openScreen('intake');
});

it.each([
  ['the menu', () => runCommand('keys')],
  ['a question mark', () => void fireEvent.keyDown(document.body, { key: '?' })],
])('%s opens the keys of the screen and of the window', (_, ask) => {
  render(<KeyboardHelp />);
  expect(screen.queryByRole('dialog')).toBeNull();
  act(ask);
  const text = screen.getByRole('dialog', { name: 'Keyboard shortcuts' }).textContent;
  for (const words of [
    'Ctrl+O',
    'Add files',
    'Ctrl+K',
    'All commands',
    'Ctrl+Shift+X',
    'F9',
    'Select all rows',
    'Ctrl+6',
    'Activity',
  ])
    expect(text).toContain(words);
  // Keys are written in one way.
  expect(text).not.toMatch(/(?:Ctrl|Shift|Alt) /u);
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('tells the keys of the Scan screen there, and opens nothing where a question mark is typed', () => {
  act(() => openScreen('scan'));
  render(
    <>
      <input aria-label="Name" />
      <KeyboardHelp />
    </>,
  );
  fireEvent.keyDown(screen.getByLabelText('Name'), { key: '?' });
  expect(screen.queryByRole('dialog')).toBeNull();
  act(() => runCommand('keys'));
  const text = screen.getByRole('dialog').textContent;
  expect(text).toContain('Move a page');
  expect(text).not.toContain('Select all rows');
  expect(text).not.toContain('Ctrl+Shift+X');
});
