import type { Journal } from '../journal/journal.ts';
import type { DocumentRecord, ItemRecord } from '../journal/records.ts';
import type { ServiceDocument } from '../service/client.ts';

/** What the journal knows of a document that the service shows. */
export interface Match {
  readonly known: DocumentRecord | null;
  /** Items linked to it already. */
  readonly linked: readonly ItemRecord[];
  /** Items that are part of it by their files or by the submission's external id, linked or not. */
  readonly matched: readonly ItemRecord[];
}

/** Every file id a document names: `?fileId=` and `fileId` know only the main file, attachments are in `files[].id` (service-field-notes.md). */
export function fileIdsOf(document: ServiceDocument): readonly string[] {
  const ids = new Set(document.files.map((file) => file.id));
  if (document.fileId !== null) ids.add(document.fileId);
  return [...ids];
}

/**
 * The items of the one submission with the document's external id. A user's own id may be used twice: it counts only where no
 * file of the document says otherwise and the submission still waits for its document. An id made from ours is nobody else's.
 */
async function bySubmission(
  journal: Journal,
  connectionId: string,
  document: ServiceDocument,
): Promise<readonly ItemRecord[]> {
  if (document.externalId === null) return [];
  const submission = await journal.submissionByExternalId(connectionId, document.externalId);
  // Of a batch only the files tell which of its items a document is made of.
  if (submission?.items.length !== 1) return [];
  const items = await journal.itemsByIds(submission.items.map((part) => part.itemId));
  const [item] = items;
  if (item === undefined) return [];
  if (item.externalId === null) return items;
  if (fileIdsOf(document).length > 0) return [];
  return (await journal.documentsOfItem(item.id)).length === 0 ? items : [];
}

/** Finds the items a document is made of: by its id, by every one of its files, then by the external id of a submission. */
export async function matchItems(journal: Journal, connectionId: string, document: ServiceDocument): Promise<Match> {
  const ids = fileIdsOf(document);
  const [known, byFiles] = await Promise.all([
    journal.document(document.id),
    ids.length === 0 ? [] : journal.itemsByFileIds(connectionId, ids),
  ]);
  const linked = known === null ? [] : await journal.itemsOfDocument(document.id);
  const matched =
    byFiles.length > 0 || linked.length > 0 ? byFiles : await bySubmission(journal, connectionId, document);
  return { known, linked, matched };
}
