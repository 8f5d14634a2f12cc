import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { Button } from '../../../src/renderer/components/button.tsx';
import { startTexts } from '../../../src/renderer/text/index.ts';

beforeAll(() => startTexts('en'));
afterEach(cleanup);

const button = (): HTMLElement => screen.getByRole('button', { name: 'Release' });

it('what can not be pressed says why, stays in the way of the keyboard, and neither acts nor submits', () => {
  const done: string[] = [];
  const shown = (why: string | null) => (
    <form onSubmit={() => done.push('submitted')}>
      <Button submits why={why} onPress={() => done.push('pressed')}>
        Release
      </Button>
    </form>
  );
  const { rerender } = render(shown('There is no file in it.'));
  expect(button().getAttribute('aria-disabled')).toBe('true');
  expect(button().getAttribute('aria-description')).toBe('There is no file in it.');
  expect(button().title).toBe('There is no file in it.');
  button().focus();
  expect(document.activeElement).toBe(button());
  fireEvent.click(button());
  expect(done).toEqual([]);
  rerender(shown(null));
  expect(button().hasAttribute('aria-disabled')).toBe(false);
  expect(button().title).toBe('');
  fireEvent.click(button());
  expect(done).toContain('pressed');
});
