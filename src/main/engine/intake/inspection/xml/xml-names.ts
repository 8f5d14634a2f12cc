// XML 1.0, fifth edition, productions 4 and 4a; the colon belongs to namespaces.
const start =
  'A-Z_a-z\\xC0-\\xD6\\xD8-\\xF6\\xF8-\\u02FF\\u0370-\\u037D\\u037F-\\u1FFF\\u200C\\u200D\\u2070-\\u218F\\u2C00-\\u2FEF' +
  '\\u3001-\\uD7FF\\uF900-\\uFDCF\\uFDF0-\\uFFFD\\u{10000}-\\u{EFFFF}';
const more = '0-9.\\xB7\\u0300-\\u036F\\u203F\\u2040-';
const part = `[${start}][${start}${more}]*`;

const plainName = /[A-Za-z_][\w.-]*(?::[A-Za-z_][\w.-]*)?/y;
const anyName = new RegExp(`${part}(?::${part})?`, 'uy');
/** What may follow a name at once; with anything else it may go on. */
const afterName = /[ \t\r\n/>=?;[]/y;

const entityName = new RegExp(`^[:${start}][:${start}${more}]*$`, 'u');

/** Whether a text is a name that an entity may have. */
export function isEntityName(text: string): boolean {
  return entityName.test(text);
}

/** The longest name that is read, characters. */
export const maxNameLength = 65_536;

/**
 * Where the qualified name at `at` ends; null where none begins there or it is broken; `more` where it may go on beyond the text.
 */
export function endOfName(text: string, at: number): number | 'more' | null {
  if (at >= text.length) return 'more';
  plainName.lastIndex = at;
  if (plainName.test(text)) {
    const end = plainName.lastIndex;
    afterName.lastIndex = end;
    if (afterName.test(text)) return end;
  }
  anyName.lastIndex = at;
  if (!anyName.test(text)) return null;
  const end = anyName.lastIndex;
  if (end === text.length || (text[end] === ':' && end + 1 === text.length)) return 'more';
  return end;
}
