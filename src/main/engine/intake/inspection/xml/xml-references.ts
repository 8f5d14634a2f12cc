import type { EntityLength } from './xml-doctype.ts';
import { isEntityName } from './xml-names.ts';

/** What a reference in XML text stands for: how many characters it takes and how many it becomes, or a flaw; `more` = not all there. */
export type Reference =
  | { readonly kind: 'ok'; readonly length: number; readonly becomes: number }
  | { readonly kind: 'more' }
  | { readonly kind: 'flaw'; readonly reason: string };

/** The longest reference that is waited for, characters. */
const maxReferenceLength = 1_024;
const reference = /&(?:#([0-9]+)|#x([0-9a-fA-F]+)|([^\s&;<>#"'][^\s&;<>"']*));/y;
const predefined: ReadonlySet<string> = new Set(['lt', 'gt', 'amp', 'quot', 'apos']);

/** Whether a code point is a character of XML 1.0 (production 2). */
function isCharacter(code: number): boolean {
  if (code < 0x20) return code === 0x9 || code === 0xa || code === 0xd;
  return code <= 0xd7ff || (code >= 0xe000 && code <= 0xfffd) || (code >= 0x10000 && code <= 0x10ffff);
}

/** Reads the reference at `at`. Entities that are not predefined have to be known to `lengthOf`: nothing else is filled in. */
export function readReference(text: string, at: number, lengthOf: EntityLength): Reference {
  reference.lastIndex = at;
  const found = reference.exec(text);
  if (found === null) {
    const open = text.length - at < maxReferenceLength && !text.includes(';', at);
    return open ? { kind: 'more' } : { kind: 'flaw', reason: 'a broken reference' };
  }
  const [whole, decimal, hexadecimal, name] = found;
  if (name === undefined) {
    const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number.parseInt(decimal, 10);
    if (!isCharacter(code)) return { kind: 'flaw', reason: 'a reference to no character' };
    return { kind: 'ok', length: whole.length, becomes: 1 };
  }
  if (!isEntityName(name)) return { kind: 'flaw', reason: 'a broken reference' };
  const becomes = predefined.has(name) ? 1 : lengthOf(name);
  if (becomes === null) return { kind: 'flaw', reason: 'an entity that does not stand for text' };
  return { kind: 'ok', length: whole.length, becomes };
}
