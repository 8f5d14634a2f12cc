import { isDeepStrictEqual } from 'node:util';
import { app, type BrowserWindow } from 'electron';
import type { EngineProgress } from '../../../shared/views.ts';

/** Four times a second, as the contract says. */
const everyMs = 250;

/** Tells progress while it changes, and shows it on the task bar: a bar while bytes go, the number of held files as the badge. */
export function createPulse(parts: {
  readonly progress: () => EngineProgress | null;
  readonly onProgress: (progress: EngineProgress) => void;
  readonly window: () => BrowserWindow;
}): { stop(): void } {
  let last: EngineProgress | null = null;
  let bar = -1;
  let badge = 0;
  const timer = setInterval(() => {
    const now = parts.progress();
    if (now === null || isDeepStrictEqual(now, last)) return;
    last = now;
    parts.onProgress(now);
    const window = parts.window();
    const share = now.inFlight.length > 0 && now.bytesTotal > 0 ? now.bytesSent / now.bytesTotal : -1;
    const nextBar = share < 0 ? -1 : Math.round(share * 100) / 100;
    if (nextBar !== bar && !window.isDestroyed()) window.setProgressBar(nextBar);
    bar = nextBar;
    const held = now.items.held ?? 0;
    if (held !== badge) app.setBadgeCount(held);
    badge = held;
  }, everyMs);
  return { stop: () => clearInterval(timer) };
}
