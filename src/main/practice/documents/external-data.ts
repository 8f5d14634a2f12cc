import type { ExternalData } from './document-store.ts';

const maxPairs = 20;
const maxKeyLength = 50;

/** The data that is kept, or a sentence that says what is wrong with it. */
export type ExternalDataReading =
  | { readonly ok: true; readonly value: ExternalData }
  | { readonly ok: false; readonly detail: string };

type Scalar = ExternalData[string];

function isScalar(value: unknown): value is Scalar {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

/**
 * Reads external data: a flat object, at most 20 pairs, keys longer than 50 characters left out. Keys are case-insensitive: of
 * keys that differ only by case the last one counts, under the first one's spelling.
 */
export function readExternalData(value: unknown): ExternalDataReading {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { ok: false, detail: 'The external data must be an object.' };
  }
  const pairs: [string, unknown][] = Object.entries(value);
  if (pairs.length > maxPairs) {
    return { ok: false, detail: `The external data may have at most ${String(maxPairs)} properties.` };
  }
  const spelling = new Map<string, string>();
  const kept = new Map<string, Scalar>();
  for (const [key, entry] of pairs) {
    if (!isScalar(entry))
      return { ok: false, detail: 'The external data must be flat: no objects and no lists in it.' };
    if (Array.from(key).length > maxKeyLength) continue;
    const folded = key.toLowerCase();
    const name = spelling.get(folded) ?? key;
    spelling.set(folded, name);
    kept.set(name, entry);
  }
  return { ok: true, value: Object.fromEntries(kept) };
}
