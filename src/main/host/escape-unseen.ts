/**
 * Characters that a terminal obeys, that turn the reading direction or that nobody sees: control and format characters and the line
 * separators of Unicode. The two joiners are letters' own in Persian, in Indian scripts and in emoji.
 */
const unseen = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/** Tabs and line ends lay a text out, and are escaped only within a line. */
const layout: ReadonlySet<string> = new Set(['\t', '\n', '\r']);

function escaped(text: string): string {
  let shown = '';
  for (let index = 0; index < text.length; index += 1) {
    shown += `\\u${text.charCodeAt(index).toString(16).padStart(4, '0')}`;
  }
  return shown;
}

/** A text in which such characters are written as `\u202e`, so that they act on nothing and can be seen; in JSON it means the same. */
export function escapeUnseen(text: string): string {
  return text.replace(unseen, (one) => (layout.has(one) ? one : escaped(one)));
}

/** The same of a text that is to stay on its line, such as a name. */
export function escapeInLine(text: string): string {
  return text.replace(unseen, escaped);
}
