import type { FaultLanguage } from './describe.ts';

/** The language that Mailroom speaks to people of a locale, such as `de-AT` or `de_DE.UTF-8`: English where it is none of its own. */
export function languageOf(locale: string): FaultLanguage {
  return /^de(?![a-z])/i.test(locale) ? 'de' : 'en';
}

/** The language in force: the one that settings chose, else that of the system. */
export function chosenLanguage(setting: FaultLanguage | 'system', system: () => FaultLanguage): FaultLanguage {
  return setting === 'system' ? system() : setting;
}
