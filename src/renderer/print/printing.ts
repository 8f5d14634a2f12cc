import type { ReactNode } from 'react';
import { create } from 'zustand';

/** What is printed: a heading, and what draws the rest; it calls `ready` once all of it is drawn, or `broken` where it can't be. */
export interface Sheet {
  readonly title: string;
  readonly draw: (ready: () => void, broken: () => void) => ReactNode;
}

/** The sheet that is on its way to the printer, if any; `round` counts them. */
export const usePrinting = create<{
  readonly sheet: Sheet | null;
  readonly round: number;
  readonly isPrinting: boolean;
}>(() => ({ sheet: null, round: 0, isPrinting: false }));

/** Draws a sheet beside the window and opens the system's dialog for printers. It takes the place of one that is being drawn; while one prints, nothing happens. */
export function printSheet(sheet: Sheet): void {
  usePrinting.setState(({ round, isPrinting }) => (isPrinting ? {} : { sheet, round: round + 1 }));
}
