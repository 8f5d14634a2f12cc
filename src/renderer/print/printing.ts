import type { ReactNode } from 'react';
import { create } from 'zustand';

/** What is printed: a heading, and what draws the rest; it calls `ready` once all of it is drawn. */
export interface Sheet {
  readonly title: string;
  readonly draw: (ready: () => void) => ReactNode;
}

/** The sheet that is on its way to the printer, if any. */
export const usePrinting = create<{ readonly sheet: Sheet | null }>(() => ({ sheet: null }));

/** Draws a sheet beside the window and opens the system's dialog for printers; one at a time. */
export function printSheet(sheet: Sheet): void {
  if (usePrinting.getState().sheet === null) usePrinting.setState({ sheet });
}
