import i18next from 'i18next';
import { languageOf } from '../../main/engine/faults/language.ts';

/** The window's language. */
export function currentLanguage(): 'en' | 'de' {
  return i18next.language === 'de' ? 'de' : 'en';
}

/** The language of the system, as the browser has it from there. */
export function systemLanguage(): 'en' | 'de' {
  return languageOf(navigator.language);
}
