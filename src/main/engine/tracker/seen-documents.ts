import type { ServiceDocument } from '../service/client.ts';

/** The documents seen lately, so that a row that says nothing new costs no look into the journal. Free-form fields are not kept. */
export interface SeenDocuments {
  /** Notes a document, at an instant of the monotonic clock; false where it is as it was seen before. */
  note(document: ServiceDocument, at: number): boolean;
  get(documentId: string): ServiceDocument | null;
  /** When it was last seen (ms); null = not lately. */
  seenAt(documentId: string): number | null;
  /** Lets the next sight of it count as new. */
  forget(documentId: string): void;
}

const most = 5_000;

function signature(document: ServiceDocument): string {
  const { state, updatedAt, title, caseId, externalId, fileId, files, projectId } = document;
  return JSON.stringify([state, updatedAt, title, caseId, externalId, fileId, files, projectId]);
}

/** Makes an empty memory of at most 5,000 documents; the longest unseen go first. */
export function createSeenDocuments(): SeenDocuments {
  const seen = new Map<string, { signature: string; document: ServiceDocument; at: number }>();
  return {
    note(document, at) {
      const before = seen.get(document.id);
      const now = signature(document);
      seen.delete(document.id);
      seen.set(document.id, { signature: now, document: { ...document, raw: {}, externalData: null }, at });
      if (seen.size > most) {
        const [oldest] = seen.keys();
        if (oldest !== undefined) seen.delete(oldest);
      }
      return before?.signature !== now;
    },
    get: (documentId) => seen.get(documentId)?.document ?? null,
    seenAt: (documentId) => seen.get(documentId)?.at ?? null,
    forget: (documentId) => seen.delete(documentId),
  };
}
