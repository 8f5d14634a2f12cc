import type { FaultLanguage } from '../engine/faults/describe.ts';
import { languageOf } from '../engine/faults/language.ts';
import type { Environment } from './environment-secrets.ts';

/** The language of whoever works at this computer: what a terminal's environment says, else what the system says. */
export function systemLanguage({ LC_ALL, LC_MESSAGES, LANG }: Environment): FaultLanguage {
  const named = [LC_ALL, LC_MESSAGES, LANG].find((each) => each !== undefined && each !== '');
  return languageOf(named ?? new Intl.DateTimeFormat().resolvedOptions().locale);
}
