import type { Fault } from '../../../shared/faults.ts';
import { sentencesByHand } from './by-hand.ts';
import { sentencesOfKind } from './kind-sentences.ts';
import { faultMeaning } from './meanings.ts';
import { fillTemplate } from './sentence.ts';
import { usageSentences } from './usage-sentences.ts';
import { germanSubjects, valueWords, wordedParameters } from './value-words.ts';

/** Languages that faults speak. */
export type FaultLanguage = 'en' | 'de';

/** A fault in plain words: why, what to do, and who must act. Each is one line of text. */
export interface FaultDescription {
  readonly reason: string;
  readonly nextStep: string;
  readonly who: string;
}

const whoActs: Readonly<Record<FaultLanguage, Readonly<Record<Fault['owner'], string>>>> = {
  en: { clerk: 'You', it: 'IT' },
  de: { clerk: 'Sie', it: 'IT' },
};

const spans: Readonly<
  Record<FaultLanguage, Readonly<Record<'s' | 'min' | 'h' | 'd', readonly [one: string, more: string]>>>
> = {
  en: { s: ['second', 'seconds'], min: ['minute', 'minutes'], h: ['hour', 'hours'], d: ['day', 'days'] },
  de: { s: ['Sekunde', 'Sekunden'], min: ['Minute', 'Minuten'], h: ['Stunde', 'Stunden'], d: ['Tag', 'Tagen'] },
};
const secondsOf: Readonly<Record<string, number>> = { s: 1, min: 60, h: 3_600 };

/** A span as it was noted (`86400 s`) in words (1 day), in German as they follow “nach” and “seit”; what is no span stays as it is. */
function spanWords(noted: string, language: FaultLanguage): string {
  const [, number = '', unit = ''] = /^(\d+) (s|min|h)$/u.exec(noted) ?? [];
  if (number === '') return noted;
  const seconds = Number(number) * (secondsOf[unit] ?? 1);
  const [name, size] =
    seconds >= 86_400
      ? (['d', 86_400] as const)
      : seconds >= 7_200
        ? (['h', 3_600] as const)
        : seconds >= 120
          ? (['min', 60] as const)
          : (['s', 1] as const);
  const count = Math.round(seconds / size);
  return `${String(count)} ${spans[language][name][count === 1 ? 0 : 1]}`;
}

/** An instant (ms since 1970) as it follows “on” and “am”: local, to the minute. */
function instantWords(at: number, language: FaultLanguage): string {
  const date = new Date(at);
  const two = (value: number): string => String(value).padStart(2, '0');
  const [year, month, day] = [String(date.getFullYear()), two(date.getMonth() + 1), two(date.getDate())];
  const time = `${two(date.getHours())}:${two(date.getMinutes())}`;
  return language === 'en' ? `${year}-${month}-${day} at ${time}` : `${day}.${month}.${year} um ${time} Uhr`;
}

/** Says a fault in plain words. Missing parameters leave a sentence that is still whole; parameters are only ever data. */
export function describeFault(fault: Fault, language: FaultLanguage): FaultDescription {
  const usual =
    usageSentences(fault, language) ?? sentencesOfKind(fault, language) ?? faultMeaning(fault.code)[language];
  const sentences = { ...usual, ...sentencesByHand(fault, language) };
  const params = { ...fault.params };
  for (const name of wordedParameters) {
    const words = valueWords[language];
    const key = params[name];
    if (typeof key === 'string' && Object.hasOwn(words, key)) params[name] = words[key] ?? key;
  }
  const { subject, waited, at } = params;
  if (typeof waited === 'string') params['waited'] = spanWords(waited, language);
  if (typeof at === 'number') params['at'] = instantWords(at, language);
  if (fault.code === 'not-found' && language === 'de' && typeof subject === 'string') {
    if (Object.hasOwn(germanSubjects, subject)) params['subject'] = germanSubjects[subject] ?? subject;
  }
  return {
    reason: fillTemplate(sentences.reason, params),
    nextStep: fillTemplate(sentences.nextStep, params),
    who: whoActs[language][fault.owner],
  };
}
