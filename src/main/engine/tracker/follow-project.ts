import type { Journal } from '../journal/journal.ts';
import type { ServiceClient, ServiceDocument } from '../service/client.ts';
import { createAudit } from './audit.ts';
import type { AuditDependencies } from './audit.ts';
import type { Look, PaceLimits } from './pace.ts';
import { positionAfter, readPosition, type Position, type UnreadSpan } from './position.ts';
import { changedAt, walkChanges } from './walk-changes.ts';
import type { Walk } from './walk-changes.ts';

type Documents = readonly ServiceDocument[];

/** What following one project needs. */
export interface FollowDependencies extends Omit<AuditDependencies, 'firstSingleMs' | 'slowestSingleMs'> {
  readonly client: Pick<ServiceClient, 'getDocument' | 'listDocuments'>;
  readonly journal: AuditDependencies['journal'] & Pick<Journal, 'cursor' | 'submissions'>;
  readonly limits: PaceLimits;
  /** Takes documents as the service shows them; answers whether anything of ours changed. */
  readonly observe: (documents: Documents) => Promise<boolean>;
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

interface State extends FollowDependencies {
  readonly maxPages: number;
  readonly firstSingleMs: number;
  readonly audit: ReturnType<typeof createAudit>;
  /** undefined: not read from the journal yet. */
  position: Position | null | undefined;
  /** Since when the newest change is the newest, on the clock that is never set. */
  newestSince: number;
  /** Whether the list comes newest change first; some servers ignore the order asked for. */
  isOrdered: boolean;
  orderChecked: boolean;
  /** Where the next turn begins, in a list in no order. */
  turnOffset: number;
  nextAudit: number;
  /** Something was missed: the next look goes as far back as what is waited for. */
  lookBack: boolean;
  misses: number;
}

/** What reading the list came to; `cut`: there is more than one look reads. */
interface Reading {
  readonly fault: Walk['fault'];
  readonly cut: boolean;
}

type OnPage = (documents: Documents) => Promise<void>;

const cursorOf = ({ connectionId, projectId }: FollowDependencies): string => `tracker/${connectionId}/${projectId}`;

async function floorOf(project: State, known: number | null): Promise<number> {
  const { journal, clock, connectionId, projectId } = project;
  if (known !== null) return known - cursorOverlap;
  const waiting = await journal.unsettledDocuments(connectionId, projectId, 100);
  return Math.min(clock.now(), ...waiting.map((document) => document.firstSeenAt)) - firstLookBack;
}

async function isOpen({ journal, connectionId, projectId }: State): Promise<boolean> {
  const [documents, submissions] = await Promise.all([
    journal.unsettledDocuments(connectionId, projectId, 1),
    journal.submissions(['submitting', 'unclear', 'submitted'], 1),
  ]);
  return documents.length > 0 || submissions.length > 0;
}

/** Walks down from the top, or on from where an earlier walk was cut. */
async function walk(
  project: State,
  span: UnreadSpan,
  maxPages: number,
  onPage: OnPage,
  signal: AbortSignal,
): Promise<Walk> {
  const { client, projectId, clock, isOrdered: ordered } = project;
  const ceiling = clock.now() + day;
  const result = await walkChanges({ client, projectId, signal, onPage, ...span, ceiling, maxPages, ordered });
  if (!result.ordered) project.isOrdered = false;
  return result;
}

const leftOf = (span: UnreadSpan, { complete, reached, nextOffset }: Walk): UnreadSpan[] =>
  complete ? [] : [{ floor: span.floor, reached, offset: nextOffset }];

/** What comes in no order is read in turns, a few pages at each look. */
async function readTurn(project: State, onPage: OnPage, signal: AbortSignal): Promise<Reading> {
  const all: UnreadSpan = { floor: -Infinity, reached: null, offset: project.turnOffset };
  const turn = await walk(project, all, pagesPerTurn, onPage, signal);
  project.turnOffset = turn.nextOffset;
  if (turn.complete) project.lookBack = false;
  return { fault: turn.fault, cut: false };
}

/** Reads what is new, then goes on with what earlier looks left; the position is kept whatever happens. */
async function readChanges(project: State, onPage: OnPage, signal: AbortSignal): Promise<Reading> {
  const { clock, maxPages, position } = project;
  const known = project.lookBack ? null : (position ?? null);
  const began = clock.monotonic();
  const floor = known?.settled === true ? known.newest + 1 : await floorOf(project, known?.newest ?? null);
  const top: UnreadSpan = { floor, reached: null, offset: 0 };
  const first = await walk(project, top, maxPages, onPage, signal);
  let { fault, pages } = first;
  if (!first.ordered || pages === 0) return { fault, cut: false };
  const below: UnreadSpan[] = [];
  for (const span of position?.unread ?? []) {
    if (fault !== null || pages >= maxPages) {
      below.push(span);
      continue;
    }
    const walked = await walk(project, span, maxPages - pages, onPage, signal);
    below.push(...leftOf(span, walked));
    pages += walked.pages;
    fault = walked.fault;
    if (!walked.ordered) return { fault, cut: false };
  }
  const before = position?.newest ?? -Infinity;
  const newest = Math.max(before, first.newest ?? -Infinity);
  if (newest > before) project.newestSince = clock.monotonic();
  const settled = newest === before && (position?.settled === true || began - project.newestSince >= settleMs);
  // No change was ever told: nothing to keep.
  if (newest === -Infinity) project.lookBack = false;
  else await keep(project, positionAfter({ newest, settled }, top, leftOf(top, first)[0] ?? null, below));
  return { fault, cut: pages >= maxPages };
}

async function keep(project: State, next: Position): Promise<void> {
  const value = JSON.stringify(next);
  if (value !== JSON.stringify(project.position)) {
    const outcome = await project.journal.commit([{ kind: 'cursor-set', name: cursorOf(project), value }]);
    if (!outcome.ok) return;
  }
  project.position = next;
  project.lookBack = false;
}

/** Asks once for the opposite order: the same document on top of both means that the order is ignored. */
async function checkOrder(project: State, first: Documents, signal: AbortSignal): Promise<void> {
  const times = new Set(first.map(changedAt));
  if (project.orderChecked || !project.isOrdered || times.size < 2) return;
  const answer = await project.client.listDocuments(
    { projectIds: [project.projectId], sort: '+updatedAt', limit: 1 },
    { lane: 'tracking', signal },
  );
  if (!answer.ok) return;
  project.orderChecked = true;
  const [top] = answer.value.documents;
  if (top !== undefined && top.id === first[0]?.id) project.isOrdered = false;
}

async function runAudit(project: State, signal: AbortSignal): Promise<boolean> {
  const { clock, limits, isOrdered, position } = project;
  const began = clock.monotonic();
  if (began < project.nextAudit) return false;
  const singleMs = isOrdered ? project.firstSingleMs : limits.fastestMs * 3;
  const seenUntil = position?.changedAt ?? null;
  const covered = seenUntil === null ? null : seenUntil - cursorOverlap;
  const result = await project.audit(isOrdered ? fewSingles : manySingles, singleMs, covered, signal);
  if (result.missed) {
    project.misses += 1;
    project.lookBack = true;
    // Once may be a page that was read while much changed; a list that was read again as a whole and still does not tell, never will.
    if (project.misses > 1 && project.orderChecked) project.isOrdered = false;
  }
  const ended = clock.monotonic();
  // A long list of what is waited for is gone through less often; what took long for a service that did not answer is not put off for hours.
  const rest = Math.min((ended - began) * 20, limits.slowestMs * 10);
  project.nextAudit = ended + Math.max(limits.fastestMs * 5, rest);
  return result.changed;
}

async function look(project: State, signal: AbortSignal): Promise<Look> {
  project.position ??= readPosition(await project.journal.cursor(cursorOf(project)));
  if (project.position === null && !(await isOpen(project))) {
    return { changed: false, open: false, idle: true, fault: null };
  }
  const seen = { changed: false };
  let first: Documents = [];
  const onPage: OnPage = async (documents) => {
    if (first.length === 0) first = documents;
    seen.changed = (await project.observe(documents)) || seen.changed;
  };
  const { fault, cut } = await (project.isOrdered ? readChanges : readTurn)(project, onPage, signal);
  if (fault !== null) return { changed: seen.changed, open: true, idle: false, fault };
  await checkOrder(project, first, signal);
  const audited = await runAudit(project, signal);
  const batches = await project.resolveBatches(project.projectId, signal);
  return {
    changed: seen.changed || cut || audited || batches.progressed,
    open: batches.outstanding || (await isOpen(project)),
    idle: false,
    fault: null,
  };
}

/**
 * Makes the act that looks at a project once: the list down to the last seen change, then what no list can tell. One look reads
 * `maxPages` of the list; the next one goes on where it ended.
 */
export function createFollowProject(
  dependencies: FollowDependencies,
  maxPages = pagesPerLook,
): (signal: AbortSignal) => Promise<Look> {
  const { clock, limits } = dependencies;
  const singles = { firstSingleMs: limits.fastestMs * 15, slowestSingleMs: limits.slowestMs * 10 };
  const project: State = {
    ...dependencies,
    maxPages,
    firstSingleMs: singles.firstSingleMs,
    audit: createAudit({ ...dependencies, ...singles }),
    position: undefined,
    newestSince: clock.monotonic(),
    isOrdered: true,
    orderChecked: false,
    turnOffset: 0,
    nextAudit: 0,
    lookBack: false,
    misses: 0,
  };
  return (signal) => look(project, signal);
}
