import type { DocumentTraces, KnownDocument } from '../known-documents.ts';
import type { DocumentRecord, ItemRecord } from '../records.ts';
import type { Reads } from './read-types.ts';

/** The reads of single records that this one is made of. */
type SingleReads = Pick<
  Reads,
  | 'document'
  | 'documentsOfItem'
  | 'exportsOfDocument'
  | 'itemsByIds'
  | 'itemsByFileIds'
  | 'itemsOfDocument'
  | 'submissionByExternalId'
>;

/** The read of all that is known of many documents; records that several of them share are read once. */
export function createKnownReads(reads: SingleReads): Pick<Reads, 'knownDocuments'> {
  function submittedItem(connectionId: string, externalId: string | null): ItemRecord | null {
    if (externalId === null) return null;
    const parts = reads.submissionByExternalId(connectionId, externalId)?.items ?? [];
    // Of a batch only the files tell which of its items a document is made of.
    return parts.length === 1 ? (reads.itemsByIds(parts.map((part) => part.itemId))[0] ?? null) : null;
  }

  return {
    knownDocuments(connectionId: string, asked: readonly DocumentTraces[]): readonly KnownDocument[] {
      const read = new Map<string, readonly DocumentRecord[]>();
      const documentsOf = (itemId: string): readonly DocumentRecord[] => {
        const documents = read.get(itemId) ?? reads.documentsOfItem(itemId);
        read.set(itemId, documents);
        return documents;
      };
      return asked.map(({ id, fileIds, externalId }) => {
        const document = reads.document(id);
        const linked = document === null ? [] : reads.itemsOfDocument(id);
        const byFiles = reads.itemsByFileIds(connectionId, fileIds);
        const found = linked.length > 0 || byFiles.length > 0;
        const submitted = found ? null : submittedItem(connectionId, externalId);
        const items = [...linked, ...byFiles, ...(submitted === null ? [] : [submitted])];
        return {
          document,
          linked,
          byFiles,
          submitted,
          documents: Object.fromEntries(items.map((item) => [item.id, documentsOf(item.id)])),
          exports: document === null ? [] : reads.exportsOfDocument(id),
        };
      });
    },
  };
}
