import { currentLanguage } from './language.ts';

/*
 * Making one of Intl's formatters costs a hundred times what using it does, and lists format a figure or two in each row: each is
 * made once.
 */

const numbers = new Map<string, Intl.NumberFormat>();
const dates = new Map<string, Intl.DateTimeFormat>();
const collators = new Map<string, Intl.Collator>();

/** Figures in the window's language with so many digits behind the point, at most and at least. */
export function numberFormatter(maxDigits: number, minDigits: number): Intl.NumberFormat {
  const language = currentLanguage();
  const key = `${language} ${String(maxDigits)} ${String(minDigits)}`;
  let formatter = numbers.get(key);
  if (formatter === undefined) {
    formatter = new Intl.NumberFormat(language, {
      maximumFractionDigits: maxDigits,
      minimumFractionDigits: minDigits,
    });
    numbers.set(key, formatter);
  }
  return formatter;
}

/** Days and times as the window's language writes them. Options are few and written in the code, never made of what comes in. */
export function dateFormatter(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const locale = currentLanguage() === 'de' ? 'de-DE' : 'en-GB';
  const key = `${locale} ${JSON.stringify(options)}`;
  let formatter = dates.get(key);
  if (formatter === undefined) {
    formatter = new Intl.DateTimeFormat(locale, options);
    dates.set(key, formatter);
  }
  return formatter;
}

/** Which of two names comes first for people: without regard to case, and numbers by their value. */
export function nameOrder(one: string, other: string): number {
  const language = currentLanguage();
  let collator = collators.get(language);
  if (collator === undefined) {
    collator = new Intl.Collator(language, { numeric: true });
    collators.set(language, collator);
  }
  return collator.compare(one, other);
}
