/** What the rate headers say after one request, and whether it went over the quota. */
export interface RateReading {
  readonly exceeded: boolean;
  readonly limit: string;
  readonly remaining: string;
  readonly reset: string;
}

/** Fixed windows, one count for each client. */
export interface RateWindows {
  /** Takes one request of the client at a time in milliseconds since the epoch. */
  take(client: string, now: number): RateReading;
  /** How the windows stand, without taking from them; for a refusal that the quota did not cause. */
  refuse(now: number): RateReading;
}

/** Creates the windows: `quota` requests in each `windowSeconds`, aligned to the epoch. */
export function createRateWindows(quota: number, windowSeconds: number): RateWindows {
  const limit = `${String(quota)}, ${String(quota)};w=${String(windowSeconds)}`;
  const length = windowSeconds * 1000;
  const counts = new Map<string, number>();
  let current = -1;

  function secondsLeft(now: number): string {
    return String(Math.max(1, Math.ceil(((Math.floor(now / length) + 1) * length - now) / 1000)));
  }

  return {
    take(client, now) {
      const index = Math.floor(now / length);
      if (index !== current) {
        current = index;
        counts.clear();
      }
      const used = counts.get(client) ?? 0;
      const exceeded = used >= quota;
      if (!exceeded) counts.set(client, used + 1);
      const remaining = exceeded ? 0 : quota - used - 1;
      return { exceeded, limit, remaining: String(remaining), reset: secondsLeft(now) };
    },
    refuse(now) {
      return { exceeded: true, limit, remaining: '0', reset: secondsLeft(now) };
    },
  };
}
