import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const screens = vi.hoisted(() => ({ areas: new Array<{ x: number; y: number; width: number; height: number }>() }));
vi.mock('electron', () => ({
  screen: { getAllDisplays: () => screens.areas.map((workArea) => ({ workArea })) },
}));
const { keepWindowState, readWindowState } = await import('../../../src/main/desktop/window/window-state.ts');

let folder: string;
let path: string;
const usual = { place: null, width: 1_280, height: 800, maximized: false };
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mailroom-state-'));
  path = join(folder, 'window.json');
  screens.areas = [{ x: 0, y: 0, width: 1_920, height: 1_040 }];
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function keep(x: number, y: number, width: number, height: number, maximized = false): void {
  keepWindowState(path, { getNormalBounds: () => ({ x, y, width, height }), isMaximized: () => maximized });
}

it('opens where it was closed, maximized as it was', () => {
  keep(40, 60, 1_000, 700, true);
  expect(readWindowState(path)).toEqual({ place: { x: 40, y: 60 }, width: 1_000, height: 700, maximized: true });
});

it('keeps its size and loses its place where the screen is gone', () => {
  keep(2_500, 100, 1_000, 700);
  expect(readWindowState(path)).toEqual({ place: null, width: 1_000, height: 700, maximized: false });
  screens.areas.push({ x: 1_920, y: 0, width: 2_560, height: 1_400 });
  expect(readWindowState(path).place).toEqual({ x: 2_500, y: 100 });
});

it.each([
  ['above the screen', 100, -300],
  ['almost below it', 100, 1_020],
  ['almost right of it', 1_880, 100],
])('is brought back where nobody could catch its title bar: %s', (_where, x, y) => {
  keep(x, y, 1_000, 700);
  expect(readWindowState(path).place).toBeNull();
});

it('is never larger than a screen', () => {
  keep(0, 0, 3_800, 2_000);
  expect(readWindowState(path)).toMatchObject({ width: 1_920, height: 1_040 });
});

it.each(['', '{', '{"x":1}', '{"x":0,"y":0,"width":1,"height":1,"maximized":false}'])(
  'opens as usual where the file says %j',
  async (text) => {
    await writeFile(path, text);
    expect(readWindowState(path)).toEqual(usual);
  },
);

it('costs nothing but the place where the disk refuses it', () => {
  path = join(folder, 'missing', 'window.json');
  keep(1, 2, 1_000, 700);
  expect(readWindowState(path)).toEqual(usual);
});
