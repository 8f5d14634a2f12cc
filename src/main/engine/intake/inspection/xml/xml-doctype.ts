import type { XmlDoctype } from '../inspection.ts';
import { parseXml } from './parse-xml.ts';

/**
 * How many characters an entity stands for: plain text by its length, one that only an external part can declare by 0 (nothing is
 * filled in for it). null: any other, which can't be judged without a second parser, or which has to be declared and is not.
 */
export type EntityLength = (name: string) => number | null;

/** What a document type declaration says that matters for the rest; `reason` is one short line. */
export type Doctype =
  | { readonly ok: true; readonly doctype: XmlDoctype | undefined; readonly lengthOf: EntityLength }
  | { readonly ok: false; readonly reason: string };

const parts = /"[^"]*"|'[^']*'|<!--[\s\S]*?-->|<\?[\s\S]*?\?>|[[\]>]/g;

/** Where the declaration that begins at `at` ends (behind its bracket), or null where the text does not show that yet. */
export function endOfDoctype(text: string, at: number): number | null {
  let depth = 0;
  let read = at + '<!DOCTYPE'.length;
  parts.lastIndex = read;
  for (let found = parts.exec(text); found !== null; found = parts.exec(text)) {
    // Skipped over an opening quote or comment: its end is not there yet.
    if (/["']|<!--|<\?/.test(text.slice(read, found.index))) return null;
    read = parts.lastIndex;
    if (found[0] === '[') depth += 1;
    else if (found[0] === ']') depth -= 1;
    else if (found[0] === '>' && depth <= 0) return read;
  }
  return null;
}

// References to characters are filled in where the entity is declared, so that those of & and < begin markup where it is used.
const characterOrName = String.raw`&(?:#(?!0*(?:38|60);)[0-9]+|#x(?!0*(?:26|3[cC]);)[0-9a-fA-F]+|lt|gt|amp|quot|apos);`;
const references = new RegExp(characterOrName, 'g');
const plainText = new RegExp(`^(?:[^<&%]|${characterOrName})*$`);
const entities = /<!ENTITY[ \t\r\n]+([^ \t\r\n%]+)[ \t\r\n]+(?:"([^"]*)"|'([^']*)'|(?:SYSTEM|PUBLIC)[ \t\r\n])/g;

/**
 * Judges a whole declaration with the strict parser, over an empty document. External parts are never loaded; what they may
 * declare has to be declared within where the document says that it stands alone (XML 1.0, 4.1).
 */
export function readDoctype(declaration: string, standalone: boolean): Doctype {
  const checked = parseXml(Buffer.from(`${declaration}<a/>`));
  if (!checked.ok) return checked;
  const bare = declaration.replace(/<!--[\s\S]*?-->|<\?[\s\S]*?\?>/g, ' ');
  const lengths = new Map<string, number | null>();
  for (const [, name, double, single] of bare.matchAll(entities)) {
    // The first declaration of a name counts (XML 1.0, 4.2).
    if (name === undefined || lengths.has(name)) continue;
    const text = double ?? single ?? null;
    lengths.set(name, text !== null && plainText.test(text) ? text.replace(references, '.').length : null);
  }
  // Longer than the declaration, so that it can't stand there.
  const undeclared = `e${'_'.repeat(declaration.length)}`;
  // What parameter entities make of the declaration itself can't be judged without a second parser either.
  const mayBeElsewhere = !standalone && !/<!ENTITY[ \t\r\n]+%/.test(bare);
  const elsewhere = mayBeElsewhere && parseXml(Buffer.from(`${declaration}<a>&${undeclared};</a>`)).ok ? 0 : null;
  const { doctype } = checked;
  return { ok: true, doctype, lengthOf: (name) => (lengths.has(name) ? (lengths.get(name) ?? null) : elsewhere) };
}
