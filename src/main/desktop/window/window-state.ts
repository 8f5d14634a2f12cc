import { readFileSync, writeFileSync } from 'node:fs';
import { screen, type BrowserWindow, type Rectangle } from 'electron';
import { z } from 'zod';

const boundsSchema = z.object({
  x: z.number().int(),
  y: z.number().int(),
  width: z.number().int().min(640),
  height: z.number().int().min(480),
  maximized: z.boolean(),
});

/** Where and how large the window opens, DIPs; without a place the system chooses one. */
export interface WindowState {
  readonly place: Pick<Rectangle, 'x' | 'y'> | null;
  readonly width: number;
  readonly height: number;
  readonly maximized: boolean;
}

/** The window of a first start, DIPs. */
const usual: WindowState = { place: null, width: 1_280, height: 800, maximized: false };
/** So much of the window, with its title bar, must lie on a screen to be caught by a mouse, DIPs. */
const minShown = { across: 100, down: 40 };

/** Reads how the window was left. Where its screen is gone it keeps its size, as far as one screen holds it, and loses its place. */
export function readWindowState(path: string): WindowState {
  const state = storedState(path);
  if (state === null) return usual;
  const { x, y, maximized } = state;
  const areas = screen.getAllDisplays().map(({ workArea }) => workArea);
  const width = Math.min(state.width, Math.max(...areas.map((area) => area.width)));
  const height = Math.min(state.height, Math.max(...areas.map((area) => area.height)));
  const shown = areas.some((area) => {
    const across = Math.min(x + width, area.x + area.width) - Math.max(x, area.x);
    // The title bar is above all: a window can be moved by nothing else.
    const down = y < area.y ? 0 : Math.min(y + height, area.y + area.height) - y;
    return across >= minShown.across && down >= minShown.down;
  });
  return { place: shown ? { x, y } : null, width, height, maximized };
}

/** Keeps the state of the window; a disk that refuses it costs nothing but the place. */
export function keepWindowState(path: string, window: Pick<BrowserWindow, 'getNormalBounds' | 'isMaximized'>): void {
  try {
    writeFileSync(path, JSON.stringify({ ...window.getNormalBounds(), maximized: window.isMaximized() }));
  } catch {
    // The window opens in its usual place next time.
  }
}

function storedState(path: string): z.infer<typeof boundsSchema> | null {
  try {
    const read: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return boundsSchema.parse(read);
  } catch {
    return null;
  }
}
