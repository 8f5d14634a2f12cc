import { fault } from '../faults/fault.ts';
import type { Change } from '../journal/changes.ts';
import type { Journal } from '../journal/journal.ts';
import { pages } from '../journal/pages.ts';
import type { DocumentRecord, ItemRecord } from '../journal/records.ts';
import type { Clock } from '../platform/ports.ts';
import type { ServiceClient, ServiceDocument } from '../service/client.ts';
import { holdItem } from './item-moves.ts';
import type { SeenDocuments } from './seen-documents.ts';
import { standingOf } from './settled.ts';
import { changedAt } from './walk-changes.ts';

/** What the audit needs. */
export interface AuditDependencies {
  readonly connectionId: string;
  readonly projectId: string;
  readonly client: Pick<ServiceClient, 'getDocument'>;
  readonly journal: Pick<Journal, 'commit' | 'itemsOfDocument' | 'unsettledDocuments'>;
  readonly clock: Clock;
  readonly seen: SeenDocuments;
  /** Records one document; answers whether the journal learned something. */
  readonly record: (document: ServiceDocument) => Promise<boolean>;
  /** Told of documents that settled before but may not have been carried on (after a restart). */
  readonly onSettled: (documentIds: readonly string[]) => void;
  /** A document is asked for by itself when no list showed it for this long, then ever less often, ms. */
  readonly firstSingleMs: number;
  readonly slowestSingleMs: number;
}

/** How an audit ended. `missed` = a document had changed, and the list was read since and did not tell. */
export interface Audit {
  readonly changed: boolean;
  readonly missed: boolean;
}

const pageSize = 500;
const recheckMs = 60_000;

function waitedWords(ms: number): string {
  if (ms < 120_000) return `${String(Math.round(ms / 1_000))} s`;
  if (ms < 7_200_000) return `${String(Math.round(ms / 60_000))} min`;
  return `${String(Math.round(ms / 3_600_000))} h`;
}

/** A known document in the shape in which the service would show it: to carry it on, or to list it, without asking. */
export function asShown(document: DocumentRecord): ServiceDocument {
  const { id, state, title, caseId, externalId, createdAt, updatedAt, projectId } = document;
  const files = document.files.map(({ fileId, type, mainFile }) => ({ id: fileId, type, mainFile }));
  const fileId = document.files.find((file) => file.mainFile)?.fileId ?? null;
  const nothing = { externalData: null, url: null, raw: { entities: {} } };
  return { id, state, title, caseId, externalId, createdAt, updatedAt, projectId, fileId, files, ...nothing };
}

async function gone(parts: AuditDependencies, document: DocumentRecord): Promise<void> {
  const { journal, clock } = parts;
  const items = await journal.itemsOfDocument(document.id);
  for (const item of items) {
    if (item.stage !== 'submitted' && item.stage !== 'tracking') continue;
    await journal.commit([holdItem(item, fault('not-found', { subject: 'document', id: document.id }), clock.now())]);
  }
}

/** The list showed it further on than the journal has it (a late receipt wrote over it): what was seen counts. */
function shownFurther(parts: AuditDependencies, document: DocumentRecord): ServiceDocument | null {
  const { seen } = parts;
  const shown = seen.get(document.id);
  if (shown === null || shown.state === document.state) return null;
  return document.updatedAt === null || (shown.updatedAt ?? '') >= document.updatedAt ? shown : null;
}

/**
 * Makes the audit of a project: looks at what the journal still waits for and a list can't tell. It carries on documents that
 * settled before their items could move, holds items over their time limit (they stay followed), and asks for single
 * documents that no list has shown for long: few at a time, each ever less often. `coveredUntil`: all that changed before (ms, the
 * service's time) was in the list when it was read last; null: it was not read to its end yet.
 */
export function createAudit(
  dependencies: AuditDependencies,
): (maxSingles: number, firstSingleMs: number, coveredUntil: number | null, signal: AbortSignal) => Promise<Audit> {
  const { connectionId, projectId, client, journal, clock, seen, record } = dependencies;
  const due = new Map<string, number>();
  const looks = new Map<string, { at: number; wait: number }>();
  /** Items whose waiting began later than now, by what was written; since when they are known to wait. */
  const began = new Map<string, number>();
  let first = true;

  /** Written by a clock that was ahead, the waiting began when it was first seen here at the latest. */
  function deadline(item: ItemRecord, document: DocumentRecord): number {
    const written = item.stage === 'submitted' ? document.firstSeenAt : Math.max(document.firstSeenAt, item.stageSince);
    const present = clock.now();
    const since = Math.min(written, began.get(item.id) ?? present);
    if (written > present && !began.has(item.id)) began.set(item.id, present);
    return since + item.rule.settleLimitMs;
  }

  /** Holds the items that have waited too long; answers whether there were any. */
  async function holdOverdue(document: DocumentRecord): Promise<boolean> {
    if ((due.get(document.id) ?? -Infinity) > clock.monotonic()) return false;
    const now = clock.now();
    const items = await journal.itemsOfDocument(document.id);
    const waiting = items.filter((item) => item.stage === 'submitted' || item.stage === 'tracking');
    const overdue = waiting.filter((item) => deadline(item, document) <= now);
    const next = waiting.map((item) => deadline(item, document)).filter((at) => at > now);
    // A person may let a held item go on: looked at again after a while.
    due.set(document.id, clock.monotonic() + Math.min(recheckMs, ...next.map((at) => at - now)));
    for (const item of overdue) {
      const waited = waitedWords(now - document.firstSeenAt);
      const hold: Change = holdItem(item, fault('not-settled-in-time', { waited, state: document.state }), now);
      // Refused where it has just moved: then there is nothing to hold.
      await journal.commit([hold]);
    }
    return overdue.length > 0;
  }

  async function look(
    document: DocumentRecord,
    coveredUntil: number | null,
    signal: AbortSignal,
  ): Promise<{ changed: boolean; missed: boolean }> {
    const answer = await client.getDocument(document.id, { lane: 'tracking', signal });
    const before = looks.get(document.id);
    const wait = Math.min(dependencies.slowestSingleMs, (before?.wait ?? dependencies.firstSingleMs) * 2);
    looks.set(document.id, { at: clock.monotonic(), wait });
    if (!answer.ok) {
      if (answer.fault.code === 'not-found') await gone(dependencies, document);
      return { changed: false, missed: false };
    }
    seen.note(answer.value, clock.monotonic());
    const changed = await record(answer.value);
    const here = answer.value.projectId === null || answer.value.projectId === projectId;
    const at = changedAt(answer.value);
    // What changed since the list was read could not be in it.
    const covered = coveredUntil !== null && (at === null || at < coveredUntil);
    return { changed, missed: changed && here && covered && answer.value.state !== document.state };
  }

  function isStale(document: DocumentRecord, firstSingleMs: number): boolean {
    const now = clock.monotonic();
    const looked = looks.get(document.id) ?? { at: now, wait: firstSingleMs };
    if (!looks.has(document.id)) looks.set(document.id, looked);
    const last = Math.max(looked.at, seen.seenAt(document.id) ?? 0);
    return now - last >= Math.max(firstSingleMs, looked.wait);
  }

  async function carryOn(document: DocumentRecord): Promise<boolean> {
    const further = shownFurther(dependencies, document);
    if (further !== null) return record(further);
    if (document.settled || standingOf(document.state) === 'final') return record(asShown(document));
    return holdOverdue(document);
  }

  return async (maxSingles, firstSingleMs, coveredUntil, signal) => {
    const stale: DocumentRecord[] = [];
    const settled: string[] = [];
    const open = new Set<string>();
    let changed = false;
    const stopped = (): boolean => signal.aborted;
    const read = (after?: string) => journal.unsettledDocuments(connectionId, projectId, pageSize, after);
    for await (const page of pages(read, ({ id }) => id)) {
      if (stopped()) break;
      for (const document of page) {
        if (stopped()) break;
        open.add(document.id);
        changed = (await carryOn(document)) || changed;
        if (document.settled) settled.push(document.id);
        else if (isStale(document, firstSingleMs)) stale.push(document);
      }
    }
    if (first && settled.length > 0) dependencies.onSettled(settled);
    first = false;
    for (const known of [due, looks]) for (const id of known.keys()) if (!open.has(id)) known.delete(id);
    let missed = false;
    stale.sort((a, b) => (looks.get(a.id)?.at ?? 0) - (looks.get(b.id)?.at ?? 0));
    for (const document of stale.slice(0, maxSingles)) {
      if (stopped()) break;
      const result = await look(document, coveredUntil, signal);
      changed = result.changed || changed;
      missed = result.missed || missed;
    }
    return { changed, missed };
  };
}
