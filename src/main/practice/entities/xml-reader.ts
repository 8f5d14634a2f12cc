/** One element of a small XML document: local name, attributes by name, child elements, and its own text joined. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlElement[];
  text: string;
}

const maxDepth = 64;
const tokenPattern =
  /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!\[CDATA\[([\s\S]*?)\]\]>|<\/([^\s<>/]+)\s*>|<([^\s<>/!?=]+)((?:\s+[^\s<>/=]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|([^<]+)/gy;
const attributePattern = /([^\s<>/=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const namedCharacters: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** Resolves the five named and the numeric character references; nothing else is ever resolved. */
function plainText(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(#x[0-9a-f]{1,6}|#[0-9]{1,7}|[a-z]+);/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return namedCharacters[name] ?? whole;
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

function attributesOf(text: string): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const match of text.matchAll(attributePattern)) {
    attributes[localName(match[1] ?? '')] = plainText(match[2] ?? match[3] ?? '');
  }
  return attributes;
}

/** Reads a document into elements; null where it isn't well-formed, has a document type, or is nested too deep. */
export function readXml(text: string): XmlElement | null {
  const source = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const root: XmlElement = { name: '', attributes: {}, children: [], text: '' };
  const open: { tag: string; element: XmlElement }[] = [{ tag: '', element: root }];
  tokenPattern.lastIndex = 0;
  while (tokenPattern.lastIndex < source.length) {
    const match = tokenPattern.exec(source);
    const top = open.at(-1);
    if (match === null || top === undefined) return null;
    const [, cdata, closing, opening, attributes = '', selfClosing, content] = match;
    if (opening !== undefined) {
      const element: XmlElement = {
        name: localName(opening),
        attributes: attributesOf(attributes),
        children: [],
        text: '',
      };
      top.element.children.push(element);
      if (selfClosing === '') open.push({ tag: opening, element });
      if (open.length > maxDepth) return null;
    } else if (closing !== undefined) {
      if (top.tag !== closing || open.length === 1) return null;
      open.pop();
    } else {
      top.element.text += cdata ?? plainText(content ?? '');
    }
  }
  const [first, second] = root.children;
  return open.length === 1 && root.text.trim() === '' && second === undefined ? (first ?? null) : null;
}

/** The first element along a path of local names, from the children of an element. */
export function elementAt(element: XmlElement | undefined, ...path: readonly string[]): XmlElement | undefined {
  let current = element;
  for (const name of path) current = current?.children.find((child) => child.name === name);
  return current;
}

/** The trimmed text at a path; undefined where there is none. */
export function textAt(element: XmlElement | undefined, ...path: readonly string[]): string | undefined {
  const text = elementAt(element, ...path)?.text.trim();
  return text === '' ? undefined : text;
}

/** All children of one name. */
export function childrenNamed(element: XmlElement | undefined, name: string): readonly XmlElement[] {
  return element?.children.filter((child) => child.name === name) ?? [];
}
