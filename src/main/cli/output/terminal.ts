import type { Fault } from '../../../shared/faults.ts';
import { escapeUnseen } from '../../host/escape-unseen.ts';
import { describeFault, type FaultLanguage } from '../../engine/faults/describe.ts';
import { safeJson } from './json-text.ts';
import { safeText } from './text.ts';

/** Where a command prints. With `json` stdout carries JSON lines only and everything for people goes to stderr. */
export interface Terminal {
  readonly json: boolean;
  readonly language: FaultLanguage;
  /** The station's language, known once its settings are read. */
  speak(language: FaultLanguage): void;
  /** Whether people's output goes to a terminal, and how wide it is (columns). */
  readonly live: boolean;
  readonly columns: () => number;
  /** One line for people. */
  line(text?: string): void;
  /** A line about what is going on, also with `json`. */
  note(text: string): void;
  /** One JSON object on stdout; nothing without `json`. */
  object(value: unknown): void;
  /** Text as it is (custody CSV, XML); for programs, on stdout. */
  raw(text: string): void;
  /** Says a fault: sentence, next step, who; `path`: of which file, where the sentence does not name it. */
  fault(fault: Fault, path?: string): void;
  /** Draws over the last drawing (live terminals only). */
  draw(lines: readonly string[]): void;
}

/** A fault as JSON output carries it. */
export interface SpokenFault {
  readonly code: Fault['code'];
  readonly sentence: string;
  readonly nextStep: string;
  readonly owner: Fault['owner'];
  /** The service's own words, where it refused. */
  readonly service?: ServiceSaid;
}

/** What the service itself said of a refusal. */
export interface ServiceSaid {
  readonly status: number;
  readonly title?: string;
  readonly detail?: string;
}

/** The service's own status, title and detail in a fault; null where it did not come from an answer. */
export function serviceSaid({ params: { status, title, detail } }: Fault): ServiceSaid | null {
  if (typeof status !== 'number') return null;
  return {
    status,
    ...(typeof title === 'string' ? { title } : {}),
    ...(typeof detail === 'string' ? { detail } : {}),
  };
}

/** A fault with its sentences, for JSON output. */
export function spokenFault(fault: Fault, language: FaultLanguage): SpokenFault {
  const { reason, nextStep } = describeFault(fault, language);
  const service = serviceSaid(fault);
  return { code: fault.code, sentence: reason, nextStep, owner: fault.owner, ...(service === null ? {} : { service }) };
}

/** A stream as Node's standard ones. */
export interface OutputStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): boolean;
}

/** Makes the terminal of one command. `onFault` hears of each fault that is said, and of which file, if of one. */
export function createTerminal(
  streams: { readonly stdout: OutputStream; readonly stderr: OutputStream },
  json: boolean,
  first: FaultLanguage,
  onFault: (fault: Fault, path?: string) => void = () => undefined,
): Terminal {
  let language = first;
  const people = json ? streams.stderr : streams.stdout;
  const live = people.isTTY === true;
  let drawn = 0;

  function erase(): void {
    if (drawn > 0) people.write(`\u001b[${drawn}A\u001b[0J`);
    drawn = 0;
  }

  function say(stream: OutputStream, text: string): void {
    erase();
    stream.write(`${escapeUnseen(text)}\n`);
  }

  return {
    json,
    get language() {
      return language;
    },
    speak(chosen) {
      language = chosen;
    },
    live,
    // Into a file or a pipe nothing has to fit a screen; lines only must not grow without end.
    columns: () => Math.max(20, people.columns ?? 140),
    line: (text = '') => {
      if (!json) say(people, text);
    },
    note: (text) => say(streams.stderr, text),
    object(value) {
      if (json) streams.stdout.write(`${safeJson(JSON.stringify(value))}\n`);
    },
    raw: (text) => void streams.stdout.write(text),
    fault(fault, path) {
      onFault(fault, path);
      const { reason, nextStep, who } = describeFault(fault, language);
      if (path !== undefined && !reason.includes(path)) say(streams.stderr, safeText(path));
      say(streams.stderr, `${reason} ${nextStep} (${who})`);
      const about = path === undefined ? {} : { path };
      if (json)
        streams.stdout.write(
          `${safeJson(JSON.stringify({ event: 'fault', ...about, fault: spokenFault(fault, language) }))}\n`,
        );
    },
    draw(lines) {
      if (!live) return;
      erase();
      if (lines.length > 0) people.write(`${escapeUnseen(lines.join('\n'))}\n`);
      drawn = lines.length;
    },
  };
}
