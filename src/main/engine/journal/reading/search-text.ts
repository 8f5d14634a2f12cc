/** Shortest text the trigram index can find, in characters. */
const gram = 3;
/** Grams asked of the index at most: what it finds is compared with the whole text anyway. */
const mostGrams = 16;

/** Folds a text so that search ignores case and composition of letters. */
export function folded(value: string): string {
  return value.normalize('NFC').toLowerCase();
}

/** What an item is found by: its name and external id, folded, each on a line of its own. */
export function searchTextOf(name: string, externalId: string | null): string {
  return externalId === null ? folded(name) : `${folded(name)}\n${folded(externalId)}`;
}

/** The full-text expression that a folded text's trigrams must fulfil together; null where it is too short for the index. */
export function gramsOf(search: string): string | null {
  const characters = Array.from(search);
  const grams = new Set<string>();
  for (let start = 0; start + gram <= characters.length && grams.size < mostGrams; start += 1) {
    const letters = characters.slice(start, start + gram).join('');
    // The index can't be asked for a null character.
    if (!letters.includes('\0')) grams.add(letters);
  }
  if (grams.size === 0) return null;
  return [...grams].map((each) => `"${each.replaceAll('"', '""')}"`).join(' AND ');
}
