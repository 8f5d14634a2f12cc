import { faultMeaning } from '../../../main/engine/faults/meanings.ts';
import type { Fault } from '../../../shared/faults.ts';
import { faultCodes } from '../../../shared/faults.ts';
import { eventKeyOf, jobKeyOf, notedWords } from '../../../shared/history/event-key.ts';
import type { CustodyView } from '../../../shared/views.ts';
import { faultSentence } from '../../text/faults/fault-text.ts';
import { formatBytes, formatDay, formatTime } from '../../text/format.ts';
import { textOf } from '../../text/index.ts';
import { roleWord } from '../cases/role-words.ts';
import { stateWord } from '../documents/state-mark.tsx';

/** A line of the history in words: the sentence around the name, why it is so, and small facts that go with it. */
export interface Sentence {
  readonly before: string;
  readonly after: string;
  /** The reason as a sentence of its own; '' where there is none. */
  readonly reason: string;
  readonly facts: readonly string[];
}

function word(detail: CustodyView['detail'], name: string): string {
  const value = detail[name];
  return value === undefined || value === null ? '' : String(value);
}

/** What the fault of a line says; the line keeps the code, and at most what the problem or the kind of file was. A code that nobody knows here stays with what is copied and exported. */
function reasonOf(detail: CustodyView['detail']): string {
  const code = faultCodes.find((known) => known === detail['fault']);
  if (code === undefined) return '';
  const { retry, owner } = faultMeaning(code);
  const [problem, kind] = [word(detail, 'problem'), word(detail, 'kind')];
  const params = { ...(problem === '' ? {} : { problem }), ...(kind === '' ? {} : { kind }) };
  const fault: Fault = { code, retry, owner, params };
  return faultSentence(fault);
}

const pathKeys = ['path', 'to', 'folder', 'setAside'];

function factsOf(row: CustodyView): readonly string[] {
  const { detail, event } = row;
  const say = textOf('events');
  const sayState = textOf('documents');
  const state = word(detail, 'state');
  const before = word(detail, 'before');
  const { size, nextAt, number } = detail;
  const facts: string[] = [];
  if (before !== '')
    facts.push(say('from-to', { before: stateWord(before, sayState), state: stateWord(state, sayState) }));
  else if (state !== '') facts.push(stateWord(state, sayState));
  const report = word(detail, 'report');
  if (report !== '') facts.push(stateWord(report, sayState));
  if (typeof size === 'number') facts.push(formatBytes(size));
  for (const name of pathKeys) if (word(detail, name) !== '' && event !== 'renamed') facts.push(word(detail, name));
  if (word(detail, 'role') !== '') facts.push(roleWord(word(detail, 'role')));
  for (const name of ['externalId', 'message', 'reason']) if (word(detail, name) !== '') facts.push(word(detail, name));
  if (typeof number === 'number' && number > 1) facts.push(say('try-number', { number }));
  if (typeof nextAt === 'number') {
    const sameDay = new Date(nextAt).toDateString() === new Date(row.at).toDateString();
    facts.push(say('next-try', { at: sameDay ? formatTime(nextAt) : `${formatDay(nextAt)}, ${formatTime(nextAt)}` }));
  }
  return facts;
}

/** Stands for the name while the sentence is filled in; no text of people holds it. */
const place = '\u0000';

/** Says a line of the history; of an event without a sentence it says only that there was one: what is saved for programs has its name. */
export function sentenceOf(row: CustodyView): Sentence {
  const say = textOf('events');
  const key = eventKeyOf(row);
  const text = say(key, {
    ...notedWords(row),
    name: place,
    job: say(jobKeyOf(row)),
  });
  const at = text.indexOf(place);
  return {
    before: at < 0 ? text : text.slice(0, at),
    after: at < 0 ? '' : text.slice(at + place.length),
    reason: reasonOf(row.detail),
    facts: factsOf(row),
  };
}
