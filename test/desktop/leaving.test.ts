import { beforeEach, expect, it, vi } from 'vitest';
import { BrowserWindow } from 'electron';

const electron = vi.hoisted(() => ({
  quits: 0,
  asked: new Array<string>(),
  response: 0,
}));
vi.mock('electron', () => ({
  BrowserWindow: vi.fn(),
  app: { quit: () => (electron.quits += 1) },
  dialog: {
    showMessageBox(_window: unknown, { message }: { message: string }) {
      electron.asked.push(message);
      return Promise.resolve({ response: electron.response, checkboxChecked: false });
    },
  },
}));
const { createLeaving } = await import('../../src/main/desktop/shell/leaving.ts');

const window = new BrowserWindow();

beforeEach(() => {
  electron.quits = 0;
  electron.asked = [];
});

function leavingWith(inFlight: number) {
  const seen = { stopped: 0, prevented: 0 };
  const leaving = createLeaving({
    language: () => 'en',
    inFlight: () => inFlight,
    window: () => window,
    stop() {
      seen.stopped += 1;
      return Promise.resolve();
    },
  });
  const ask = (): void => leaving.onBeforeQuit({ preventDefault: () => (seen.prevented += 1) });
  return { leaving, seen, ask };
}

it('asks while files are being sent, and stays where that is wanted', async () => {
  electron.response = 0;
  const { leaving, seen, ask } = leavingWith(2);
  ask();
  await vi.waitFor(() => expect(electron.asked).toEqual(['2 files are being sent.']));
  await new Promise(setImmediate);
  expect(seen).toEqual({ stopped: 0, prevented: 1 });
  expect(leaving.isLeaving()).toBe(false);
  expect(electron.quits).toBe(0);
});

it('asks once only, stops everything, and then goes', async () => {
  electron.response = 1;
  const { leaving, seen, ask } = leavingWith(1);
  ask();
  ask();
  await vi.waitFor(() => expect(electron.quits).toBe(1));
  expect(electron.asked).toEqual(['A file is being sent.']);
  expect(seen).toEqual({ stopped: 1, prevented: 2 });
  expect(leaving.isLeaving()).toBe(true);
  ask();
  expect(seen.prevented).toBe(2);
});

it('asks nobody while nothing is being sent', async () => {
  const { ask } = leavingWith(0);
  ask();
  await vi.waitFor(() => expect(electron.quits).toBe(1));
  expect(electron.asked).toEqual([]);
});
