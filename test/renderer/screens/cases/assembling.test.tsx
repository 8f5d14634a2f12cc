import { act, cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { fault } from '../../../../src/main/engine/faults/fault.ts';
import { Assembling } from '../../../../src/renderer/screens/cases/assembling.tsx';
import { startTexts } from '../../../../src/renderer/text/index.ts';

let asked: unknown[];
let windowWidth: number;
const listeners = new Set<() => void>();

/** Media queries of a window whose width changes. */
function matchMedia(query: string): unknown {
  const [, sign, bound] = /width (<|>=) (\d+)px/u.exec(query) ?? [];
  return {
    get matches() {
      return bound !== undefined && (sign === '<' ? windowWidth < Number(bound) : windowWidth >= Number(bound));
    },
    addEventListener: (_: string, listener: () => void) => listeners.add(listener),
    removeEventListener: (_: string, listener: () => void) => listeners.delete(listener),
  };
}

function widen(width: number): void {
  windowWidth = width;
  act(() => {
    for (const listener of listeners) listener();
  });
}

beforeAll(async () => {
  configure({ asyncUtilTimeout: 20_000 });
  await startTexts('en');
});

beforeEach(() => {
  asked = [];
  windowWidth = 1500;
  vi.stubGlobal('matchMedia', matchMedia);
  Object.assign(window, {
    mailroom: {
      query: (query: { readonly name: string }) => {
        asked.push(query);
        return Promise.resolve(
          query.name === 'open-cases.loose'
            ? { ok: true, value: { rows: [], total: 2, revision: 1 } }
            : { ok: false, fault: fault('internal', {}) },
        );
      },
      command: () => Promise.resolve({ ok: true, value: {} }),
      desktop: () => Promise.resolve({ ok: true, value: {} }),
      onEvent: () => () => undefined,
    },
  });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function show(): void {
  render(
    <Assembling
      connectionId="c"
      projectId=""
      projects={[]}
      search=""
      assignee=""
      ask={null}
      onAsk={() => undefined}
      onEverything={() => undefined}
    />,
  );
}

it('loose files come in the order that is chosen, the newest first before', async () => {
  show();
  await waitFor(() =>
    expect(asked).toContainEqual(expect.objectContaining({ name: 'open-cases.loose', order: 'newest' })),
  );
  fireEvent.click(await screen.findByRole('button', { name: /Newest first/u }));
  fireEvent.click(await screen.findByRole('option', { name: 'Name, A to Z' }));
  await waitFor(() =>
    expect(asked).toContainEqual(expect.objectContaining({ name: 'open-cases.loose', order: 'name' })),
  );
});

it('the pane of loose files is as wide as is told, and each width of the window keeps what was set in it', () => {
  show();
  const edge = screen.getByRole('separator');
  const told = (): number => Number(edge.getAttribute('aria-valuenow'));
  const shown = (): string => edge.closest('section')?.parentElement?.style.gridTemplateColumns ?? '';
  const box = (): DOMRect => new DOMRect(0, 0, told(), 100);
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(box);
  expect(told()).toBe(280);
  fireEvent.keyDown(edge, { key: 'ArrowRight' });
  expect([told(), shown()]).toEqual([296, '296px minmax(0, 1fr)']);
  widen(1200);
  expect([told(), shown()]).toEqual([212, '212px minmax(0, 1fr)']);
  // No narrower than the least width.
  fireEvent.keyDown(edge, { key: 'ArrowLeft' });
  expect(told()).toBe(212);
  widen(1500);
  expect([told(), shown()]).toEqual([296, '296px minmax(0, 1fr)']);
});

it('an edge is dragged while the pointer is held, as far as the pane may go', () => {
  show();
  const edge = screen.getByRole('separator');
  const told = (): number => Number(edge.getAttribute('aria-valuenow'));
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(() => new DOMRect(100, 0, 280, 100));
  let held = false;
  Object.assign(edge, {
    setPointerCapture: () => {
      held = true;
    },
    hasPointerCapture: () => held,
  });
  fireEvent.pointerMove(edge, { clientX: 500 });
  expect(told()).toBe(280);
  fireEvent.pointerDown(edge, { clientX: 380 });
  fireEvent.pointerMove(edge, { clientX: 500 });
  expect(told()).toBe(400);
  fireEvent.pointerMove(edge, { clientX: 110 });
  expect(told()).toBe(212);
});
