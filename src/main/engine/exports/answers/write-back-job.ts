import type { Fault, Outcome } from '../../../../shared/faults.ts';
import type { ExternalData } from '../../../../shared/settings.ts';
import { externalDataSchema } from '../../../../shared/settings.ts';
import { fault } from '../../faults/fault.ts';
import type { Change } from '../../journal/changes.ts';
import type { Journal } from '../../journal/journal.ts';
import type { ExportAnswer, ExportRecord, NewJob } from '../../journal/records.ts';
import type { Clock, Log } from '../../platform/ports.ts';
import type { JobContext, JobHandler, JobResult } from '../../queue/job.ts';
import type { ServiceClient } from '../../service/client.ts';
import { createAdvanceExported, commitWithMoves, endAttempt } from '../advance-exported.ts';
import { transferJob } from '../follow-up-jobs.ts';
import { isPaused } from '../../journal/is-paused.ts';
import { createItemHolder } from './hold-items.ts';
import type { StopSignal } from '../../platform/stop-signal.ts';

/** What the handler of `write-back` jobs needs. */
export interface WriteBackDependencies {
  readonly clientOf: (connectionId: string) => ServiceClient | null;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly ids: () => string;
  readonly log: Log;
  readonly priority: number;
  /** Tells the queue of jobs that are now in the journal. */
  readonly announceJobs: (jobs: readonly NewJob[]) => void;
}

interface WritingBack extends WriteBackDependencies {
  readonly advance: ReturnType<typeof createAdvanceExported>;
  readonly holdItems: ReturnType<typeof createItemHolder>;
}

/** What the service keeps, with the answer's pairs in it; keys are the same whatever their case (interface document, "Documents"). */
function merged(present: ExternalData, added: ExternalData): ExternalData {
  const said = new Set(Object.keys(added).map((key) => key.toLowerCase()));
  const kept = Object.entries(present).filter(([key]) => !said.has(key.toLowerCase()));
  return { ...Object.fromEntries(kept), ...added };
}

/** Written again, or answered otherwise meanwhile: then what became of this answer says nothing about that one. */
function asItWas({ state }: ExportRecord, { sha256 }: ExportAnswer) {
  return { from: state, answered: sha256 } as const;
}

async function write(
  client: ServiceClient,
  documentId: string,
  answer: ExportAnswer,
  signal: StopSignal,
): Promise<Outcome<void>> {
  const options = { lane: 'hand-over', signal, tries: 1 } as const;
  const seen = await client.getDocument(documentId, options);
  if (!seen.ok) return seen;
  if (answer.externalId !== null && seen.value.externalId !== answer.externalId) {
    const done = await client.setExternalId(documentId, answer.externalId, options);
    if (!done.ok) return done;
  }
  if (answer.externalData === null) return { ok: true, value: undefined };
  const present = externalDataSchema.safeParse(seen.value.externalData ?? {});
  const pairs = merged(present.success ? present.data : {}, answer.externalData);
  return client.setExternalData(documentId, pairs, options);
}

async function receipt(
  parts: WritingBack,
  context: JobContext,
  record: ExportRecord,
  answer: ExportAnswer,
): Promise<JobResult> {
  const { journal, clock, advance } = parts;
  const at = clock.now();
  const result: JobResult = { state: 'done' };
  const set = { answer: { ...answer, writtenBack: true }, fault: null } as const;
  const due = record.reportTransfer && record.state === 'acknowledged';
  const follow = {
    id: parts.ids(),
    sourceId: context.job.sourceId,
    priority: parts.priority,
    dueAt: at,
  };
  const job = due ? transferJob(record, follow, { successful: true, message: answer.message }) : null;
  const base: readonly Change[] = [
    {
      kind: 'export-set',
      exportId: record.id,
      ...asItWas(record, answer),
      set,
      at,
      event: 'written-back',
      detail: { externalId: answer.externalId, pairs: Object.keys(answer.externalData ?? {}).length },
    },
    ...(answer.externalId === null
      ? []
      : [
          {
            kind: 'document-set',
            documentId: record.documentId,
            set: { externalId: answer.externalId },
            at,
          } as const,
        ]),
    context.ended(result),
    ...(job === null ? [] : [{ kind: 'job-added', job } as const]),
  ];
  if (!(await commitWithMoves(journal, record, base, at)))
    return endAttempt(parts.journal, context, { state: 'cancelled' });
  await advance(record.documentId);
  if (job !== null) parts.announceJobs([job]);
  return result;
}

async function failed(
  parts: WritingBack,
  context: JobContext,
  record: ExportRecord,
  answer: ExportAnswer,
  told: Fault,
): Promise<JobResult> {
  const { journal, clock, log, holdItems } = parts;
  const result = context.failed(told);
  if (context.signal.aborted) return endAttempt(parts.journal, context, result);
  const at = clock.now();
  const detail = { fault: told.code };
  const outcome = await journal.commit([
    {
      kind: 'export-set',
      exportId: record.id,
      ...asItWas(record, answer),
      set: { fault: told },
      at,
      event: 'write-back-failed',
      detail,
    },
    context.ended(result),
  ]);
  if (!outcome.ok) return endAttempt(parts.journal, context, { state: 'cancelled' });
  if (result.state === 'held') await holdItems(record.documentId, told);
  log.warn('write-back-failed', { document: record.documentId, fault: told.code });
  return result;
}

function meant(told: Fault): Fault {
  if (told.code === 'outcome-unclear') return { ...told, retry: 'later' };
  const refused = ['not-found', 'request-refused', 'external-data-invalid', 'external-id-invalid'];
  return refused.includes(told.code) ? fault('transfer-refused', told.params, told.cause ?? told.code) : told;
}

/**
 * Makes the handler of `write-back` jobs (subject: the document): external id and data of the target system's answer reach the
 * service. Both calls set a value, so that they can be repeated after a lost answer. The report of the transfer comes after it.
 */
export function createWriteBackHandler(dependencies: WriteBackDependencies): JobHandler {
  const { journal, clock } = dependencies;
  const parts: WritingBack = {
    ...dependencies,
    advance: createAdvanceExported(journal, () => clock.now()),
    holdItems: createItemHolder(journal, () => clock.now()),
  };

  return async (context) => {
    const { exportId } = context.job.payload;
    const record = typeof exportId === 'string' ? await journal.export(exportId) : null;
    if (record !== null && (await isPaused(journal, record.documentId))) return { state: 'cancelled' };
    const detail = { job: context.job.id };
    const begun = await journal.commit([
      context.started(),
      {
        kind: 'custody',
        subject: 'document',
        subjectId: context.job.subjectId,
        event: 'writing-back',
        at: clock.now(),
        detail,
      },
    ]);
    if (!begun.ok) return { state: 'cancelled' };
    const answer = record?.answer ?? null;
    // Written again, or answered otherwise meanwhile.
    if (record === null || answer?.writtenBack !== false)
      return endAttempt(parts.journal, context, { state: 'cancelled' });
    const client = dependencies.clientOf(record.connectionId);
    if (client === null)
      return failed(parts, context, record, answer, fault('settings-invalid', { connection: record.connectionId }));
    const outcome = await write(client, record.documentId, answer, context.signal);
    return outcome.ok
      ? receipt(parts, context, record, answer)
      : failed(parts, context, record, answer, meant(outcome.fault));
  };
}
