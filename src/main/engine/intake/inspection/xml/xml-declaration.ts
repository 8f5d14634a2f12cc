const declaration =
  /^<\?xml[ \t\r\n]+version[ \t\r\n]*=[ \t\r\n]*(?:"1\.[0-9]*"|'1\.[0-9]*')(?:[ \t\r\n]+encoding[ \t\r\n]*=[ \t\r\n]*(?:"[A-Za-z][\w.-]*"|'[A-Za-z][\w.-]*'))?(?:[ \t\r\n]+standalone[ \t\r\n]*=[ \t\r\n]*(?:"(yes|no)"|'(yes|no)'))?[ \t\r\n]*\?>/;

/** The longest XML declaration that is waited for, characters. */
export const maxDeclarationLength = 1_024;

/** The XML declaration that a text begins with: its characters, and whether it says `standalone="yes"`; null: none that is whole and right. */
export function readDeclaration(text: string): { readonly length: number; readonly standalone: boolean } | null {
  const found = declaration.exec(text);
  return found === null ? null : { length: found[0].length, standalone: (found[1] ?? found[2]) === 'yes' };
}
