import type { Fault, Outcome } from '../../../shared/faults.ts';
import { fault } from '../faults/fault.ts';
import type { Change } from '../journal/changes.ts';
import type { Journal } from '../journal/journal.ts';
import type { ExportRecord, ItemRecord, NewJob } from '../journal/records.ts';
import type { Clock, Log } from '../platform/ports.ts';
import type { JobContext, JobHandler, JobResult } from '../queue/job.ts';
import type { ServiceClient } from '../service/client.ts';
import {
  createAdvanceExported,
  commitWithMoves,
  heldForExport,
  isHeldForExport,
  endAttempt,
} from './advance-exported.ts';
import { acknowledgeJob, transferJob, type FollowUp } from './follow-up-jobs.ts';
import { isOnDisk } from './hand-over-state.ts';
import { diskFault } from './export-files.ts';
import { isPaused } from '../journal/is-paused.ts';
import { clearReplaced, replaceable, replacedChanges, replacedOf, versionsOf } from './older-versions.ts';
import { createSerial } from '../platform/serial.ts';
import { findPublished, writeExport } from './write-export.ts';
import type { WriteDependencies, WrittenFile } from './write-export.ts';

/** What the handler of export jobs needs. */
export interface ExportHandlerDependencies extends Pick<
  WriteDependencies,
  'files' | 'checkXml' | 'circle' | 'doctypes'
> {
  readonly clientOf: (connectionId: string) => ServiceClient | null;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly ids: () => string;
  readonly log: Log;
  /** Priority of the transfer jobs that a written export leads to. */
  readonly transferPriority: number;
  /** An answer of the target system is to be looked for beside this file. */
  readonly awaitAnswer: (path: string) => void;
  /** Words for the service about a write that failed for good. */
  readonly failureWords: (fault: Fault) => string;
  /** Tells the queue of jobs that are now in the journal. */
  readonly announceJobs: (jobs: readonly NewJob[]) => void;
}

interface Exporting extends ExportHandlerDependencies {
  readonly advance: ReturnType<typeof createAdvanceExported>;
}

/** Tries at XML that is not well-formed: an answer that was cut on its way can still be whole HTTP. */
const triesAtBrokenXml = 3;

/** Tries at the receipt of an XML while others move the exports of earlier states. */
const receiptRounds = 3;

async function intend(parts: Exporting, change: Change): Promise<void> {
  const { journal } = parts;
  const outcome = await journal.commit([change]);
  if (!outcome.ok) throw new Error(`the journal refused an intent: ${outcome.reason}`);
}

function follow(parts: Exporting, context: JobContext): FollowUp {
  const { clock } = parts;
  const priority = parts.transferPriority;
  return { id: parts.ids(), sourceId: context.job.sourceId, priority, dueAt: clock.now() };
}

function failureJob(parts: Exporting, context: JobContext, record: ExportRecord, told: Fault): NewJob {
  return transferJob(record, follow(parts, context), { successful: false, message: parts.failureWords(told) });
}

/** What the receipt of a written XML says in the journal; the earlier ones as they are when it is asked. */
async function received(
  parts: Exporting,
  context: JobContext,
  record: ExportRecord,
  written: WrittenFile,
  replaced: readonly ExportRecord[],
  job: NewJob | null,
  at: number,
): Promise<readonly Change[]> {
  const { journal } = parts;
  const { acknowledgement } = record.handOver;
  const set = {
    state: acknowledgement === null ? 'written' : 'waiting',
    ...written,
    writtenAt: at,
    answerDueAt: acknowledgement === null ? null : at + acknowledgement.limitMs,
    fault: null,
  } as const;
  return [
    {
      kind: 'export-set',
      exportId: record.id,
      set,
      at,
      event: 'written',
      detail: {
        path: written.path,
        sha256: written.sha256,
        size: written.size,
        ...(written.original === null
          ? {}
          : { originalSha256: written.original.sha256, beside: written.beside.length }),
      },
    },
    ...(await replacedChanges(journal, replaced, record, at)),
    context.ended({ state: 'done' }),
    ...(job === null ? [] : [{ kind: 'job-added', job } as const]),
  ];
}

async function receipt(
  parts: Exporting,
  context: JobContext,
  record: ExportRecord,
  written: WrittenFile,
  older: readonly ExportRecord[],
): Promise<JobResult> {
  const { journal, clock, log, files, advance } = parts;
  const at = clock.now();
  const { acknowledgement } = record.handOver;
  const job =
    acknowledgement !== null
      ? acknowledgeJob(
          record,
          { ...follow(parts, context), dueAt: at + acknowledgement.limitMs },
          acknowledgement.limitMs,
        )
      : record.reportTransfer
        ? transferJob(record, follow(parts, context), { successful: true, message: null })
        : null;
  for (let round = 1; ; round += 1) {
    const replaced = await replacedOf(journal, older);
    await clearReplaced(files, replaced, written).catch((error: unknown) => {
      const known = diskFault(error, record.folder);
      if (known === null) throw error;
      log.warn('replaced-left', { export: record.id, cause: known.cause });
    });
    if (await commitWithMoves(journal, record, await received(parts, context, record, written, replaced, job, at), at))
      break;
    // An answer to an earlier one may have come in between: it is looked at anew. What ends the job itself lasts.
    if (round === receiptRounds) return { state: 'cancelled' };
  }
  // Another export of the same item may have ended at the same time; whoever is last sees both.
  await advance(record.documentId);
  if (job !== null) parts.announceJobs([job]);
  if (acknowledgement !== null) parts.awaitAnswer(written.path);
  return { state: 'done' };
}

function shown(item: ItemRecord, told: Fault, held: boolean, at: number): Change[] {
  if (held && (item.stage === 'settled' || isHeldForExport(item))) {
    if (item.stage === 'settled') return [heldForExport(item, told, at)];
    return [{ kind: 'item-set', itemId: item.id, set: { fault: told, resumeStage: 'settled' } }];
  }
  if (!held && item.stage === 'settled') return [{ kind: 'item-set', itemId: item.id, set: { fault: told } }];
  return [];
}

async function failed(parts: Exporting, context: JobContext, record: ExportRecord, told: Fault): Promise<JobResult> {
  const { journal, clock, log } = parts;
  const again = told.code === 'export-not-well-formed' && context.job.attempts + 1 < triesAtBrokenXml;
  const result = context.failed(again ? { ...told, retry: 'later' } : told);
  if (context.signal.aborted) return endAttempt(parts.journal, context, result);
  const at = clock.now();
  const held = result.state === 'held';
  const base: Change[] = [
    {
      kind: 'export-set',
      exportId: record.id,
      set: held ? { state: 'held', fault: told } : { fault: told },
      at,
      event: held ? 'held' : 'attempt-failed',
      detail: { fault: told.code, cause: told.cause ?? null },
    },
    context.ended(result),
  ];
  const items = await journal.itemsOfDocument(record.documentId);
  const job = held && record.handOver.reportFailedWrites ? failureJob(parts, context, record, told) : null;
  if (job !== null) base.push({ kind: 'job-added', job });
  const together = await journal.commit([...base, ...items.flatMap((item) => shown(item, told, held, at))]);
  if (!together.ok && !(await journal.commit(base)).ok) return { state: 'cancelled' };
  if (job !== null) parts.announceJobs([job]);
  log.warn('export-failed', { export: record.id, document: record.documentId, fault: told.code });
  return result;
}

async function fromDisk<T>(record: ExportRecord, look: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { ok: true, value: await look() };
  } catch (error) {
    const known = diskFault(error, record.folder);
    if (known === null) throw error;
    return { ok: false, fault: known };
  }
}

/** Nothing of this export is to be written: that of another state of the document counts. */
async function leaveOut(
  parts: Exporting,
  context: JobContext,
  record: ExportRecord,
  state: 'replaced' | 'left-out',
  event: 'outdated' | 'left-out',
): Promise<JobResult> {
  const { journal, clock, advance } = parts;
  const result: JobResult = { state: 'done' };
  const at = clock.now();
  const detail = { documentState: record.documentState };
  const set = { state, path: null, sha256: null, size: null, original: null, beside: [], fault: null } as const;
  const change: Change = {
    kind: 'export-set',
    exportId: record.id,
    set,
    at,
    event,
    detail,
  };
  if (!(await commitWithMoves(journal, record, [change, context.ended(result)], at))) return { state: 'cancelled' };
  await advance(record.documentId);
  return result;
}

async function settle(parts: Exporting, context: JobContext, record: ExportRecord): Promise<JobResult> {
  const { journal, clock, files } = parts;
  const again = context.job.payload['again'] === true;
  const { isOutdated, older } = again ? { isOutdated: false, older: [] } : await versionsOf(journal, record);
  if (isOutdated) return leaveOut(parts, context, record, 'replaced', 'outdated');
  const client = parts.clientOf(record.connectionId);
  if (client === null)
    return failed(parts, context, record, fault('settings-invalid', { connection: record.connectionId }));
  const there = await fromDisk(record, () => findPublished(files, record));
  if (!there.ok) return failed(parts, context, record, there.fault);
  if (there.value !== null) return receipt(parts, context, record, there.value, older);
  const [document, items] = await Promise.all([
    journal.document(record.documentId),
    journal.itemsOfDocument(record.documentId),
  ]);
  const outcome = await writeExport(
    {
      ...parts,
      isOthers: async (path) => (await journal.exportByPath(path, record.id)) !== null,
      now: () => clock.now(),
      intend: (change) => intend(parts, change),
    },
    client,
    record,
    document,
    items,
    { replaces: () => replaceable(journal, files, older), again },
    context.signal,
  );
  if (!outcome.ok) return failed(parts, context, record, outcome.fault);
  if (outcome.value === 'taken') return leaveOut(parts, context, record, 'left-out', 'left-out');
  return receipt(parts, context, record, outcome.value, older);
}

/** Makes the handler of `export` jobs (subject: the export): XML to disk, then the manifest row and what it leads to. */
export function createExportHandler(dependencies: ExportHandlerDependencies): JobHandler {
  const { journal, clock } = dependencies;
  const advance = createAdvanceExported(journal, () => clock.now());
  const parts: Exporting = { ...dependencies, advance };
  const oneAtATime = createSerial();

  return async (context) => {
    const record = await journal.export(context.job.subjectId);
    if (record !== null && (await isPaused(journal, record.documentId))) return { state: 'cancelled' };
    const begun = await journal.commit([context.started()]);
    if (!begun.ok) return { state: 'cancelled' };
    if (record === null) return endAttempt(parts.journal, context, { state: 'cancelled' });
    // Two states of one document write one file: one after the other.
    return oneAtATime.run([`${record.documentId}\n${record.folder}`], async () => {
      const present = (await journal.export(record.id)) ?? record;
      if (!isOnDisk(present)) return settle(parts, context, present);
      await advance(record.documentId);
      return endAttempt(parts.journal, context, { state: 'done' });
    });
  };
}
