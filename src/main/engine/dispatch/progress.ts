import type { EngineProgress } from '../../../shared/views.ts';
import type { ItemRecord } from '../journal/records.ts';

/** Counts bytes of this run for progress bars; instants in ms since 1970, sizes in bytes. */
export interface ProgressMeter {
  /** An item came under the engine's care in this run. */
  accepted(itemId: string, size: number): void;
  begin(item: Pick<ItemRecord, 'id' | 'name' | 'size'>): void;
  /** The attempt ended; `sent` = its bytes are at the service. */
  end(itemId: string, sent: boolean): void;
  /** It will not be sent (cancelled, held, duplicate). */
  dropped(size: number): void;
  read(): Pick<EngineProgress, 'bytesTotal' | 'bytesSent' | 'bytesPerSecond' | 'secondsLeft' | 'inFlight'>;
}

/** Rates are taken over the last seconds. */
const windowMs = 5_000;

/** Makes a meter that has seen nothing yet. */
export function createProgressMeter(now: () => number): ProgressMeter {
  const flying = new Map<string, { name: string; size: number; since: number }>();
  const arrivals: { at: number; bytes: number }[] = [];
  let total = 0;
  let sent = 0;

  function rate(): number {
    const present = now();
    while (arrivals[0] !== undefined && arrivals[0].at < present - windowMs) arrivals.shift();
    const first = arrivals[0];
    if (first === undefined) return 0;
    const bytes = arrivals.reduce((sum, arrival) => sum + arrival.bytes, 0);
    return (bytes * 1_000) / Math.max(1_000, present - first.at);
  }

  return {
    accepted(_itemId, size) {
      total += size;
    },
    begin(item) {
      flying.set(item.id, { name: item.name, size: item.size, since: now() });
    },
    end(itemId, arrived) {
      const flight = flying.get(itemId);
      flying.delete(itemId);
      if (!arrived || flight === undefined) return;
      sent += flight.size;
      total = Math.max(total, sent);
      arrivals.push({ at: now(), bytes: flight.size });
    },
    dropped(size) {
      total = Math.max(sent, total - size);
    },
    read() {
      const bytesPerSecond = rate();
      const left = total - sent;
      return {
        bytesTotal: total,
        bytesSent: sent,
        bytesPerSecond,
        secondsLeft: left === 0 ? 0 : bytesPerSecond > 0 ? left / bytesPerSecond : null,
        inFlight: [...flying]
          .slice(0, 20)
          .map(([itemId, { name, size }]) => ({ itemId, name, stage: 'uploading' as const, sent: 0, size })),
      };
    },
  };
}
