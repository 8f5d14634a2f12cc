import type { Outcome } from '../../../shared/faults.ts';
import type { ExternalData } from '../../../shared/settings.ts';
import type { StopSignal } from '../platform/stop-signal.ts';

/**
 * Lanes of the limiter, most urgent first: a person's click, submissions, uploads, hand-over,
 * following, reference data.
 */
export const lanes = ['person', 'submit', 'upload', 'hand-over', 'tracking', 'reference'] as const;

/** One lane. */
export type Lane = (typeof lanes)[number];

/** How a call is made. */
export interface CallOptions {
  readonly lane: Lane;
  readonly signal?: StopSignal;
  /** Tries inside the call for what may safely be repeated; 1 = none. The queue does the durable retries. */
  readonly tries?: number;
}

/** How a person's call is made: before all others, and tried again where that is safe. */
export const personCall: CallOptions = { lane: 'person', tries: 3 };

/** The bytes of an upload. `stream` is called again for a second try and yields chunks of about 1 MiB, `size` bytes in all. */
export type UploadBody =
  | { readonly bytes: Uint8Array }
  | { readonly stream: () => AsyncIterable<Uint8Array>; readonly size: number };

/** A document as the service tells it (tolerant: unknown fields are kept in `raw`, any state string passes). */
export interface ServiceDocument {
  readonly id: string;
  readonly state: string;
  readonly title: string | null;
  readonly createdAt: string | null;
  readonly updatedAt: string | null;
  readonly fileId: string | null;
  readonly caseId: string | null;
  readonly files: readonly { readonly id: string; readonly type: string | null; readonly mainFile: boolean }[];
  readonly externalId: string | null;
  readonly externalData: Readonly<Record<string, unknown>> | null;
  readonly projectId: string | null;
  readonly url: string | null;
  readonly raw: Readonly<Record<string, unknown>>;
}

/** A page of documents; `totalCount` is missing on some servers. */
export interface DocumentPage {
  readonly documents: readonly ServiceDocument[];
  readonly limit: number;
  readonly offset: number;
  readonly totalCount: number | null;
}

/** Filters of GET /documents. */
export interface DocumentListQuery {
  readonly projectIds?: readonly string[];
  readonly offset?: number;
  /** From 0; above 50 it is replaced by 50. */
  readonly limit?: number;
  readonly sort?: 'createdAt' | '-createdAt' | '+createdAt' | 'updatedAt' | '-updatedAt' | '+updatedAt';
  readonly states?: readonly string[];
  /** Matches only the main file of a document (observed; the interface doesn't say). */
  readonly fileId?: string;
  readonly caseId?: string;
}

/** A case, read as far as anything is known of it. */
export interface ServiceCase {
  readonly id: string;
  readonly fileBatchId: string | null;
  readonly externalId: string | null;
  readonly projectId: string | null;
  readonly state: string | null;
  readonly title: string | null;
  readonly raw: Readonly<Record<string, unknown>>;
}

/** What the rate headers last said, and what the limiter makes of it. */
export interface QuotaState {
  readonly limit: number | null;
  readonly windowSeconds: number | null;
  readonly remaining: number | null;
  /** Instant (ms) when the window resets, as far as known. */
  readonly resetsAt: number | null;
  readonly waiting: number;
  readonly inFlight: number;
}

/** Work that waits for the quota: since when nothing was served, and when the next request goes (ms since 1970). */
export interface QuotaWait {
  readonly since: number;
  readonly until: number;
}

/** A file that streams in: content type and name as sent. */
export interface Download {
  readonly mediaType: string;
  readonly fileName: string | null;
  readonly body: AsyncIterable<Uint8Array>;
}

/**
 * The REST client of one connection. Every method answers an Outcome: expected failures are faults.
 * A fault of an operation that is not safe to repeat and whose answer was lost has code `outcome-unclear`: the caller looks
 * before repeating. Rules of the interface that a caller can break are faults before anything is sent.
 */
export interface ServiceClient {
  readonly connectionId: string;
  uploadFile(
    file: { readonly body: UploadBody; readonly mediaType: string; readonly fileName: string },
    options: CallOptions,
  ): Promise<Outcome<{ readonly fileId: string }>>;
  downloadFile(fileId: string, options: CallOptions): Promise<Outcome<Download>>;
  listDocuments(query: DocumentListQuery, options: CallOptions): Promise<Outcome<DocumentPage>>;
  processFile(
    request: {
      readonly fileId: string;
      readonly projectId: string;
      readonly externalId?: string;
      readonly externalData?: ExternalData;
    },
    options: CallOptions,
  ): Promise<Outcome<{ readonly documentId: string; readonly fileId: string; readonly projectId: string }>>;
  getDocument(documentId: string, options: CallOptions): Promise<Outcome<ServiceDocument>>;
  documentStates(
    documentId: string,
    options: CallOptions,
  ): Promise<Outcome<readonly { readonly state: string; readonly updatedAt: string | null }[]>>;
  transferDocument(
    documentId: string,
    report: { readonly successful: boolean; readonly message?: string },
    options: CallOptions,
  ): Promise<Outcome<void>>;
  rejectDocument(
    documentId: string,
    report: { readonly message?: string },
    options: CallOptions,
  ): Promise<Outcome<void>>;
  setExternalData(documentId: string, externalData: ExternalData, options: CallOptions): Promise<Outcome<void>>;
  setExternalId(documentId: string, externalId: string, options: CallOptions): Promise<Outcome<void>>;
  setTitle(documentId: string, title: string, options: CallOptions): Promise<Outcome<void>>;
  processFileBatch(
    request: {
      readonly fileIds: readonly string[];
      readonly projectId: string;
      readonly externalId?: string;
      readonly externalData?: ExternalData;
    },
    options: CallOptions,
  ): Promise<Outcome<{ readonly fileBatchId: string | null }>>;
  /** POST /cases/create: the first file is the main one where none is marked. */
  createCase(
    request: {
      readonly projectId: string;
      readonly files: readonly { readonly id: string; readonly type: string; readonly mainFile: boolean }[];
      readonly externalId?: string;
      readonly externalData?: ExternalData;
    },
    options: CallOptions,
  ): Promise<Outcome<{ readonly caseId: string }>>;
  listCases(
    query: {
      readonly fileBatchId?: string;
      readonly projectId?: string;
      readonly externalId?: string;
      readonly offset?: number;
      readonly limit?: number;
    },
    options: CallOptions,
  ): Promise<
    Outcome<{
      readonly cases: readonly ServiceCase[];
      /** Rows that came, also those that are no case. */
      readonly told: number;
      readonly limit: number | null;
      readonly totalCount: number | null;
    }>
  >;
  getCase(caseId: string, options: CallOptions): Promise<Outcome<ServiceCase>>;
  transferCase(
    caseId: string,
    report: { readonly successful: boolean; readonly message?: string },
    options: CallOptions,
  ): Promise<Outcome<void>>;
  /** GET /document-xml: the bytes exactly as sent. */
  documentXml(documentId: string, projectId: string, options: CallOptions): Promise<Outcome<Download>>;
  /** Whether the project exists for this client: asks GET /projects/{id}, else lists one document of it. */
  checkProject(projectId: string, options: CallOptions): Promise<Outcome<void>>;
  /** Signs in and answers the granted scopes. */
  signIn(
    options: CallOptions,
  ): Promise<Outcome<{ readonly scopes: readonly string[]; readonly expiresInSeconds: number }>>;
  quota(): QuotaState;
  /** What work waits for the quota; null: none does. */
  wait(): QuotaWait | null;
  /** Drops pooled sockets, after sleep or a network change; what a 429 asked for is looked at again. */
  reset(): void;
  close(): Promise<void>;
}
