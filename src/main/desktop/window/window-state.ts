import { readFileSync, writeFileSync } from 'node:fs';
import { screen, type BrowserWindow } from 'electron';
import { z } from 'zod';

const boundsSchema = z.object({
  x: z.number().int(),
  y: z.number().int(),
  width: z.number().int().min(640),
  height: z.number().int().min(480),
  maximized: z.boolean(),
});

/** Where the window was when it was last closed; DIPs. */
export type WindowState = z.infer<typeof boundsSchema>;

/** Reads the state; null where there is none, or where no screen shows that place any more. */
export function readWindowState(path: string): WindowState | null {
  try {
    const read: unknown = JSON.parse(readFileSync(path, 'utf8'));
    const state = boundsSchema.parse(read);
    const shown = screen.getAllDisplays().some(({ workArea }) => {
      const across = Math.min(state.x + state.width, workArea.x + workArea.width) - Math.max(state.x, workArea.x);
      const down = Math.min(state.y + state.height, workArea.y + workArea.height) - Math.max(state.y, workArea.y);
      return across >= 100 && down >= 100;
    });
    return shown ? state : null;
  } catch {
    return null;
  }
}

/** Keeps the state of the window; a disk that refuses it costs nothing but the place. */
export function keepWindowState(path: string, window: BrowserWindow): void {
  try {
    writeFileSync(path, JSON.stringify({ ...window.getNormalBounds(), maximized: window.isMaximized() }));
  } catch {
    // The window opens in its usual place next time.
  }
}
