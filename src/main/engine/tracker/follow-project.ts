import type { Journal } from '../journal/journal.ts';
import type { ServiceClient, ServiceDocument } from '../service/client.ts';
import { createAudit } from './audit.ts';
import type { AuditDependencies } from './audit.ts';
import type { Look, PaceLimits } from './pace.ts';
import { positionAfter, readPosition, type Position, type UnreadSpan } from './position.ts';
import { changedAt, walkChanges } from './walk-changes.ts';
import type { Walk } from './walk-changes.ts';

/** What following one project needs. */
export interface FollowDependencies extends Omit<AuditDependencies, 'firstSingleMs' | 'slowestSingleMs'> {
  readonly client: Pick<ServiceClient, 'getDocument' | 'listDocuments'>;
  readonly journal: AuditDependencies['journal'] & Pick<Journal, 'cursor' | 'submissions'>;
  readonly limits: PaceLimits;
  /** Takes documents as the service shows them; answers whether anything of ours changed. */
  readonly observe: (documents: readonly ServiceDocument[]) => Promise<boolean>;
  /** Finds what became of batches; called at the end of each look. */
  readonly resolveBatches: (
    projectId: string,
    signal: AbortSignal,
  ) => Promise<{ outstanding: boolean; progressed: boolean }>;
}

/** Changes this much before the last one seen are read again: equal times, and clocks of several servers, ms. */
const cursorOverlap = 2_000;
/** How far back the first look goes before what is waited for, ms: clocks differ. */
const firstLookBack = 600_000;
const pagesPerLook = 400;
/** After this long without a newer change no row comes any more that changed at the newest one or before, ms. */
const settleMs = 5_000;
/** A list in no order is read in turns of this many pages. */
const pagesPerTurn = 4;
const fewSingles = 5;
const manySingles = 20;
const day = 86_400_000;

async function floorOf(dependencies: FollowDependencies, known: number | null): Promise<number> {
  const { journal, clock, connectionId, projectId } = dependencies;
  if (known !== null) return known - cursorOverlap;
  const waiting = await journal.unsettledDocuments(connectionId, projectId, 100);
  return Math.min(clock.now(), ...waiting.map((document) => document.firstSeenAt)) - firstLookBack;
}

async function isOpen(dependencies: FollowDependencies): Promise<boolean> {
  const { journal, connectionId, projectId } = dependencies;
  const [documents, submissions] = await Promise.all([
    journal.unsettledDocuments(connectionId, projectId, 1),
    journal.submissions(['submitting', 'unclear', 'submitted'], 1),
  ]);
  return documents.length > 0 || submissions.length > 0;
}

/**
 * Makes the act that looks at a project once: the list down to the last seen change, then what no list can tell. One look reads
 * `mostPages` of the list; the next one goes on where it ended.
 */
export function createFollowProject(
  dependencies: FollowDependencies,
  mostPages = pagesPerLook,
): (signal: AbortSignal) => Promise<Look> {
  const { connectionId, projectId, client, journal, clock, limits } = dependencies;
  const cursorName = `tracker/${connectionId}/${projectId}`;
  const firstSingleMs = limits.fastestMs * 15;
  const audit = createAudit({ ...dependencies, firstSingleMs, slowestSingleMs: limits.slowestMs * 10 });
  let position: Position | null | undefined;
  /** Since when the newest change is the newest, on the clock that is never set. */
  let newestSince = clock.monotonic();
  /** Whether the list comes newest change first; some servers ignore the order asked for. */
  const list = { tells: true };
  /** A look may have found meanwhile that the list is not in order. */
  const tellsStill = (): boolean => list.tells;
  let orderChecked = false;
  let turnOffset = 0;
  let nextAudit = 0;
  /** Something was missed: the next look goes as far back as what is waited for. */
  let lookBack = false;
  let misses = 0;

  /** Walks down from the top, or on from where an earlier walk was cut. */
  async function walk(
    span: UnreadSpan,
    pages: number,
    onPage: (documents: readonly ServiceDocument[]) => Promise<void>,
    signal: AbortSignal,
  ): Promise<Walk> {
    const result = await walkChanges({
      ...{ client, projectId, signal, onPage, ...span },
      ceiling: clock.now() + day,
      mostPages: pages,
      ordered: list.tells,
    });
    if (!result.ordered) list.tells = false;
    return result;
  }

  const leftOf = (span: UnreadSpan, { complete, reached, nextOffset }: Walk): UnreadSpan[] =>
    complete ? [] : [{ floor: span.floor, reached, offset: nextOffset }];

  /** What comes in no order is read in turns, a few pages at each look. */
  async function readTurn(onPage: (documents: readonly ServiceDocument[]) => Promise<void>, signal: AbortSignal) {
    const turn = await walk({ floor: -Infinity, reached: null, offset: turnOffset }, pagesPerTurn, onPage, signal);
    turnOffset = turn.nextOffset;
    if (turn.complete) lookBack = false;
    return { fault: turn.fault, cut: false };
  }

  /** Reads what is new, then goes on with what earlier looks left; the position is kept whatever happens. */
  async function readChanges(onPage: (documents: readonly ServiceDocument[]) => Promise<void>, signal: AbortSignal) {
    const known = lookBack ? null : (position ?? null);
    const began = clock.monotonic();
    const floor = known?.settled === true ? known.newest + 1 : await floorOf(dependencies, known?.newest ?? null);
    const top: UnreadSpan = { floor, reached: null, offset: 0 };
    const first = await walk(top, mostPages, onPage, signal);
    let { fault, pages } = first;
    if (!list.tells || pages === 0) return { fault, cut: false };
    const below: UnreadSpan[] = [];
    for (const span of position?.unread ?? []) {
      if (fault !== null || pages >= mostPages) {
        below.push(span);
        continue;
      }
      const walked = await walk(span, mostPages - pages, onPage, signal);
      below.push(...leftOf(span, walked));
      pages += walked.pages;
      fault = walked.fault;
      if (!tellsStill()) return { fault, cut: false };
    }
    const before = position?.newest ?? -Infinity;
    const newest = Math.max(before, first.newest ?? -Infinity);
    if (newest > before) newestSince = clock.monotonic();
    const settled = newest === before && (position?.settled === true || began - newestSince >= settleMs);
    // No change was ever told: nothing to keep.
    if (newest === -Infinity) lookBack = false;
    else await keep(positionAfter({ newest, settled }, top, leftOf(top, first)[0] ?? null, below));
    return { fault, cut: pages >= mostPages };
  }

  async function keep(next: Position): Promise<void> {
    const value = JSON.stringify(next);
    if (value !== JSON.stringify(position)) {
      const outcome = await journal.commit([{ kind: 'cursor-set', name: cursorName, value }]);
      if (!outcome.ok) return;
    }
    position = next;
    lookBack = false;
  }

  /** Asks once for the opposite order: the same document on top of both means that the order is ignored. */
  async function checkOrder(first: readonly ServiceDocument[], signal: AbortSignal): Promise<void> {
    const times = new Set(first.map(changedAt));
    if (orderChecked || !list.tells || times.size < 2) return;
    const answer = await client.listDocuments(
      { projectIds: [projectId], sort: '+updatedAt', limit: 1 },
      { lane: 'tracking', signal },
    );
    if (!answer.ok) return;
    orderChecked = true;
    const [top] = answer.value.documents;
    if (top !== undefined && top.id === first[0]?.id) list.tells = false;
  }

  async function runAudit(signal: AbortSignal): Promise<boolean> {
    const began = clock.monotonic();
    if (began < nextAudit) return false;
    const singleMs = list.tells ? firstSingleMs : limits.fastestMs * 3;
    const { changedAt: seenUntil = null } = position ?? {};
    const covered = seenUntil === null ? null : seenUntil - cursorOverlap;
    const result = await audit(list.tells ? fewSingles : manySingles, singleMs, covered, signal);
    if (result.missed) {
      misses += 1;
      lookBack = true;
      // Once may be a page that was read while much changed; a list that was read again as a whole and still does not tell, never will.
      if (misses > 1 && orderChecked) list.tells = false;
    }
    const ended = clock.monotonic();
    // A long list of what is waited for is gone through less often; what took long for a service that did not answer is not put off for hours.
    const rest = Math.min((ended - began) * 20, limits.slowestMs * 10);
    nextAudit = ended + Math.max(limits.fastestMs * 5, rest);
    return result.changed;
  }

  return async (signal) => {
    position ??= readPosition(await journal.cursor(cursorName));
    if (position === null && !(await isOpen(dependencies)))
      return { changed: false, open: false, idle: true, fault: null };
    const seen = { changed: false };
    let first: readonly ServiceDocument[] = [];
    const onPage = async (documents: readonly ServiceDocument[]): Promise<void> => {
      if (first.length === 0) first = documents;
      seen.changed = (await dependencies.observe(documents)) || seen.changed;
    };
    const { fault, cut } = await (list.tells ? readChanges : readTurn)(onPage, signal);
    if (fault !== null) return { changed: seen.changed, open: true, idle: false, fault };
    await checkOrder(first, signal);
    const audited = await runAudit(signal);
    const batches = await dependencies.resolveBatches(projectId, signal);
    return {
      changed: seen.changed || cut || audited || batches.progressed,
      open: batches.outstanding || (await isOpen(dependencies)),
      idle: false,
      fault: null,
    };
  };
}
