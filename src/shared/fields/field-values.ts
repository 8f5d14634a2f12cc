import { charactersIn } from '../characters.ts';
import type { ExternalData } from '../settings.ts';
import { maxFieldLength, type Field } from './field-rule.ts';

/** Why a text is no value of a field: keys of the house, which the faults' words explain. */
export const fieldProblems = [
  'no-date',
  'no-amount',
  'not-in-list',
  'too-long',
  'wrong-form',
  'control-characters',
] as const;

/** See {@link fieldProblems}. */
export type FieldProblem = (typeof fieldProblems)[number];

/** In whose way a text is written; null: a program's, or nobody knows, so that only what can be meant in one way counts. */
export type Writing = 'en' | 'de' | null;

/** What a text says as the value of a field, in the form in which it is kept. */
export type FieldReading =
  | { readonly ok: true; readonly value: string }
  | { readonly ok: false; readonly problem: FieldProblem };

/** Years that a document can name; other numbers are mistyped. */
const years = { from: 1900, to: 2199 } as const;

function isoDate(year: number, month: number, day: number): string | null {
  if (year < years.from || year > years.to || month < 1 || month > 12) return null;
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  if (day < 1 || day > last) return null;
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

/** 26 is 2026: documents of the last century are dated in full. */
const wholeYear = (digits: string): number => (digits.length === 2 ? 2_000 + Number(digits) : Number(digits));

/** Year, month and day in the order of each way to write them. */
const dateForms: readonly {
  readonly form: RegExp;
  readonly writings: readonly Writing[];
  readonly order: 'ymd' | 'dmy';
}[] = [
  { form: /^(\d{4})-(\d{1,2})-(\d{1,2})$/u, writings: ['en', 'de', null], order: 'ymd' },
  { form: /^(\d{1,2})\.(\d{1,2})\.(\d{4}|\d{2})$/u, writings: ['en', 'de', null], order: 'dmy' },
  { form: /^(\d{4})(\d{2})(\d{2})$/u, writings: ['en', 'de', null], order: 'ymd' },
  // As it is typed in a hurry, and the slashes of British English; programs may mean the month first.
  { form: /^(\d{2})(\d{2})(\d{4}|\d{2})$/u, writings: ['en', 'de'], order: 'dmy' },
  { form: /^(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})$/u, writings: ['en', 'de'], order: 'dmy' },
];

/** The date that a text names as 2026-12-31; null where it names none. */
export function readDate(text: string, writing: Writing): string | null {
  for (const { form, writings, order } of dateForms) {
    const [, one = '', two = '', three = ''] = writings.includes(writing) ? (form.exec(text.trim()) ?? []) : [];
    const [year, day] = order === 'ymd' ? [one, three] : [three, one];
    const found = one === '' ? null : isoDate(wholeYear(year), Number(two), Number(day));
    if (found !== null) return found;
  }
  return null;
}

/** What stands before the decimals, without what separates its thousands; null where that stands in a wrong place. */
function wholeNumber(text: string, thousands: string): string | null {
  const parts = text.split(thousands);
  const isGrouped = parts.length > 1 && parts.every((part, at) => (at === 0 ? /^\d{1,3}$/u : /^\d{3}$/u).test(part));
  return isGrouped || /^\d+$/u.test(text) ? parts.join('') : null;
}

function amountWith(text: string, decimal: string): string | null {
  const at = text.lastIndexOf(decimal);
  const [before, after] = at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
  if (at !== -1 && !/^\d{1,2}$/u.test(after)) return null;
  const whole = wholeNumber(before, decimal === '.' ? ',' : '.');
  return whole === null ? null : `${whole.replace(/^0+(?=\d)/u, '')}.${after.padEnd(2, '0')}`;
}

/**
 * The amount that a text names as 1234.56, at most two decimals; null where it names none. A separator before three digits separates
 * thousands where the writing says so; where it is nobody's, such a text names none.
 */
export function readAmount(text: string, writing: Writing): string | null {
  const plain = text
    .trim()
    .replace(/^(?:EUR|€)\s*|\s*(?:EUR|€)$/giu, '')
    .replaceAll(/[\s'’]/gu, '');
  const [, sign = '', number = ''] = /^([-−+]?)([\d.,]{1,20})$/u.exec(plain) ?? [];
  if (number === '') return null;
  const [own, other] = writing === 'de' ? [',', '.'] : ['.', ','];
  const first = amountWith(number, own);
  const isSure = /[.,]\d{1,2}$|[.,]\d{3}[.,]\d{3}$/u.test(number);
  const second = isSure ? amountWith(number, other) : null;
  const isUnclear = writing === null && /^\d{1,3}[.,]\d{3}$/u.test(number);
  const found = isUnclear ? null : (first ?? second);
  if (found === null) return null;
  return sign === '-' || sign === '−' ? (/[1-9]/u.test(found) ? `-${found}` : found) : found;
}

/** Whether a text is written as a mask says: `#` a digit, `@` a letter, `?` one of both. */
function fitsMask(text: string, mask: string): boolean {
  const [letters, forms] = [Array.from(text), Array.from(mask)];
  return (
    letters.length === forms.length &&
    forms.every((form, at) => {
      const letter = letters[at] ?? '';
      if (form === '#') return /^\d$/u.test(letter);
      if (form === '@') return /^\p{L}$/u.test(letter);
      return form === '?' ? /^[\p{L}\d]$/u.test(letter) : form === letter;
    })
  );
}

const refused = (problem: FieldProblem): FieldReading => ({ ok: false, problem });

/** Reads a text that is not blank as the value of a field. Whether a lookup has such a row is its table's to say. */
export function readField(field: Field, text: string, writing: Writing): FieldReading {
  const value = text.trim().normalize('NFC');
  if (charactersIn(value) > maxFieldLength) return refused('too-long');
  if (/\p{Cc}/u.test(value)) return refused('control-characters');
  switch (field.kind) {
    case 'date':
    case 'amount': {
      const read = field.kind === 'date' ? readDate(value, writing) : readAmount(value, writing);
      if (read === null) return refused(field.kind === 'date' ? 'no-date' : 'no-amount');
      return { ok: true, value: read };
    }
    case 'list': {
      const known = field.values.find((each) => each === value) ?? field.values.find((each) => isSame(each, value));
      return known === undefined ? refused('not-in-list') : { ok: true, value: known };
    }
    case 'text':
      if (field.maxLength !== undefined && charactersIn(value) > field.maxLength) return refused('too-long');
      if (field.mask !== undefined && !fitsMask(value, field.mask)) return refused('wrong-form');
      return { ok: true, value };
    case 'lookup':
      return { ok: true, value };
  }
}

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** The value of a field as external data have it, whatever the case of its key; '' where there is none. */
export function valueOf(externalData: ExternalData | null | undefined, key: string): string {
  const found = Object.entries(externalData ?? {}).find(([name]) => isSame(name, key))?.[1];
  return found === undefined || found === null ? '' : String(found).trim();
}

/** External data with other values of fields; '' takes one away. */
export function withValues(
  externalData: ExternalData | null,
  values: Readonly<Record<string, string>>,
): ExternalData | null {
  const told = Object.entries(values);
  const kept = Object.entries(externalData ?? {}).filter(([key]) => !told.some(([name]) => isSame(name, key)));
  const entries = [...kept, ...told.filter(([, value]) => value !== '')];
  return entries.length === 0 ? null : Object.fromEntries(entries);
}

/** A field without a value that it needs, or with one that is none of its kind. */
export interface FieldLack {
  readonly field: Field;
  readonly problem: FieldProblem | 'missing';
}

/** What a form lacks, in its order. */
export function lacksOf(fields: readonly Field[], externalData: ExternalData | null | undefined): readonly FieldLack[] {
  return fields.flatMap((field): readonly FieldLack[] => {
    const value = valueOf(externalData, field.key);
    if (value === '') return field.required ? [{ field, problem: 'missing' }] : [];
    const read = readField(field, value, null);
    return read.ok ? [] : [{ field, problem: read.problem }];
  });
}
