import { z } from 'zod';
import { monotonicNow } from './messages.ts';
import type { SinkFigures } from './messages.ts';

const processRequestSchema = z.object({ fileId: z.string(), projectId: z.string(), externalId: z.string().optional() });

interface SinkDocument {
  readonly id: string;
  readonly state: 'processing';
  readonly title: string;
  readonly createdAt: string;
  readonly createdBy: string;
  readonly updatedAt: string;
  readonly fileId: string;
  readonly projectId: string;
  readonly files: readonly { readonly id: string; readonly type: string; readonly mainFile: boolean }[];
  readonly externalId?: string;
}

/** What the sink remembers of what it was sent: instants, counts and the list of documents; never content. */
export interface SinkRecord {
  accept(): void;
  refuse(): void;
  arrive(fileName: string): void;
  /** Answers the new file's id. */
  upload(bytes: number): string;
  /** Takes the body of process-file; answers the body of its answer. */
  process(body: string): { readonly documentId: string; readonly fileId: string; readonly projectId: string };
  /** A page of documents, as GET /documents answers it, newest first. */
  list(query: URLSearchParams): unknown;
  figures(): SinkFigures;
  reset(reachAt: number): void;
}

/** Makes a record; `onReached` is called once when as many files are processed as the last reset named. */
export function createSinkRecord(onReached: (processed: number) => void): SinkRecord {
  let goal = Infinity;
  let uploads = 0;
  let uploadedBytes = 0;
  let documents: SinkDocument[] = [];
  let processedAt: number[] = [];
  let arrivals: [string, number][] = [];
  let acceptedAt: number[] = [];
  let refusedAt: number[] = [];
  return {
    accept: () => void acceptedAt.push(monotonicNow()),
    refuse: () => void refusedAt.push(monotonicNow()),
    arrive: (fileName) => void arrivals.push([fileName, monotonicNow()]),
    upload(bytes) {
      uploads += 1;
      uploadedBytes += bytes;
      return `file-${uploads}`;
    },
    process(body) {
      const { fileId, projectId, externalId } = processRequestSchema.parse(JSON.parse(body));
      const id = (documents.length + 1).toString(16).padStart(24, '0');
      const now = new Date().toISOString();
      documents.push({
        id,
        state: 'processing',
        title: fileId,
        createdAt: now,
        createdBy: 'bench',
        updatedAt: now,
        fileId,
        projectId,
        files: [{ id: fileId, type: 'invoice', mainFile: true }],
        ...(externalId === undefined ? {} : { externalId }),
      });
      processedAt.push(monotonicNow());
      if (documents.length === goal) onReached(goal);
      return { documentId: id, fileId, projectId };
    },
    list(query) {
      const offset = Number(query.get('offset') ?? 0);
      const limit = Math.min(50, Number(query.get('limit') ?? 20));
      const end = Math.max(0, documents.length - offset);
      const page = documents.slice(Math.max(0, end - limit), end).reverse();
      return { data: page, limit, offset, totalCount: documents.length };
    },
    figures: () => ({ uploads, uploadedBytes, processedAt, arrivals, acceptedAt, refusedAt }),
    reset(reachAt) {
      goal = reachAt;
      uploads = 0;
      uploadedBytes = 0;
      documents = [];
      processedAt = [];
      arrivals = [];
      acceptedAt = [];
      refusedAt = [];
    },
  };
}
