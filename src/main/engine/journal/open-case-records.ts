import type { CaseRule } from '../../../shared/case-rule.ts';
import type { OpenCaseCounts, OpenCaseState } from '../../../shared/case-views.ts';
import type { Fault } from '../../../shared/faults.ts';
import type { ExternalData } from '../../../shared/settings.ts';
import type { ItemRecord } from './records.ts';

/** What belongs to an open case and when it is released; from the rule that opened it, or as a person said. */
export type OpenCaseTerms = Pick<CaseRule, 'roles' | 'required' | 'release' | 'quietMs' | 'limitMs'>;

/** A file's place in an open case. `position` = order of coming. */
export interface OpenCaseMemberRecord {
  readonly itemId: string;
  readonly role: string | null;
  readonly mainFile: boolean;
  readonly position: number;
}

/**
 * An open case: items that a person or rule grouped, to become one case. Instants are ms since 1970. From
 * `released` on its state follows its submission: the journal moves both together.
 */
export interface OpenCaseRecord {
  readonly id: string;
  readonly name: string;
  readonly connectionId: string;
  readonly projectId: string;
  /** What the rule found its files by, folded for comparing; null = made by hand. */
  readonly key: string | null;
  /** The only source whose files come to it by the key; null = any of the project. */
  readonly sourceId: string | null;
  readonly state: OpenCaseState;
  readonly fault: Fault | null;
  readonly externalId: string | null;
  readonly externalData: ExternalData | null;
  readonly terms: OpenCaseTerms;
  readonly createdAt: number;
  readonly createdBy: string;
  /** When a file came, went, or a decision changed it. */
  readonly changedAt: number;
  readonly releasedAt: number | null;
  readonly releasedBy: string | null;
  readonly submissionId: string | null;
  /** The open case of the same key before this one, which was released already. */
  readonly earlierOpenCaseId: string | null;
  readonly note: string | null;
  /** The person whose turn it is. */
  readonly assignee: string | null;
  readonly members: readonly OpenCaseMemberRecord[];
}

/** What a new open case starts with. */
export type NewOpenCase = Pick<
  OpenCaseRecord,
  'id' | 'name' | 'connectionId' | 'projectId' | 'key' | 'sourceId' | 'externalId' | 'externalData' | 'terms'
>;

/** Fields of an open case that a change may set. */
export type OpenCaseFields = Partial<
  Pick<
    OpenCaseRecord,
    | 'name'
    | 'state'
    | 'fault'
    | 'externalId'
    | 'externalData'
    | 'terms'
    | 'releasedAt'
    | 'releasedBy'
    | 'submissionId'
    | 'changedAt'
    | 'note'
    | 'assignee'
  >
>;

/** Where an item of mode `case` is: in an open case, or loose (`openCaseId` null). */
export interface PlaceRecord {
  readonly itemId: string;
  readonly openCaseId: string | null;
  readonly role: string | null;
  /** A person marked it as the main file. */
  readonly mainFile: boolean;
}

/** Which open cases to list, by when they were made. All given conditions hold together. */
export interface OpenCaseQuery {
  readonly states?: readonly OpenCaseState[] | undefined;
  readonly connectionId?: string | undefined;
  readonly projectId?: string | undefined;
  /** Part of the name, external id, key or a file's name. */
  readonly search?: string | undefined;
  /** Whose turn it is, or that of one of its files. */
  readonly assignee?: string | undefined;
  /** The whole name, external id or key. */
  readonly called?: string | undefined;
  readonly order?: 'oldest' | 'newest' | 'name' | '-name' | undefined;
  readonly offset: number;
  readonly limit: number;
}

/** A page of open cases, how many there are of these conditions, and of the connection and project in all. */
export interface OpenCasePage {
  readonly rows: readonly OpenCaseRecord[];
  readonly total: number;
  readonly counts: OpenCaseCounts;
  readonly revision: number;
}

/** Which loose items to list, newest first unless told otherwise. */
export type LooseQuery = Pick<
  OpenCaseQuery,
  'connectionId' | 'projectId' | 'search' | 'assignee' | 'offset' | 'limit'
> & {
  readonly order?: 'newest' | 'oldest' | 'name' | '-name' | undefined;
};

/** A page of loose items with the roles they were given. */
export interface LoosePage {
  readonly rows: readonly { readonly item: ItemRecord; readonly role: string | null }[];
  readonly total: number;
  readonly revision: number;
}
