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
  const { subject } = params;
  if (fault.code === 'not-found' && language === 'de' && typeof subject === 'string') {
    if (Object.hasOwn(germanSubjects, subject)) params['subject'] = germanSubjects[subject] ?? subject;
  }
  return {
    reason: fillTemplate(sentences.reason, params),
    nextStep: fillTemplate(sentences.nextStep, params),
    who: whoActs[language][fault.owner],
  };
}
