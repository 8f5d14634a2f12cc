import type { ServiceDocument } from '../service/client.ts';

/** Characters kept of one value, and of all values of a document. */
const longestValue = 200;
const longestWords = 4_000;
/** Deeper data is not followed. */
const deepest = 12;

/** Ways in which clerks type an amount: with a point or a comma, thousands apart or not. */
function amountsOf(amount: number): readonly string[] {
  const plain = Number.isInteger(amount) ? String(amount) : amount.toFixed(2);
  const english = amount.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const german = amount.toLocaleString('de', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  return [plain, plain.replace('.', ','), english, german];
}

/** A value as it is given and as clerks type it: dates also as 5.3.2026, 05.03.2026 and 05/03/2026. */
function spellings(value: unknown): readonly string[] {
  if (typeof value === 'number') return Number.isFinite(value) ? amountsOf(value) : [];
  if (typeof value !== 'string') return [];
  const given = value.trim().slice(0, longestValue);
  if (/^-?\d{1,12}\.\d{1,4}$/u.test(given)) return amountsOf(Number(given));
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d{2})-(\d{2})(?:$|T)/u.exec(given) ?? [];
  if (year === '') return [given];
  return [given, `${day}.${month}.${year}`, `${Number(day)}.${Number(month)}.${year}`, `${day}/${month}/${year}`];
}

function valuesIn(value: unknown, depth: number): readonly string[] {
  // Rows of lists (the lines of an invoice) tell no document from another.
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return spellings(value);
  if ('value' in value && (typeof value.value !== 'object' || value.value === null)) return spellings(value.value);
  return depth >= deepest ? [] : Object.values(value).flatMap((part: unknown) => valuesIn(part, depth + 1));
}

/**
 * The values of a document's data and external data as one text to find it by: supplier, number, amounts, dates, whatever their
 * fields are called. Undefined where the service told no data.
 */
export function wordsOf({ raw, externalData }: ServiceDocument): string | undefined {
  const entities = raw['entities'];
  if (typeof entities !== 'object' || entities === null || Object.keys(entities).length === 0) return undefined;
  return [...new Set([...valuesIn(entities, 0), ...valuesIn(externalData, 0)])].join('\n').slice(0, longestWords);
}
