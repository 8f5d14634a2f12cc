import { Notification } from 'electron';
import type { Fault } from '../../../shared/faults.ts';
import type { Settings } from '../../../shared/settings.ts';
import { describeFault } from '../../engine/faults/describe.ts';
import type { Notifier } from '../../engine/platform/ports.ts';
import { shellWords } from './words.ts';

/** At most one notification in this time, ms: what comes meanwhile is told together. */
const quietMs = 10_000;
/** What comes together within this time, ms, is told together at once. */
const gatherMs = 500;

/** So many of the last notifications can still be clicked. */
const maxKept = 20;

interface Waiting {
  readonly held: Map<string, Fault | undefined>;
  /** Cases that wait for a person, by name. */
  readonly openCases: Map<string, Fault | undefined>;
  readonly settled: Set<string>;
  /** Folders that don't answer, by name. */
  readonly sources: Map<string, Fault>;
  /** Connections that let nothing through, by name. */
  readonly connections: Map<string, Fault>;
}

const nothing = (): Waiting => ({
  held: new Map(),
  openCases: new Map(),
  settled: new Set(),
  sources: new Map(),
  connections: new Map(),
});

/**
 * Native notifications, gathered so that there is never a storm of them. `wanted` says which ones the person wants (null: none yet);
 * `onShow` is told of a click, with the item where it is a single one.
 */
export function createNotices(parts: {
  readonly language: () => 'en' | 'de';
  readonly wanted: () => Pick<Settings['window'], 'notifyHeld' | 'notifySettled'> | null;
  readonly onShow: (itemId: string | null) => void;
}): Notifier {
  let waiting = nothing();
  // Kept, or a click on one would find nobody.
  const shown: Notification[] = [];
  let timer: NodeJS.Timeout | null = null;
  let lastAt = -quietMs;

  function tell(): void {
    timer = null;
    const language = parts.language();
    const words = shellWords[language];
    const { held, openCases, settled, sources, connections } = waiting;
    waiting = nothing();
    const lines = [
      ...(held.size > 0 ? [words.held(held.size)] : []),
      ...(openCases.size > 0 ? [words.openCases([...openCases.keys()])] : []),
      ...(sources.size > 0 ? [words.silent([...sources.keys()])] : []),
      ...(connections.size > 0 ? [words.exhausted([...connections.keys()])] : []),
      ...(settled.size > 0 ? [words.settled(settled.size)] : []),
    ];
    if (lines.length === 0 || !Notification.isSupported()) return;
    lastAt = Date.now();
    const subjects = [...held.keys(), ...settled];
    const only =
      subjects.length === 1 && sources.size + connections.size + openCases.size === 0 ? (subjects[0] ?? null) : null;
    const reason = [...held.values(), ...openCases.values(), ...sources.values(), ...connections.values()];
    // One thing is said with its reason; several are counted.
    const single = reason.length === 1 && settled.size === 0 ? reason[0] : undefined;
    const body = single === undefined ? words.look : describeFault(single, language).reason;
    const notification = new Notification({ title: lines.join(', '), body });
    notification.on('click', () => parts.onShow(only));
    shown.push(notification);
    if (shown.length > maxKept) shown.shift();
    notification.show();
  }

  return {
    notify({ kind, subject, fault }) {
      const wanted = parts.wanted();
      if (kind === 'held' && wanted?.notifyHeld === true) waiting.held.set(subject, fault);
      else if (kind === 'open-case' && wanted?.notifyHeld === true) waiting.openCases.set(subject, fault);
      else if (kind === 'settled' && wanted?.notifySettled === true) waiting.settled.add(subject);
      else if (kind === 'source' && wanted?.notifyHeld === true && fault !== undefined)
        waiting.sources.set(subject, fault);
      else if (kind === 'connection' && wanted?.notifyHeld === true && fault !== undefined)
        waiting.connections.set(subject, fault);
      else return;
      timer ??= setTimeout(tell, Math.max(gatherMs, lastAt + quietMs - Date.now())).unref();
    },
  };
}
