import type { IntakeRule } from '../../../shared/settings.ts';
import type { OpenCaseState } from '../../../shared/case-views.ts';
import type { ItemStage } from '../../../shared/item.ts';
import type { ActivityView } from '../../../shared/activity-views.ts';
import type { ExportSort, ItemKey, ItemSort } from '../../../shared/selection.ts';
import type { ItemGroup, ItemSummary, StationFigures } from '../../../shared/views.ts';
import type { Change, CommitOutcome } from './changes.ts';
import type { DocumentTraces, KnownDocument } from './known-documents.ts';
import type {
  LoosePage,
  LooseQuery,
  OpenCasePage,
  OpenCaseQuery,
  OpenCaseRecord,
  PlaceRecord,
} from './open-case-records.ts';
import type {
  CustodyRow,
  CustodySubject,
  DocumentRecord,
  ExportRecord,
  ItemRecord,
  JobRecord,
  SeenFile,
  SubmissionRecord,
  CaseRecord,
  SubmissionState,
} from './records.ts';

/** A page of rows in a stable order; `next` continues after it, absent on the last page. */
export interface Page<Row, Cursor> {
  readonly rows: readonly Row[];
  readonly next?: Cursor;
  /** Journal revision the page was read at. */
  readonly revision: number;
}

/** Which items to list; newest first by default. All given conditions hold together. */
export interface ItemQuery {
  readonly stages?: readonly ItemStage[] | undefined;
  readonly sourceId?: string | undefined;
  readonly projectId?: string | undefined;
  readonly assignee?: string | undefined;
  /** What happens next with them; `done` = ended since `doneSince` (ms; absent: ever). */
  readonly group?: ItemGroup | undefined;
  readonly doneSince?: number | undefined;
  /** Part of the name, external id, note, assignee or document id, case-insensitive. */
  readonly search?: string | undefined;
  readonly order?: 'newest' | 'oldest' | undefined;
  /** Another order than that of taking in; only with `offset`. */
  readonly sort?: ItemSort | undefined;
  /** Opaque, from the page before. */
  readonly cursor?: string | undefined;
  /** Rows to pass over; not together with a cursor. The page tells the total then. */
  readonly offset?: number | undefined;
  /** 1 to 1,000 rows. */
  readonly limit: number;
}

/** A content, and the project in which the same counts as a duplicate; `mode`: only where it went this way. `exceptId`: an item that has it itself. */
export interface Content {
  readonly sha256: string;
  readonly connectionId: string;
  readonly projectId: string;
  readonly mode?: IntakeRule['mode'];
  readonly exceptId?: string;
}

/** Which items the counters of the window count; `doneSince` in ms. */
export interface SummaryQuery {
  readonly doneSince: number;
  readonly projectId?: string | undefined;
  readonly assignee?: string | undefined;
  readonly search?: string | undefined;
}

/** Which lines of the history, newest first, before a sequence number. */
export interface LogQuery {
  readonly subject?: CustodySubject | undefined;
  readonly event?: string | undefined;
  /** ms. */
  readonly since?: number | undefined;
  readonly before?: number | undefined;
  readonly limit: number;
}

/** Which span of time to count, in ms, and by what. */
export interface ActivityQuery {
  readonly from: number;
  readonly to: number;
  readonly bucket: 'hour' | 'day';
  readonly sourceId?: string | undefined;
  readonly projectId?: string | undefined;
}

/** Which exports to list, newest first unless they are sorted. `search`: part of the path, the document's title or id; `since`: planned then (ms) or later. */
export interface ExportQuery {
  readonly states?: readonly ExportRecord['state'][] | undefined;
  readonly projectId?: string | undefined;
  readonly since?: number | undefined;
  readonly sort?: ExportSort | undefined;
  readonly search?: string | undefined;
  readonly offset: number;
  readonly limit: number;
}

/**
 * Which documents of a connection to find: those that have all these words (as searchedWords makes them) and fulfil the conditions.
 * `listed` = what the service lists under the same conditions, and whether it has the words there; `isWhole`: no other fulfils them.
 */
export interface DocumentQuery {
  readonly connectionId: string;
  readonly projectId?: string | undefined;
  readonly states?: readonly string[] | undefined;
  readonly caseId?: string | undefined;
  readonly words: readonly string[];
  readonly listed: readonly (Pick<DocumentRecord, 'id' | 'createdAt' | 'updatedAt'> & { readonly matches: boolean })[];
  readonly isWhole: boolean;
  readonly sort: 'createdAt' | '-createdAt' | 'updatedAt' | '-updatedAt';
  readonly offset: number;
  readonly limit: number;
}

/** Which documents of a connection that were followed to list, in an order of their own; those without what they are sorted by come last. */
export interface SortedDocumentQuery extends Pick<
  DocumentQuery,
  'connectionId' | 'projectId' | 'states' | 'caseId' | 'words' | 'offset' | 'limit'
> {
  readonly by: 'title' | 'supplier' | 'number' | 'amount' | 'createdAt' | 'updatedAt';
  readonly descending: boolean;
  /** Part of the supplier's name, as people type it. */
  readonly supplier?: string | undefined;
  /** Changed then (ms) or later. */
  readonly since?: number | undefined;
}

/** A page of {@link SortedDocumentQuery}, how many there are in all, how many of these are without what they are sorted by, and how many of the connection are followed. */
export interface SortedDocuments {
  readonly rows: readonly DocumentRecord[];
  readonly total: number;
  readonly without: number;
  readonly followed: number;
}

/** A page of the documents found (null: one that is listed), how many there are in all, and how many of the connection have data to look through. */
export interface FoundDocuments {
  readonly rows: readonly { readonly id: string; readonly document: DocumentRecord | null }[];
  readonly total: number;
  readonly lookedAt: number;
}

/** A page of exports with the titles of their documents, and how many there are in all. */
export interface ExportPage {
  readonly rows: readonly { readonly export: ExportRecord; readonly title: string | null }[];
  readonly total: number;
  /** Exports in each state with the other conditions of the question. */
  readonly counts: Readonly<Partial<Record<ExportRecord['state'], number>>>;
  readonly revision: number;
}

/** Which jobs to list: what is outstanding, by priority then due time. */
export interface JobQuery {
  readonly states: readonly JobRecord['state'][];
  readonly after?: string;
  readonly limit: number;
}

/** How many items stand in each stage, kept without counting. */
export type StageCounts = Readonly<Partial<Record<ItemStage, number>>>;

/** The answer of a walk along the history: `brokenAt` = sequence of the first line that does not fit; `last` = the last one that does (null: none). */
export interface CustodyCheck {
  readonly rows: number;
  readonly brokenAt: number | null;
  readonly last: { readonly sequence: number; readonly hash: string } | null;
}

/** What is paused just now. */
export interface Pauses {
  readonly all: boolean;
  readonly sources: readonly string[];
}

/**
 * The only durable store. Asynchronous on purpose: it lives in a worker thread and commits in groups.
 * An answer to `commit` means the changes are on disk. Reads see all that was committed before they were asked.
 */
export interface Journal {
  /** Makes the changes durable, all or none. `actor` is `engine` unless a person decided. Rejects only on bugs and on a full or broken disk (JournalError). */
  commit(changes: readonly Change[], actor?: string): Promise<CommitOutcome>;

  item(id: string): Promise<ItemRecord | null>;
  /** Those of the ids that exist, in no order. */
  itemsByIds(ids: readonly string[]): Promise<readonly ItemRecord[]>;
  /** The id of the first item of a project with this content (hash as lower-case hex) that was taken in since then (ms); null = there is none. */
  firstWithContent(content: Content, since: number): Promise<string | null>;
  items(query: ItemQuery): Promise<Page<ItemRecord, string> & { readonly total?: number }>;
  /** The same items, only what choosing all of them needs; at most `keysAtOnce`, without offset. */
  itemKeys(query: ItemQuery): Promise<Omit<Page<ItemKey, string>, 'revision'>>;
  /** Items by what happens next with them. */
  itemSummary(query: SummaryQuery): Promise<ItemSummary>;
  counts(sourceId?: string): Promise<StageCounts>;
  figures(): Promise<StationFigures>;
  /** Items whose id starts with the text (people type the first characters); at most `limit`. */
  itemsByIdPrefix(prefix: string, limit: number): Promise<readonly ItemRecord[]>;

  job(id: string): Promise<JobRecord | null>;
  jobs(query: JobQuery): Promise<readonly JobRecord[]>;
  jobsOf(subjectId: string): Promise<readonly JobRecord[]>;

  submission(id: string): Promise<SubmissionRecord | null>;
  submissions(states: readonly SubmissionState[], limit: number, after?: string): Promise<readonly SubmissionRecord[]>;
  submissionsOfItem(itemId: string): Promise<readonly SubmissionRecord[]>;
  submissionByExternalId(connectionId: string, externalId: string): Promise<SubmissionRecord | null>;
  submissionByFileBatchId(connectionId: string, fileBatchId: string): Promise<SubmissionRecord | null>;

  document(id: string): Promise<DocumentRecord | null>;
  documentsOfItem(itemId: string): Promise<readonly DocumentRecord[]>;
  /** Documents that were seen as parts of a case of the service. */
  documentsOfCase(caseId: string): Promise<readonly DocumentRecord[]>;
  itemsOfDocument(documentId: string): Promise<readonly ItemRecord[]>;
  findDocuments(query: DocumentQuery): Promise<FoundDocuments>;
  sortedDocuments(query: SortedDocumentQuery): Promise<SortedDocuments>;
  /** Names of suppliers of documents that were followed, those of most documents first; at most `limit`. */
  suppliers(connectionId: string, limit: number): Promise<readonly string[]>;
  /** Documents known but not settled, or linked to items that are not at their end; by id. */
  unsettledDocuments(
    connectionId: string,
    projectId: string,
    limit: number,
    after?: string,
  ): Promise<readonly DocumentRecord[]>;
  /** Items by the service's file ids, for matching `fileId` and every `files[].id`. */
  itemsByFileIds(connectionId: string, fileIds: readonly string[]): Promise<readonly ItemRecord[]>;
  /** All that is known of these documents, one answer for each in their order: for pages of the service's list. */
  knownDocuments(connectionId: string, asked: readonly DocumentTraces[]): Promise<readonly KnownDocument[]>;
  cases(submissionId: string): Promise<readonly CaseRecord[]>;

  openCase(id: string): Promise<OpenCaseRecord | null>;
  /** Open cases whose id starts with the text; at most `limit`. */
  openCasesByIdPrefix(prefix: string, limit: number): Promise<readonly OpenCaseRecord[]>;
  /** Open cases in these states by id, after one. */
  openCasesIn(states: readonly OpenCaseState[], limit: number, after?: string): Promise<readonly OpenCaseRecord[]>;
  openCasePage(query: OpenCaseQuery): Promise<OpenCasePage>;
  openCaseOfSubmission(submissionId: string): Promise<OpenCaseRecord | null>;
  openCasesOfCase(caseId: string): Promise<readonly OpenCaseRecord[]>;
  /** Where items of mode case are; those that were never placed are left out. */
  places(itemIds: readonly string[]): Promise<readonly PlaceRecord[]>;
  looseItems(query: LooseQuery): Promise<LoosePage>;
  /** Roles that files were given, of one project or all; most used first. */
  roleUse(projectId: string | undefined): Promise<readonly string[]>;

  export(id: string): Promise<ExportRecord | null>;
  /** The export that was or is being written to this path (absolute), but for one; where several were, the newest. */
  exportByPath(path: string, exceptId?: string): Promise<ExportRecord | null>;
  exportsOfDocument(documentId: string): Promise<readonly ExportRecord[]>;
  exports(states: readonly ExportRecord['state'][], limit: number, after?: string): Promise<readonly ExportRecord[]>;

  exportPage(query: ExportQuery): Promise<ExportPage>;

  seenFiles(sourceId: string, limit: number, afterPath?: string): Promise<readonly SeenFile[]>;
  seenFile(sourceId: string, path: string): Promise<SeenFile | null>;

  /** The names that items and cases were handed to, the last used first; at most `limit`. */
  people(limit: number): Promise<readonly string[]>;
  /** With whom items are now, by name. */
  assignees(limit: number): Promise<{ readonly items: readonly string[]; readonly openCases: readonly string[] }>;

  cursor(name: string): Promise<string | null>;
  pauses(): Promise<Pauses>;

  /** History of one subject or of several together (oldest first), or of everything when absent. */
  custody(query: {
    readonly subjectIds?: readonly string[];
    readonly after?: number;
    readonly limit: number;
  }): Promise<readonly CustodyRow[]>;
  log(query: LogQuery): Promise<readonly CustodyRow[]>;
  activity(query: ActivityQuery): Promise<ActivityView>;
  /** Walks the hash chain. */
  verifyCustody(): Promise<CustodyCheck>;

  /** Called after each group commit with the new revision and what it touched. Returns the way to stop. */
  onChange(listener: (change: { readonly revision: number; readonly itemIds: readonly string[] }) => void): () => void;

  /** Writes everything out, checkpoints and ends the threads. */
  close(): Promise<void>;
}

/** The reads that are answered in one piece. All that hands them on is made of this table; {@link Journal} says what each is. */
export const readMethods: Readonly<
  Record<Exclude<keyof Journal, 'commit' | 'onChange' | 'close' | 'verifyCustody'>, true>
> = {
  item: true,
  itemsByIds: true,
  firstWithContent: true,
  items: true,
  itemKeys: true,
  counts: true,
  figures: true,
  itemsByIdPrefix: true,
  job: true,
  jobs: true,
  jobsOf: true,
  submission: true,
  submissions: true,
  submissionsOfItem: true,
  submissionByExternalId: true,
  submissionByFileBatchId: true,
  document: true,
  documentsOfItem: true,
  documentsOfCase: true,
  findDocuments: true,
  sortedDocuments: true,
  suppliers: true,
  itemsOfDocument: true,
  unsettledDocuments: true,
  itemsByFileIds: true,
  knownDocuments: true,
  cases: true,
  export: true,
  exportByPath: true,
  exportsOfDocument: true,
  exports: true,
  seenFiles: true,
  seenFile: true,
  people: true,
  assignees: true,
  cursor: true,
  pauses: true,
  itemSummary: true,
  exportPage: true,
  log: true,
  activity: true,
  custody: true,
  openCase: true,
  openCasesByIdPrefix: true,
  openCasesIn: true,
  openCasePage: true,
  openCaseOfSubmission: true,
  openCasesOfCase: true,
  places: true,
  looseItems: true,
  roleUse: true,
};

/** The disk refused (full, gone, read-only). The changes were not written; the caller keeps what it has and tries later. */
export class JournalError extends Error {
  readonly code: 'disk-full' | 'unusable' | 'closed';
  constructor(code: JournalError['code'], message: string) {
    super(message);
    this.name = 'JournalError';
    this.code = code;
  }
}
