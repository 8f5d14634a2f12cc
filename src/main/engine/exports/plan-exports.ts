import { join } from 'node:path';
import { versionsOf } from '../../../shared/settings.ts';
import type { ExportRule } from '../../../shared/settings.ts';
import type { Change } from '../journal/changes.ts';
import type { DocumentRecord, ExportRecord, ItemRecord, NewJob } from '../journal/records.ts';

/** What planning needs: ids, the clock (ms), and the priority of export jobs. */
export interface PlanDependencies {
  readonly ids: () => string;
  readonly now: () => number;
  readonly priority: number;
}

/** An export of which nothing is on disk. */
const unwritten = {
  state: 'planned',
  path: null,
  sha256: null,
  size: null,
  writtenAt: null,
  fault: null,
  original: null,
  beside: [],
  answerDueAt: null,
  answer: null,
  reportedAt: null,
} as const;

/** The same export once more, beside what lies there: as if nothing of it had been written. `at` in ms. */
export function againChanges(
  record: ExportRecord,
  jobId: string,
  at: number,
  priority: number,
): readonly [Change, Change & { kind: 'job-added' }] {
  const job: NewJob = {
    id: jobId,
    kind: 'export',
    subjectId: record.id,
    connectionId: record.connectionId,
    sourceId: null,
    priority,
    dueAt: at,
    payload: { projectId: record.projectId, again: true },
  };
  return [
    {
      kind: 'export-set',
      exportId: record.id,
      set: unwritten,
      at,
      event: 'planned-again',
      detail: { folder: record.folder },
    },
    { kind: 'job-added', job },
  ];
}

/** The journal rows of one export: the planned export and the job that writes it. The export comes first: where it is there already the job is left out. */
export function exportChanges(
  dependencies: PlanDependencies,
  rule: ExportRule,
  document: DocumentRecord,
  sourceId: string | null,
): readonly [Change & { kind: 'export-added' }, Change & { kind: 'job-added' }] {
  const at = dependencies.now();
  const record: ExportRecord = {
    id: dependencies.ids(),
    documentId: document.id,
    connectionId: document.connectionId,
    projectId: document.projectId,
    documentState: document.state,
    folder: rule.folder,
    template: rule.template,
    reportTransfer: rule.reportTransfer,
    plannedAt: at,
    ...unwritten,
    handOver: {
      binaries: rule.binaries ?? 'inline',
      reportFailedWrites: rule.reportFailedWrites ?? false,
      versions: versionsOf(rule),
      acknowledgement: rule.acknowledgement ?? null,
    },
  };
  const job: NewJob = {
    id: dependencies.ids(),
    kind: 'export',
    subjectId: record.id,
    connectionId: record.connectionId,
    sourceId,
    priority: dependencies.priority,
    dueAt: at,
    payload: { projectId: record.projectId },
  };
  return [
    { kind: 'export-added', export: record },
    { kind: 'job-added', job },
  ];
}

/**
 * What has to be exported now that the document is in its state: one export for each folder that a rule of the document's
 * items names, where the rule names the state. Items of one rule share one export.
 */
export function planExports(
  dependencies: PlanDependencies,
  document: DocumentRecord,
  items: readonly ItemRecord[],
): readonly Change[] {
  const planned = new Set<string>();
  const changes: Change[] = [];
  for (const item of items) {
    const rule = item.rule.export;
    if (rule?.states.includes(document.state) !== true || item.stage === 'cancelled') continue;
    const folder = join(rule.folder);
    if (planned.has(folder)) continue;
    planned.add(folder);
    changes.push(...exportChanges(dependencies, { ...rule, folder }, document, item.sourceId));
  }
  return changes;
}
