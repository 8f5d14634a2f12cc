import type { ServiceDocument } from '../service/client.ts';

/** The documents seen lately, so that a row that says nothing new costs no look into the journal. Free-form fields are not kept. */
export interface SeenDocuments {
  /** Notes a document, at an instant of the monotonic clock; false where it is as it was seen before, and its data was. */
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
  const seen = new Map<string, { signature: string; hadData: boolean; document: ServiceDocument; at: number }>();
  return {
    note(document, at) {
      const before = seen.get(document.id);
      const now = signature(document);
      const same = before?.signature === now;
      const hasData = document.raw['entities'] !== undefined;
      // The rows of some services' lists leave the data out, and a look at one document has it.
      const hadData = hasData || (same && before.hadData);
      seen.delete(document.id);
      seen.set(document.id, { signature: now, hadData, document: { ...document, raw: {}, externalData: null }, at });
      if (seen.size > most) {
        const [oldest] = seen.keys();
        if (oldest !== undefined) seen.delete(oldest);
      }
      return !same || hadData !== before.hadData;
    },
    get: (documentId) => seen.get(documentId)?.document ?? null,
    seenAt: (documentId) => seen.get(documentId)?.at ?? null,
    forget: (documentId) => seen.delete(documentId),
  };
}
