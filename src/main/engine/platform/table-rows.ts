/** The separator of a table, by its first line: what Excel says there (`sep=;`), else semicolon, tab or comma. */
function separatorOf(text: string): { readonly separator: string; readonly start: number } {
  const firstLine = /^[^\r\n]*/u.exec(text)?.[0] ?? '';
  const said = /^"?sep=(.)"?$/iu.exec(firstLine)?.[1];
  if (said !== undefined) return { separator: said, start: firstLine.length };
  return { separator: [';', '\t', ','].find((each) => firstLine.includes(each)) ?? ',', start: 0 };
}

/**
 * Goes through the rows of a table (RFC 4180; see {@link separatorOf}) one by one, without blank ones. Returns whether it is whole:
 * false where a quote stays open.
 */
export function* tableRows(text: string): Generator<string[], boolean> {
  const { separator, start } = separatorOf(text);
  let row: string[] = [];
  let cell = '';
  let quoted = false;
  const ended = (): string[] => {
    const whole = [...row, cell];
    row = [];
    cell = '';
    return whole;
  };
  for (let at = start; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (quoted) {
      if (character !== '"') cell += character;
      else if (text.charAt(at + 1) === '"') {
        cell += '"';
        at += 1;
      } else quoted = false;
    } else if (character === '"' && cell === '') quoted = true;
    else if (character === separator) {
      row.push(cell);
      cell = '';
    } else if (character === '\n') {
      const whole = ended();
      if (whole.some((value) => value.trim() !== '')) yield whole;
    } else if (character !== '\r') cell += character;
  }
  if (quoted) return false;
  const last = ended();
  if (last.some((value) => value.trim() !== '')) yield last;
  return true;
}
