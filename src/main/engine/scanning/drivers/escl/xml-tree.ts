import { SaxesParser } from 'saxes';

/** An element by its local name, as far as eSCL needs it: namespaces say nothing there. Attributes by their local names, too. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  readonly text: string;
}

interface Growing {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Growing[];
  text: string;
}

/** Maximum length of an answer, characters. */
const maxLength = 1_000_000;
/** Deeper nesting is no eSCL. */
const maxDepth = 50;

/** An & that begins none of the five entities of XML nor a character by its number. */
const bareAmpersand = /&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[\da-f]+);)/gi;

const localName = (name: string): string => name.replace(/^.*:/, '');

/**
 * Reads a small XML document as devices write it; null where it is not well-formed, too long or too deep. Blanks before its
 * beginning and a bare & are put up with. What a document type declares is not read: its entities are only text.
 */
export function readXmlTree(xml: string): XmlElement | null {
  if (xml.length > maxLength) return null;
  const root: Growing = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  const problems: string[] = [];
  const parser = new SaxesParser();
  parser.on('error', ({ message }) => problems.push(message));
  parser.on('opentag', ({ name, attributes }) => {
    const told = Object.entries(attributes).map(([key, value]): [string, string] => [localName(key), value]);
    const element: Growing = { name: localName(name), attributes: Object.fromEntries(told), children: [], text: '' };
    open.at(-1)?.children.push(element);
    open.push(element);
    if (open.length > maxDepth) problems.push('too deep');
  });
  const addText = (text: string): void => {
    const present = open.at(-1);
    if (present !== undefined) present.text += text;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    open.pop();
  });
  parser.write(xml.trimStart().replace(bareAmpersand, '&amp;')).close();
  return problems.length === 0 ? (root.children[0] ?? null) : null;
}

/** All elements of that name below an element, in document order. */
export function below(element: XmlElement, name: string): readonly XmlElement[] {
  return element.children.flatMap((child) => [...(child.name === name ? [child] : []), ...below(child, name)]);
}

/** The text of the first element of that name below an element; null where there is none. */
export function textBelow(element: XmlElement, name: string): string | null {
  return below(element, name)[0]?.text.trim() ?? null;
}
