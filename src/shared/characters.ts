/** How many characters a text has, as the service counts them: Unicode code points, so that one emoji is one and not two. */
export function charactersIn(text: string): number {
  return Array.from(text).length;
}

/** The first characters of a text, counted as {@link charactersIn} does: none is cut in two. */
export function firstCharacters(text: string, most: number): string {
  return Array.from(text).slice(0, most).join('');
}
