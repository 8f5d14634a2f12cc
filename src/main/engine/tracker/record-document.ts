import type { Change } from '../journal/changes.ts';
import type { Journal } from '../journal/journal.ts';
import type { DocumentRecord, ItemRecord, NewJob } from '../journal/records.ts';
import type { Clock } from '../ports.ts';
import type { ServiceDocument } from '../service/client.ts';
import { fault } from '../faults/fault.ts';
import { failureOf } from './failure-words.ts';
import { itemMove } from './item-moves.ts';
import { fileIdsOf, matchItems } from './match-items.ts';
import type { Match } from './match-items.ts';
import { createSerial } from './serial.ts';
import { isSettledState } from './settled.ts';

/** What recording a document needs. */
export interface RecordDependencies {
  readonly connectionId: string;
  readonly journal: Journal;
  readonly clock: Clock;
  /** Exports that a document in its state calls for: `export-added` and `job-added` changes. */
  readonly plan: (document: DocumentRecord, items: readonly ItemRecord[]) => readonly Change[];
  /** Tells the queue of jobs that are now in the journal. */
  readonly announceJobs: (jobs: readonly NewJob[]) => void;
  /** Asks for the whole document, where the row of a list leaves out what is needed; null = no answer now. */
  readonly detail: (documentId: string) => Promise<ServiceDocument | null>;
}

/** What became of a document that was seen: whether the journal learned something, whether items settled, and whether it has to be seen again (its items moved all the while). */
export interface Recorded {
  readonly changed: boolean;
  readonly settledItems: boolean;
  readonly again: boolean;
}

const nothing: Recorded = { changed: false, settledItems: false, again: false };
/** Refusals that are looked at again: an item moved between reading and writing. */
const mostTries = 5;

function filesOf(document: ServiceDocument, known: DocumentRecord | null): DocumentRecord['files'] {
  if (document.files.length > 0) {
    return document.files.map(({ id, type, mainFile }) => ({ fileId: id, type, mainFile }));
  }
  if (known !== null && known.files.length > 0) return known.files;
  return document.fileId === null ? [] : [{ fileId: document.fileId, type: null, mainFile: true }];
}

/** A list row may leave out what an earlier answer said: that is kept. */
function toRecord(
  connectionId: string,
  document: ServiceDocument,
  { known, linked, matched }: Match,
  at: number,
): DocumentRecord {
  const items = [...linked, ...matched];
  return {
    id: document.id,
    connectionId,
    projectId: document.projectId ?? known?.projectId ?? items[0]?.rule.projectId ?? '',
    state: document.state,
    title: document.title ?? known?.title ?? null,
    caseId: document.caseId ?? known?.caseId ?? null,
    externalId: document.externalId ?? known?.externalId ?? null,
    createdAt: document.createdAt ?? known?.createdAt ?? null,
    updatedAt: document.updatedAt ?? known?.updatedAt ?? null,
    settled:
      items.length === 0
        ? isSettledState(document.state, undefined)
        : items.every((item) => isSettledState(document.state, item.rule.settledStates)),
    files: filesOf(document, known),
    firstSeenAt: known?.firstSeenAt ?? at,
  };
}

function differs(record: DocumentRecord, known: DocumentRecord | null): boolean {
  return (
    known === null || JSON.stringify({ ...record, firstSeenAt: 0 }) !== JSON.stringify({ ...known, firstSeenAt: 0 })
  );
}

function withDocument(documents: readonly DocumentRecord[], record: DocumentRecord): readonly DocumentRecord[] {
  return [record, ...documents.filter((document) => document.id !== record.id)];
}

/** Leaves out exports that are there already, with their jobs. */
async function missingExports(
  journal: Journal,
  documentId: string,
  planned: readonly Change[],
): Promise<readonly Change[]> {
  if (planned.length === 0) return planned;
  const present = new Set((await journal.exportsOfDocument(documentId)).map((e) => `${e.documentState}\n${e.folder}`));
  const dropped = new Set<string>();
  for (const change of planned) {
    if (change.kind !== 'export-added') continue;
    if (present.has(`${change.export.documentState}\n${change.export.folder}`)) dropped.add(change.export.id);
  }
  return planned.filter((change) => {
    if (change.kind === 'export-added') return !dropped.has(change.export.id);
    return change.kind !== 'job-added' || !dropped.has(change.job.subjectId);
  });
}

/** Makes the act that puts what was seen of a document into the journal: the document, its items, their moves, its exports, in one commit. */
export function createRecordDocument(
  dependencies: RecordDependencies,
): (document: ServiceDocument) => Promise<Recorded> {
  const { connectionId, journal, clock } = dependencies;
  const serial = createSerial();

  async function changesFor(
    document: ServiceDocument,
    match: Match,
    at: number,
  ): Promise<{ changes: readonly Change[]; settledItems: boolean }> {
    const record = toRecord(connectionId, document, match, at);
    const linked = new Set(match.linked.map((item) => item.id));
    const added = match.matched.filter((item) => !linked.has(item.id));
    const items = [...match.linked, ...added].filter((item) => item.stage !== 'cancelled');
    const seen = differs(record, match.known);
    const failure = document.state === 'failed' ? failureOf(document) : fault('processing-failed');
    const moves: Change[] = [];
    for (const item of items) {
      const documents = withDocument(await journal.documentsOfItem(item.id), record);
      const moved = itemMove(item, documents, failure, at);
      if (moved !== null) moves.push(moved);
    }
    const role = (item: ItemRecord): string | null =>
      document.files.find((file) => file.id === item.fileId)?.type ?? item.role;
    const changes: Change[] = [
      ...(seen ? [{ kind: 'document-seen', document: record, at } as const] : []),
      ...added.map((item): Change => ({
        kind: 'document-linked',
        documentId: record.id,
        itemId: item.id,
        role: role(item),
        at,
      })),
      ...moves,
      // Last, for a commit stops at an export that is there already.
      ...(await missingExports(journal, record.id, dependencies.plan(record, items))),
    ];
    const settledItems = moves.some(
      (change) => change.kind === 'item-moved' && change.trail.some((step) => step.stage === 'settled'),
    );
    return { changes, settledItems };
  }

  async function write(document: ServiceDocument): Promise<Recorded> {
    for (let attempt = 1; ; attempt += 1) {
      const match = await matchItems(journal, connectionId, document);
      const { changes, settledItems } = await changesFor(document, match, clock.now());
      if (changes.length === 0) return nothing;
      const outcome = await journal.commit(changes);
      if (outcome.ok) {
        const written = changes.slice(0, outcome.stoppedAt ?? changes.length);
        const jobs = written.flatMap((change) => (change.kind === 'job-added' ? [change.job] : []));
        if (jobs.length > 0) dependencies.announceJobs(jobs);
        return { changed: true, settledItems, again: false };
      }
      if (attempt === mostTries) return { ...nothing, again: true };
    }
  }

  /** Whether the row of a list can't tell: which attachments a document of several files has, or why it failed. */
  function needsDetail(document: ServiceDocument, match: Match): boolean {
    const changed = match.known?.state !== document.state;
    if (document.state === 'failed' && changed && document.raw['entities'] === undefined) return true;
    const several = [...match.linked, ...match.matched].some((item) => item.rule.mode !== 'document');
    return several && document.files.length === 0 && (match.known?.files.length ?? 0) <= 1 && changed;
  }

  return async (document) => {
    const match = await matchItems(journal, connectionId, document);
    const items = [...match.linked, ...match.matched];
    if (items.length === 0 && match.known === null) return nothing;
    const whole = needsDetail(document, match) ? ((await dependencies.detail(document.id)) ?? document) : document;
    const found = whole === document ? match : await matchItems(journal, connectionId, whole);
    const keys = new Set([
      whole.id,
      ...[...found.linked, ...found.matched].map((item) => item.id),
      ...fileIdsOf(whole),
    ]);
    return serial([...keys], () => write(whole));
  };
}
