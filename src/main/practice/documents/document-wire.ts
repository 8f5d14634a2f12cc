import { makeEntities } from '../entities/entities.ts';
import { nameOrDefault } from '../file-names.ts';
import type { Entities } from '../entities/entities.ts';
import type { FileStore } from '../file-store.ts';
import type { DocumentRecord } from './document-store.ts';
import { unfinishedStates } from './document-states.ts';

/** How documents are shown. */
export interface DocumentWire {
  /** A document as JSON has it; `withEntities` false leaves the extracted data out, as some lists do. */
  show(record: DocumentRecord, withEntities: boolean): Record<string, unknown>;
  /** The extracted data of a document; null while there is none. */
  entities(record: DocumentRecord): Entities | null;
}

function instant(at: number): string {
  return new Date(at).toISOString();
}

/** Creates the view of documents; `urlOf` makes the address of a document from its id. */
export function createDocumentWire(files: FileStore, seed: number, urlOf: (id: string) => string): DocumentWire {
  const cache = new WeakMap<DocumentRecord, Entities>();

  /** Data comes from an XML file of the document where there is one, else from the main file. */
  function extract(record: DocumentRecord): Entities | null {
    const stored = record.files.flatMap((file) => files.get(file.id) ?? []);
    const source = stored.find((file) => file.contentType.endsWith('/xml')) ?? stored[0];
    if (source === undefined) return null;
    const xml = source.contentType.endsWith('/xml');
    return makeEntities(
      {
        doubtful: record.history.some(({ state }) => state === 'reviewRequired'),
        name: nameOrDefault(source),
        size: source.size,
        contentType: source.contentType,
        bytes: xml ? files.bytes(source) : null,
      },
      seed,
    );
  }

  function entities(record: DocumentRecord): Entities | null {
    if (unfinishedStates.has(record.state) || record.state === 'failed') return null;
    const known = cache.get(record);
    if (known !== undefined) return known;
    const made = extract(record);
    if (made !== null) cache.set(record, made);
    return made;
  }

  return {
    entities,
    show(record, withEntities) {
      const wire: Record<string, unknown> = {
        id: record.id,
        state: record.state,
        title: record.title,
        createdAt: instant(record.createdAt),
        createdBy: record.createdBy,
        updatedAt: instant(record.updatedAt),
        updatedBy: record.updatedBy,
        fileId: record.fileId,
        caseId: record.caseId,
        files: record.files,
        previewFileId: null,
        projectId: record.projectId,
        url: urlOf(record.id),
      };
      if (record.completedAt !== null) wire.completedAt = instant(record.completedAt);
      if (record.completedBy !== null) wire.completedBy = record.completedBy;
      if (record.externalId !== undefined) wire.externalId = record.externalId;
      if (record.externalData !== undefined) wire.externalData = record.externalData;
      const found = withEntities ? entities(record) : null;
      if (found !== null) wire.entities = found;
      return wire;
    },
  };
}
