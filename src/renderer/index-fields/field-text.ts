import type { Field } from '../../shared/fields/field-rule.ts';
import { readField, type FieldProblem } from '../../shared/fields/field-values.ts';
import { formatNumber } from '../text/format.ts';
import type { Say } from '../text/index.ts';
import { currentLanguage } from '../text/language.ts';

/** A value as people write it: 31.12.2026 in German, 31/12/2026 in English; what is none of its kind stays as it is. */
export function shownValue(field: Field, value: string): string {
  const [, year, month, day] = (field.kind === 'date' && /^(\d{4})-(\d{2})-(\d{2})$/u.exec(value)) || [];
  if (year !== undefined) return [day, month, year].join(currentLanguage() === 'de' ? '.' : '/');
  return field.kind === 'amount' && /^-?\d+\.\d{2}$/u.test(value) ? formatNumber(Number(value), 2, 2) : value;
}

/** What a person typed, as it is kept ('' = nothing), or what is wrong with it. */
export function typedValue(
  field: Field,
  typed: string,
): { readonly value: string } | { readonly problem: FieldProblem } {
  if (typed.trim() === '') return { value: '' };
  const read = readField(field, typed, currentLanguage());
  return read.ok ? { value: read.value } : { problem: read.problem };
}

/** What is wrong with a field, in words. */
export function problemWords(field: Field, problem: FieldProblem | 'missing', say: Say<'fields'>): string {
  const mask = field.kind === 'text' && field.mask !== undefined ? ` (${field.mask})` : '';
  return problem === 'wrong-form' ? say(problem, { mask }) : say(problem);
}
