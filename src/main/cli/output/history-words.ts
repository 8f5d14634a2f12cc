import type { LogSubject } from '../../../shared/activity-views.ts';
import { faultCodes } from '../../../shared/faults.ts';
import { eventKeyOf, jobKeyOf, notedWords, type EventKey } from '../../../shared/history/event-key.ts';
import { germanEvents } from '../../../shared/history/events-de.ts';
import { englishEvents } from '../../../shared/history/events-en.ts';
import type { CustodyView } from '../../../shared/views.ts';
import { describeFault, type FaultLanguage } from '../../engine/faults/describe.ts';
import { fault } from '../../engine/faults/fault.ts';
import { bytesInWords, safeText } from './text.ts';

type Say = (key: keyof typeof englishEvents, values?: Readonly<Record<string, string | number>>) => string;

function filled(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

function word(detail: CustodyView['detail'], name: string): string {
  const value = detail[name];
  return value === undefined || value === null ? '' : String(value);
}

/** As people read it, in this computer's time zone: 2026-01-31 13:05:52. */
function instantInWords(at: number): string {
  return new Date(at).toLocaleString('sv');
}

function nameOf({ subject, subjectId, detail }: CustodyView, known: LogSubject | undefined, say: Say): string {
  if (subject === 'station') {
    if (detail['scope'] === 'all') return say('everything');
    return detail['scope'] === 'source' ? subjectId : say('a-source');
  }
  if (known?.name !== undefined && known.name !== null) {
    const { name, items } = known;
    return items > 1 ? say(items === 2 ? 'and-more_one' : 'and-more_other', { name, count: items - 1 }) : name;
  }
  return say(`a-${subject}`, { id: (known?.documentId ?? subjectId).slice(0, 8) });
}

/** What the fault of a line says; the line keeps the code, and at most what the problem or the kind of file was. */
function reasonOf(detail: CustodyView['detail'], language: FaultLanguage): string {
  const code = faultCodes.find((known) => known === detail['fault']);
  if (code === undefined) return '';
  const [problem, kind] = [word(detail, 'problem'), word(detail, 'kind')];
  const params = { ...(problem === '' ? {} : { problem }), ...(kind === '' ? {} : { kind }) };
  return describeFault(fault(code, params), language).reason;
}

const plainFacts = ['report', 'path', 'to', 'folder', 'setAside', 'role', 'externalId', 'message', 'reason'] as const;

function factsOf({ detail, event }: CustodyView, key: EventKey, say: Say): readonly string[] {
  if (key === 'unknown') {
    const noted = Object.entries(detail).filter(([, value]) => value !== null);
    return [event, ...noted.map(([name, value]) => `${name}: ${String(value)}`)];
  }
  const state = word(detail, 'state');
  const before = word(detail, 'before');
  const { size, number, nextAt } = detail;
  return [
    before === '' ? state : say('from-to', { before, state }),
    typeof size === 'number' ? bytesInWords(size) : '',
    ...plainFacts.map((name) => (name === 'to' && event === 'renamed' ? '' : word(detail, name))),
    typeof number === 'number' && number > 1 ? say('try-number', { number }) : '',
    typeof nextAt === 'number' ? say('next-try', { at: instantInWords(nextAt) }) : '',
  ].filter((fact) => fact !== '');
}

const by = { en: 'by', de: 'durch' } as const;

/**
 * A line of the history as people read it: when, what happened with what, why, the facts that go with it, and who did it where
 * that was not Mailroom by itself. `known` is what the line is about, where that is known.
 */
export function historyLine(row: CustodyView, known: LogSubject | undefined, language: FaultLanguage): string {
  const texts = language === 'de' ? germanEvents : englishEvents;
  const say: Say = (key, values = {}) => filled(texts[key], values);
  const key = eventKeyOf(row);
  const sentence = say(key, {
    ...notedWords(row),
    name: nameOf(row, known, say),
    job: say(jobKeyOf(row)),
  });
  const facts = factsOf(row, key, say).join(', ');
  const who = row.actor === 'engine' ? '' : ` (${by[language]} ${row.actor})`;
  const parts = [sentence, reasonOf(row.detail, language), facts === '' ? '' : `${facts}.`];
  return safeText(`${instantInWords(row.at)}  ${parts.filter((part) => part !== '').join(' ')}${who}`);
}
