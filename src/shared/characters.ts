/** How many characters a text has, as the service counts them: Unicode code points, so that one emoji is one and not two. */
export function charactersIn(text: string): number {
  return Array.from(text).length;
}
