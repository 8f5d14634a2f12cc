import type { ExportView } from '../../../shared/views.ts';
import type { ExportRecord } from '../journal/records.ts';

/** The export as everybody outside the engine sees it, with the title of its document. */
export function exportView(record: ExportRecord, title: string | null): ExportView {
  return {
    id: record.id,
    documentId: record.documentId,
    connectionId: record.connectionId,
    projectId: record.projectId,
    title,
    documentState: record.documentState,
    state: record.state,
    path: record.path,
    folder: record.folder,
    size: record.size,
    sha256: record.sha256,
    plannedAt: record.plannedAt,
    writtenAt: record.writtenAt,
    reportTransfer: record.reportTransfer,
    fault: record.fault,
    answerDueAt: record.answerDueAt,
    answer:
      record.answer === null
        ? null
        : {
            kind: record.answer.kind,
            message: record.answer.message,
            externalId: record.answer.externalId,
            at: record.answer.at,
          },
    reportedAt: record.reportedAt,
    beside: record.beside.map(({ path, size, sha256 }) => ({ path, size, sha256 })),
    originalSha256: record.original?.sha256 ?? null,
  };
}
