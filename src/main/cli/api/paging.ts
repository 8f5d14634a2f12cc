import type { Command } from 'commander';
import { maxPageSize } from '../../engine/service/operations/rules.ts';
import { serviceWordsIn, type Things } from '../output/service-words.ts';
import type { Terminal } from '../output/terminal.ts';
import { number } from '../run/flag-values.ts';

/** What a person says of the page that is wanted. */
export interface PagingOptions {
  readonly limit: number;
  readonly offset: number;
}

/** Where a page is; `limit` is what the service allows at most, `totalCount` null where it does not say. */
export interface PageBounds {
  readonly limit: number;
  readonly offset: number;
  readonly totalCount: number | null;
}

/** Gives a command the flags of a list that comes in pages of `things`. */
export function withPagingFlags(command: Command, things: string): Command {
  return command
    .addOption(
      number('--limit <n>', `${things} in the page, 0 to ${maxPageSize}; more is taken as ${maxPageSize}`, {
        min: 0,
      }).default(20, '20'),
    )
    .addOption(number('--offset <n>', `${things} to leave out before it`, { min: 0 }).default(0, '0'));
}

/** The page that a person asked for, no larger than the service allows. */
export function pagingOf({ limit, offset }: PagingOptions): PagingOptions {
  return { limit: Math.min(limit, maxPageSize), offset };
}

function numberAt(answer: unknown, name: string): number | null {
  if (typeof answer !== 'object' || answer === null) return null;
  const value: unknown = Object.entries(answer).find(([key]) => key === name)?.[1];
  return typeof value === 'number' ? value : null;
}

/** The bounds that a list names itself, else those that were asked for. */
export function boundsOf(answer: unknown, asked: PagingOptions): PageBounds {
  return {
    limit: numberAt(answer, 'limit') ?? asked.limit,
    offset: numberAt(answer, 'offset') ?? asked.offset,
    totalCount: numberAt(answer, 'totalCount'),
  };
}

/** Says where a page of `things` ends, for programs and for people, and how to see what comes after it. */
export function sayPage(
  terminal: Terminal,
  things: Things,
  count: number,
  { limit, offset, totalCount }: PageBounds,
): void {
  terminal.object({ event: 'page', limit, offset, count, totalCount });
  const end = offset + count;
  const words = serviceWordsIn(terminal.language);
  terminal.line(count === 0 ? words.noneHere(things) : words.page(things, offset + 1, end, totalCount));
  const more = totalCount === null ? count > 0 && count >= limit : count > 0 && end < totalCount;
  if (more) terminal.note(words.more(end));
}
