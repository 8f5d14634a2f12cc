import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exportFiles } from '../../../src/main/engine/exports/export-files.ts';
import { createExportHandler } from '../../../src/main/engine/exports/export-job.ts';
import type { ExportHandlerDependencies } from '../../../src/main/engine/exports/export-job.ts';
import { checkXml } from '../../../src/main/engine/intake/inspection/xml/check-xml.ts';
import type { Journal } from '../../../src/main/engine/journal/journal.ts';
import type { ExportRecord, ItemRecord, JobRecord, NewJob } from '../../../src/main/engine/journal/records.ts';
import { createAttempt } from '../../../src/main/engine/queue/attempt.ts';
import type { JobContext, JobHandler, JobResult } from '../../../src/main/engine/queue/job.ts';
import { createTestLog, realClock } from '../../support/ports.ts';
import {
  added,
  committed,
  newId,
  rule,
  someDocument,
  someExport,
  someItem,
  someJob,
} from '../journal/journal-fixtures.ts';
import { createScriptedService } from '../tracker/scripted-service.ts';
import type { ScriptedService } from '../tracker/scripted-service.ts';

/** A settled item with one document, its planned export and the job. */
export interface Planned {
  readonly itemId: string;
  readonly documentId: string;
  readonly exportId: string;
  readonly job: NewJob;
}

/** Puts a settled item with a planned export into the journal. */
export async function plan(
  journal: Journal,
  folder: string,
  fields: Partial<ExportRecord> = {},
  title = 'Invoice 1',
): Promise<Planned> {
  const item = someItem({
    rule: { ...rule, export: { folder, states: ['done'], template: '{title}', reportTransfer: false } },
  });
  await committed(journal, added(item, 'seen', 'accepted', 'submitted', 'settled'));
  return planFor(journal, item.id, folder, fields, title);
}

/** One more document with a planned export for the item. */
export async function planFor(
  journal: Journal,
  itemId: string,
  folder: string,
  fields: Partial<ExportRecord> = {},
  title = 'Invoice 1',
): Promise<Planned> {
  const document = someDocument({ state: 'done', settled: true, title });
  const planned = someExport({ documentId: document.id, folder, ...fields });
  const job = someJob({ kind: 'export', subjectId: planned.id, payload: { projectId: 'invoices' } });
  await committed(
    journal,
    { kind: 'document-seen', document, at: 1 },
    { kind: 'document-linked', documentId: document.id, itemId, role: null, at: 1 },
    { kind: 'export-added', export: planned },
    { kind: 'job-added', job },
  );
  return { itemId, documentId: document.id, exportId: planned.id, job };
}

/** A job that was tried in vain so often (absent: never). */
type TriedJob = NewJob & { readonly attempts?: number };

/** The context of one attempt, as the queue makes it. */
export function attemptAt(job: TriedJob, signal = new AbortController().signal): JobContext {
  return createAttempt({ ...job, attempts: job.attempts ?? 0, payload: job.payload ?? {} }, signal, {
    now: () => Date.now(),
    random: () => 0.5,
    leaseOwner: 'test',
    leaseMs: 60_000,
    failuresBehind: () => 0,
  });
}

/** A handler with what it announced, and its service. */
export interface Bench {
  readonly service: ScriptedService;
  readonly announced: NewJob[];
  readonly run: (job: TriedJob, signal?: AbortSignal) => Promise<JobResult>;
}

/** Narrows what a handler answers to a plain result. */
export async function resultOf(handler: JobHandler, context: JobContext): Promise<JobResult> {
  const result = await handler(context);
  if ('next' in result) throw new Error('a followed result');
  return result;
}

/** Makes an export handler over the real disk and the real XML check. */
export function createBench(journal: Journal, overrides: Partial<ExportHandlerDependencies> = {}): Bench {
  const service = createScriptedService();
  const announced: NewJob[] = [];
  const handler = createExportHandler({
    clientOf: () => service.client,
    journal,
    clock: realClock,
    ids: newId,
    log: createTestLog(),
    files: exportFiles,
    checkXml,
    doctypes: () => [],
    circle: () => Promise.resolve(null),
    transferPriority: 20,
    awaitAnswer: () => undefined,
    failureWords: ({ code }) => code,
    announceJobs: (jobs) => announced.push(...jobs),
    ...overrides,
  });
  return { service, announced, run: (job, signal) => resultOf(handler, attemptAt(job, signal)) };
}

/** All files below a folder with their text, by name. */
export async function filesIn(folder: string): Promise<Readonly<Record<string, string>>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const found: Record<string, string> = {};
  for (const entry of entries.filter((each) => each.isFile())) {
    found[entry.name] = await readFile(join(entry.parentPath, entry.name), 'utf8');
  }
  return found;
}

/** The export, which must be there. */
export async function exportOf(journal: Journal, id: string): Promise<ExportRecord> {
  const found = await journal.export(id);
  if (found === null) throw new Error(`no export ${id}`);
  return found;
}

/** The item, which must be there. */
export async function itemOf(journal: Journal, id: string): Promise<ItemRecord> {
  const found = await journal.item(id);
  if (found === null) throw new Error(`no item ${id}`);
  return found;
}

/** The job, which must be there. */
export async function jobOf(journal: Journal, id: string): Promise<JobRecord> {
  const found = await journal.job(id);
  if (found === null) throw new Error(`no job ${id}`);
  return found;
}

/** Lower-case hex SHA-256 of a text. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
