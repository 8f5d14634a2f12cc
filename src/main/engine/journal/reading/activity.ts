import type { ActivityView } from '../../../../shared/activity-views.ts';
import type { ActivityQuery } from '../journal.ts';
import type { Database } from '../storage/database.ts';
import type { Slot } from './activity-slots.ts';
import { activitySlots, slotMs } from './activity-slots.ts';

/** More bars than anybody can see; the first ones are shown. */
const maxBuckets = 10_000;

interface Times {
  readonly medianMs: number | null;
  readonly p95Ms: number | null;
}
type Counted = Record<Slot['kind'], number>;

/**
 * Counts what came in, settled and was held, by hour or day of this computer's time zone, source and project: step by step, each
 * of a few ms, so that commits go in between. What is committed meanwhile may be counted or not.
 */
export function* countActivity(database: Database, query: ActivityQuery): Generator<undefined, ActivityView> {
  const slots: Slot[] = [];
  for (const slice of activitySlots(database, query)) {
    slots.push(...slice);
    yield;
  }
  const times = timesOf(slots, () => '').get('') ?? noTimes;
  yield;
  const buckets = bucketsOf(query, slots);
  yield;
  const sources = partsOf(slots, ({ sourceId }) => sourceId, times);
  yield;
  return { buckets, ...times, sources, projects: partsOf(slots, ({ projectId }) => projectId, times) };
}

const noTimes: Times = { medianMs: null, p95Ms: null };

function percentile(sorted: ArrayLike<number>, part: number): number | null {
  return sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? null;
}

/** How long what settled took, for each group that has any. */
function timesOf<Key>(slots: readonly Slot[], keyOf: (slot: Slot) => Key): ReadonlyMap<Key, Times> {
  const groups = new Map<Key, (readonly number[])[]>();
  for (const slot of slots) {
    if (slot.took.length === 0) continue;
    const key = keyOf(slot);
    const own = groups.get(key);
    if (own === undefined) groups.set(key, [slot.took]);
    else own.push(slot.took);
  }
  const times = new Map<Key, Times>();
  for (const [key, own] of groups) {
    const sorted = new Float64Array(own.reduce((sum, part) => sum + part.length, 0));
    let filled = 0;
    for (const part of own) {
      sorted.set(part, filled);
      filled += part.length;
    }
    sorted.sort();
    times.set(key, { medianMs: percentile(sorted, 0.5), p95Ms: percentile(sorted, 0.95) });
  }
  return times;
}

function nothingCounted(): Counted {
  return { takenIn: 0, settled: 0, held: 0 };
}

/** Beginning of the hour or day of this computer's time zone in which the instant lies. */
function beginOf(at: number, bucket: ActivityQuery['bucket']): number {
  const day = new Date(at);
  if (bucket === 'day') day.setHours(0, 0, 0, 0);
  else day.setMinutes(0, 0, 0);
  return day.getTime();
}

function nextOf(at: number, bucket: ActivityQuery['bucket']): number {
  if (bucket === 'hour') return at + 4 * slotMs;
  const day = new Date(at);
  day.setDate(day.getDate() + 1);
  return day.getTime();
}

function bucketsOf(query: ActivityQuery, slots: readonly Slot[]): ActivityView['buckets'] {
  const buckets = new Map<number, Counted & { readonly at: number }>();
  let at = beginOf(query.from, query.bucket);
  while (at < query.to && buckets.size < maxBuckets) {
    buckets.set(at, { at, ...nothingCounted() });
    at = nextOf(at, query.bucket);
  }
  for (const slot of slots) {
    const bucket = buckets.get(beginOf(slot.at, query.bucket));
    if (bucket !== undefined) bucket[slot.kind] += slot.count;
  }
  const times = timesOf(slots, (slot) => beginOf(slot.at, query.bucket));
  return [...buckets.values()].map((bucket) => ({ ...bucket, ...(times.get(bucket.at) ?? noTimes) }));
}

/** `all`: how long everything together took, which is not sorted again where all is one part's. */
function partsOf(slots: readonly Slot[], idOf: (slot: Slot) => string, all: Times): ActivityView['sources'] {
  const parts = new Map<string, Counted & { readonly id: string }>();
  for (const slot of slots) {
    const id = idOf(slot);
    const part = parts.get(id) ?? { id, ...nothingCounted() };
    part[slot.kind] += slot.count;
    parts.set(id, part);
  }
  const times = parts.size === 1 ? null : timesOf(slots, idOf);
  return [...parts.values()]
    .map((part) => ({ ...part, ...(times === null ? all : (times.get(part.id) ?? noTimes)) }))
    .sort((a, b) => b.takenIn - a.takenIn || (a.id < b.id ? -1 : 1));
}
