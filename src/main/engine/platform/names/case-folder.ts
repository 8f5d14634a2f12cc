/** Words that a person wrote have no blank in front: they are trimmed. So a case that is called `/2026/17` is no folder. */
const mark = ' ';

/** The case word of files that belong together because one index lists them: their folder. */
export function wordOfFolder(folder: string): string {
  return mark + folder;
}

/** The folder that a case word stands for; null where it is what somebody called the case. */
export function folderOfWord(word: string): string | null {
  return word.startsWith(mark) ? word.slice(mark.length) : null;
}
