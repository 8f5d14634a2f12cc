import { isDeepStrictEqual } from 'node:util';
import { app, type BrowserWindow } from 'electron';
import type { EngineProgress } from '../../../shared/views.ts';
import type { TrayState } from './tray.ts';

/** Four times a second, as the contract says. */
const everyMs = 250;

/** Stages in which nothing is on its way. */
const resting: ReadonlySet<string> = new Set([
  'held',
  'duplicate',
  'cancelled',
  'separated',
  'settled',
  'exported',
  'handed-over',
]);

/** What beats four times a second while something changes. */
export interface Pulse {
  /** Something changed that is not in the progress: pauses are asked for again. */
  touch(): void;
  stop(): void;
}

/** Tells progress while it changes, and shows it outside the window: a bar while bytes go, held files as the badge, all of it in the tray. */
export function createPulse(parts: {
  readonly progress: () => EngineProgress | null;
  /** Whether everything is paused. */
  readonly paused: () => Promise<boolean>;
  readonly onProgress: (progress: EngineProgress) => void;
  readonly onState: (state: TrayState) => void;
  readonly window: () => BrowserWindow;
}): Pulse {
  let last: EngineProgress | null = null;
  let bar = -1;
  let badge = 0;
  let paused = false;
  let asking = false;
  let touched = true;

  function showOnTaskBar(now: EngineProgress): void {
    const window = parts.window();
    const share = now.inFlight.length > 0 && now.bytesTotal > 0 ? now.bytesSent / now.bytesTotal : -1;
    const nextBar = share < 0 ? -1 : Math.round(share * 100) / 100;
    if (nextBar !== bar && !window.isDestroyed()) window.setProgressBar(nextBar);
    bar = nextBar;
    const held = now.items.held ?? 0;
    if (held !== badge) app.setBadgeCount(held);
    badge = held;
  }

  function askPaused(): void {
    touched = false;
    asking = true;
    void parts.paused().then((answer) => {
      paused = answer;
      asking = false;
      if (last !== null) parts.onState(stateOf(last, paused));
    });
  }

  const timer = setInterval(() => {
    const now = parts.progress();
    if (now === null) return;
    if (touched && !asking) askPaused();
    if (isDeepStrictEqual(now, last)) return;
    last = now;
    parts.onProgress(now);
    showOnTaskBar(now);
    parts.onState(stateOf(now, paused));
  }, everyMs);

  return {
    touch() {
      touched = true;
    },
    stop: () => clearInterval(timer),
  };
}

function stateOf({ items }: EngineProgress, paused: boolean): TrayState {
  let open = 0;
  for (const [stage, count] of Object.entries(items)) if (!resting.has(stage)) open += count;
  return { open, held: items.held ?? 0, paused };
}
