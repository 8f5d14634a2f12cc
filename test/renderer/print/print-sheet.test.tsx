import { act, cleanup, render } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { PrintSheet } from '../../../src/renderer/print/print-sheet.tsx';
import { printSheet, usePrinting } from '../../../src/renderer/print/printing.ts';
import { useToasts } from '../../../src/renderer/stores/toasts.ts';
import { startTexts } from '../../../src/renderer/text/index.ts';

const dialogs = vi.fn<() => void>();

beforeAll(() => startTexts('en'));

beforeEach(() => {
  vi.useFakeTimers();
  dialogs.mockClear();
  vi.stubGlobal('print', dialogs);
  useToasts.setState({ notices: [] });
  render(<PrintSheet />);
});

afterEach(() => {
  cleanup();
  usePrinting.setState({ sheet: null, isPrinting: false });
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

interface Drawing {
  readonly ready: () => void;
  readonly broken: () => void;
}

/** Prints a sheet; whether it is drawn is told by the test. */
function print(title: string): Drawing {
  const drawings: Drawing[] = [];
  act(() =>
    printSheet({
      title,
      draw: (ready, broken) => {
        drawings.push({ ready, broken });
        return <p>{title}</p>;
      },
    }),
  );
  const [drawing] = drawings;
  if (drawing === undefined) throw new Error(`${title} is not drawn.`);
  return drawing;
}

const shown = (): readonly string[] => [...document.querySelectorAll('article h1')].map((each) => each.textContent);
const told = (): readonly string[] => useToasts.getState().notices.map(({ text }) => text);

it('a sheet that is drawn is printed once, and the next one after it', () => {
  act(print('first').ready);
  expect(dialogs).toHaveBeenCalledTimes(1);
  act(() => printSheet({ title: 'meanwhile', draw: () => null }));
  expect(shown()).toEqual(['first']);
  act(() => void dispatchEvent(new Event('afterprint')));
  expect(shown()).toEqual([]);
  act(print('second').ready);
  expect(dialogs).toHaveBeenCalledTimes(2);
  expect(told()).toEqual([]);
});

it('a page that can not be drawn is told, and the next one is printed', () => {
  act(print('broken.pdf, page 1').broken);
  expect(told()).toEqual(['“broken.pdf, page 1” was not printed']);
  expect(shown()).toEqual([]);
  act(print('letter.pdf').ready);
  expect(dialogs).toHaveBeenCalledTimes(1);
});

it('a page that nobody draws any more is given up after a while', () => {
  print('gone.pdf, page 1');
  act(() => void vi.advanceTimersByTime(20_000));
  expect(told()).toEqual(['“gone.pdf, page 1” was not printed']);
  expect(shown()).toEqual([]);
});

it('a new sheet takes the place of one that is still being drawn', () => {
  const slow = print('slow.pdf');
  const next = print('letter.pdf');
  expect(shown()).toEqual(['letter.pdf']);
  act(slow.broken);
  expect(told()).toEqual([]);
  act(next.ready);
  expect(dialogs).toHaveBeenCalledTimes(1);
});
