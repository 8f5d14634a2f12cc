import type { BrowserWindow } from './browser-window.ts';

/** All windows that are there, by their id, oldest first. */
export const windows = new Map<number, BrowserWindow>();

let focused: BrowserWindow | null = null;

/** The window that has the keyboard, if any of ours. */
export const focusedWindow = {
  get: (): BrowserWindow | null => focused,
  set: (window: BrowserWindow | null): void => {
    focused = window;
  },
};
