import type { Fault } from '../../../shared/faults.ts';
import type { ItemStage } from '../../../shared/item.ts';
import type { OpenCaseChange } from './open-case-changes.ts';
import type {
  CaseRecord,
  CustodyRow,
  CustodySubject,
  DocumentRecord,
  DocumentWords,
  ExportRecord,
  ItemFields,
  JobRecord,
  NewItem,
  NewJob,
  SeenFile,
  SubmissionRecord,
} from './records.ts';

/** Free words and numbers that go with a custody row. */
export type CustodyDetail = CustodyRow['detail'];

/** A step of an item on its way, with the instant it happened. */
export interface TrailStep {
  readonly stage: ItemStage;
  readonly at: number;
  readonly detail?: CustodyDetail;
}

/** What to do when the content of a new or accepted item is already there for its project. */
export interface DuplicateCheck {
  /** Only items accepted at or after this instant count (ms); null: all. */
  readonly since: number | null;
  /** What is written with a duplicate, instead of the changes that would have followed it. */
  readonly aside?: readonly Change[];
}

/**
 * One change of the journal's truth. A list of changes given to `commit` happens as a whole or not at all. Every change that
 * concerns a subject also writes its custody rows, in the same transaction.
 */
export type Change =
  /** A file comes under the journal's care. `trail` ends with the item's present stage; one custody row a step. With `duplicateCheck` the item may end as `duplicate` instead, and the changes after it in the list are then dropped (see `CommitOutcome`). */
  | {
      readonly kind: 'item-added';
      readonly item: NewItem;
      readonly trail: readonly TrailStep[];
      readonly duplicateCheck?: DuplicateCheck;
    }
  /**
   * An item moves. `from` guards: where the present stage is not among them the whole commit is refused; `since` (ms since 1970) as
   * well: it came into its stage at that instant, and was not elsewhere meanwhile.
   */
  | {
      readonly kind: 'item-moved';
      readonly itemId: string;
      readonly from: readonly ItemStage[];
      readonly since?: number;
      readonly trail: readonly TrailStep[];
      readonly set?: ItemFields;
      readonly duplicateCheck?: DuplicateCheck;
    }
  /** Fields of an item change without a move; a custody row only where `note` is given. */
  | {
      readonly kind: 'item-set';
      readonly itemId: string;
      readonly set: ItemFields;
      readonly note?: { readonly event: string; readonly detail?: CustodyDetail };
    }
  | { readonly kind: 'seen'; readonly file: SeenFile }
  /** `itemId`: only where the path still stands for this item. */
  | {
      readonly kind: 'seen-forgotten';
      readonly sourceId: string;
      readonly path: string;
      readonly itemId?: string;
    }
  | { readonly kind: 'job-added'; readonly job: NewJob }
  /** Intent: an attempt begins; the job is `running` under a lease. Refused where the job is not `ready`, or running under the same lease owner (whose receipt a full disk refused). */
  | {
      readonly kind: 'attempt-started';
      readonly jobId: string;
      readonly at: number;
      readonly leaseOwner: string;
      readonly leaseUntil: number;
    }
  /** Receipt: the attempt ended. `ready` with `dueAt` = try again then. */
  | {
      readonly kind: 'attempt-ended';
      readonly jobId: string;
      readonly at: number;
      readonly state: 'done' | 'ready' | 'held' | 'cancelled';
      readonly dueAt?: number;
      readonly fault?: Fault;
      /** Whether the failed try counts towards backoff (a pause or a shutdown does not). */
      readonly counts?: boolean;
    }
  /** A person's or the engine's decision about a job that is not running. */
  | {
      readonly kind: 'job-set';
      readonly jobId: string;
      readonly set: Partial<Pick<JobRecord, 'state' | 'dueAt' | 'priority' | 'attempts' | 'fault'>>;
    }
  | {
      readonly kind: 'file-uploaded';
      readonly fileId: string;
      readonly itemId: string;
      readonly connectionId: string;
      readonly size: number;
      readonly at: number;
    }
  | { readonly kind: 'submission-added'; readonly submission: SubmissionRecord }
  /** One more item joins an open submission (batches). Refused unless the submission is `open`. */
  | {
      readonly kind: 'submission-item-added';
      readonly submissionId: string;
      readonly itemId: string;
      readonly role: string | null;
    }
  /** An item leaves a submission that nobody has sent, where others stay. Refused unless that is `open`, `ready` or `held`. */
  | { readonly kind: 'submission-item-removed'; readonly submissionId: string; readonly itemId: string }
  | {
      readonly kind: 'submission-set';
      readonly submissionId: string;
      readonly from: readonly SubmissionRecord['state'][];
      readonly set: Partial<Pick<SubmissionRecord, 'state' | 'fileBatchId' | 'submittedAt' | 'externalId'>>;
      readonly at: number;
      readonly detail?: CustodyDetail;
    }
  /**
   * Inserts or replaces what is known of a document (`firstSeenAt` of the first time stays, and `hasData` follows `words`); custody
   * when its state changed. Words of before stay where the sight of it had none.
   */
  | {
      readonly kind: 'document-seen';
      readonly document: DocumentRecord;
      readonly words?: DocumentWords;
      readonly at: number;
    }
  /** Sets something of a document that is known, and nothing else of it: what else was seen meanwhile stays. Custody when its state changed. */
  | {
      readonly kind: 'document-set';
      readonly documentId: string;
      readonly set: Partial<Pick<DocumentRecord, 'title' | 'externalId' | 'state' | 'settled'>>;
      readonly at: number;
    }
  /** An item is (part of) a document. Idempotent. */
  | {
      readonly kind: 'document-linked';
      readonly documentId: string;
      readonly itemId: string;
      readonly role: string | null;
      readonly at: number;
    }
  | { readonly kind: 'case-seen'; readonly case: CaseRecord; readonly at: number }
  /** A case came out of a submission. Idempotent. */
  | { readonly kind: 'case-linked'; readonly caseId: string; readonly submissionId: string; readonly at: number }
  /** Idempotent by (documentId, folder, documentState): where one is there already nothing changes and the changes after it are dropped. */
  | { readonly kind: 'export-added'; readonly export: ExportRecord }
  | {
      readonly kind: 'export-set';
      readonly exportId: string;
      /** Guards where given: where the export stands in another state by now the whole commit is refused. */
      readonly from?: ExportRecord['state'];
      /** Guards likewise: the SHA-256 of the answer that the export has. */
      readonly answered?: string;
      readonly set: Partial<
        Pick<
          ExportRecord,
          | 'state'
          | 'path'
          | 'sha256'
          | 'size'
          | 'writtenAt'
          | 'fault'
          | 'original'
          | 'beside'
          | 'answerDueAt'
          | 'answer'
          | 'reportedAt'
        >
      >;
      readonly at: number;
      readonly event: string;
      readonly detail?: CustodyDetail;
    }
  | { readonly kind: 'cursor-set'; readonly name: string; readonly value: string }
  /** Stops or lets go on: everything, one source, or one item (`item` also sets the item's flag). */
  | {
      readonly kind: 'pause-set';
      readonly scope: 'all' | 'source' | 'item';
      readonly id: string;
      readonly paused: boolean;
      readonly at: number;
    }
  /** A custody row by itself. */
  | {
      readonly kind: 'custody';
      readonly subject: CustodySubject;
      readonly subjectId: string;
      readonly event: string;
      readonly at: number;
      readonly detail?: CustodyDetail;
    }
  | OpenCaseChange;

/**
 * What became of a commit. `ok: false` = a guard refused it and nothing was written (`index` names the change). `stoppedAt` =
 * an idempotent change found its subject there already and the changes after it were left out; what came before is written.
 */
export type CommitOutcome =
  | {
      readonly ok: true;
      readonly revision: number;
      readonly stoppedAt?: number;
      /** Set when a duplicate check found the content: the first item's id. */
      readonly duplicateOf?: string;
    }
  | {
      readonly ok: false;
      readonly index: number;
      readonly reason: 'stage' | 'missing' | 'taken';
      readonly found: string | null;
    };
