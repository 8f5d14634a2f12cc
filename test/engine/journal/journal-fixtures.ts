import { onTestFinished } from 'vitest';
import { createIds } from '../../../src/main/engine/ids.ts';
import type { Change, CommitOutcome } from '../../../src/main/engine/journal/changes.ts';
import type { Journal } from '../../../src/main/engine/journal/journal.ts';
import { createJournal } from '../../../src/main/engine/journal/open-journal.ts';
import type { OpenedJournal } from '../../../src/main/engine/journal/open-journal.ts';
import type {
  DocumentRecord,
  ExportRecord,
  NewItem,
  NewJob,
  SubmissionRecord,
} from '../../../src/main/engine/journal/records.ts';
import type { Clock, Log } from '../../../src/main/engine/ports.ts';
import { intakeRuleSchema } from '../../../src/shared/settings.ts';
import type { ItemStage } from '../../../src/shared/item.ts';
import { makeTestFolder, realClock, startTestWorker } from '../../support/ports.ts';

/** The instant that tests happen at. */
export const noon = 1_750_000_000_000;

/** Ids as the engine makes them. */
export const newId = createIds(() => noon, Math.random);

/** The rule of the tests' items. */
export const rule = intakeRuleSchema.parse({ connectionId: 'office', projectId: 'invoices' });

/** A journal in a folder of its own (or the given one), closed when the test ends. */
export async function openTestJournal(
  options: { directory?: string; clock?: Clock; log?: Log } = {},
): Promise<OpenedJournal & { readonly directory: string }> {
  const directory = options.directory ?? (await makeTestFolder());
  const opened = await createJournal({
    directory,
    startWorker: startTestWorker,
    clock: options.clock ?? realClock,
    ...(options.log === undefined ? {} : { log: options.log }),
  });
  if (!opened.ok) throw new Error(`not opened: ${opened.fault.code} ${opened.fault.cause ?? ''}`);
  onTestFinished(() => opened.value.journal.close());
  return { ...opened.value, directory };
}

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
    ...fields,
  };
}

/** Commits and answers the revision; the test fails where a guard refuses. */
export async function committed(journal: Journal, ...changes: readonly Change[]): Promise<number> {
  const outcome: CommitOutcome = await journal.commit(changes);
  if (!outcome.ok) throw new Error(`refused: ${JSON.stringify(outcome)}`);
  return outcome.revision;
}

/** The events of a subject's history, oldest first. */
export async function eventsOf(journal: Journal, subjectId: string): Promise<readonly string[]> {
  return (await journal.custody({ subjectId, limit: 1_000 })).map((row) => row.event);
}

/** A content fingerprint made of one character. */
export function fingerprint(character: string): string {
  return character.repeat(64);
}
