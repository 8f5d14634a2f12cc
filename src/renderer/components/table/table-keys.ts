/** Where a key leads in a table of `count` lines seen `page` at a time; null = the key moves nothing. */
export function movedLine(key: string, active: number, count: number, page: number): number | null {
  const last = count - 1;
  const target: Readonly<Record<string, number>> = {
    ArrowDown: active + 1,
    ArrowUp: active - 1,
    PageDown: active + page,
    PageUp: active - page,
    Home: 0,
    End: last,
  };
  const to = Object.hasOwn(target, key) ? target[key] : undefined;
  if (to === undefined || last < 0) return null;
  return Math.min(last, Math.max(0, to));
}

/** ms after which what was typed is forgotten. */
const forgotten = 800;
/** Lines that are looked through. */
const maxLines = 10_000;

/**
 * Finds lines by what is typed, as lists of a desktop do: letters typed one after the other are a beginning; one letter again and
 * again goes from line to line. `textAt` answers undefined for lines that are not there or have no name.
 */
export function createTypeAhead(now: () => number): {
  /** Whether something is being typed, so that a space belongs to it. */
  readonly isTyping: () => boolean;
  /** The line a letter leads to; null: to none. */
  readonly find: (
    letter: string,
    at: { readonly active: number; readonly count: number; readonly textAt: (line: number) => string | undefined },
  ) => number | null;
} {
  let typed = '';
  let last = Number.NEGATIVE_INFINITY;
  const isTyping = (): boolean => typed !== '' && now() - last < forgotten;
  return {
    isTyping,
    find(letter, { active, count, textAt }) {
      typed = (isTyping() ? typed : '') + letter.toLowerCase();
      last = now();
      const again = typed === typed.charAt(0).repeat(typed.length);
      const wanted = again ? typed.charAt(0) : typed;
      // A beginning that goes on may stay where it is; a letter alone leads on.
      const first = again ? 1 : 0;
      for (let step = first; step < Math.min(count + first, maxLines); step += 1) {
        const line = (active + step) % count;
        if (textAt(line)?.toLowerCase().startsWith(wanted) === true) return line;
      }
      return null;
    },
  };
}
