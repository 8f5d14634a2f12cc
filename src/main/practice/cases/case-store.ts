import { randomUUID } from 'node:crypto';
import { unfinishedStates } from '../documents/document-states.ts';
import type { DocumentFile, DocumentRecord, DocumentStore, ExternalData } from '../documents/document-store.ts';

/** One case. Times are milliseconds since the epoch. */
export interface CaseRecord {
  readonly id: string;
  readonly projectId: string;
  readonly fileBatchId: string | null;
  readonly externalId: string | undefined;
  readonly externalData: ExternalData | undefined;
  readonly files: readonly DocumentFile[];
  readonly createdAt: number;
  readonly createdBy: string;
  readonly documents: DocumentRecord[];
  /** what a transfer report made of it */
  reported: 'transferred' | 'transferFailed' | null;
  updatedAt: number;
}

/** Which cases; null means all. */
export interface CaseQuery {
  readonly fileBatchId: string | null;
  readonly projectId: string | null;
  readonly externalId: string | null;
  readonly offset: number;
  readonly limit: number;
}

/** The cases, newest first in lists. */
export interface CaseStore {
  create(made: Omit<CaseRecord, 'id' | 'documents' | 'reported' | 'updatedAt'>): CaseRecord;
  get(id: string): CaseRecord | undefined;
  list(query: CaseQuery): { readonly page: CaseRecord[]; readonly totalCount: number };
  /** Reports a case and all its documents as transferred, or not. */
  report(record: CaseRecord, successful: boolean, message: string | undefined, at: number, by: string): void;
  count(): number;
}

/** The state of a case, from its documents: the interface names none, so these are the practice service's own. */
export function caseState(record: CaseRecord): string {
  if (record.reported !== null) return record.reported;
  if (record.documents.length === 0) return 'new';
  return record.documents.some((document) => unfinishedStates.has(document.state)) ? 'processing' : 'completed';
}

function meets(record: CaseRecord, query: CaseQuery): boolean {
  if (query.fileBatchId !== null && record.fileBatchId !== query.fileBatchId) return false;
  if (query.projectId !== null && record.projectId !== query.projectId) return false;
  return query.externalId === null || record.externalId === query.externalId;
}

/** Creates an empty store. */
export function createCaseStore(documents: DocumentStore): CaseStore {
  const byId = new Map<string, CaseRecord>();
  const created: CaseRecord[] = [];
  return {
    create(made) {
      const record: CaseRecord = {
        ...made,
        id: randomUUID(),
        documents: [],
        reported: null,
        updatedAt: made.createdAt,
      };
      byId.set(record.id, record);
      created.push(record);
      return record;
    },
    get: (id) => byId.get(id),
    list(query) {
      const page: CaseRecord[] = [];
      let totalCount = 0;
      for (let index = created.length - 1; index >= 0; index -= 1) {
        const record = created[index];
        if (record === undefined || !meets(record, query)) continue;
        if (totalCount >= query.offset && page.length < query.limit) page.push(record);
        totalCount += 1;
      }
      return { page, totalCount };
    },
    report(record, successful, message, at, by) {
      record.reported = successful ? 'transferred' : 'transferFailed';
      record.updatedAt = at;
      for (const document of record.documents) {
        document.message = message;
        documents.move(document, record.reported, at, by);
      }
    },
    count: () => created.length,
  };
}
