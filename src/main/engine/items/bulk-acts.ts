import type { CommandAnswer } from '../../../shared/contract.ts';
import type { Fault } from '../../../shared/faults.ts';
import { fault } from '../faults/fault.ts';
import type { Journal } from '../journal/journal.ts';
import type { ItemRecord } from '../journal/records.ts';

/** Which items were changed, why not the others, and how many a stop left as they were. */
export type Decision = CommandAnswer<'items.retry'>;

/** An act on many items under way: it tells how far it is, and ends after the slice in hand once it is asked to stop. */
export interface BulkAct {
  /** What it is about is known: so many. */
  expect(total: number): void;
  did(count: number): void;
  isStopped(): boolean;
}

/**
 * Acts on many items, each under the name that whoever asked for it gave. One that the end of the process cuts off is not told of at the next
 * start: each item shows whether it was done, its history says by whom, and the same act again does the rest.
 */
export interface BulkActs {
  run<Answer>(name: string | undefined, work: (act: BulkAct) => Promise<Answer>): Promise<Answer>;
  /** How far it is; null: none of that name goes on, or it is not known yet what it is about. */
  progress(name: string): { readonly done: number; readonly total: number } | null;
  stop(name: string): void;
  /** Stops all, and resolves when they have ended. */
  end(): Promise<void>;
}

/** Makes it, with nothing under way. */
export function createBulkActs(): BulkActs {
  interface UnderWay {
    done: number;
    total: number | null;
    stopped: boolean;
    ended: Promise<unknown>;
  }
  const all = new Set<UnderWay>();
  const named = new Map<string, UnderWay>();
  let closing = false;

  return {
    async run(name, work) {
      const own: UnderWay = { done: 0, total: null, stopped: false, ended: Promise.resolve() };
      all.add(own);
      if (name !== undefined) named.set(name, own);
      const working = work({
        expect(total) {
          own.total = total;
        },
        did(count) {
          own.done += count;
        },
        isStopped: () => own.stopped || closing,
      });
      own.ended = working.catch(() => undefined);
      try {
        return await working;
      } finally {
        all.delete(own);
        if (name !== undefined && named.get(name) === own) named.delete(name);
      }
    },
    progress(name) {
      const own = named.get(name);
      return own === undefined || own.total === null ? null : { done: own.done, total: own.total };
    },
    stop(name) {
      const own = named.get(name);
      if (own !== undefined) own.stopped = true;
    },
    async end() {
      closing = true;
      await Promise.all([...all].map(({ ended }) => ended));
    },
  };
}

/** Items decided about at once: the journal writes them together, and neither its thread nor this one stands for long. */
const slice = 100;
/** Items that are named of those with one reason. */
const maxNamed = 20;

/** What tells apart reasons of one code: a sentence of wrong use stands for what is wrong. */
function reasonOf({ code, params }: Fault): string {
  return `${code} ${String(params['use'] ?? '')}`;
}

/** Makes the walk that asks `decide` about each item, a slice at a time; ids that name none are refused. */
export function createEach(
  journal: Pick<Journal, 'itemsByIds'>,
): (ids: readonly string[], act: BulkAct, decide: (item: ItemRecord) => Promise<Fault | null>) => Promise<Decision> {
  return async (ids, act, decide) => {
    const itemIds: string[] = [];
    const groups = new Map<string, Decision['refused'][number]>();
    let start = 0;
    for (; start < ids.length && !act.isStopped(); start += slice) {
      const asked = ids.slice(start, start + slice);
      const found = new Map((await journal.itemsByIds(asked)).map((item) => [item.id, item]));
      const deciding = asked.map(async (id) => {
        const item = found.get(id);
        return item === undefined ? fault('not-found', { subject: 'item', id }) : decide(item);
      });
      // Where one fails, the act is over only when nothing of the slice is on its way any more.
      await Promise.allSettled(deciding);
      const reasons = await Promise.all(deciding);
      asked.forEach((id, index) => {
        const reason = reasons[index] ?? null;
        if (reason === null) {
          itemIds.push(id);
          return;
        }
        const key = reasonOf(reason);
        const group = groups.get(key) ?? { count: 0, first: [] };
        groups.set(key, group);
        group.count += 1;
        if (group.first.length < maxNamed)
          group.first.push({ itemId: id, name: found.get(id)?.name ?? id, fault: reason });
      });
      act.did(asked.length);
    }
    return { itemIds, refused: [...groups.values()], left: Math.max(0, ids.length - start) };
  };
}
