import { app, dialog, type BrowserWindow } from 'electron';
import type { Outcome } from '../../../shared/faults.ts';
import { describeFault } from '../../engine/faults/describe.ts';
import type { Install } from '../updates/install.ts';
import { shellWords } from './words.ts';

/** The way out: asks while bytes are on the wire, then ends everything in an orderly way. */
export interface Leaving {
  onBeforeQuit(event: { preventDefault(): void }): void;
  /** Ends everything without asking: the system shuts down. */
  atOnce(): void;
  /**
   * Ends everything and then runs this: what was asked has been answered. Answers whether it begins: not while a question stands. Where
   * either rejects, it is given up and the program starts again.
   */
  toInstall(install: Install): boolean;
  /** The window is to close; answers whether it may. Asks once where folders are watched and nobody said what closing does. */
  onClose(): boolean;
}

/** Makes the way out; `stop` ends what runs. */
export function createLeaving(parts: {
  readonly language: () => 'en' | 'de';
  readonly inFlight: () => number;
  /** The window, shown: a question is to be seen. */
  readonly window: () => BrowserWindow;
  /** Takes the window away as it is, also a minimised one. */
  readonly hide: () => void;
  readonly stop: () => Promise<void>;
  /** Starts this version anew once it has ended. */
  readonly startAgain: () => Promise<void>;
  /** Whether the work goes on without the window; undefined: nobody said so yet. */
  readonly worksOn: () => boolean | undefined;
  /** How many folders are watched. */
  readonly watched: () => number;
  readonly keepWorksOn: (worksOn: boolean) => Promise<Outcome<unknown>>;
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

  async function askClosing(count: number): Promise<void> {
    const words = shellWords[parts.language()];
    state = 'asking';
    const { response } = await dialog.showMessageBox(parts.window(), {
      type: 'question',
      message: words.closeTitle(count),
      detail: words.closeDetail,
      buttons: [words.cancel, words.closeQuits, words.closeWorksOn],
      defaultId: 2,
      cancelId: 0,
    });
    if (!isAsking()) return;
    if (response !== 0) {
      const kept = await parts.keepWorksOn(response === 2);
      if (!kept.ok) {
        // The answer counts for this time; why it is asked for again is to be known.
        const { reason, nextStep } = describeFault(kept.fault, parts.language());
        await dialog.showMessageBox(parts.window(), { type: 'warning', message: reason, detail: nextStep });
      }
    }
    if (!isAsking()) return;
    state = 'here';
    if (response !== 0) close(response === 2);
  }

  function close(worksOn: boolean): void {
    if (worksOn) parts.hide();
    else app.quit();
  }

  async function end(last?: Install): Promise<void> {
    state = 'leaving';
    try {
      await parts.stop();
      await last?.run();
    } catch (error) {
      if (last === undefined) throw error;
      await last.giveUp(error);
      // Nobody would watch the folders.
      await parts.startAgain().catch(() => undefined);
    } finally {
      state = 'gone';
      app.quit();
    }
  }

  return {
    onBeforeQuit(event) {
      if (state === 'gone') return;
      event.preventDefault();
      if (state === 'here') void leave();
    },
    atOnce() {
      if (state === 'here' || state === 'asking') void end();
    },
    toInstall(install) {
      if (state !== 'here') return false;
      void end(install);
      return true;
    },
    onClose() {
      if (state === 'gone') return true;
      if (state === 'here') {
        const count = parts.watched();
        const worksOn = parts.worksOn() ?? (count === 0 ? false : null);
        if (worksOn === null) void askClosing(count);
        else close(worksOn);
      }
      return false;
    },
  };
}
