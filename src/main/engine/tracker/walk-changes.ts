import type { Fault } from '../../../shared/faults.ts';
import type { ServiceClient, ServiceDocument } from '../service/client.ts';

/** What to walk: a project's documents, newest change first, down to `floor` (ms; what changed before was seen before). */
export interface WalkRequest {
  readonly client: Pick<ServiceClient, 'listDocuments'>;
  readonly projectId: string;
  readonly floor: number;
  /** Times after this (ms) can't be meant: one of them must not hide all that really changes. */
  readonly ceiling: number;
  /** Where to begin: 0, or where an earlier walk ended. */
  readonly offset: number;
  /** Time of the last row that the earlier walk read, ms: nothing below it may be passed over. */
  readonly reached: number | null;
  readonly maxPages: number;
  /** Whether to stop at the floor; false where the list comes in no order. */
  readonly ordered: boolean;
  readonly signal: AbortSignal;
  /** Takes the documents not yet told in this walk. */
  readonly onPage: (documents: readonly ServiceDocument[]) => Promise<void>;
}

/** How a walk ended. */
export interface Walk {
  readonly fault: Fault | null;
  /** All down to the floor was read. */
  readonly complete: boolean;
  /** The list came by falling time of change, as asked for. */
  readonly ordered: boolean;
  /** Newest change seen (ms), up to the ceiling where any is; null where no document tells one. */
  readonly newest: number | null;
  /** Where a walk that was cut goes on, and the time of the row before (ms); 0 = from the beginning. */
  readonly nextOffset: number;
  readonly reached: number | null;
  /** Pages asked for that were answered. */
  readonly pages: number;
}

/** Rows read again on the next page: a row that leaves the list while it is read must not hide another one. */
const overlap = 3;
const pageSize = 50;
/** Times may be rounded or written by several machines: this much out of order is none, ms. */
const tolerance = 2_000;

/**
 * Where the next page begins, counted from the beginning of this one: a few rows before its end, and never in the middle of rows
 * of one time. Their order may be another one at each request, so that one of them could stand on neither page.
 */
function nextStep(times: readonly (number | null)[]): number {
  const plain = Math.max(1, times.length - overlap);
  const last = times.at(-1) ?? null;
  const first = last === null ? -1 : times.indexOf(last);
  return first <= 0 ? plain : Math.min(plain, first);
}

/**
 * Whether a page begins below where the earlier walk ended: rows above it have gone. Rows of that very time may have come in another
 * order, unless they fill more than a page: those keep theirs, or could not be read at all.
 */
function beginsBelow(documents: readonly ServiceDocument[], reached: number | null): boolean {
  const [first] = documents;
  if (first === undefined) return true;
  const at = changedAt(first);
  if (at === null || reached === null || at > reached) return false;
  return at < reached || documents.some((document) => changedAt(document) !== at);
}

/** When a document last changed, ms; `createdAt` where it never did. */
export function changedAt(document: ServiceDocument): number | null {
  const at = Date.parse(document.updatedAt ?? document.createdAt ?? '');
  return Number.isNaN(at) ? null : at;
}

/**
 * Reads a project's list page by page. Ends at the floor, at an empty page, at one shorter than the limit the answer names
 * (a total is not counted on: some servers leave it out), or where pages bring nothing new. Pages shift while they are read:
 * each document is told once. A walk that goes on begins a page before, and further up until it meets what was read.
 */
export async function walkChanges(request: WalkRequest): Promise<Walk> {
  const told = new Set<string>();
  let { reached, offset: nextOffset } = request;
  let resuming = request.ordered && nextOffset > 0;
  let offset = resuming ? Math.max(0, nextOffset - pageSize) : nextOffset;
  let back = pageSize;
  let ordered = true;
  let previous = Infinity;
  let newest: number | null = null;
  let beyond: number | null = null;
  let stale = 0;
  let pages = 0;
  const end = (complete: boolean, fault: Fault | null = null): Walk => ({
    fault,
    complete,
    ordered,
    newest: newest ?? beyond,
    nextOffset: complete ? 0 : nextOffset,
    reached,
    pages,
  });
  while (pages < request.maxPages) {
    const answer = await request.client.listDocuments(
      { projectIds: [request.projectId], sort: '-updatedAt', limit: pageSize, offset },
      { lane: 'tracking', signal: request.signal },
    );
    if (!answer.ok) return end(false, answer.fault);
    pages += 1;
    const { documents, limit } = answer.value;
    if (resuming && offset > 0 && beginsBelow(documents, reached)) {
      offset = Math.max(0, offset - back);
      back *= 2;
      continue;
    }
    resuming = false;
    const fresh = documents.filter((document) => !told.has(document.id));
    for (const document of fresh) told.add(document.id);
    await request.onPage(fresh);
    const times = fresh.flatMap((document) => changedAt(document) ?? []);
    /** What changes while the list is read moves to its top and pushes the rest down, newer rows as well. */
    const pushed = newest ?? Infinity;
    for (const at of times) {
      if (at > previous + tolerance && at < pushed - tolerance) ordered = false;
      previous = at;
      if (at <= request.ceiling) newest = Math.max(newest ?? at, at);
      else beyond = Math.max(beyond ?? at, at);
    }
    if (documents.length === 0 || documents.length < limit) return end(true);
    if (request.ordered && ordered && times.length > 0 && Math.min(...times) < request.floor) return end(true);
    stale = fresh.length === 0 ? stale + 1 : 0;
    offset += nextStep(documents.map(changedAt));
    nextOffset = offset;
    reached = documents.map(changedAt).findLast((at) => at !== null) ?? reached;
    if (stale === 2) return end(false);
  }
  return end(false);
}
