import { createIds } from '../../../src/main/engine/platform/ids.ts';
import type { Change } from '../../../src/main/engine/journal/changes.ts';
import type {
  DocumentRecord,
  ExportRecord,
  NewItem,
  NewJob,
  SubmissionRecord,
} from '../../../src/main/engine/journal/records.ts';
import type { ItemStage } from '../../../src/shared/item.ts';
import { intakeRuleSchema } from '../../../src/shared/settings.ts';

/** The instant that tests happen at. */
export const noon = 1_750_000_000_000;

/** Ids as the engine makes them. */
export const newId = createIds(() => noon, Math.random);

/** The rule of the tests' items. */
export const rule = intakeRuleSchema.parse({ connectionId: 'office', projectId: 'invoices' });

/** An item of the tests. */
export function someItem(fields: Partial<NewItem> = {}): NewItem {
  const id = fields.id ?? newId();
  return {
    id,
    sourceId: 'inbox',
    path: `/inbox/${id}.pdf`,
    name: `${id}.pdf`,
    size: 1_000,
    modifiedAt: noon - 5_000.25,
    rule,
    ...fields,
  };
}

/** The change that takes an item in, at the given stages one after the other. */
export function added(item: NewItem, ...stages: readonly ItemStage[]): Extract<Change, { kind: 'item-added' }> {
  const trail = (stages.length === 0 ? (['seen', 'accepted'] as const) : stages).map((stage, step) => ({
    stage,
    at: noon + step,
  }));
  return { kind: 'item-added', item, trail };
}

/** The change that moves an item. */
export function moved(
  itemId: string,
  from: ItemStage | readonly ItemStage[],
  ...to: readonly ItemStage[]
): Extract<Change, { kind: 'item-moved' }> {
  return {
    kind: 'item-moved',
    itemId,
    from: typeof from === 'string' ? [from] : from,
    trail: to.map((stage) => ({ stage, at: noon + 100 })),
  };
}

/** A job of the tests. */
export function someJob(fields: Partial<NewJob> = {}): NewJob {
  return {
    id: newId(),
    kind: 'upload',
    subjectId: 'nothing',
    connectionId: 'office',
    sourceId: 'inbox',
    priority: 3,
    dueAt: noon,
    ...fields,
  };
}

/** A submission of the tests. */
export function someSubmission(fields: Partial<SubmissionRecord> = {}): SubmissionRecord {
  const id = fields.id ?? newId();
  return {
    id,
    kind: 'document',
    sourceId: 'inbox',
    connectionId: 'office',
    projectId: 'invoices',
    externalId: `external-${id}`,
    externalData: null,
    state: 'ready',
    fileBatchId: null,
    createdAt: noon,
    submittedAt: null,
    items: [],
    ...fields,
  };
}

/** A document of the tests. */
export function someDocument(fields: Partial<DocumentRecord> = {}): DocumentRecord {
  return {
    id: newId(),
    connectionId: 'office',
    projectId: 'invoices',
    state: 'new',
    title: null,
    caseId: null,
    externalId: null,
    createdAt: null,
    updatedAt: null,
    settled: false,
    hasData: false,
    files: [],
    firstSeenAt: noon,
    ...fields,
  };
}

/** An export of the tests. */
export function someExport(fields: Partial<ExportRecord> & Pick<ExportRecord, 'documentId'>): ExportRecord {
  return {
    id: newId(),
    connectionId: 'office',
    projectId: 'invoices',
    documentState: 'done',
    folder: '/out',
    template: '{title}',
    reportTransfer: false,
    state: 'planned',
    path: null,
    sha256: null,
    size: null,
    plannedAt: noon,
    writtenAt: null,
    fault: null,
    handOver: { binaries: 'inline', reportFailedWrites: false, versions: 'one', acknowledgement: null },
    original: null,
    beside: [],
    answerDueAt: null,
    answer: null,
    reportedAt: null,
    ...fields,
  };
}

/** A content fingerprint made of one character. */
export function fingerprint(character: string): string {
  return character.repeat(64);
}

/** A change that makes an item part of a document. */
export function linked(documentId: string, itemId: string): Change {
  return { kind: 'document-linked', documentId, itemId, role: null, at: noon };
}
