const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text made safe for XML and HTML, in elements and in attributes with double quotes. */
export function escapeMarkup(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
}

/** An XML element around text (escaped) or around ready-made elements (a list, kept as it is); attributes are escaped. */
export function element(
  name: string,
  content: string | readonly string[],
  attributes: Readonly<Record<string, string>> = {},
): string {
  const written = Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${escapeMarkup(value)}"`)
    .join('');
  const inner = typeof content === 'string' ? escapeMarkup(content) : content.join('');
  return inner === '' ? `<${name}${written}/>` : `<${name}${written}>${inner}</${name}>`;
}

/** A whole XML file in UTF-8 with its declaration, an element a line and indented, as people like to read it. */
export function xmlFile(root: string): Uint8Array {
  let depth = 0;
  // Angle brackets in text are escaped, so these two only ever meet between elements.
  const lines = root.split(/(?<=>)(?=<)/).map((line) => {
    if (line.startsWith('</')) depth -= 1;
    const indented = '  '.repeat(depth) + line;
    if (!line.startsWith('</') && !line.includes('</') && !line.endsWith('/>')) depth += 1;
    return indented;
  });
  return Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n${lines.join('\n')}\n`, 'utf8');
}
