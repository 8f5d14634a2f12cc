import { decodeFileName } from '../transport/file-name-header.ts';

/** What the header of a part says. */
export interface PartHeader {
  readonly name: string | null;
  readonly mediaType: string | null;
  /** Lower case; `binary` where nothing is said. */
  readonly encoding: string;
}

/** The parameters behind the first `;` of a header field (RFC 9110, 5.6.6), names in lower case, quoted strings undone. */
export function parametersOf(field: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const pattern = /;\s*([!#$%&'*+.^_`|~\w-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]*))/gs;
  for (const [, name = '', quoted, plain = ''] of field.matchAll(pattern)) {
    const key = name.toLowerCase();
    if (!found.has(key)) found.set(key, quoted === undefined ? plain : quoted.replace(/\\(.)/gs, '$1'));
  }
  return found;
}

/** Text of header bytes (latin1): UTF-8 where they are that. */
function textOf(latin1: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(latin1, 'latin1'));
  } catch {
    return latin1;
  }
}

/** An extended value, `UTF-8''na%C3%AFve` (RFC 8187); null where it is none. */
function extendedValue(value: string): string | null {
  const match = /^([\w-]+)'[\w-]*'(.*)$/s.exec(value);
  if (match === null) return null;
  const bytes = Buffer.from(
    (match[2] ?? '').replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );
  return /^utf-?8$/i.test(match[1] ?? '') ? bytes.toString('utf8') : bytes.toString('latin1');
}

function fileNameOf(fields: ReadonlyMap<string, string>): string | null {
  const disposition = parametersOf(fields.get('content-disposition') ?? '');
  const extended = extendedValue(disposition.get('filename*') ?? '');
  if (extended !== null && extended !== '') return extended;
  const plain = disposition.get('filename') ?? parametersOf(fields.get('content-type') ?? '').get('name') ?? '';
  if (plain !== '') return textOf(plain);
  const own = fields.get('x-hy-filename') ?? '';
  return own === '' ? null : decodeFileName(own);
}

/** Reads the header of a part: lines ended by CR LF, folded ones joined. Lines without a colon say nothing. */
export function readPartHeader(bytes: Buffer): PartHeader {
  const fields = new Map<string, string>();
  for (const line of bytes
    .toString('latin1')
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')) {
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(0, colon)).trim().toLowerCase();
    if (name !== '' && !fields.has(name)) fields.set(name, line.slice(colon + 1).trim());
  }
  const mediaType = (fields.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return {
    name: fileNameOf(fields),
    mediaType: mediaType === '' ? null : mediaType,
    encoding: fields.get('content-transfer-encoding')?.toLowerCase() ?? 'binary',
  };
}
