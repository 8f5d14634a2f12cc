import { z } from 'zod';

/** A part of a project's list, newest change first, that is not read to its end: what changed from `floor` (ms) up to `reached`. */
export interface UnreadSpan {
  readonly floor: number;
  /** Time of the last row that was read, ms; null: none was. */
  readonly reached: number | null;
  /** Where that row stood in the list: it moves while documents change. */
  readonly offset: number;
}

/** How far a project's list is read; kept over restarts. */
export interface Position {
  /** All that changed before was seen, ms; null: the list was never read down to the floor. */
  readonly changedAt: number | null;
  /** The newest change seen, ms: a look from the top ends there. */
  readonly newest: number;
  /** No row can come any more that changed at `newest` or before. */
  readonly settled: boolean;
  /** What lies below and is not read yet, newest first: walks that were cut or failed. */
  readonly unread: readonly UnreadSpan[];
}

const spanSchema = z.object({ floor: z.number(), reached: z.number().nullable(), offset: z.number().int().min(0) });
const positionSchema = z.object({
  changedAt: z.number().nullable(),
  newest: z.number().optional(),
  settled: z.boolean().default(false),
  unread: z.array(spanSchema).default([]),
});
/** More spans than these are joined: they came from one failure after the other. */
const maxSpans = 8;

/** Reads what {@link Position} was written down as; null where there is none or it can't be read. */
export function readPosition(text: string | null): Position | null {
  if (text === null) return null;
  try {
    const parsed = positionSchema.safeParse(JSON.parse(text));
    if (!parsed.success) return null;
    const newest = parsed.data.newest ?? parsed.data.changedAt;
    return newest === null ? null : { ...parsed.data, newest };
  } catch {
    return null;
  }
}

/** Joins spans that overlap, so that nothing is read twice; rather too much is unread than too little. */
function joined(spans: readonly UnreadSpan[]): readonly UnreadSpan[] {
  const result: UnreadSpan[] = [];
  for (const span of spans) {
    const above = result.at(-1);
    if (above !== undefined && (span.reached === null || span.reached >= above.floor)) {
      result[result.length - 1] = { ...above, floor: Math.min(above.floor, span.floor) };
    } else result.push(span);
  }
  const [first, second] = result;
  if (first === undefined || second === undefined || result.length <= maxSpans) return result;
  return [{ ...first, floor: second.floor }, ...result.slice(2)];
}

/**
 * The position after a look: `top` = the span from the top of the list as it was wanted, `topLeft` = what is left of it (null: it was
 * read down to its floor), `below` = what is left of the spans below.
 */
export function positionAfter(
  seen: { readonly newest: number; readonly settled: boolean },
  top: UnreadSpan,
  topLeft: UnreadSpan | null,
  below: readonly UnreadSpan[],
): Position {
  // A look that went further back than those spans has what they miss.
  const apart = below.filter(({ floor }) => floor < top.floor);
  const unread = joined([...(topLeft === null ? [] : [topLeft]), ...apart]);
  const { newest, settled } = seen;
  const lowest = unread.reduce<number>((min, { floor }) => Math.min(min, floor), newest);
  return { changedAt: lowest, newest, settled, unread };
}
