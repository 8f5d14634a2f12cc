import type { BatchAnswer } from './cases/case-routes.ts';
import type { DocumentFile, ExternalData } from './documents/document-store.ts';
import type { RequestReport } from './http-server.ts';
import type { FaultRule, PracticeFaults } from './practice-faults.ts';
import type { PracticeProject } from './projects/project-store.ts';
import type { BasicEncoding, PracticeClient } from './sessions.ts';

/** How a practice service is set up; everything has a default. It always listens on 127.0.0.1 only. */
export interface PracticeOptions {
  /** default 0: a free port */
  readonly port?: number;
  /** default `/v2` */
  readonly basePath?: string;
  /** default `practice-client` */
  readonly clientId?: string;
  /** default: made up anew */
  readonly clientSecret?: string;
  /** scopes of the tokens of that client; default: all that there are */
  readonly scopes?: readonly string[];
  /** more clients, each with a quota of its own */
  readonly clients?: readonly PracticeClient[];
  /** default `both` */
  readonly basicEncoding?: BasicEncoding;
  /** life of a token in seconds, default 3600 */
  readonly tokenSeconds?: number;
  /** requests in a window for each client, default 1,000,000 */
  readonly quota?: number;
  /** length of a window in seconds, default 1 */
  readonly windowSeconds?: number;
  /** milliseconds before each answer, default 0 */
  readonly latencyMs?: number;
  /** the longest time in milliseconds until a document is settled, default 1000; each takes 60 to 100 % of it */
  readonly processingMs?: number;
  /**
   * some documents of automatic projects wait for a person (reviewRequired 8 %, extracted 2 %) or fail (2 %), by name and seed;
   * default: all are done
   */
  readonly realistic?: boolean;
  /** default: none; {@link parseFaults} reads them from a text */
  readonly faults?: PracticeFaults;
  /** decides faults, outcomes, times and made-up data, default 1; identifiers are always new */
  readonly seed?: number;
  /** added to the practice projects accounts-payable, goods-in (duplicates fail), contracts (completion manual), training, mail-in */
  readonly projects?: readonly PracticeProject[];
  /** default 202 with the id */
  readonly batchAnswer?: BatchAnswer;
  /** document lists without `totalCount` */
  readonly omitTotalCount?: boolean;
  /** document lists without `entities` */
  readonly omitListEntities?: boolean;
  /** beside the interface: `GET /companies` and `/users`, and lists filtered by the states that only live services know */
  readonly extras?: boolean;
  /** what GET /emails/{id}/content answers, default `html`; live services were seen with `pdf` */
  readonly emailContent?: 'html' | 'pdf';
  /** bytes of uploads held in memory before they go to disk, default 64 MiB */
  readonly memoryBytes?: number;
  /** the bytes of files above 1 MiB are counted and not kept, for measuring the way to the service without its disk */
  readonly discardLarge?: boolean;
  /** milliseconds since the epoch, default Date.now */
  readonly clock?: () => number;
  /** called at the end of each request, just before its answer is sent */
  readonly onRequest?: (report: RequestReport) => void;
}

/** Counts since the start. */
export interface PracticeStats {
  /** by operation, `unknown` for paths that don't exist; refused ones count too */
  readonly requests: Readonly<Record<string, number>>;
  /** by status, 0 where no answer was sent */
  readonly answers: Readonly<Record<string, number>>;
  /** drawn faults by kind */
  readonly faults: Readonly<Record<string, number>>;
  readonly uploads: number;
  /** bytes */
  readonly uploadedBytes: number;
  readonly documents: number;
  readonly documentsByState: Readonly<Record<string, number>>;
  readonly cases: number;
  /** main files that more than one document was made of */
  readonly duplicateFileIds: number;
}

/** One uploaded file as the service holds it. */
export interface PracticeFile {
  readonly id: string;
  readonly name: string | null;
  readonly contentType: string;
  /** bytes */
  readonly size: number;
  /** lower-case hex */
  readonly sha256: string;
}

/** One document as the service holds it; `sha256` of its main file. */
export interface PracticeDocument {
  readonly id: string;
  readonly projectId: string;
  readonly state: string;
  readonly title: string;
  readonly fileId: string;
  readonly files: readonly DocumentFile[];
  readonly caseId: string | null;
  readonly externalId: string | undefined;
  readonly externalData: ExternalData | undefined;
  /** what the last transfer or reject said */
  readonly message: string | undefined;
  readonly sha256: string;
}

/** A running practice service and what tests and acceptance do with it beside its HTTP interface. */
export interface PracticeService {
  /** ends in the base path, without a slash */
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly port: number;
  stats(): PracticeStats;
  files(): Promise<PracticeFile[]>;
  documents(): Promise<PracticeDocument[]>;
  /** The reference records of a family, or of `lookup-tables/TYPE`. */
  enrichmentRecords(collection: string): Readonly<Record<string, unknown>>[];
  /** Makes the next calls go wrong: the newest rule is tried first. */
  injectFault(rule: FaultRule): void;
  clearFaults(): void;
  /** Makes all tokens invalid; answers how many there were. */
  revokeTokens(): number;
  /** Moves a document to any state, as a person at the service would; false where it doesn't exist. */
  moveDocument(id: string, state: string): boolean;
  /** Ends all connections and listens no more; everything is kept. */
  disconnect(): Promise<void>;
  /** Listens again on the same port. */
  reconnect(): Promise<void>;
  /** Ends the service and removes what it had on disk. */
  close(): Promise<void>;
}
