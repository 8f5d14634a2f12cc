import { describeFault } from '../../../main/engine/faults/describe.ts';
import { fillTemplate } from '../../../main/engine/faults/sentence.ts';
import type { Fault } from '../../../shared/faults.ts';
import { currentLanguage } from '../language.ts';
import { germanFaults } from './de.ts';
import { englishFaults } from './en.ts';
import type { WindowFaults } from './window-faults.ts';

const own: Readonly<Record<'en' | 'de', WindowFaults>> = { en: englishFaults, de: germanFaults };

/** Why, in one sentence of the window's language. */
export function faultSentence(fault: Fault): string {
  const language = currentLanguage();
  const template = own[language][fault.code]?.reason;
  return template === undefined ? describeFault(fault, language).reason : fillTemplate(template, fault.params);
}

/** What to do next, in one sentence of the window's language. */
export function nextStep(fault: Fault): string {
  const language = currentLanguage();
  const template = own[language][fault.code]?.nextStep;
  return template === undefined ? describeFault(fault, language).nextStep : fillTemplate(template, fault.params);
}

/** Who must act, as a word: you (the clerk) or IT. */
export function faultOwner(fault: Fault): string {
  return describeFault(fault, currentLanguage()).who;
}
