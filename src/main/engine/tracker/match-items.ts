import type { Journal } from '../journal/journal.ts';
import type { KnownDocument } from '../journal/known-documents.ts';
import type { DocumentRecord, ExportRecord, ItemRecord } from '../journal/records.ts';
import type { ServiceDocument } from '../service/client.ts';

/** What the journal knows of a document that the service shows. */
export interface Match {
  readonly known: DocumentRecord | null;
  /** Items linked to it already. */
  readonly linked: readonly ItemRecord[];
  /** Items that are part of it by their files or by the submission's external id, linked or not. */
  readonly matched: readonly ItemRecord[];
  readonly documentsOf: (itemId: string) => readonly DocumentRecord[];
  readonly exports: readonly ExportRecord[];
}

/** Every file id a document names: `?fileId=` and `fileId` know only the main file, attachments are in `files[].id` (observed; the interface doesn't say). */
export function fileIdsOf(document: ServiceDocument): readonly string[] {
  const ids = new Set(document.files.map((file) => file.id));
  if (document.fileId !== null) ids.add(document.fileId);
  return [...ids];
}

/**
 * The item of the one submission with the document's external id. A user's own id may be used twice: it counts only where no
 * file of the document says otherwise and the submission still waits for its document. An id made from ours is nobody else's.
 */
function bySubmission(document: ServiceDocument, { submitted, documents }: KnownDocument): readonly ItemRecord[] {
  if (submitted === null) return [];
  if (submitted.externalId === null) return [submitted];
  if (fileIdsOf(document).length > 0) return [];
  return (documents[submitted.id] ?? []).length === 0 ? [submitted] : [];
}

function matchOf(document: ServiceDocument, known: KnownDocument): Match {
  const { linked, byFiles, documents, exports } = known;
  return {
    known: known.document,
    linked,
    matched: byFiles.length > 0 || linked.length > 0 ? byFiles : bySubmission(document, known),
    documentsOf: (itemId) => documents[itemId] ?? [],
    exports,
  };
}

/** A document of the service and what the journal knows of it. */
export interface Matched {
  readonly document: ServiceDocument;
  readonly match: Match;
}

/**
 * Finds the items that documents are made of: by the document's id, by every one of its files, then by the external id of a
 * submission. One read of the journal for all of them.
 */
export async function matchItems(
  journal: Journal,
  connectionId: string,
  documents: readonly ServiceDocument[],
): Promise<readonly Matched[]> {
  const known = await journal.knownDocuments(
    connectionId,
    documents.map((document) => ({
      id: document.id,
      fileIds: fileIdsOf(document),
      externalId: document.externalId,
    })),
  );
  return documents.flatMap((document, index) => {
    const one = known[index];
    return one === undefined ? [] : [{ document, match: matchOf(document, one) }];
  });
}
