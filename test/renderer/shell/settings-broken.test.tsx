import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { App } from '../../../src/renderer/app.tsx';
import { loadStation, useStation } from '../../../src/renderer/stores/station.ts';
import { startTexts } from '../../../src/renderer/text/index.ts';
import { fault } from '../../../src/main/engine/faults/fault.ts';

const file = '/data/settings.json';
const policy = '/etc/mailroom/policy.json';
let asked: string[];
let broken: string | null;
let problem: string;

function answer(request: { readonly name: string; readonly use?: string }): unknown {
  asked.push(request.use ?? request.name);
  if (request.name === 'settings.last-good') return { ok: true, value: { at: Date.UTC(2026, 0, 5) } };
  return broken === null
    ? { ok: true, value: {} }
    : {
        ok: false,
        fault: fault('settings-invalid', { path: broken, field: 'limits.sockets', problem }),
      };
}

beforeAll(() => startTexts('en'));

beforeEach(async () => {
  asked = [];
  broken = file;
  problem = 'wants-number';
  Object.assign(window, {
    mailroom: {
      desktop: (request: { readonly name: string }) => Promise.resolve(answer(request)),
      query: () => Promise.resolve({ ok: false, fault: fault('settings-invalid', {}) }),
      command: () => Promise.resolve({ ok: true, value: {} }),
      onEvent: () => () => undefined,
      pathsOf: () => [],
    },
  });
  useStation.setState({ settings: null, broken: null });
  await loadStation();
});

afterEach(cleanup);

it('a file of settings that can not be used is named with its field, with the ways out', async () => {
  render(<App />);
  expect(screen.getByRole('heading').textContent).toBe('The settings cannot be used');
  expect(document.body.textContent).toContain('limits.sockets');
  expect(document.body.textContent).toContain(file);
  fireEvent.click(screen.getByRole('button', { name: 'Open folder' }));
  await waitFor(() => expect(asked).toContain('settings.show-file'));
  const restore = await screen.findByRole('button', { name: /^Use the last good settings \(/u });
  await waitFor(() => expect(restore.hasAttribute('disabled')).toBe(false));
  fireEvent.click(restore);
  await waitFor(() => expect(asked).toContain('last-good'));
});

it("an administrator's file is not brought back from the window", async () => {
  broken = policy;
  await loadStation();
  render(<App />);
  await waitFor(() => expect(asked).toContain('settings.last-good'));
  expect(document.body.textContent).toContain(policy);
  expect(screen.queryByRole('button', { name: /last good/u })).toBeNull();
  expect(screen.getByRole('button', { name: 'Read again' })).toBeDefined();
});

it('settings of a newer Mailroom are not replaced by earlier ones', async () => {
  problem = 'newer-version';
  await loadStation();
  render(<App />);
  await waitFor(() => expect(asked).toContain('settings.last-good'));
  expect(document.body.textContent).toContain('newer Mailroom');
  expect(screen.queryByRole('button', { name: /last good/u })).toBeNull();
});
