import { app, dialog, type BrowserWindow } from 'electron';
import { shellWords } from './words.ts';

/** The way out: asks while bytes are on the wire, then ends everything in an orderly way. */
export interface Leaving {
  isLeaving(): boolean;
  onBeforeQuit(event: { preventDefault(): void }): void;
  /** Ends everything without asking: the system shuts down. */
  atOnce(): void;
}

/** Makes the way out; `stop` ends what runs. */
export function createLeaving(parts: {
  readonly language: () => 'en' | 'de';
  readonly inFlight: () => number;
  readonly window: () => BrowserWindow;
  readonly stop: () => Promise<void>;
}): Leaving {
  let state: 'here' | 'asking' | 'leaving' | 'gone' = 'here';

  const isAsking = (): boolean => state === 'asking';

  async function leave(): Promise<void> {
    const count = parts.inFlight();
    if (count > 0) {
      const words = shellWords[parts.language()];
      state = 'asking';
      const { response } = await dialog.showMessageBox(parts.window(), {
        type: 'warning',
        message: words.leaveTitle(count),
        detail: words.leaveDetail,
        buttons: [words.stay, words.leave],
        defaultId: 0,
        cancelId: 0,
      });
      // The system may have ended everything while the question stood.
      if (!isAsking()) return;
      if (response !== 1) {
        state = 'here';
        return;
      }
    }
    await end();
  }

  async function end(): Promise<void> {
    state = 'leaving';
    try {
      await parts.stop();
    } finally {
      state = 'gone';
      app.quit();
    }
  }

  return {
    isLeaving: () => state === 'gone',
    onBeforeQuit(event) {
      if (state === 'gone') return;
      event.preventDefault();
      if (state === 'here') void leave();
    },
    atOnce() {
      if (state === 'here' || state === 'asking') void end();
    },
  };
}
