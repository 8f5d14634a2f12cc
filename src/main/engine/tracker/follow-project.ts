import { z } from 'zod';
import type { Journal } from '../journal/journal.ts';
import type { ServiceClient, ServiceDocument } from '../service/client.ts';
import { createAudit } from './audit.ts';
import type { AuditDependencies } from './audit.ts';
import type { Look, PaceLimits } from './pace.ts';
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
const mostPages = 400;
/** A list in no order is read in turns of this many pages. */
const pagesPerTurn = 4;
const fewSingles = 5;
const manySingles = 20;
const day = 86_400_000;

const cursorSchema = z.object({ changedAt: z.number() });

function readCursor(text: string | null): number | null {
  if (text === null) return null;
  try {
    const parsed = cursorSchema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data.changedAt : null;
  } catch {
    return null;
  }
}

/** Makes the act that looks at a project once: the list down to the last seen change, then what no list can tell. */
export function createFollowProject(dependencies: FollowDependencies): (signal: AbortSignal) => Promise<Look> {
  const { connectionId, projectId, client, journal, clock, limits } = dependencies;
  const cursorName = `tracker/${connectionId}/${projectId}`;
  const firstSingleMs = limits.fastestMs * 15;
  const audit = createAudit({ ...dependencies, firstSingleMs, slowestSingleMs: limits.slowestMs * 10 });
  let cursor: number | null | undefined;
  /** Whether the list comes newest change first; some servers ignore the order asked for. */
  let listTells = true;
  let orderChecked = false;
  let turnOffset = 0;
  let nextAudit = 0;
  /** Something was missed: the next look goes as far back as what is waited for. */
  let lookBack = false;
  let misses = 0;

  async function floorOf(known: number | null): Promise<number> {
    if (known !== null) return known - cursorOverlap;
    const waiting = await journal.unsettledDocuments(connectionId, projectId, 100);
    return Math.min(clock.now(), ...waiting.map((document) => document.firstSeenAt)) - firstLookBack;
  }

  async function walk(
    floor: number,
    signal: AbortSignal,
  ): Promise<{ walk: Walk; changed: boolean; first: readonly ServiceDocument[] }> {
    let changed = false;
    let first: readonly ServiceDocument[] = [];
    const result = await walkChanges({
      client,
      projectId,
      floor,
      ceiling: clock.now() + day,
      offset: listTells ? 0 : turnOffset,
      mostPages: listTells ? mostPages : pagesPerTurn,
      ordered: listTells,
      signal,
      onPage: async (documents) => {
        if (first.length === 0) first = documents;
        changed = (await dependencies.observe(documents)) || changed;
      },
    });
    turnOffset = result.nextOffset;
    if (!result.ordered) listTells = false;
    return { walk: result, changed, first };
  }

  /** Asks once for the opposite order: the same document on top of both means that the order is ignored. */
  async function checkOrder(first: readonly ServiceDocument[], signal: AbortSignal): Promise<void> {
    const times = new Set(first.map(changedAt));
    if (orderChecked || !listTells || times.size < 2) return;
    const answer = await client.listDocuments(
      { projectIds: [projectId], sort: '+updatedAt', limit: 1 },
      { lane: 'tracking', signal },
    );
    if (!answer.ok) return;
    orderChecked = true;
    const [top] = answer.value.documents;
    if (top !== undefined && top.id === first[0]?.id) listTells = false;
  }

  async function advanceCursor({ complete, newest, ordered }: Walk): Promise<void> {
    if (!complete || !ordered || newest === null) return;
    const next = Math.max(cursor ?? 0, newest);
    if (next === cursor) return;
    const outcome = await journal.commit([
      { kind: 'cursor-set', name: cursorName, value: JSON.stringify({ changedAt: next }) },
    ]);
    if (outcome.ok) cursor = next;
  }

  async function runAudit(signal: AbortSignal): Promise<boolean> {
    const began = clock.monotonic();
    if (began < nextAudit) return false;
    const singleMs = listTells ? firstSingleMs : limits.fastestMs * 3;
    const covered = cursor === null || cursor === undefined ? null : cursor - cursorOverlap;
    const result = await audit(listTells ? fewSingles : manySingles, singleMs, covered, signal);
    if (result.missed) {
      misses += 1;
      lookBack = true;
      // Once may be a page that was read while much changed; a list that was read again as a whole and still does not tell, never will.
      if (misses > 1 && orderChecked) listTells = false;
    }
    const ended = clock.monotonic();
    // A long list of what is waited for is gone through less often.
    nextAudit = ended + Math.max(limits.fastestMs * 5, (ended - began) * 20);
    return result.changed;
  }

  async function isOpen(): Promise<boolean> {
    const [documents, submissions] = await Promise.all([
      journal.unsettledDocuments(connectionId, projectId, 1),
      journal.submissions(['submitting', 'unclear', 'submitted'], 1),
    ]);
    return documents.length > 0 || submissions.length > 0;
  }

  return async (signal) => {
    if (cursor === undefined) cursor = readCursor(await journal.cursor(cursorName));
    if (cursor === null && !(await isOpen())) return { changed: false, open: false, idle: true, fault: null };
    const walked = await walk(await floorOf(lookBack ? null : cursor), signal);
    if (walked.walk.fault !== null) {
      return { changed: walked.changed, open: true, idle: false, fault: walked.walk.fault };
    }
    await checkOrder(walked.first, signal);
    await advanceCursor(walked.walk);
    if (walked.walk.complete) lookBack = false;
    const audited = await runAudit(signal);
    const batches = await dependencies.resolveBatches(projectId, signal);
    return {
      changed: walked.changed || audited || batches.progressed,
      open: batches.outstanding || (await isOpen()),
      idle: false,
      fault: null,
    };
  };
}
