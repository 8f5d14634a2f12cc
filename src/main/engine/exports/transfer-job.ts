import type { Fault, Outcome } from '../../../shared/faults.ts';
import { fault } from '../faults/fault.ts';
import type { Change } from '../journal/changes.ts';
import type { DocumentRecord, ExportRecord } from '../journal/records.ts';
import type { JobContext, JobHandler, JobResult } from '../queue/job.ts';
import type { ServiceClient } from '../service/client.ts';
import { createAdvanceExported, endAttempt } from './advance-exported.ts';
import { createCaseTransfer } from './case-transfer.ts';
import { isPaused } from '../journal/is-paused.ts';
import {
  isOfCase,
  reportMade,
  reportOf,
  wasIntended,
  type Report,
  type TransferHandlerDependencies,
} from './report.ts';
import { commitReported, heldForReport } from './reported-items.ts';

interface Reporting extends TransferHandlerDependencies {
  readonly advance: ReturnType<typeof createAdvanceExported>;
}

const reportedStates: ReadonlySet<string> = new Set(['transferred', 'transferFailed', 'rejected']);

function call(client: ServiceClient, documentId: string, report: Report, context: JobContext): Promise<Outcome<void>> {
  const message = report.message === null ? {} : { message: report.message };
  const options = { lane: 'hand-over', signal: context.signal, tries: 1 } as const;
  if (report.kind === 'rejected') return client.rejectDocument(documentId, message, options);
  return client.transferDocument(documentId, { successful: report.kind === 'transferred', ...message }, options);
}

async function receipt(
  parts: Reporting,
  context: JobContext,
  report: Report,
  how: 'answered' | 'found',
): Promise<JobResult> {
  const { journal, clock, advance } = parts;
  const documentId = context.job.subjectId;
  const result: JobResult = { state: 'done' };
  const at = clock.now();
  await commitReported(journal, documentId, report, at, { report: report.kind }, [
    {
      kind: 'custody',
      subject: 'document',
      subjectId: documentId,
      event: 'transfer-reported',
      at,
      detail: { job: context.job.id, report: report.kind, how },
    },
    context.ended(result),
  ]);
  await advance(documentId);
  return result;
}

async function failed(
  parts: Reporting,
  context: JobContext,
  report: Report,
  told: Fault,
  unclear: boolean,
): Promise<JobResult> {
  const { journal, clock, log } = parts;
  const result = context.failed(told);
  const at = clock.now();
  const held = result.state === 'held';
  const base: readonly Change[] = [
    {
      kind: 'custody',
      subject: 'document',
      subjectId: context.job.subjectId,
      // After an unclear outcome the intent stays open: the next try looks first.
      event: unclear ? 'report-unclear' : 'report-refused',
      at,
      detail: { job: context.job.id, report: report.kind, fault: told.code },
    },
    context.ended(result),
  ];
  const items = held ? await journal.itemsOfDocument(context.job.subjectId) : [];
  const together = await journal.commit([
    ...base,
    ...items.flatMap((item) => heldForReport(item, ['exported'], told, at)),
  ]);
  if (!together.ok) await journal.commit(base);
  if (!context.signal.aborted)
    log.warn('report-failed', { document: context.job.subjectId, report: report.kind, fault: told.code });
  return result;
}

/** Whether the service shows the report; a contrary one is a refusal that a person has to see. */
async function look(client: ServiceClient, context: JobContext, report: Report): Promise<Outcome<boolean>> {
  const answer = await client.getDocument(context.job.subjectId, { lane: 'hand-over', signal: context.signal });
  if (!answer.ok) return answer.fault.code === 'not-found' ? { ok: false, fault: refusal(answer.fault) } : answer;
  const { state } = answer.value;
  if (state === report.kind) return { ok: true, value: true };
  if (reportedStates.has(state)) return { ok: false, fault: fault('transfer-refused', { message: state }) };
  return { ok: true, value: false };
}

function refusal(told: Fault): Fault {
  return told.code === 'not-found' || told.code === 'request-refused'
    ? fault('transfer-refused', told.params, told.cause)
    : told;
}

async function act(parts: Reporting, client: ServiceClient, context: JobContext, report: Report): Promise<JobResult> {
  const answer = await call(client, context.job.subjectId, report, context);
  if (answer.ok) return receipt(parts, context, report, 'answered');
  if (answer.fault.code !== 'outcome-unclear') return failed(parts, context, report, refusal(answer.fault), false);
  const seen = await look(client, context, report);
  if (!seen.ok) return failed(parts, context, report, seen.fault, true);
  if (seen.value) return receipt(parts, context, report, 'found');
  // The service may still be at it: look again later, and repeat only where it shows nothing then.
  return failed(parts, context, report, { ...answer.fault, retry: 'later' }, true);
}

/** A document that was reported before (two exports of it, or a person was faster) needs no second call. */
function reportedBefore(document: DocumentRecord | null, exports: readonly ExportRecord[], report: Report): boolean {
  if (report.exportId === null) return false;
  return document?.state === report.kind || exports.some((record) => reportMade(record) === report.kind);
}

/** Makes the handler of `transfer` and `reject` jobs (subject: the document, or a whole case): intent, call, receipt; a lost answer is looked up before repeating. */
export function createTransferHandler(dependencies: TransferHandlerDependencies): JobHandler {
  const { journal, clock } = dependencies;
  const advance = createAdvanceExported(journal, () => clock.now());
  const parts: Reporting = { ...dependencies, advance };

  const reportCase = createCaseTransfer(dependencies);

  return async (context) => {
    if (isOfCase(context.job)) return reportCase(context);
    const documentId = context.job.subjectId;
    if (await isPaused(journal, documentId)) return { state: 'cancelled' };
    const report = reportOf(context);
    const earlier = await wasIntended(journal, documentId, context.job.id);
    const at = clock.now();
    const detail = { job: context.job.id, report: report.kind };
    const begun = await journal.commit([
      context.started(),
      { kind: 'custody', subject: 'document', subjectId: documentId, event: 'reporting', at, detail },
    ]);
    if (!begun.ok) return { state: 'cancelled' };
    const [document, exports] = await Promise.all([
      journal.document(documentId),
      journal.exportsOfDocument(documentId),
    ]);
    if (reportedBefore(document, exports, report)) return receipt(parts, context, report, 'found');
    const client = dependencies.clientOf(context.job.connectionId);
    if (client === null) {
      return failed(
        parts,
        context,
        report,
        fault('settings-invalid', { connection: context.job.connectionId }),
        earlier,
      );
    }
    if (context.signal.aborted) return endAttempt(parts.journal, context, context.failed(fault('service-unreachable')));
    if (earlier) {
      const seen = await look(client, context, report);
      if (!seen.ok) return failed(parts, context, report, seen.fault, true);
      if (seen.value) return receipt(parts, context, report, 'found');
    }
    return act(parts, client, context, report);
  };
}
