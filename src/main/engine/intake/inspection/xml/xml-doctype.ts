import { parseXml } from './parse-xml.ts';

/** What a document type declaration says that matters for the rest; `reason` is one short line. */
export type Doctype =
  | {
      readonly ok: true;
      /** Entities that stand for plain text, by name: its length in characters. Others can't be judged without a second parser. */
      readonly texts: ReadonlyMap<string, number>;
    }
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

/** Judges a whole declaration with the strict parser, over an empty document. External parts are never loaded. */
export function readDoctype(declaration: string): Doctype {
  const checked = parseXml(Buffer.from(`${declaration}<a/>`));
  if (!checked.ok) return checked;
  const bare = declaration.replace(/<!--[\s\S]*?-->|<\?[\s\S]*?\?>/g, ' ');
  const texts = new Map<string, number>();
  const entities = /<!ENTITY[ \t\r\n]+([^ \t\r\n%]+)[ \t\r\n]+(?:"([^"<&%]*)"|'([^'<&%]*)')[ \t\r\n]*>/g;
  for (const [, name, double, single] of bare.matchAll(entities)) {
    // The first declaration of a name counts (XML 1.0, 4.2).
    if (name !== undefined && !texts.has(name)) texts.set(name, (double ?? single ?? '').length);
  }
  return { ok: true, texts };
}
