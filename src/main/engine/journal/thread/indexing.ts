import { number } from '../storage/columns.ts';
import type { Database } from '../storage/database.ts';
import { stationNumber } from '../storage/station.ts';
import { indexSome } from '../writing/search-index.ts';

/** Quiet time in ms after which the search index catches up. */
const quietMs = 150;
/** Pause in ms between two slices, in which commits come first. */
const betweenMs = 2;
/** A backlog of this many items is taken up even while commits go on; a search looks through so many in about 5 ms. */
const maxBacklog = 40_000;
/** Batches between two looks at the backlog. */
const lookEvery = 16;

/**
 * Does what commits leave for later while nothing else is to be done: `writeWaiting` (false: not now), then the search index.
 * `onError` hears when a slice of it failed; it is tried again later.
 */
export function createIndexing(
  database: Database,
  writeWaiting: () => boolean,
  onError: (error: unknown) => void,
): { afterBatch(): void; stop(): void } {
  let timer: NodeJS.Timeout | null = null;
  let batches = 0;
  const slice = (): void => {
    timer = null;
    if (!writeWaiting()) return;
    try {
      if (indexSome(database) > 0) timer = setTimeout(slice, betweenMs);
    } catch (error) {
      onError(error);
    }
  };
  return {
    afterBatch() {
      batches += 1;
      if (batches % lookEvery === 0 && backlog(database) > maxBacklog) {
        if (timer !== null) clearTimeout(timer);
        slice();
      }
      if (timer === null) timer = setTimeout(slice, quietMs);
      else timer.refresh();
    },
    stop() {
      if (timer !== null) clearTimeout(timer);
      timer = null;
    },
  };
}

function backlog(database: Database): number {
  const row = database.get('SELECT coalesce(max(number), 0) AS last FROM items');
  return (row === undefined ? 0 : number(row, 'last')) - stationNumber(database, 'searchable-up-to');
}
