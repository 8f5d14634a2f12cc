import { foldedRole } from './open-case-state.ts';

/** What a name says by a pattern. */
export interface NamedPart {
  readonly case: string;
  readonly role: string | null;
}

type Slot = 'case' | 'role' | 'any';
type Piece = { readonly literal: string } | { readonly slot: Slot };

/** Longest name that is looked at, and splits that are tried, so that no name and no pattern takes long. */
const maxNameLength = 300;
const maxSplits = 2_000;
const slots: readonly Slot[] = ['case', 'role', 'any'];
/** `(2)`, `-2`, `_02` behind a role: a second file of the same one. */
const copyMark = /(?:\(\d{1,4}\)|[\s._-]\d{1,4})$/u;
const maxMarkLength = 6;
const separators = ' \t._-';

/** A word without its copy mark and what separates them; the whole word where nothing would be left. */
function withoutCopyMark(word: string): string {
  const mark = copyMark.exec(word.slice(-maxMarkLength));
  let end = word.length - (mark?.[0].length ?? 0);
  if (mark !== null) while (end > 0 && separators.includes(word.charAt(end - 1))) end -= 1;
  return end === 0 ? word : word.slice(0, end);
}

/** Where a rule names no roles, a word of letters may be one; half of a name, or a number, is none. */
function plainWord(word: string): string | null {
  return /^\p{L}+$/u.test(word) ? word : null;
}

function piecesOf(pattern: string): readonly Piece[] {
  return pattern
    .normalize('NFC')
    .toLowerCase()
    .split(/(\{[a-z]+\})/u)
    .filter((part) => part !== '')
    .map((part) => {
      const slot = slots.find((one) => part === `{${one}}`);
      return slot === undefined ? { literal: part } : { slot };
    });
}

/** The known role of a word, in its own spelling, also where a copy mark follows; null = it is none of them. */
export function knownRole(word: string, roles: readonly string[]): string | null {
  const wanted = [foldedRole(word), foldedRole(withoutCopyMark(word))];
  return roles.find((role) => wanted.includes(foldedRole(role))) ?? null;
}

/** The known role that a name is or ends with, as a word of its own (`1234 invoice (2)`); null = none. */
export function roleInName(stem: string, roles: readonly string[]): string | null {
  const whole = knownRole(stem, roles);
  if (whole !== null) return whole;
  const text = withoutCopyMark(foldedRole(stem));
  const found = roles.find((role) => {
    const word = foldedRole(role);
    return text.endsWith(word) && /[\s._-]/u.test(text.charAt(text.length - word.length - 1));
  });
  return found ?? null;
}

/**
 * Reads a name (without extension) by a pattern (see `casePatternSchema`), without regard to case. Where it can be divided in several ways, the way
 * counts whose role is a known one, else the one with the shortest parts from the left. Null = it does not fit.
 */
export function readByPattern(stem: string, pattern: string, roles: readonly string[]): NamedPart | null {
  const name = stem.normalize('NFC');
  const lower = name.toLowerCase();
  // Letters whose lower case is longer than themselves would shift what is cut out.
  const source = lower.length === name.length ? name : lower;
  if (name.length > maxNameLength) return null;
  const pieces = piecesOf(pattern);
  let first: NamedPart | null = null;
  let splits = 0;

  function walk(at: number, from: number, values: Readonly<Partial<Record<Slot, string>>>): NamedPart | null {
    const piece = pieces[at];
    if (piece === undefined) {
      if (from !== source.length) return null;
      const key = (values.case ?? '').trim();
      if (key === '') return null;
      const word = values.role?.trim() ?? '';
      const known = word === '' ? null : knownRole(word, roles);
      const found = { case: key, role: known ?? (roles.length === 0 ? plainWord(withoutCopyMark(word)) : null) };
      first ??= found;
      return known !== null || values.role === undefined || roles.length === 0 ? found : null;
    }
    if ('literal' in piece) {
      return lower.startsWith(piece.literal, from) ? walk(at + 1, from + piece.literal.length, values) : null;
    }
    const after = pieces[at + 1];
    const literal = after !== undefined && 'literal' in after ? after.literal : null;
    if (literal === null) return walk(at + 1, source.length, { ...values, [piece.slot]: source.slice(from) });
    for (let end = lower.indexOf(literal, from + 1); end !== -1; end = lower.indexOf(literal, end + 1)) {
      splits += 1;
      if (splits > maxSplits) return null;
      const found = walk(at + 1, end, { ...values, [piece.slot]: source.slice(from, end) });
      if (found !== null) return found;
    }
    return null;
  }

  return walk(0, 0, {}) ?? first;
}
