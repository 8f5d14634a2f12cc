/** Shortest text the trigram index can find, in characters. */
const gram = 3;
/** Grams asked of the index at most: what it finds is compared with the whole text anyway. */
const maxGrams = 16;

/** Folds a name so that it is the same in any case and composition of letters. */
export function folded(value: string): string {
  return value.normalize('NFC').toLowerCase();
}

/** Marks of letters that are read without them too (é, å); those of other scripts are letters of their own. */
const marks = /[\u0300-\u036f]/gu;

function withoutMarks(value: string): string {
  return value.normalize('NFD').replaceAll(marks, '').normalize('NFC');
}

/** Umlauts as they are written where they can't be typed (ue, ss), other letters without their marks. */
function plain(value: string): string {
  const written = folded(value)
    .replaceAll(/[äöü]/gu, (letter) => `${withoutMarks(letter)}e`)
    .replaceAll('ß', 'ss');
  return withoutMarks(written);
}

/** The form in which texts are looked through for {@link searchedWords}, each on a line. What has umlauts is there twice: as ue, and as u. */
export function findable(...parts: readonly (string | null)[]): string {
  const value = parts.filter((part) => part !== null).join('\n');
  const written = plain(value);
  const bare = withoutMarks(folded(value)).replaceAll('ß', 'ss');
  return bare === written ? written : `${written}\n${bare}`;
}

/** The form by which names are sorted as people read them: without regard to case and marks (ä as a), and numbers by their value (2 before 10). */
export function sortable(value: string): string {
  return withoutMarks(folded(value))
    .replaceAll('ß', 'ss')
    .replaceAll(/\d+/gu, (digits) => {
      const value = digits.replace(/^0+(?=\d)/u, '');
      return `${String(value.length).padStart(3, '0')}${value}`;
    });
}

/** Words looked for at most. */
const maxWords = 16;

/** What a person typed as words of a {@link findable} text: each must be there, in any order. None where nothing was typed. */
export function searchedWords(typed: string | undefined): readonly string[] {
  return [...new Set(plain(typed ?? '').split(/\s+/u))].filter((word) => word !== '').slice(0, maxWords);
}

/** The condition that a findable text has a word, which is to be bound. */
export function hasWord(text: string): string {
  return `instr(${text}, ?) > 0`;
}

/** The condition that a findable text has all these words; a value to be bound for each. */
export function hasWords(text: string, words: readonly string[]): string {
  return words.map(() => hasWord(text)).join(' AND ');
}

/** The full-text expression that the trigrams of searched words must fulfil together; null where all are too short for the index. */
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
