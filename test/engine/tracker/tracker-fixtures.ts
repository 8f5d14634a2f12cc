import { onTestFinished } from 'vitest';
import { planExports } from '../../../src/main/engine/exports/plan-exports.ts';
import type { Journal } from '../../../src/main/engine/journal/journal.ts';
import type { ItemRecord, NewJob, SubmissionRecord } from '../../../src/main/engine/journal/records.ts';
import { createTracker } from '../../../src/main/engine/tracker/tracker.ts';
import type { Tracker, TrackerDependencies } from '../../../src/main/engine/tracker/tracker.ts';
import type { IntakeRule } from '../../../src/shared/settings.ts';
import { createTestLog, realClock } from '../../support/ports.ts';
import { added, committed, newId, rule, someDocument, someItem, someSubmission } from '../journal/journal-fixtures.ts';
import { createScriptedService } from './scripted-service.ts';
import type { Quirks, ScriptedService } from './scripted-service.ts';

/** A tracker over a scripted service, with what it announced. */
export interface TrackedScene {
  readonly journal: Journal;
  readonly service: ScriptedService;
  readonly tracker: Tracker;
  readonly announced: NewJob[];
  readonly settled: string[];
}

/** Starts a tracker of the project `invoices`, fast: looks every 20 to 100 ms. It stops when the test ends. */
export function startTracker(
  journal: Journal,
  options: Partial<TrackerDependencies> & { readonly quirks?: Quirks; readonly service?: ScriptedService } = {},
): TrackedScene {
  const service = options.service ?? createScriptedService(options.quirks);
  const announced: NewJob[] = [];
  const settled: string[] = [];
  const tracker = createTracker({
    client: service.client,
    journal,
    clock: realClock,
    log: createTestLog(),
    random: () => 0.5,
    tracking: { fastestMs: 20, slowestMs: 100 },
    plan: (document, items) => planExports({ ids: newId, now: () => Date.now(), priority: 30 }, document, items),
    announceJobs: (jobs) => announced.push(...jobs),
    onSettled: (ids) => settled.push(...ids),
    resolveBatches: () => Promise.resolve({ outstanding: false, progressed: false }),
    ...options,
  });
  tracker.follow('invoices');
  tracker.start();
  onTestFinished(() => tracker.stop());
  return { journal, service, tracker, announced, settled };
}

/** An uploaded and submitted item whose document the journal knows by its receipt only. */
export interface Submitted {
  readonly itemId: string;
  readonly fileId: string;
  readonly documentId: string;
  readonly submission: SubmissionRecord;
}

/** Puts a submitted item with the receipt of its document into the journal. */
export async function submit(journal: Journal, fields: Partial<IntakeRule> = {}, at = Date.now()): Promise<Submitted> {
  const item = someItem({ rule: { ...rule, ...fields } });
  const fileId = `file-${item.id}`;
  const document = someDocument({
    projectId: 'invoices',
    files: [{ fileId, type: null, mainFile: true }],
    firstSeenAt: at,
  });
  const submission = someSubmission({
    state: 'resolved',
    externalId: `mailroom-${item.id}`,
    items: [{ itemId: item.id, role: null, position: 0 }],
  });
  await committed(
    journal,
    {
      ...added(item, 'seen', 'accepted', 'uploaded', 'submitted'),
      trail: [
        { stage: 'seen', at },
        { stage: 'submitted', at },
      ],
    },
    { kind: 'file-uploaded', fileId, itemId: item.id, connectionId: 'office', size: 1, at },
    { kind: 'submission-added', submission },
    { kind: 'document-seen', document, at },
    { kind: 'document-linked', documentId: document.id, itemId: item.id, role: null, at },
  );
  return { itemId: item.id, fileId, documentId: document.id, submission };
}

/** The stage of an item, or `missing`. */
export async function stageOf(journal: Journal, itemId: string): Promise<ItemRecord['stage'] | 'missing'> {
  return (await journal.item(itemId))?.stage ?? 'missing';
}

/** The ids of the documents an item is part of. */
export async function documentsOf(journal: Journal, itemId: string): Promise<readonly string[]> {
  return (await journal.documentsOfItem(itemId)).map((document) => document.id).sort();
}
