import { escapeUnseen } from '../../host/escape-unseen.ts';

/** JSON that may be shown on a terminal: what would steer it or turn its text is escaped, which means the same. */
export function safeJson(text: string): string {
  return escapeUnseen(text);
}

const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s{}[\],:"]+/gsu;

/** Lays JSON text out anew without reading its values, so that every number keeps all its digits; `indent` 0 = on one line. */
export function laidOut(text: string, indent: number): string {
  let depth = 0;
  let out = '';
  let before = '';
  const line = (): string => (indent === 0 ? '' : `\n${' '.repeat(indent * depth)}`);
  for (const [token] of text.matchAll(tokens)) {
    const opens = before === '{' || before === '[';
    if (token === '}' || token === ']') {
      depth -= 1;
      out += opens ? token : line() + token;
    } else {
      if (opens) out += line();
      out += token;
      if (token === '{' || token === '[') depth += 1;
      else if (token === ',') out += line();
      else if (token === ':' && indent > 0) out += ' ';
    }
    before = token;
  }
  return out;
}
