import type { Fault } from '../../../shared/faults.ts';
import { byHand } from '../faults/by-hand.ts';
import { fault } from '../faults/fault.ts';
import type { ItemRecord } from '../journal/records.ts';
import type { JobContext, JobResult } from '../queue/job.ts';

/** So many lost answers of one file are taken for a line that is down: everything waits with it. */
const lineIsDown = 3;
/** After so many, while others got through, a person has to see which file it is. */
const maxLost = 10;
/** Items remembered at most; the one that was lost longest ago is forgotten first. */
const maxRemembered = 1_000;

/** Tells a line that is down from one file that never gets through. */
export interface LostAnswers {
  /** What becomes of a failed upload. Lost answers count, so that each wait is longer than the one before. */
  failed(context: JobContext, item: ItemRecord, reason: Fault): JobResult;
  /** The service confirmed the file. */
  arrived(item: ItemRecord): void;
}

/** Makes it; what it knows of others it knows since this process began. */
export function createLostAnswers(now: () => number): LostAnswers {
  /** When a file last got through, by connection. */
  const arrivals = new Map<string, number>();
  /** Since when the answers of an item are lost. */
  const since = new Map<string, number>();
  return {
    failed(context, item, reason) {
      if (reason.code !== 'answer-lost' || context.signal.aborted) return context.failed(reason);
      const first = since.get(item.id) ?? now();
      since.set(item.id, first);
      const [oldest] = since.keys();
      if (since.size > maxRemembered && oldest !== undefined) since.delete(oldest);
      const lost = context.job.attempts + 1;
      if (lost <= lineIsDown) {
        const waits = context.failed(fault('service-unreachable', reason.params, reason.cause));
        return waits.state === 'ready' ? { ...waits, counts: true } : waits;
      }
      if (lost < maxLost || (arrivals.get(item.rule.connectionId) ?? 0) <= first) return context.failed(reason);
      since.delete(item.id);
      return { state: 'held', fault: byHand(reason) };
    },
    arrived(item) {
      arrivals.set(item.rule.connectionId, now());
      since.delete(item.id);
    },
  };
}
