import { Notification } from 'electron';
import type { Settings } from '../../../shared/settings.ts';
import type { Notifier } from '../../engine/ports.ts';
import { shellWords } from './words.ts';

/** Native notifications. */
export interface Notices extends Notifier {
  /** Which of them the person wants. */
  wants(window: Settings['window']): void;
}

/** At most one in this time, ms: what comes meanwhile is told together. */
const quietMs = 10_000;

/** Makes the notifications; `onShow` is told of a click, with the item where it is a single one. */
export function createNotices(parts: {
  readonly language: () => 'en' | 'de';
  readonly onShow: (itemId: string | null) => void;
}): Notices {
  const waiting = { held: new Array<string>(), settled: new Array<string>() };
  // Kept, or a click on it would find nobody.
  let shown: Notification | null = null;
  let timer: NodeJS.Timeout | null = null;
  let lastAt = -quietMs;
  let wanted = { notifyHeld: true, notifySettled: false };

  function tell(): void {
    timer = null;
    const words = shellWords[parts.language()];
    const { held, settled } = waiting;
    const lines = [
      ...(held.length > 0 ? [words.held(held.length)] : []),
      ...(settled.length > 0 ? [words.settled(settled.length)] : []),
    ];
    const subjects = [...held, ...settled];
    waiting.held = [];
    waiting.settled = [];
    if (lines.length === 0 || !Notification.isSupported()) return;
    lastAt = Date.now();
    shown = new Notification({ title: lines.join(', '), body: words.look });
    shown.on('click', () => parts.onShow(subjects.length === 1 ? (subjects[0] ?? null) : null));
    shown.show();
  }

  return {
    wants(window) {
      wanted = window;
    },
    notify({ kind, subject }) {
      if (kind === 'held' && wanted.notifyHeld) waiting.held.push(subject);
      else if (kind === 'settled' && wanted.notifySettled) waiting.settled.push(subject);
      else return;
      // Half a second, so that what is held together is told together.
      timer ??= setTimeout(tell, Math.max(500, lastAt + quietMs - Date.now())).unref();
    },
  };
}
