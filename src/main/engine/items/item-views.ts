import type { ItemView } from '../../../shared/views.ts';
import type { Journal } from '../journal/journal.ts';
import type { ItemRecord } from '../journal/records.ts';

/** Stages in which an item can have documents or exports; before them nothing is read for them. */
const withDocuments = new Set<ItemRecord['stage']>([
  'submitting',
  'submitted',
  'tracking',
  'settled',
  'exported',
  'handed-over',
  'held',
  'cancelled',
]);

/** The item as everybody outside the engine sees it, with its documents and their exports. */
export async function itemView(
  journal: Pick<Journal, 'documentsOfItem' | 'exportsOfDocument' | 'places'>,
  item: ItemRecord,
): Promise<ItemView> {
  const documents = withDocuments.has(item.stage) && item.fileId !== null ? await journal.documentsOfItem(item.id) : [];
  const exports = await Promise.all(documents.map((document) => journal.exportsOfDocument(document.id)));
  const [place] = item.rule.mode === 'case' ? await journal.places([item.id]) : [];
  const openCaseId = place?.openCaseId ?? null;
  return {
    id: item.id,
    sourceId: item.sourceId,
    connectionId: item.rule.connectionId,
    projectId: item.rule.projectId,
    path: item.path,
    name: item.name,
    size: item.size,
    sha256: item.sha256,
    stage: item.stage,
    paused: item.paused,
    fileId: item.fileId,
    documents: documents.map(({ id, state, title }) => ({ id, state, title })),
    exports: exports.flat().map(({ path, writtenAt, state, fault }) => ({
      // Its place is planned before there is a file.
      path: writtenAt === null ? null : path,
      state,
      fault,
    })),
    fault: item.fault,
    duplicateOf: item.duplicateOf,
    takenInAt: item.takenInAt,
    updatedAt: item.stageSince,
    externalId: item.externalId,
    mediaType: item.mediaType,
    ...(item.copy === null ? {} : { copy: { kind: item.copy.kind, name: item.copy.name, path: item.copy.path } }),
    ...(openCaseId === null ? {} : { openCaseId }),
    ...(item.note === null ? {} : { note: item.note }),
    ...(item.assignee === null ? {} : { assignee: item.assignee }),
  };
}
