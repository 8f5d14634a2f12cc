import type { ToldFacts } from '../../../shared/documents/document-facts.ts';
import type { Fault } from '../../../shared/faults.ts';
import type { ItemStage, SentCopy } from '../../../shared/item.ts';
import type { Acknowledgement, ExternalData, IntakeRule } from '../../../shared/settings.ts';
import type { ExportState } from '../../../shared/views.ts';

/** An item as the journal holds it: one file taken in. Instants are ms since 1970. */
export interface ItemRecord {
  readonly id: string;
  readonly sourceId: string;
  /** Where the file lies now (absolute; where it was last known to be after it was tidied away). */
  readonly path: string;
  /** Shown name, NFC. */
  readonly name: string;
  readonly size: number;
  /** Modification time in ms, as seen when accepted. */
  readonly modifiedAt: number;
  /** Lower-case hex SHA-256 of the content; null until accepted. */
  readonly sha256: string | null;
  /** Content type of the file; null until accepted. */
  readonly mediaType: string | null;
  readonly stage: ItemStage;
  readonly stageSince: number;
  /** Why it is held, or what a settling item waits for. */
  readonly fault: Fault | null;
  /** The stage a held or cancelled item came from: where `retry` goes on. */
  readonly resumeStage: ItemStage | null;
  readonly paused: boolean;
  /** The rule in force when the item was taken in. */
  readonly rule: IntakeRule;
  readonly externalId: string | null;
  readonly externalData: ExternalData | null;
  readonly title: string | null;
  readonly role: string | null;
  /** What its sidecar or index says its case is. */
  readonly caseWord: string | null;
  /** First item with the same content in the project, when stage is `duplicate`. */
  readonly duplicateOf: string | null;
  /** The item this one is a newer version of (same path, content changed after it was sent). */
  readonly previousVersion: string | null;
  /** The service's id of the uploaded file. */
  readonly fileId: string | null;
  readonly takenInAt: number;
  /** What a person wrote about it last. */
  readonly note: string | null;
  /** The person whose turn it is, as people call them here. */
  readonly assignee: string | null;
  /** What is sent instead of the file itself; null: the file is. */
  readonly copy: SentCopy | null;
  /** Journal revision of the last change. */
  readonly revision: number;
}

/** The file whose bytes are sent for an item: its copy where it has one, else its own. */
export function sentFile(
  item: ItemRecord,
): Pick<ItemRecord, 'path' | 'name' | 'size' | 'modifiedAt' | 'mediaType' | 'sha256'> {
  return item.copy ?? item;
}

/** What a new item starts with. */
export type NewItem = Pick<ItemRecord, 'id' | 'sourceId' | 'path' | 'name' | 'size' | 'modifiedAt' | 'rule'> &
  Partial<
    Pick<
      ItemRecord,
      | 'sha256'
      | 'mediaType'
      | 'externalId'
      | 'externalData'
      | 'title'
      | 'role'
      | 'caseWord'
      | 'previousVersion'
      | 'fault'
      | 'copy'
    >
  >;

/** Fields of an item that a change may set. */
export type ItemFields = Partial<
  Pick<
    ItemRecord,
    | 'path'
    | 'size'
    | 'modifiedAt'
    | 'sha256'
    | 'mediaType'
    | 'fault'
    | 'resumeStage'
    | 'paused'
    | 'externalId'
    | 'externalData'
    | 'title'
    | 'role'
    | 'caseWord'
    | 'fileId'
    | 'note'
    | 'assignee'
    | 'copy'
    | 'rule'
  >
>;

/** Kinds of durable outbound work. */
export const jobKinds = [
  'upload',
  'submit',
  'title',
  'export',
  'acknowledge',
  'write-back',
  'transfer',
  'reject',
  'tidy',
  'look-back',
] as const;

/** See {@link jobKinds}. */
export type JobKind = (typeof jobKinds)[number];

/** Where a job stands. `waiting` = not before `dueAt`; `held` = waits for a person. */
export const jobStates = ['ready', 'running', 'held', 'done', 'cancelled'] as const;

/** See {@link jobStates}. */
export type JobState = (typeof jobStates)[number];

/** A durable unit of outbound work. */
export interface JobRecord {
  readonly id: string;
  readonly kind: JobKind;
  /** Item (upload, tidy), submission (submit), export (export, acknowledge), document (title, write-back), document or case (transfer, reject). */
  readonly subjectId: string;
  readonly connectionId: string;
  readonly sourceId: string | null;
  readonly state: JobState;
  /** Smaller goes first. */
  readonly priority: number;
  /** Not before this instant. */
  readonly dueAt: number;
  readonly attempts: number;
  readonly fault: Fault | null;
  readonly leaseOwner: string | null;
  readonly leaseUntil: number | null;
  /** What the act needs beyond its subject (e.g. the message of a transfer); small JSON. */
  readonly payload: JobPayload;
}

/** See {@link JobRecord.payload}. */
export type JobPayload = Readonly<Record<string, string | number | boolean | null>>;

/** What a new job starts with. */
export type NewJob = Pick<JobRecord, 'id' | 'kind' | 'subjectId' | 'connectionId' | 'sourceId' | 'priority' | 'dueAt'> &
  Partial<Pick<JobRecord, 'payload'>>;

/** How a submission stands. `unclear` = sent, answer lost: look before repeating. */
export const submissionStates = [
  'open',
  'ready',
  'submitting',
  'unclear',
  'submitted',
  'resolved',
  'held',
  'cancelled',
] as const;

/** See {@link submissionStates}. */
export type SubmissionState = (typeof submissionStates)[number];

/** What one call sends. */
export const submissionKinds = ['document', 'batch', 'case'] as const;

/** One call that sends one or many items. */
export interface SubmissionRecord {
  readonly id: string;
  readonly kind: (typeof submissionKinds)[number];
  readonly sourceId: string;
  readonly connectionId: string;
  readonly projectId: string;
  /** Always there: the user's, or made from the submission's id, so that it can be found again. */
  readonly externalId: string;
  readonly externalData: ExternalData | null;
  readonly state: SubmissionState;
  readonly fileBatchId: string | null;
  readonly createdAt: number;
  readonly submittedAt: number | null;
  readonly items: readonly SubmissionItem[];
}

/** An item's part in a submission. */
export interface SubmissionItem {
  readonly itemId: string;
  readonly role: string | null;
  readonly position: number;
}

/** A document on the service, as far as it was seen. `settled` = nothing more will happen by itself. */
export interface DocumentRecord {
  readonly id: string;
  readonly connectionId: string;
  readonly projectId: string;
  readonly state: string;
  readonly title: string | null;
  readonly caseId: string | null;
  readonly externalId: string | null;
  readonly createdAt: string | null;
  readonly updatedAt: string | null;
  readonly settled: boolean;
  /** Whether the values of its data are kept, to find it by. */
  readonly hasData: boolean;
  readonly files: readonly DocumentFileRecord[];
  readonly firstSeenAt: number;
}

/** What a document is found by besides its names: the values of its data and of its external data; null = not told. */
export interface DocumentWords {
  readonly data: string | null;
  readonly external: string | null;
  /** What it is sorted by, where data was told. */
  readonly facts?: Pick<ToldFacts, 'supplier' | 'number' | 'gross'> | undefined;
}

/** A file of a document; `type` is an open word. */
export interface DocumentFileRecord {
  readonly fileId: string;
  readonly type: string | null;
  readonly mainFile: boolean;
}

/** A case on the service, as far as it was seen. */
export interface CaseRecord {
  readonly id: string;
  readonly connectionId: string;
  readonly projectId: string;
  readonly fileBatchId: string | null;
  readonly externalId: string | null;
  readonly state: string | null;
  readonly title: string | null;
}

/** The parts of an export's rule that say what becomes of it beyond the XML itself. */
export interface ExportHandOver {
  /** Whether files that the XML carries go beside it. */
  readonly binaries: 'inline' | 'beside';
  readonly reportFailedWrites: boolean;
  /** One XML a document, or one for each state. */
  readonly versions: 'one' | 'each';
  /** How the target system answers; null: it does not. */
  readonly acknowledgement: Acknowledgement | null;
}

/** A file that lay in an XML and went beside it: absolute path, lower-case hex SHA-256, size in bytes. */
export interface BesideFile {
  readonly path: string;
  readonly sha256: string;
  readonly size: number;
}

/** What the target system answered, and the file it said it by. */
export interface ExportAnswer {
  readonly kind: 'ok' | 'err' | 'reject';
  readonly message: string | null;
  /** What the target system calls the document, for the service; null: not said. */
  readonly externalId: string | null;
  readonly externalData: ExternalData | null;
  readonly path: string;
  readonly sha256: string;
  readonly at: number;
  /** false: ids or data of it still have to reach the service. */
  readonly writtenBack: boolean;
}

/** An export of a document: planned, written, answered, reported. */
export interface ExportRecord {
  readonly id: string;
  readonly documentId: string;
  readonly connectionId: string;
  readonly projectId: string;
  /** Document state that called for it; one export a document, folder and state. */
  readonly documentState: string;
  readonly folder: string;
  readonly template: string;
  readonly reportTransfer: boolean;
  readonly state: ExportState;
  /** The written file (absolute). */
  readonly path: string | null;
  readonly sha256: string | null;
  readonly size: number | null;
  readonly plannedAt: number;
  readonly writtenAt: number | null;
  readonly fault: Fault | null;
  readonly handOver: ExportHandOver;
  /** The bytes as the service sent them, where files of them went beside the XML; null: the written file is them. */
  readonly original: { readonly sha256: string; readonly size: number } | null;
  readonly beside: readonly BesideFile[];
  /** When a missing answer becomes a person's matter; null: none is waited for. */
  readonly answerDueAt: number | null;
  readonly answer: ExportAnswer | null;
  /** When the service was told what became of it; null: not, or not yet. */
  readonly reportedAt: number | null;
}

/** What was seen in a folder: the durable memory that keeps a file from being taken in twice. */
export interface SeenFile {
  readonly sourceId: string;
  readonly path: string;
  readonly size: number;
  readonly modifiedAt: number;
  readonly itemId: string;
  /** What tells it from another file of this size and time; absent where its name alone was seen. */
  readonly identity?: FileIdentity;
}

/** A file's number on its volume, and when it last changed in any way (ms with fractions: no program can set it). */
export interface FileIdentity {
  readonly inode: number;
  readonly changedAt: number;
}

/** What a custody row is about. */
export const custodySubjects = ['item', 'submission', 'document', 'case', 'export', 'station', 'open-case'] as const;

/** See {@link custodySubjects}. */
export type CustodySubject = (typeof custodySubjects)[number];

/** One line of the append-only history. `hash` = SHA-256 over the line and the previous line's hash. */
export interface CustodyRow {
  readonly sequence: number;
  readonly at: number;
  readonly subject: CustodySubject;
  readonly subjectId: string;
  /** What happened: a stage of an item, or a word such as `attempt-failed`, `written`, `transfer-reported`, `tidied`. */
  readonly event: string;
  /** `engine`, or the person's account name for a person's act. */
  readonly actor: string;
  readonly detail: Readonly<Record<string, string | number | boolean | null>>;
  readonly hash: string;
}
