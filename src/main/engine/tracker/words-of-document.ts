import { factsIn } from '../../../shared/documents/document-facts.ts';
import type { DocumentWords } from '../journal/records.ts';
import type { ServiceDocument } from '../service/client.ts';
import { isJsonObject } from '../settings/json-file.ts';

/** Characters kept of one value, and of all values of a document. */
const maxValueLength = 200;
const maxWordsLength = 4_000;
/** Deeper data is not followed. */
const maxDepth = 12;

/** Two decimals, and more where they are given; what lies behind these is the error of calculating. */
const decimals = { minimumFractionDigits: 2, maximumFractionDigits: 4 };

/** Ways in which clerks type an amount: with a point or a comma, thousands apart or not. */
function amountsOf(amount: number): readonly string[] {
  const plain = amount.toLocaleString('en', { ...decimals, useGrouping: false });
  return [
    ...[plain, plain.replace('.', ',')],
    ...['en', 'de'].map((language) => amount.toLocaleString(language, decimals)),
  ];
}

/** A value as it is given and as clerks type it: dates also as 5.3.2026, 05.03.2026 and 05/03/2026. */
function spellings(value: unknown): readonly string[] {
  if (typeof value === 'number') return Number.isFinite(value) ? [String(value), ...amountsOf(value)] : [];
  if (typeof value !== 'string') return [];
  const given = value.trim().slice(0, maxValueLength);
  if (/^-?\d{1,12}\.\d{1,4}$/u.test(given)) return [given, ...amountsOf(Number(given))];
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d{2})-(\d{2})(?:$|T)/u.exec(given) ?? [];
  if (year === '') return [given];
  return [given, `${day}.${month}.${year}`, `${Number(day)}.${Number(month)}.${year}`, `${day}/${month}/${year}`];
}

function valuesIn(value: unknown, depth: number): readonly string[] {
  // Rows of lists (the lines of an invoice) tell no document from another.
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return spellings(value);
  if ('value' in value && (typeof value.value !== 'object' || value.value === null)) return spellings(value.value);
  return depth >= maxDepth ? [] : Object.values(value).flatMap((part: unknown) => valuesIn(part, depth + 1));
}

function wordsIn(values: unknown): string | null {
  if (!isJsonObject(values) || Object.keys(values).length === 0) return null;
  return [...new Set(valuesIn(values, 0))].join('\n').slice(0, maxWordsLength);
}

/**
 * The values of a document's data and of its external data, each as a text to find it by: supplier, number, amounts, dates,
 * whatever their fields are called.
 */
export function wordsOf({ raw, externalData }: Pick<ServiceDocument, 'raw' | 'externalData'>): DocumentWords {
  const { entities } = raw;
  const words = wordsIn(entities);
  const facts = words === null || !isJsonObject(entities) ? undefined : factsIn(entities);
  return { data: words, external: wordsIn(externalData), ...(facts === undefined ? {} : { facts }) };
}
