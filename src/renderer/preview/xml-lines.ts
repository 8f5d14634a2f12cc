/** Lines of an XML: where each begins and ends in the source, how deep it stands, and the line that closes it (-1: none). */
export interface XmlLines {
  readonly source: string;
  readonly starts: readonly number[];
  readonly ends: readonly number[];
  readonly depths: readonly number[];
  readonly closings: readonly number[];
}

function endOfMarkup(source: string, at: number): number {
  const until = (mark: string): number => {
    const found = source.indexOf(mark, at);
    return found === -1 ? source.length : found + mark.length;
  };
  if (source.startsWith('<!--', at)) return until('-->');
  if (source.startsWith('<![CDATA[', at)) return until(']]>');
  if (source.startsWith('<?', at)) return until('?>');
  let quote = '';
  for (let index = at + 1; index < source.length; index += 1) {
    const sign = source.charAt(index);
    if (quote !== '') {
      if (sign === quote) quote = '';
    } else if (sign === '"' || sign === "'") quote = sign;
    else if (sign === '>') return index + 1;
  }
  return source.length;
}

/** Cuts an XML into lines, one a tag, an element with only text on one. Never fails: what is not well-formed is shown as it is. */
export function xmlLines(source: string): XmlLines {
  const starts: number[] = [];
  const ends: number[] = [];
  const depths: number[] = [];
  const closings: number[] = [];
  const open: number[] = [];
  const push = (start: number, end: number): void => {
    starts.push(start);
    ends.push(end);
    depths.push(open.length);
    closings.push(-1);
  };
  let at = 0;
  while (at < source.length) {
    const found = source.indexOf('<', at);
    const markup = found === -1 ? source.length : found;
    let from = at;
    while (from < markup && source.charCodeAt(from) <= 32) from += 1;
    if (from < markup) push(from, markup);
    if (markup === source.length) break;
    const end = endOfMarkup(source, markup);
    const next = source.charAt(markup + 1);
    if (next === '/') {
      const opener = open.pop();
      const inside = opener === undefined ? 0 : starts.length - 1 - opener;
      const onlyText = inside === 1 && source.charAt(starts[starts.length - 1] ?? 0) !== '<';
      if (opener !== undefined && (inside === 0 || onlyText)) {
        for (const list of [starts, ends, depths, closings]) list.length = opener + 1;
        ends[opener] = end;
      } else {
        if (opener !== undefined) closings[opener] = starts.length;
        push(markup, end);
      }
    } else {
      push(markup, end);
      if (next !== '!' && next !== '?' && source.charAt(end - 2) !== '/') open.push(starts.length - 1);
    }
    at = end;
  }
  return { source, starts, ends, depths, closings };
}

/** The lines that are in sight when those of `folded` are folded. */
export function visibleLines(lines: XmlLines, folded: ReadonlySet<number>): Int32Array {
  const visible = new Int32Array(lines.starts.length);
  let count = 0;
  for (let line = 0; line < lines.starts.length; line += 1) {
    visible[count] = line;
    count += 1;
    const closing = lines.closings[line] ?? -1;
    if (folded.has(line) && closing > line) line = closing;
  }
  return visible.slice(0, count);
}

/** Lines in which the words stand, whatever their case. */
export function findLines({ source, starts, ends }: XmlLines, words: string): number[] {
  const wanted = words.toLowerCase();
  const found: number[] = [];
  for (let line = 0; line < starts.length; line += 1) {
    if (source.slice(starts[line], ends[line]).toLowerCase().includes(wanted)) found.push(line);
  }
  return found;
}

/** The bytes of parts, one after the other. */
export function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** The characters of a file by its byte order mark or its XML declaration; UTF-8 where neither says anything. */
export function decodeXml(bytes: Uint8Array): string {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 200));
  const told = /^<\?xml[^>]*encoding=["']([\w-]+)["']/u.exec(head)?.[1];
  const marked = head.startsWith('\u00ff\u00fe')
    ? 'utf-16le'
    : head.startsWith('\u00fe\u00ff')
      ? 'utf-16be'
      : undefined;
  try {
    return new TextDecoder(marked ?? told ?? 'utf-8').decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}
