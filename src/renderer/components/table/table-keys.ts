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
