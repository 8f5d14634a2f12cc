/**
 * A value of the registry. `text` and `expandable` (variables of the environment between `%`) are REG_SZ and REG_EXPAND_SZ, `lines`
 * REG_MULTI_SZ, `number` REG_DWORD or REG_QWORD; `other` is any other type.
 */
export type RegistryValue =
  | { readonly kind: 'text' | 'expandable'; readonly text: string }
  | { readonly kind: 'lines'; readonly lines: readonly string[] }
  | { readonly kind: 'number'; readonly number: number }
  | { readonly kind: 'other' };

/** The values of one key, by name; '' is the key's own. */
export interface RegistryKey {
  readonly key: string;
  readonly values: ReadonlyMap<string, RegistryValue>;
}

const head = /^\ufeff?Windows Registry Editor Version 5\.00\s+/u;
const keyLine = /\[([^\r\n]*)\][ \t]*(?:\r?\n\s*|$)/uy;
const valueLine =
  /(?:@|"((?:[^"\\]|\\[^])*)")=(?:"((?:[^"\\]|\\[^])*)"|dword:([0-9a-f]{8})|hex(?:\(([0-9a-f]{1,8})\))?:((?:[0-9a-f]{2}|,|\\\r?\n[ \t]*)*))[ \t]*(?:\r?\n\s*|$)/iuy;

/** What `reg export` writes, as text; null where it is none of that. Strings may hold line breaks. */
export function readRegistryFile(text: string): readonly RegistryKey[] | null {
  const start = head.exec(text);
  if (start === null) return null;
  const keys: { readonly key: string; readonly values: Map<string, RegistryValue> }[] = [];
  for (let at = start[0].length; at < text.length;) {
    keyLine.lastIndex = valueLine.lastIndex = at;
    const key = keyLine.exec(text);
    if (key !== null) {
      keys.push({ key: key[1] ?? '', values: new Map() });
      at = keyLine.lastIndex;
      continue;
    }
    const value = valueLine.exec(text);
    const present = keys.at(-1);
    if (value === null || present === undefined) return null;
    const [, name = '', plain, double, type, hex = ''] = value;
    present.values.set(unescaped(name), valueOf(plain, double, type, hex));
    at = valueLine.lastIndex;
  }
  return keys;
}

function unescaped(text: string): string {
  return text.replaceAll(/\\([^])/gu, '$1');
}

function valueOf(
  plain: string | undefined,
  double: string | undefined,
  type: string | undefined,
  hex: string,
): RegistryValue {
  if (plain !== undefined) return { kind: 'text', text: unescaped(plain) };
  if (double !== undefined) return { kind: 'number', number: Number.parseInt(double, 16) };
  const bytes = Buffer.from(hex.replaceAll(/[^0-9a-f]/giu, ''), 'hex');
  const text = bytes.toString('utf16le').replace(/\0+$/u, '');
  switch (type?.toLowerCase() ?? '') {
    case '1':
      return { kind: 'text', text };
    case '2':
      return { kind: 'expandable', text };
    case '7':
      return { kind: 'lines', lines: text === '' ? [] : text.split('\0') };
    case 'b':
      return bytes.length === 8 ? { kind: 'number', number: Number(bytes.readBigUInt64LE()) } : { kind: 'other' };
    default:
      return { kind: 'other' };
  }
}
