import i18next from 'i18next';

/** The window's language. */
export function currentLanguage(): 'en' | 'de' {
  return i18next.language === 'de' ? 'de' : 'en';
}
