import { cleanup, fireEvent, render } from '@testing-library/react';
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PagePicture } from '../../../../../src/renderer/screens/scan/pages/page-picture.tsx';
import type { ScanPageView } from '../../../../../src/shared/scanning.ts';

const page: ScanPageView = {
  id: 'p1',
  leftOut: null,
  widthMm: 210,
  heightMm: 297,
  rotation: 0,
  straighten: 0,
  inkPercent: 3,
  skewDegrees: null,
  barcodes: [],
  tooLongMm: null,
  cut: false,
  bytes: 1_000,
  version: 0,
};
const opened = vi.fn(() => Promise.resolve({ ok: true, value: { url: 'content/token' } }));
let meet: (isIntersecting: boolean) => void;

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  vi.useFakeTimers();
  opened.mockClear();
  Object.assign(window, { mailroom: { desktop: opened, onEvent: () => () => undefined } });
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(listener: (entries: readonly { readonly isIntersecting: boolean }[]) => void) {
        meet = (isIntersecting) => act(() => listener([{ isIntersecting }]));
      }
      observe(): void {
        // What is met is said by the test.
      }
      disconnect(): void {
        // Nothing is watched.
      }
    },
  );
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function pass(ms: number): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(ms));
}

it('asks for no picture of a page that is only scrolled past', async () => {
  render(<PagePicture sessionId="s" page={page} most={360} label="Page 1" />);
  meet(true);
  await pass(40);
  meet(false);
  await pass(1_000);
  expect(opened).not.toHaveBeenCalled();
  meet(true);
  await pass(1_000);
  expect(opened).toHaveBeenCalledOnce();
});

it('asks anew for a picture that did not come, as while the engine starts anew, and says so only where it stays away', async () => {
  const shown = render(<PagePicture sessionId="s" page={page} most={360} label="Page 1" />);
  meet(true);
  await pass(200);
  fireEvent.error(shown.getByAltText('Page 1'));
  expect(shown.queryByAltText('Page 1')).toBeNull();
  expect(shown.container.textContent).toBe('');
  await pass(600);
  fireEvent.error(shown.getByAltText('Page 1'));
  await pass(2_500);
  expect(shown.getByAltText('Page 1')).toBeTruthy();
  fireEvent.error(shown.getByAltText('Page 1'));
  expect(shown.container.textContent).not.toBe('');
  await pass(10_000);
  expect(shown.getByAltText('Page 1')).toBeTruthy();
  expect(shown.container.textContent).toBe('');
});
