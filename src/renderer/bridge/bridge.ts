import type { Bridge } from '../../shared/bridge.ts';

declare global {
  interface Window {
    /** Put there by the preload. */
    readonly mailroom?: Bridge;
  }
}

/** The way to engine and desktop. Throws a plain message where the preload did not run: nothing of the window works then. */
export function bridge(): Bridge {
  if (window.mailroom === undefined) {
    throw new Error('The window has no connection to Mailroom: its preload did not run. Start Mailroom again.');
  }
  return window.mailroom;
}
