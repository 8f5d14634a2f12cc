import type { ByteSource } from './byte-source.ts';
import { incomplete, mediaTypes, whole } from './verdict.ts';
import type { Verdict } from './verdict.ts';

/** Parsing takes several times the file in memory: above this only brackets and strings are followed. */
const largestParsedBytes = 4 * 1024 * 1024;
const chunkBytes = 64 * 1024;

/** Whether all brackets of a large file are closed, outside of strings. One pass, no memory. */
function bracketsClosed(source: ByteSource): boolean {
  let depth = 0;
  let inString = false;
  let escaped = false;
  for (let position = 0; position < source.size; position += chunkBytes) {
    for (const byte of source.read(position, chunkBytes)) {
      if (inString) {
        if (escaped) escaped = false;
        else if (byte === 0x5c) escaped = true;
        else if (byte === 0x22) inString = false;
      } else if (byte === 0x22) inString = true;
      else if (byte === 0x7b || byte === 0x5b) depth += 1;
      else if (byte === 0x7d || byte === 0x5d) depth -= 1;
    }
    if (depth < 0) return false;
  }
  return depth === 0 && !inString;
}

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Whether JSON is whole: it can be parsed. A bare number may still grow and needs the longer quiet time. */
export function judgeJson(source: ByteSource): Verdict {
  if (source.size > largestParsedBytes) {
    return bracketsClosed(source) ? whole(mediaTypes.json, 'text') : incomplete('end-missing');
  }
  const bytes = source.read(0, source.size);
  const utf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  const text = bytes.toString(utf16 ? 'utf16le' : 'utf8').replace(/^\uFEFF/, '');
  if (!parses(text)) return incomplete('not-well-formed');
  return whole(mediaTypes.json, /[}\]]\s*$/.test(text) ? 'structural' : 'text');
}
