import { beforeEach, expect, it, vi } from 'vitest';
import { BrowserWindow } from 'electron';
import { describeFault } from '../../src/main/engine/faults/describe.ts';
import { failure } from '../../src/main/engine/faults/fault.ts';
import type { Install } from '../../src/main/desktop/updates/install.ts';
import type { Fault } from '../../src/shared/faults.ts';

const electron = vi.hoisted(() => ({
  quits: 0,
  relaunches: 0,
  hides: 0,
  shows: 0,
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
  electron.relaunches = 0;
  electron.hides = 0;
  electron.shows = 0;
  electron.asked = [];
});

/** An update that is installed so, and says where it is given up. */
function installing(order: string[], run: () => Promise<void>): Install {
  return {
    run,
    giveUp(error) {
      order.push(`given up: ${error instanceof Error ? error.message : 'without an error'}`);
      return Promise.resolve();
    },
  };
}

function leavingWith(
  inFlight: number,
  watched = 0,
  worksOn?: boolean,
  unwritable?: Fault,
  stop: () => Promise<void> = () => Promise.resolve(),
) {
  const seen = { stopped: 0, prevented: 0 };
  const kept: boolean[] = [];
  const leaving = createLeaving({
    language: () => 'en',
    inFlight: () => inFlight,
    window() {
      electron.shows += 1;
      return window;
    },
    hide: () => (electron.hides += 1),
    stop() {
      seen.stopped += 1;
      return stop();
    },
    startAgain() {
      electron.relaunches += 1;
      return Promise.resolve();
    },
    worksOn: () => kept.at(-1) ?? worksOn,
    watched: () => watched,
    keepWorksOn(value) {
      if (unwritable !== undefined) return Promise.resolve({ ok: false, fault: unwritable });
      kept.push(value);
      return Promise.resolve({ ok: true, value: {} });
    },
  });
  const ask = (): void => leaving.onBeforeQuit({ preventDefault: () => (seen.prevented += 1) });
  return { leaving, seen, kept, ask };
}

it('asks while files are being sent, and stays where that is wanted', async () => {
  electron.response = 0;
  const { seen, ask } = leavingWith(2);
  ask();
  await vi.waitFor(() => expect(electron.asked).toEqual(['2 files are being sent.']));
  await new Promise(setImmediate);
  expect(seen).toEqual({ stopped: 0, prevented: 1 });
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
  expect(leaving.onClose()).toBe(true);
  ask();
  expect(seen.prevented).toBe(2);
});

it('asks nobody while nothing is being sent', async () => {
  const { ask } = leavingWith(0);
  ask();
  await vi.waitFor(() => expect(electron.quits).toBe(1));
  expect(electron.asked).toEqual([]);
});

it('asks once what closing the window does while folders are watched, and keeps the answer', async () => {
  electron.response = 2;
  const { leaving, kept } = leavingWith(0, 2);
  expect(leaving.onClose()).toBe(false);
  expect(leaving.onClose()).toBe(false);
  await vi.waitFor(() => expect(electron.hides).toBe(1));
  expect(kept).toEqual([true]);
  expect(leaving.onClose()).toBe(false);
  expect(electron.hides).toBe(2);
  expect(electron.asked).toEqual(['Keep watching the 2 hot folders?']);
  expect(electron.quits).toBe(0);
});

it('quits where that was the answer, and stays where there was none', async () => {
  electron.response = 1;
  const quits = leavingWith(0, 1);
  quits.leaving.onClose();
  await vi.waitFor(() => expect(electron.quits).toBe(1));
  expect(quits.kept).toEqual([false]);
  electron.response = 0;
  const stays = leavingWith(0, 1);
  stays.leaving.onClose();
  await vi.waitFor(() => expect(electron.asked).toHaveLength(2));
  await new Promise(setImmediate);
  expect([electron.quits, electron.hides, stays.kept]).toEqual([1, 0, []]);
  // It is open again for the next one.
  stays.leaving.onClose();
  await vi.waitFor(() => expect(electron.asked).toHaveLength(3));
});

it.each([
  [0, undefined, 'quit'],
  [3, false, 'quit'],
  [3, true, 'hidden'],
] as const)('shows and asks nothing with %i folders and %s said before: %s', (watched, worksOn, becomes) => {
  const { leaving } = leavingWith(0, watched, worksOn);
  expect(leaving.onClose()).toBe(false);
  expect([electron.asked, electron.quits, electron.hides]).toEqual(becomes === 'quit' ? [[], 1, 0] : [[], 0, 1]);
  expect(electron.shows).toBe(0);
});

it('says why an answer could not be kept, and goes by it this once', async () => {
  electron.response = 2;
  const { fault } = failure('disk-full', { folder: '/data' });
  const { leaving } = leavingWith(0, 1, undefined, fault);
  leaving.onClose();
  await vi.waitFor(() => expect(electron.hides).toBe(1));
  expect(electron.asked).toEqual(['Keep watching the hot folder?', describeFault(fault, 'en').reason]);
});

it('ends everything before an update is installed, and starts again where that can not be begun', async () => {
  const order: string[] = [];
  const { leaving, seen } = leavingWith(3);
  const install = installing(order, () => {
    order.push(`stopped ${String(seen.stopped)}`);
    return Promise.reject(new Error('forbidden'));
  });
  expect(leaving.toInstall(install)).toBe(true);
  expect(leaving.toInstall(install)).toBe(false);
  await vi.waitFor(() => expect(electron.quits).toBe(1));
  expect([order, electron.relaunches, electron.asked]).toEqual([['stopped 1', 'given up: forbidden'], 1, []]);
});

it('gives an update up where what runs can not be ended in order, and starts again', async () => {
  const order: string[] = [];
  const { leaving } = leavingWith(0, 0, undefined, undefined, () => Promise.reject(new Error('the disk is away')));
  leaving.toInstall(installing(order, () => expect.fail('it is not begun')));
  await vi.waitFor(() => expect(electron.quits).toBe(1));
  expect([order, electron.relaunches]).toEqual([['given up: the disk is away'], 1]);
});

it('does not start again where an update is being installed', async () => {
  const { leaving } = leavingWith(0);
  const order: string[] = [];
  leaving.toInstall(installing(order, () => Promise.resolve()));
  await vi.waitFor(() => expect(electron.quits).toBe(1));
  expect([electron.relaunches, order]).toEqual([0, []]);
});
