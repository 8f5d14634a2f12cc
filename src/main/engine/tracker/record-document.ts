import type { Change } from '../journal/changes.ts';
import type { Journal } from '../journal/journal.ts';
import type { DocumentRecord, DocumentWords, ExportRecord, ItemRecord, NewJob } from '../journal/records.ts';
import type { Clock } from '../platform/ports.ts';
import type { ServiceDocument } from '../service/client.ts';
import { fault } from '../faults/fault.ts';
import { failureOf } from './failure-words.ts';
import { itemMove } from './item-moves.ts';
import { fileIdsOf, matchItems } from './match-items.ts';
import type { Match, Matched } from './match-items.ts';
import { createSerial } from '../platform/serial.ts';
import type { Watch } from '../platform/serial.ts';
import { isSettledState } from './settled.ts';
import { wordsOf } from './words-of-document.ts';

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
const maxTries = 5;
/** Documents of one read: some milliseconds of the journal's thread. */
const documentsAtOnce = 100;

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
  words: DocumentWords,
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
    hasData: known?.hasData === true || words.data !== null,
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
function missingExports(exports: readonly ExportRecord[], planned: readonly Change[]): readonly Change[] {
  const present = new Set(exports.map((each) => `${each.documentState}\n${each.folder}`));
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

/** Whether the row of a list can't tell: which attachments a document of several files has, or why it failed. */
function needsDetail({ document, match }: Matched): boolean {
  const changed = match.known?.state !== document.state;
  if (document.state === 'failed' && changed && document.raw['entities'] === undefined) return true;
  const several = itemsOf(match).some((item) => item.rule.mode !== 'document');
  return several && document.files.length === 0 && (match.known?.files.length ?? 0) <= 1 && changed;
}

function itemsOf({ linked, matched }: Match): readonly ItemRecord[] {
  return [...linked, ...matched];
}

function keysOf({ document, match }: Matched): readonly string[] {
  return [...new Set([document.id, ...itemsOf(match).map((item) => item.id), ...fileIdsOf(document)])];
}

/**
 * Makes the act that puts what was seen of documents into the journal: each document, its items, their moves, its exports, in
 * one commit each. What is known of them is read for all at once, and anew only for those that are not alone with their
 * items, whose row does not tell all, or whose commit was refused. `recorded` hears of each as soon as it is written.
 */
export function createRecordDocuments(
  dependencies: RecordDependencies,
): (
  documents: readonly ServiceDocument[],
  recorded: (document: ServiceDocument, outcome: Recorded) => void,
) => Promise<void> {
  const { connectionId, journal, clock } = dependencies;
  const serial = createSerial();

  function changesFor(
    { document, match }: Matched,
    at: number,
  ): { readonly changes: readonly Change[]; readonly settledItems: boolean } {
    const words = wordsOf(document);
    const record = toRecord(connectionId, document, match, words, at);
    const linked = new Set(match.linked.map((item) => item.id));
    const added = match.matched.filter((item) => !linked.has(item.id));
    const items = [...match.linked, ...added].filter((item) => item.stage !== 'cancelled');
    const seen = differs(record, match.known);
    const failure = document.state === 'failed' ? failureOf(document) : fault('processing-failed');
    const moves = items.flatMap(
      (item) => itemMove(item, withDocument(match.documentsOf(item.id), record), failure, at) ?? [],
    );
    const role = (item: ItemRecord): string | null =>
      document.files.find((file) => file.id === item.fileId)?.type ?? item.role;
    const changes: Change[] = [
      ...(seen ? [{ kind: 'document-seen', document: record, words, at } as const] : []),
      ...added.map((item): Change => ({
        kind: 'document-linked',
        documentId: record.id,
        itemId: item.id,
        role: role(item),
        at,
      })),
      ...moves,
      // Last, for a commit stops at an export that is there already.
      ...missingExports(match.exports, dependencies.plan(record, items)),
    ];
    const settledItems = moves.some(
      (change) => change.kind === 'item-moved' && change.trail.some((step) => step.stage === 'settled'),
    );
    return { changes, settledItems };
  }

  async function matchOne(document: ServiceDocument): Promise<Matched | undefined> {
    return (await matchItems(journal, connectionId, [document]))[0];
  }

  /** Writes one document; `fresh`: what was read of it is as good as if it were read now. */
  async function write(document: ServiceDocument, fresh: Matched | null): Promise<Recorded> {
    let matched = fresh ?? (await matchOne(document));
    for (let attempt = 1; matched !== undefined; attempt += 1) {
      const { changes, settledItems } = changesFor(matched, clock.now());
      if (changes.length === 0) return nothing;
      const outcome = await journal.commit(changes);
      if (outcome.ok) {
        const written = changes.slice(0, outcome.stoppedAt ?? changes.length);
        const jobs = written.flatMap((change) => (change.kind === 'job-added' ? [change.job] : []));
        if (jobs.length > 0) dependencies.announceJobs(jobs);
        return { changed: true, settledItems, again: false };
      }
      if (attempt === maxTries) break;
      matched = await matchOne(document);
    }
    return { ...nothing, again: true };
  }

  async function record(matched: Matched, watch: Watch): Promise<Recorded> {
    const { document, match } = matched;
    if (itemsOf(match).length === 0 && match.known === null) return nothing;
    if (needsDetail(matched)) {
      const whole = (await dependencies.detail(document.id)) ?? document;
      const found = (await matchOne(whole)) ?? matched;
      return serial.run(keysOf(found), () => write(whole, null));
    }
    const keys = keysOf(matched);
    const fresh = watch.isTouched(keys) ? null : matched;
    return serial.run(keys, () => write(document, fresh));
  }

  async function recordPage(
    documents: readonly ServiceDocument[],
    recorded: (document: ServiceDocument, outcome: Recorded) => void,
  ): Promise<void> {
    const watch = serial.watch();
    try {
      const known = await matchItems(journal, connectionId, documents);
      // What is new comes first: the parts of a split document, before nobody waits for the whole any more.
      const ordered = [
        ...known.filter(({ match }) => match.known === null),
        ...known.filter(({ match }) => match.known !== null),
      ];
      const recordings = ordered.map(async (matched) => recorded(matched.document, await record(matched, watch)));
      // One that fails does not keep the others from being written.
      await Promise.allSettled(recordings);
      await Promise.all(recordings);
    } finally {
      watch.end();
    }
  }

  return async (documents, recorded) => {
    for (let from = 0; from < documents.length; from += documentsAtOnce) {
      await recordPage(documents.slice(from, from + documentsAtOnce), recorded);
    }
  };
}
