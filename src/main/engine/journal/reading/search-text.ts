/** Shortest text the trigram index can find, in characters. */
const gram = 3;
/** Grams asked of the index at most: what it finds is compared with the whole text anyway. */
const maxGrams = 16;

/** Folds a text so that search ignores case and composition of letters. */
export function folded(value: string): string {
  return value.normalize('NFC').toLowerCase();
}

/** Words looked for at most. */
const mostWords = 16;

/** What a person typed as folded words: each must be there, in any order. None where nothing was typed. */
export function searchedWords(typed: string | undefined): readonly string[] {
  return [...new Set(folded(typed ?? '').split(/\s+/u))].filter((word) => word !== '').slice(0, mostWords);
}

/** The condition that a folded text has all these words; a value to be bound for each. */
export function hasWords(text: string, words: readonly string[]): string {
  return words.map(() => `instr(${text}, ?) > 0`).join(' AND ');
}

/** Folds a text so that letters with marks are found without them, and umlauts as they are written where they can't be typed (ue, ss). */
export function findable(value: string): string {
  return folded(value)
    .replaceAll(/[äöü]/gu, (letter) => `${letter.normalize('NFD').charAt(0)}e`)
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '');
}

/** What an item is found by: its name and external id, folded, each on a line of its own. */
export function searchTextOf(name: string, externalId: string | null): string {
  return externalId === null ? folded(name) : `${folded(name)}\n${folded(externalId)}`;
}

/** The full-text expression that the trigrams of folded words must fulfil together; null where all are too short for the index. */
export function gramsOf(words: readonly string[]): string | null {
  const grams = new Set<string>();
  for (const characters of words.map((word) => Array.from(word))) {
    for (let start = 0; start + gram <= characters.length && grams.size < maxGrams; start += 1) {
      const letters = characters.slice(start, start + gram).join('');
      // The index can't be asked for a null character.
      if (!letters.includes('\0')) grams.add(letters);
    }
  }
  if (grams.size === 0) return null;
  return [...grams].map((each) => `"${each.replaceAll('"', '""')}"`).join(' AND ');
}
