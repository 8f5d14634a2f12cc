import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { TextField } from '../../../src/renderer/components/fields/text-field.tsx';
import { startTexts } from '../../../src/renderer/text/index.ts';

beforeAll(() => startTexts('en'));
afterEach(cleanup);

it('what is typed as a secret can be shown and hidden again', () => {
  render(<TextField label="Client secret" type="password" value="hush" onChange={() => undefined} />);
  const field = screen.getByLabelText<HTMLInputElement>('Client secret');
  const eye = screen.getByRole('button', { name: 'Show what is typed' });
  expect([field.type, eye.getAttribute('aria-pressed')]).toEqual(['password', 'false']);
  fireEvent.click(eye);
  expect([field.type, eye.getAttribute('aria-pressed')]).toEqual(['text', 'true']);
  fireEvent.click(eye);
  expect(field.type).toBe('password');
});
