/** A piece of a line of XML, by what it is. */
export interface XmlPart {
  readonly kind: 'name' | 'attribute' | 'value' | 'quiet' | 'text';
  readonly text: string;
  /** Whether it is what was searched for. */
  readonly found: boolean;
}

const markup = /<(?:"[^"]*"|'[^']*'|[^>"'])*>?|[^<]+/gu;
const attributes = /(?<attribute>[^\s=<>"'/]+)(?==)|(?<value>"[^"]*"?|'[^']*'?)/gu;

type Piece = Omit<XmlPart, 'found'>;

function insideTag(tag: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const { 0: text, index, groups } of tag.matchAll(attributes)) {
    if (index > from) pieces.push({ kind: 'name', text: tag.slice(from, index) });
    pieces.push({ kind: groups?.['value'] === undefined ? 'attribute' : 'value', text });
    from = index + text.length;
  }
  if (from < tag.length) pieces.push({ kind: 'name', text: tag.slice(from) });
  return pieces;
}

function marked({ kind, text }: Piece, wanted: string): readonly XmlPart[] {
  // Some letters are of another length in lower case; then nothing is marked rather than the wrong place.
  const lower = text.toLowerCase();
  if (wanted === '' || lower.length !== text.length) return [{ kind, text, found: false }];
  const parts: XmlPart[] = [];
  let from = 0;
  for (let at = lower.indexOf(wanted); at !== -1; at = lower.indexOf(wanted, from)) {
    if (at > from) parts.push({ kind, text: text.slice(from, at), found: false });
    parts.push({ kind, text: text.slice(at, at + wanted.length), found: true });
    from = at + wanted.length;
  }
  if (from < text.length) parts.push({ kind, text: text.slice(from), found: false });
  return parts;
}

/** Cuts a line of XML into what is coloured and marked on its own; together the parts are the line. `wanted`: what is searched for, '' for nothing. */
export function xmlParts(line: string, wanted: string): readonly XmlPart[] {
  const lower = wanted.toLowerCase();
  return (line.match(markup) ?? [])
    .flatMap((part): readonly Piece[] => {
      if (/^<[!?]/u.test(part)) return [{ kind: 'quiet', text: part }];
      return part.startsWith('<') ? insideTag(part) : [{ kind: 'text', text: part }];
    })
    .flatMap((piece) => marked(piece, lower));
}
