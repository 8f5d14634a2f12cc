/** What a rate window says about one request. */
export interface Verdict {
  readonly allowed: boolean;
  readonly headers: readonly (readonly [name: string, value: string])[];
}

/**
 * A quota of `limit` requests in fixed windows of `windowSeconds`, that begin with the first request ever, with the headers that
 * the service sends: `limit` as `10, 10;w=1`, whole numbers for `remaining` and for `reset` (seconds).
 */
export function createRateWindow(limit: number, windowSeconds: number): { take(now: number): Verdict } {
  let origin: number | null = null;
  let present = -1;
  let used = 0;
  return {
    take(now) {
      origin ??= now;
      const window = Math.floor((now - origin) / (windowSeconds * 1000));
      if (window !== present) {
        present = window;
        used = 0;
      }
      const allowed = used < limit;
      if (allowed) used += 1;
      const endsAt = origin + (window + 1) * windowSeconds * 1000;
      return {
        allowed,
        headers: [
          ['x-ratelimit-limit', `${limit}, ${limit};w=${windowSeconds}`],
          ['x-ratelimit-remaining', `${limit - used}`],
          ['x-ratelimit-reset', `${Math.ceil((endsAt - now) / 1000)}`],
        ],
      };
    },
  };
}
