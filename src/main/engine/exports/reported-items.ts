import type { Fault } from '../../../shared/faults.ts';
import type { Change } from '../journal/changes.ts';
import type { Journal } from '../journal/journal.ts';
import type { ExportRecord, ItemRecord } from '../journal/records.ts';
import { exportedMoves, isHeldForExport, type AssumedExports } from './advance-exported.ts';
import { isToHandOver } from './hand-over-state.ts';
import type { Report } from './report.ts';

/** Items go on by their exports; where a person reports a document without any, its items are handed over by that. */
export async function reportedMoves(
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
