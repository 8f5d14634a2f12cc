import type { Fault } from '../../../shared/faults.ts';
import type { Change } from '../journal/changes.ts';
import type { Journal } from '../journal/journal.ts';
import type { ExportRecord, ItemRecord } from '../journal/records.ts';
import { isHandedOver, isOnDisk, isToHandOver, isUnanswered } from './hand-over-state.ts';
import { itemPages } from '../journal/pages.ts';
import type { JobContext, JobResult } from '../queue/job.ts';

/** Stages and faults from which a finished export moves an item on. */
const exportFaults: ReadonlySet<string> = new Set([
  'export-folder-unusable',
  'folder-unsafe',
  'folder-overlaps',
  'export-not-well-formed',
  'export-doctype-refused',
  'export-refused',
  'disk-full',
  'open-files-limit',
  'transfer-refused',
  'hand-over-unanswered',
  'hand-over-refused',
  'hand-over-answer-invalid',
  'answer-not-understood',
  'internal',
]);

/** Faults of items that the target system's answer cures. */
const answerFaults: ReadonlySet<string> = new Set([
  'hand-over-unanswered',
  'hand-over-refused',
  'hand-over-answer-invalid',
]);

/** What the same commit will bring, by export id. */
export type AssumedExports = ReadonlyMap<string, Partial<ExportRecord>>;

/** Whether the item is held for its exports or their report, and for nothing else. */
export function isHeldForExport(item: ItemRecord): boolean {
  return (
    item.stage === 'held' &&
    (item.resumeStage === 'settled' || item.resumeStage === 'exported') &&
    item.fault !== null &&
    exportFaults.has(item.fault.code)
  );
}

/** The move that holds a settled item for one of its exports. */
export function heldForExport(item: ItemRecord, told: Fault, at: number): Change {
  const trail = [{ stage: 'held', at, detail: { fault: told.code } }] as const;
  return {
    ...{ kind: 'item-moved', itemId: item.id, from: ['settled'], trail },
    set: { fault: told, resumeStage: 'settled' },
  };
}

async function exportsOfItem(
  journal: Journal,
  itemId: string,
  assumed: AssumedExports,
): Promise<readonly ExportRecord[]> {
  const documents = await journal.documentsOfItem(itemId);
  const found = await Promise.all(documents.map((document) => journal.exportsOfDocument(document.id)));
  return found.flat().map((record) => ({ ...record, ...assumed.get(record.id) }));
}

/**
 * Moves of a document's items as far as their exports allow: settled → exported once all exports of all documents of the item
 * are written, → handed-over once those that are to be answered or reported are, → held where one of them is. `assumed` = what the same commit will bring.
 */
export async function exportedMoves(
  journal: Journal,
  documentId: string,
  assumed: AssumedExports,
  at: number,
): Promise<readonly Change[]> {
  const moves: Change[] = [];
  for (const item of await journal.itemsOfDocument(documentId)) {
    const waits = item.stage === 'settled' || item.stage === 'exported' || isHeldForExport(item);
    if (!waits) continue;
    const records = await exportsOfItem(journal, item.id, assumed);
    // One that was held before its item came so far: the item tells why from now on.
    const stuck = records.find((record) => record.state === 'held' && !isOnDisk(record));
    if (item.stage === 'settled' && stuck?.fault) moves.push(heldForExport(item, stuck.fault, at));
    if (records.length === 0 || !records.every(isOnDisk)) continue;
    const toHandOver = records.filter(isToHandOver);
    const handedOver = toHandOver.length > 0 && toHandOver.every(isHandedOver);
    const past = item.stage === 'exported' || (item.stage === 'held' && item.resumeStage === 'exported');
    if (past && !handedOver) {
      // An item that waits for a person about its report stays held until the report is made; an answer that came cures it.
      const cured =
        item.stage === 'held' &&
        answerFaults.has(item.fault?.code ?? '') &&
        !records.some((record) => record.state === 'refused' || (record.state === 'held' && isUnanswered(record)));
      if (!cured) continue;
      moves.push({
        kind: 'item-moved',
        itemId: item.id,
        from: ['held'],
        trail: [{ stage: 'exported', at }],
        set: { fault: null, resumeStage: null },
      });
      continue;
    }
    moves.push({
      kind: 'item-moved',
      itemId: item.id,
      from: [item.stage],
      trail: [
        ...(past ? [] : [{ stage: 'exported', at } as const]),
        ...(handedOver ? [{ stage: 'handed-over', at } as const] : []),
      ],
      set: { fault: null, resumeStage: null },
    });
  }
  return moves;
}

/** Ends an attempt that has nothing else to write down, and returns what the queue is to do. */
export async function endAttempt(
  journal: Pick<Journal, 'commit'>,
  context: JobContext,
  result: JobResult,
): Promise<JobResult> {
  await journal.commit([context.ended(result)]);
  return result;
}

/**
 * Commits what became of an export together with the moves of its document's items; where the items were moved meanwhile, without
 * them: whoever advances the document afterwards sees both. Returns whether it is written: not where the job was ended meanwhile.
 */
export async function commitWithMoves(
  journal: Journal,
  { documentId }: Pick<ExportRecord, 'documentId'>,
  changes: readonly Change[],
  at: number,
): Promise<boolean> {
  const assumed = new Map(
    changes.flatMap((change) => (change.kind === 'export-set' ? [[change.exportId, change.set] as const] : [])),
  );
  const moves = await exportedMoves(journal, documentId, assumed, at);
  const together = await journal.commit([...changes, ...moves]);
  return together.ok || (await journal.commit(changes)).ok;
}

/**
 * Makes the act that moves a document's items on by what is written and reported of their exports; for documents that settled
 * with their exports already done, and after a crash between a receipt and its moves. Idempotent.
 */
export function createAdvanceExported(journal: Journal, now: () => number): (documentId: string) => Promise<void> {
  return async (documentId) => {
    // A refusal means that an item moved meanwhile: look again, a few times.
    for (let round = 0; round < 5; round += 1) {
      const moves = await exportedMoves(journal, documentId, new Map(), now());
      if (moves.length === 0) return;
      const outcome = await journal.commit(moves);
      if (outcome.ok) return;
    }
  };
}

/** Carries on, after a restart, every settled item whose exports were all written before. To be called once at the start. */
export async function resumeExported(journal: Journal, now: () => number): Promise<void> {
  const advance = createAdvanceExported(journal, now);
  for await (const items of itemPages(journal.items, { stages: ['settled'], order: 'oldest', limit: 500 })) {
    for (const item of items) {
      if (item.rule.export === undefined) continue;
      for (const document of await journal.documentsOfItem(item.id)) await advance(document.id);
    }
  }
}
