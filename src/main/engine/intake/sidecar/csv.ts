/** Splits a small table into rows of cells (RFC 4180; semicolon, tab or comma by the first line). Null where a quote stays open. */
export function parseTable(text: string): string[][] | null {
  const firstLine = /^[^\r\n]*/.exec(text)?.[0] ?? '';
  const separator = [';', '\t', ','].find((candidate) => firstLine.includes(candidate)) ?? ',';
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let quoted = false;
  const endCell = (): void => {
    row.push(cell);
    cell = '';
  };
  const endRow = (): void => {
    endCell();
    if (row.some((value) => value.trim() !== '')) rows.push(row);
    row = [];
  };
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (quoted) {
      if (character !== '"') cell += character;
      else if (text.charAt(at + 1) === '"') {
        cell += '"';
        at += 1;
      } else quoted = false;
    } else if (character === '"' && cell === '') quoted = true;
    else if (character === separator) endCell();
    else if (character === '\n') endRow();
    else if (character !== '\r') cell += character;
  }
  if (quoted) return null;
  endRow();
  return rows;
}
