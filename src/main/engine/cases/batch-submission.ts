import type { ExternalData } from '../../../shared/settings.ts';
import type { ItemRecord, NewJob, SubmissionRecord } from '../journal/records.ts';
import { mergedData } from '../platform/merged-data.ts';

/** What a batch is told with; items that differ in it can't share one. */
export interface BatchTerms {
  readonly sourceId: string;
  readonly connectionId: string;
  readonly projectId: string;
  /** The user's own; null = one is made of the submission's id. */
  readonly externalId: string | null;
  readonly externalData: ExternalData | null;
}

/** The terms on which an item joins a batch: the rule's external data, and what the item brings itself. */
export function termsOf(item: ItemRecord): BatchTerms {
  const { connectionId, projectId, externalData: ruleData } = item.rule;
  const externalData = mergedData(ruleData, item.externalData);
  return { sourceId: item.sourceId, connectionId, projectId, externalId: item.externalId, externalData };
}

/** One key for equal terms. */
export function keyOfTerms(terms: BatchTerms): string {
  const pairs = Object.entries(terms.externalData ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([terms.sourceId, terms.connectionId, terms.projectId, terms.externalId, pairs]);
}

/** A new open batch of these items; its external id lets it be found again. */
export function openBatch(id: string, terms: BatchTerms, items: readonly ItemRecord[], at: number): SubmissionRecord {
  return {
    id,
    kind: 'batch',
    ...terms,
    externalId: terms.externalId ?? `mailroom-${id}`,
    state: 'open',
    fileBatchId: null,
    createdAt: at,
    submittedAt: null,
    items: items.map((item, position) => ({ itemId: item.id, role: item.role, position })),
  };
}

/** The durable job that makes a closed batch's one call. */
export function batchJob(
  jobId: string,
  submissionId: string,
  terms: Pick<BatchTerms, 'sourceId' | 'connectionId' | 'projectId'>,
  priority: number,
  dueAt: number,
): NewJob {
  return {
    id: jobId,
    kind: 'submit',
    subjectId: submissionId,
    connectionId: terms.connectionId,
    sourceId: terms.sourceId,
    priority,
    dueAt,
    payload: { projectId: terms.projectId },
  };
}
