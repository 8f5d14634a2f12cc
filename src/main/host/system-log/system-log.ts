import type { Fault } from '../../../shared/faults.ts';
import type { Settings } from '../../../shared/settings.ts';
import { describeFault } from '../../engine/faults/describe.ts';
import type { Clock } from '../../engine/platform/ports.ts';
import type { Environment } from '../environment-secrets.ts';
import { systemLogWriter, type SystemLogLine, type SystemLogWriter } from './system-log-writer.ts';

/** What concerns IT, told to syslog or the Windows event log. No line names a file, a person or a document, or holds a secret. */
export interface SystemLog {
  /** Whether lines are written from now on, by the settings. */
  follow(wanted: Settings['log']['system']): void;
  started(): void;
  /** `well`: as it was meant to, or somebody interrupted it. Is the last line, whatever else is said before {@link close}. */
  ended(well: boolean): void;
  /** Tells a fault that IT has to deal with; those of clerks are theirs. `isOfItem`: it concerns one file, all others go on. */
  fault(fault: Fault, isOfItem?: boolean): void;
  /** Writes what is still to be said, as far as the log takes it within some seconds. Never rejects. */
  close(): Promise<void>;
}

/** The same line within so long is counted, ms, and said once more with the count at its end. */
const quietMs = 10 * 60_000;
/** Lines that wait for a log that does not answer; what comes beyond them is left out. */
const maxWaiting = 100;
/** Characters of a line: the name of a setting that somebody made up may be of any length. */
const maxChars = 1_000;
/** How long nothing is tried after a line that was not taken, ms: what would come meanwhile is left out. */
const restMs = 60_000;
/** How long an end waits for all that is still to be written, ms. A service has that time; a person may wait for a window. */
const closingMs = { service: 15_000, person: 3_000 };

/** Whether the program is run by the system: systemd listens, or a task of Windows says so. */
function runsAsService(environment: Environment): boolean {
  return [environment['NOTIFY_SOCKET'], environment['MAILROOM_SERVICE']].some((value) => (value ?? '') !== '');
}

/** The line of a fault: its sentences without what they are filled with, but for the name of a setting. */
function lineOf({ code, retry, owner, params }: Fault): string {
  const { field } = params;
  const named = code === 'settings-invalid' && field !== undefined ? { field } : {};
  const { reason, nextStep } = describeFault({ code, retry, owner, params: named }, 'en');
  return `${code}: ${reason} ${nextStep}`.trim().slice(0, maxChars);
}

/**
 * Opens the system's log. Until settings say otherwise it is written to where the program runs as a service. `failed` hears once that a line
 * could not be written; `write` and `clock` are for tests.
 */
export function createSystemLog(
  environment: Environment,
  failed: () => void,
  clock: Pick<Clock, 'after' | 'monotonic'>,
  write: SystemLogWriter = systemLogWriter(process.platform, environment),
): SystemLog {
  const isService = runsAsService(environment);
  let isOn = isService;
  let waiting: readonly SystemLogLine[] = [];
  let writing: Promise<void> | null = null;
  let end: SystemLogLine | null = null;
  let hasFailed = false;
  let restsUntil = -Infinity;
  const enough = new AbortController();
  /** By text: how often it came since it was said, and what ends its quiet time. */
  const said = new Map<string, { readonly line: SystemLogLine; count: number; readonly stop: () => void }>();

  function put(line: SystemLogLine): void {
    if (waiting.length >= maxWaiting) return;
    waiting = [...waiting, line];
    writing ??= giveAll().finally(() => {
      writing = null;
    });
  }

  async function giveAll(): Promise<void> {
    // What is told at one go is written at one go.
    await Promise.resolve();
    while (waiting.length > 0) {
      const lines = waiting;
      waiting = [];
      await give(lines);
    }
  }

  async function give(lines: readonly SystemLogLine[]): Promise<void> {
    if (enough.signal.aborted || clock.monotonic() < restsUntil) return;
    if (await write(lines, enough.signal).catch(() => false)) return;
    restsUntil = clock.monotonic() + restMs;
    if (hasFailed) return;
    hasFailed = true;
    failed();
  }

  function sayCount(text: string): boolean {
    const { line, count } = said.get(text) ?? { line: null, count: 0 };
    said.delete(text);
    if (line === null || count === 0) return false;
    put({ ...line, text: `${text} (${String(count)} more times within 10 minutes)` });
    return true;
  }

  function quieten(line: SystemLogLine): void {
    const { text } = line;
    // What still comes is counted on, and what has ceased is forgotten.
    const stop = clock.after(
      quietMs,
      () => {
        if (sayCount(text)) quieten(line);
      },
      { unref: true },
    );
    said.set(text, { line, count: 0, stop });
  }

  function say(line: SystemLogLine): void {
    if (!isOn) return;
    const known = said.get(line.text);
    if (known !== undefined) {
      known.count += 1;
      return;
    }
    put(line);
    quieten(line);
  }

  /** That Mailroom has ended is tried also where the log took nothing just before: monitoring waits for it. */
  async function giveRest(): Promise<void> {
    const rest = waiting;
    waiting = [];
    await writing;
    const last = end === null || !isOn ? [] : [end];
    const lines = clock.monotonic() < restsUntil ? last : [...rest, ...last];
    restsUntil = -Infinity;
    if (lines.length > 0) await give(lines);
  }

  return {
    follow(wanted) {
      isOn = wanted === 'on' || (wanted === 'service' && isService);
    },
    started: () => say({ level: 'info', id: 1, text: 'started: Mailroom is at work.' }),
    ended(well) {
      end = well
        ? { level: 'info', id: 2, text: 'ended: Mailroom ended in order.' }
        : { level: 'error', id: 3, text: 'failed: Mailroom ended, because it could not go on.' };
    },
    fault(fault, isOfItem = false) {
      if (fault.owner !== 'it') return;
      say({ level: isOfItem ? 'warning' : 'error', id: isOfItem ? 11 : 10, text: lineOf(fault) });
    },
    async close() {
      for (const [text, { stop }] of said) {
        stop();
        sayCount(text);
      }
      await new Promise<void>((resolve) => {
        const stop = clock.after(isService ? closingMs.service : closingMs.person, () => {
          enough.abort();
          resolve();
        });
        void giveRest().then(() => {
          stop();
          resolve();
        });
      });
    },
  };
}
