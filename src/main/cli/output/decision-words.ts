import type { FaultLanguage } from '../../engine/faults/describe.ts';

/** Decisions about items that commands carry to the engine. */
export type Decision =
  | 'items.retry'
  | 'items.cancel'
  | 'items.pause'
  | 'items.resume'
  | 'items.send-anyway'
  | 'items.unlock'
  | 'items.set-fields'
  | 'items.take-in-again'
  | 'items.note';

/** What is said of `count` items when a Mailroom is at work (or not), and of everything where no single items are told. */
interface Told {
  done(count: string, running: boolean): string;
  /** Of items that the service has, or may have: what was on the wire in that moment. */
  gone?(count: number): string;
  readonly doneForAll?: string;
}

const english: Readonly<Record<Decision, Told>> = {
  'items.retry': {
    done: (count, running) =>
      running ? `${count} tried again.` : `${count} will be tried again when Mailroom runs next.`,
  },
  'items.cancel': {
    done: (count) => `${count} cancelled. What was not sent is not sent.`,
    gone: (count) => (count === 1 ? '1 was sent before, or just then.' : `${count} were sent before, or just then.`),
  },
  'items.pause': {
    done: (count) => `${count} paused. Resume with mailroom resume.`,
    doneForAll: 'Everything is paused, including what comes later. Resume with mailroom resume.',
  },
  'items.resume': {
    done: (count, running) => (running ? `${count} resumed.` : `${count} will be resumed when Mailroom runs next.`),
    doneForAll: 'Everything is resumed, except items and sources that were paused individually.',
  },
  'items.send-anyway': {
    done: (count, running) => (running ? `${count} on the way.` : `${count} will be sent when Mailroom runs next.`),
  },
  'items.unlock': {
    done: (count, running) =>
      running ? `${count} opened and on the way.` : `${count} opened. A copy is sent when Mailroom runs next.`,
  },
  'items.set-fields': {
    done: (count, running) =>
      `Fields of ${count} filled in. What lacks nothing any more ${running ? 'is on its way' : 'is sent when Mailroom runs next'}.`,
  },
  'items.take-in-again': {
    done: (count, running) =>
      running ? `${count} taken in again.` : `${count} will be taken in when Mailroom runs next.`,
  },
  'items.note': { done: (count) => `Noted on ${count}.` },
};

const german: Readonly<Record<Decision, Told>> = {
  'items.retry': {
    done: (count, running) =>
      running ? `${count} erneut versucht.` : `${count}: erneuter Versuch beim nächsten Lauf von Mailroom.`,
  },
  'items.cancel': {
    done: (count) => `${count} abgebrochen. Was nicht gesendet war, wird nicht gesendet.`,
    gone: (count) =>
      count === 1 ? '1 wurde vorher oder gerade eben gesendet.' : `${count} wurden vorher oder gerade eben gesendet.`,
  },
  'items.pause': {
    done: (count) => `${count} angehalten. Weiter geht es mit mailroom resume.`,
    doneForAll: 'Alles ist angehalten, auch was später kommt. Weiter geht es mit mailroom resume.',
  },
  'items.resume': {
    done: (count, running) => (running ? `${count} fortgesetzt.` : `${count}: weiter beim nächsten Lauf von Mailroom.`),
    doneForAll: 'Alles ist fortgesetzt, außer Dateien und Quellen, die einzeln angehalten sind.',
  },
  'items.send-anyway': {
    done: (count, running) => (running ? `${count} unterwegs.` : `${count}: gesendet wird beim nächsten Lauf.`),
  },
  'items.unlock': {
    done: (count, running) =>
      running
        ? `${count} geöffnet und unterwegs.`
        : `${count} geöffnet. Die Kopie geht beim nächsten Lauf von Mailroom.`,
  },
  'items.set-fields': {
    done: (count, running) =>
      `Indexfelder von ${count} ausgefüllt. Was vollständig ist, ${running ? 'ist unterwegs' : 'geht beim nächsten Lauf von Mailroom'}.`,
  },
  'items.take-in-again': {
    done: (count, running) =>
      running ? `${count} wieder aufgenommen.` : `${count}: wieder aufgenommen wird beim nächsten Lauf von Mailroom.`,
  },
  'items.note': { done: (count) => `${count}: vermerkt.` },
};

/** Says what a decision did; `all` where it was about everything, `gone`: items that the service has, or may have. */
export function decisionDone(
  language: FaultLanguage,
  decision: Decision,
  of: { readonly count: number; readonly gone: number; readonly all: boolean; readonly running: boolean },
): string {
  const told = (language === 'de' ? german : english)[decision];
  if (of.all && told.doneForAll !== undefined) return told.doneForAll;
  const items = language === 'de' ? (of.count === 1 ? 'Datei' : 'Dateien') : of.count === 1 ? 'item' : 'items';
  const done = told.done(`${of.count} ${items}`, of.running);
  return of.gone > 0 && told.gone !== undefined ? `${done} ${told.gone(of.gone)}` : done;
}

/** How far a decision about many items is. */
export function decisionProgress(language: FaultLanguage, done: number, total: number): string {
  return language === 'de' ? `${done} von ${total} Dateien, Strg+C beendet` : `${done} of ${total} items, Ctrl+C stops`;
}

/** Says that a decision was stopped before so many items. */
export function decisionStopped(language: FaultLanguage, left: number): string {
  if (language === 'de') return `Beendet. ${left === 1 ? '1 Datei blieb' : `${left} Dateien blieben`} unberührt.`;
  return `Stopped. ${left} ${left === 1 ? 'item was' : 'items were'} left as ${left === 1 ? 'it was' : 'they were'}.`;
}

/** Stands behind the first of several items that have one reason. */
export function decisionMore(language: FaultLanguage, count: number): string {
  return language === 'de' ? `Ebenso ${count} weitere.` : `The same applies to ${count} more.`;
}
