import { SaxesParser } from 'saxes';

/** An element by its local name, as far as eSCL needs it: namespaces and attributes say nothing there. */
export interface XmlElement {
  readonly name: string;
  readonly children: readonly XmlElement[];
  readonly text: string;
}

interface Growing {
  readonly name: string;
  readonly children: Growing[];
  text: string;
}

/** A device's answer that is longer is none (characters). */
const longest = 1_000_000;
/** Deeper nesting is no eSCL. */
const deepest = 50;

/** Reads a small XML document; null where it is not well-formed, too long, too deep, or has a document type declaration. */
export function readXmlTree(xml: string): XmlElement | null {
  if (xml.length > longest) return null;
  const root: Growing = { name: '', children: [], text: '' };
  const open = [root];
  const problems: string[] = [];
  const parser = new SaxesParser();
  parser.on('error', ({ message }) => problems.push(message));
  parser.on('doctype', () => problems.push('document type'));
  parser.on('opentag', ({ name }) => {
    const element: Growing = { name: name.replace(/^.*:/, ''), children: [], text: '' };
    open.at(-1)?.children.push(element);
    open.push(element);
    if (open.length > deepest) problems.push('too deep');
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
  parser.write(xml).close();
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
