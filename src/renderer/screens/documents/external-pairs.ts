import type { ExternalData } from '../../../shared/settings.ts';

/** Most pairs, and longest key, that the service takes. */
export const maxPairs = 20;
/** See {@link maxPairs}. */
export const maxKeyLength = 50;

/** A pair while it is edited; `original` keeps its kind (a number stays one while untouched). */
export interface Pair {
  readonly id: number;
  readonly key: string;
  readonly value: string;
  readonly original: string | number | boolean | null;
}

/** What is wrong with a key beside the others; null = nothing. Keys may not differ by case only. */
export function keyProblem(pairs: readonly Pair[], pair: Pair): 'key-empty' | 'key-twice' | 'too-long' | null {
  if (pair.key === '') return 'key-empty';
  if (pair.key.length > maxKeyLength) return 'too-long';
  const same = pairs.filter(({ key }) => key.toLowerCase() === pair.key.toLowerCase());
  return same.length > 1 ? 'key-twice' : null;
}

/** Pairs to edit; what is no plain value (the service should not give such) is shown as JSON. */
export function pairsOf(given: Readonly<Record<string, unknown>> | null): readonly Pair[] {
  return Object.entries(given ?? {}).map(([key, value], id) => {
    const plain =
      value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
        ? value
        : JSON.stringify(value);
    return { id, key, value: plain === null ? '' : String(plain), original: plain };
  });
}

/** The pairs as they are sent. */
export function externalDataOf(pairs: readonly Pair[]): ExternalData {
  return Object.fromEntries(
    pairs.map(({ key, value, original }) => [
      key,
      value === (original === null ? '' : String(original)) ? original : value,
    ]),
  );
}
