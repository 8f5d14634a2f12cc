import { act, cleanup, render } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { Rail } from '../../../src/renderer/shell/rail.tsx';
import { startTexts } from '../../../src/renderer/text/index.ts';

beforeAll(() => startTexts('en'));

beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(window, {
    mailroom: { query: () => new Promise(() => undefined), onEvent: () => () => undefined },
  });
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

/** What each region of the rail says now. */
const said = (): readonly string[] =>
  [...document.querySelectorAll('span[role=status]')].map((each) => each.textContent).filter((words) => words !== '');

it('tells each number by itself, at once, and of many changes in a row only the last one', () => {
  const { rerender } = render(<Rail needsYou={{}} />);
  const later = (ms: number): void => act(() => void vi.advanceTimersByTime(ms));
  rerender(<Rail needsYou={{ intake: 1 }} />);
  later(0);
  expect(said()).toEqual(['Intake: 1 needs you.']);
  for (let count = 2; count <= 100; count += 1) {
    rerender(<Rail needsYou={{ intake: count, cases: 1 }} />);
    later(10);
  }
  expect(said()).toEqual(['Intake: 1 needs you.', 'Cases: 1 needs you.']);
  later(3_000);
  expect(said()).toEqual(['Intake: 100 need you.', 'Cases: 1 needs you.']);
});
