/** Characters that XML 1.0 does not allow, lone surrogates among them. */
const forbidden = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

/** Text for an element or an attribute value; what XML can't hold becomes U+FFFD. */
export function escapeXml(text: string): string {
  return text
    .replace(forbidden, '\uFFFD')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\r', '&#13;');
}

/** An element name for any key: letters, digits, `.`, `-` and `_`, not beginning with a digit, `.`, `-` or `xml`. */
export function elementName(key: string): string {
  const safe = key.replace(/[^A-Za-z0-9._-]/g, '_');
  return /^[A-Za-z_]/.test(safe) && !/^xml/i.test(safe) ? safe : `_${safe}`;
}

function attributesText(attributes: Readonly<Record<string, string | number | boolean>>): string {
  return Object.entries(attributes)
    .map(
      ([name, value]) =>
        ` ${elementName(name)}="${escapeXml(String(value)).replaceAll('\n', '&#10;').replaceAll('\t', '&#9;')}"`,
    )
    .join('');
}

/** The start tag of an element. */
export function startTag(name: string, attributes: Readonly<Record<string, string | number | boolean>> = {}): string {
  return `<${name}${attributesText(attributes)}>`;
}

/** An element with text. */
export function textElement(
  name: string,
  text: string,
  attributes: Readonly<Record<string, string | number | boolean>> = {},
): string {
  return `${startTag(name, attributes)}${escapeXml(text)}</${name}>`;
}
