import type { ByteSource } from './byte-source.ts';
import { damaged, incomplete, mediaTypes, whole } from './verdict.ts';
import type { Verdict } from './verdict.ts';

/** Parsing takes several times the file in memory: above this only brackets and strings are followed. */
const maxParsedBytes = 4 * 1024 * 1024;
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

/** Old programs end a file with Ctrl-Z, others fill its last block with zeros. */
function withoutTail(text: string): string {
  let end = text.length;
  while (end > 0 && '\0\x1A \t\r\n'.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

function decoded(source: ByteSource): string {
  const bytes = source.read(0, source.size);
  const even = bytes.subarray(0, bytes.length - (bytes.length % 2));
  const text =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? bytes.toString('utf16le')
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? Buffer.from(even).swap16().toString('utf16le')
        : bytes.toString('utf8');
  return withoutTail(text.replace(/^\uFEFF/, ''));
}

/**
 * Whether JSON is whole: it can be parsed. A bare number may still grow and needs the longer quiet time. Where all brackets are closed and
 * it can't be parsed, nothing that is added makes it JSON.
 */
export function judgeJson(source: ByteSource): Verdict {
  if (source.size > maxParsedBytes) {
    return bracketsClosed(source) ? whole(mediaTypes.json, 'text') : incomplete('end-missing');
  }
  const text = decoded(source);
  const isClosed = /[}\]]$/.test(text);
  if (parses(text)) return whole(mediaTypes.json, isClosed ? 'structural' : 'text');
  if (!isClosed || !bracketsClosed(source)) return incomplete('not-well-formed');
  return damaged(/[:[,]\s*(?:NaN|-?Infinity)\b/.test(text) ? 'no-number' : 'faulty');
}
