import type { EngineProgress } from '../../../shared/views.ts';
import type { ItemRecord } from '../journal/records.ts';

/** Counts bytes of this run for progress bars; instants in ms since 1970, sizes in bytes. */
export interface ProgressMeter {
  /** An item came under the engine's care in this run. */
  accepted(itemId: string, size: number): void;
  begin(item: Pick<ItemRecord, 'id' | 'name' | 'size'>): void;
  /** So many bytes of the item have left in this attempt. */
  left(itemId: string, bytes: number): void;
  /** The attempt ended; `sent` = its bytes are at the service. */
  end(itemId: string, sent: boolean): void;
  /** It will not be sent (cancelled, held, duplicate). */
  dropped(size: number): void;
  read(): Pick<EngineProgress, 'bytesTotal' | 'bytesSent' | 'bytesPerSecond' | 'secondsLeft' | 'inFlight'>;
}

/** Rates are taken over the last seconds; what leaves within one tick (ms) counts as one departure. */
const windowMs = 5_000;
const tickMs = 50;
/** Bytes are watched so long before anybody says how much time is left. */
const knownAfterMs = 2_000;

interface Flight {
  readonly name: string;
  readonly size: number;
  sent: number;
}

/** Makes a meter that has seen nothing yet. */
export function createProgressMeter(now: () => number): ProgressMeter {
  const flying = new Map<string, Flight>();
  let departures: { readonly at: number; bytes: number }[] = [];
  let total = 0;
  /** Bytes of files that are at the service. */
  let arrivedBytes = 0;

  /** Bytes a second of the last seconds, and for how long they were watched, ms. */
  function pace(): { readonly rate: number; readonly watchedMs: number } {
    const present = now();
    departures = departures.filter(({ at }) => at >= present - windowMs);
    const first = departures[0];
    if (first === undefined) return { rate: 0, watchedMs: 0 };
    const watchedMs = present - first.at;
    const bytes = departures.reduce((sum, departure) => sum + departure.bytes, 0);
    return { rate: (bytes * 1_000) / Math.max(1_000, watchedMs), watchedMs };
  }

  /** Nobody may ever ask for the rate (a server): what is remembered is bounded here. */
  function note(bytes: number): void {
    if (bytes <= 0) return;
    const at = now();
    const last = departures.at(-1);
    if (last !== undefined && at >= last.at && at < last.at + tickMs) last.bytes += bytes;
    else departures = [...departures.filter((each) => each.at >= at - windowMs), { at, bytes }];
  }

  return {
    accepted(_itemId, size) {
      total += size;
    },
    begin(item) {
      flying.set(item.id, { name: item.name, size: item.size, sent: 0 });
    },
    left(itemId, bytes) {
      const flight = flying.get(itemId);
      if (flight === undefined) return;
      note(bytes - flight.sent);
      flight.sent = bytes;
    },
    end(itemId, arrived) {
      const flight = flying.get(itemId);
      flying.delete(itemId);
      if (!arrived || flight === undefined) return;
      arrivedBytes += flight.size;
      total = Math.max(total, arrivedBytes);
      note(flight.size - flight.sent);
    },
    dropped(size) {
      total = Math.max(arrivedBytes, total - size);
    },
    read() {
      const sent = [...flying.values()].reduce((sum, flight) => sum + flight.sent, arrivedBytes);
      const bytesTotal = Math.max(total, sent);
      const left = bytesTotal - sent;
      const { rate, watchedMs } = pace();
      return {
        bytesTotal,
        bytesSent: sent,
        // What went a moment ago is no rate of what goes now.
        bytesPerSecond: flying.size === 0 && left === 0 ? 0 : rate,
        secondsLeft: left === 0 ? 0 : rate > 0 && watchedMs >= knownAfterMs ? left / rate : null,
        inFlight: [...flying]
          .slice(0, 20)
          .map(([itemId, flight]) => ({ itemId, stage: 'uploading' as const, ...flight })),
      };
    },
  };
}
