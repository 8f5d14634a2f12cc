import type { Change } from '../journal/changes.ts';
import type { ItemRecord, NewJob, SubmissionRecord } from '../journal/records.ts';
import { mergedData } from '../platform/merged-data.ts';
import { priorities } from './first-jobs.ts';

/** The external id a submission carries: the user's, or one made from our own id so that it can be found again. */
function externalIdOf(given: string | null, ownId: string): string {
  return given ?? `mailroom-${ownId}`;
}

/** The submission of one uploaded item as a document of its own. */
export function documentSubmission(item: ItemRecord, submissionId: string, at: number): SubmissionRecord {
  return {
    id: submissionId,
    kind: 'document',
    sourceId: item.sourceId,
    connectionId: item.rule.connectionId,
    projectId: item.rule.projectId,
    externalId: externalIdOf(item.externalId, item.id),
    externalData: mergedData(item.rule.externalData, item.externalData),
    state: 'submitting',
    fileBatchId: null,
    createdAt: at,
    submittedAt: null,
    items: [{ itemId: item.id, role: item.role, position: 0 }],
  };
}

/** The durable job that makes a submission's one call. */
export function submitJob(submission: SubmissionRecord, jobId: string, dueAt: number): NewJob {
  return {
    id: jobId,
    kind: 'submit',
    subjectId: submission.id,
    connectionId: submission.connectionId,
    sourceId: submission.sourceId,
    priority: priorities.submit,
    dueAt,
    payload: { projectId: submission.projectId },
  };
}

/** Moves each of the items; an item that a person cancelled meanwhile refuses the whole commit. */
export function moveAll(
  items: readonly ItemRecord[],
  move: Pick<Extract<Change, { kind: 'item-moved' }>, 'from' | 'trail' | 'set'>,
): Change[] {
  return items.map((item) => ({ kind: 'item-moved', itemId: item.id, ...move }));
}

/** What was found on the service of a submission whose answer was lost. */
export interface FoundSubmission {
  readonly documentIds: readonly string[];
  readonly fileBatchId: string | null;
  /** There is a case or batch of ours although no document shows yet. */
  readonly caseIds: readonly string[];
}

/** What the custody row of `submitted` names. */
export function submittedDetail(found: FoundSubmission): Record<string, string> {
  const [documentId] = found.documentIds;
  const [caseId] = found.caseIds;
  return {
    ...(documentId === undefined ? {} : { documentId }),
    ...(found.fileBatchId === null ? {} : { fileBatchId: found.fileBatchId }),
    ...(caseId === undefined ? {} : { caseId }),
  };
}

/** The document of a one-file submission as its receipt knows it: new, and linked to its item. */
export function documentChanges(
  submission: SubmissionRecord,
  item: ItemRecord,
  documentId: string,
  at: number,
): Change[] {
  return [
    {
      kind: 'document-seen',
      at,
      document: {
        id: documentId,
        connectionId: submission.connectionId,
        projectId: submission.projectId,
        state: 'new',
        title: null,
        caseId: null,
        externalId: submission.externalId,
        createdAt: null,
        updatedAt: null,
        settled: false,
        hasData: false,
        files: item.fileId === null ? [] : [{ fileId: item.fileId, type: null, mainFile: true }],
        firstSeenAt: at,
      },
    },
    { kind: 'document-linked', documentId, itemId: item.id, role: item.role, at },
  ];
}

/** The cases that came of a submission as its receipt knows them: there, and nothing more yet. */
export function caseChanges(submission: SubmissionRecord, caseIds: readonly string[], at: number): Change[] {
  const { connectionId, projectId, externalId } = submission;
  return caseIds.flatMap((id): Change[] => [
    {
      kind: 'case-seen',
      case: { id, connectionId, projectId, fileBatchId: null, externalId, state: null, title: null },
      at,
    },
    { kind: 'case-linked', caseId: id, submissionId: submission.id, at },
  ]);
}
