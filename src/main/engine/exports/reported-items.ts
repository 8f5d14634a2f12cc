import type { Fault } from '../../../shared/faults.ts';
import type { Change, CustodyDetail } from '../journal/changes.ts';
import type { Journal } from '../journal/journal.ts';
import type { ExportRecord, ItemRecord } from '../journal/records.ts';
import { exportedMoves, isHeldForExport, type AssumedExports } from './advance-exported.ts';
import { isToHandOver } from './hand-over-state.ts';
import { conclusion, reportedDocument, type Report } from './report.ts';

/** Rounds in which others may be faster; far beyond what persons do at once. */
const maxRounds = 5;

/**
 * Commits what a report makes of a document, its exports and its items, together with `beside`. Where a person has an XML written
 * once more meanwhile, that one is no longer the report's: it is looked again, and the new one stays planned.
 */
export async function commitReported(
  journal: Journal,
  documentId: string,
  report: Report,
  at: number,
  detail: CustodyDetail,
  beside: readonly Change[],
): Promise<void> {
  for (let round = 0; round < maxRounds; round += 1) {
    const exports = await journal.exportsOfDocument(documentId);
    const concluded = exports.flatMap((record) => {
      const set = conclusion(record, report, at);
      return set === null ? [] : [{ exportId: record.id, from: record.state, set }];
    });
    const changes: readonly Change[] = [
      reportedDocument(documentId, report, at),
      ...beside,
      ...concluded.map((one): Change => ({ kind: 'export-set', ...one, at, event: 'reported', detail })),
    ];
    const assumed = new Map(concluded.map(({ exportId, set }) => [exportId, set]));
    const moves = await reportedMoves(journal, documentId, exports, assumed, report, at);
    if ((await journal.commit([...changes, ...moves])).ok || (await journal.commit(changes)).ok) return;
  }
}

/** Items go on by their exports; where a person reports a document without any, its items are handed over by that. */
async function reportedMoves(
  journal: Journal,
  documentId: string,
  exports: readonly ExportRecord[],
  assumed: AssumedExports,
  report: Report,
  at: number,
): Promise<readonly Change[]> {
  if (report.exportId !== null || exports.some(isToHandOver)) return exportedMoves(journal, documentId, assumed, at);
  const found: Change[] = [];
  for (const item of await journal.itemsOfDocument(documentId)) {
    const alone = (await journal.documentsOfItem(item.id)).length === 1;
    const waits = item.stage === 'settled' || item.stage === 'exported' || isHeldForExport(item);
    if (!alone || !waits) continue;
    found.push({
      kind: 'item-moved',
      itemId: item.id,
      from: [item.stage],
      trail: [{ stage: 'handed-over', at, detail: { report: report.kind } }],
      set: { fault: null, resumeStage: null },
    });
  }
  return found;
}

/** The move by which an item waits for a person because its report was refused; none where it is elsewhere. */
export function heldForReport(
  item: ItemRecord,
  stages: readonly ItemRecord['stage'][],
  told: Fault,
  at: number,
): Change[] {
  if (!stages.includes(item.stage)) return [];
  const trail = [{ stage: 'held', at, detail: { fault: told.code } }] as const;
  const set = { fault: told, resumeStage: item.stage } as const;
  return [{ kind: 'item-moved', itemId: item.id, from: [item.stage], trail, set }];
}
