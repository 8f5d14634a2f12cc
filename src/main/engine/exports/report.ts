import type { Change } from '../journal/changes.ts';
import type { Journal } from '../journal/journal.ts';
import type { ExportRecord } from '../journal/records.ts';
import type { Clock, Log } from '../platform/ports.ts';
import type { JobContext, QueuedJob } from '../queue/job.ts';
import type { ServiceClient } from '../service/client.ts';
import { isUnanswered } from './hand-over-state.ts';

/** What the handler of transfer and reject jobs needs. */
export interface TransferHandlerDependencies {
  readonly clientOf: (connectionId: string) => ServiceClient | null;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly log: Log;
}

/** Whether the job reports a whole case. */
export function isOfCase({ payload }: Pick<QueuedJob, 'payload'>): boolean {
  return payload['case'] === true;
}

/** What is reported: a transfer that went well or not, or a rejection by the target system or a person. */
export interface Report {
  readonly kind: 'transferred' | 'transferFailed' | 'rejected';
  readonly message: string | null;
  /** The export that asked for it; null: a person did. */
  readonly exportId: string | null;
}

/** What a `transfer` or `reject` job reports. */
export function reportOf({ job: { kind, payload } }: Pick<JobContext, 'job'>): Report {
  const message = typeof payload['message'] === 'string' && payload['message'] !== '' ? payload['message'] : null;
  const exportId = typeof payload['exportId'] === 'string' ? payload['exportId'] : null;
  if (kind === 'reject') return { kind: 'rejected', message, exportId };
  return { kind: payload['successful'] === false ? 'transferFailed' : 'transferred', message, exportId };
}

/** What the service was told because of the export; null: nothing yet. */
export function reportMade({ state, answer, reportedAt, handOver }: ExportRecord): Report['kind'] | null {
  if (state === 'reported') return 'transferred';
  if (reportedAt === null) return null;
  if (state === 'rejected') return 'rejected';
  if (answer?.kind !== 'err') return null;
  return handOver.acknowledgement?.onRefusal === 'reject' ? 'rejected' : 'transferFailed';
}

/**
 * The document as the service has it once it took the report: a settled document may not be looked at again for long, and what
 * is shown of it must not be older than the report.
 */
export function reportedDocument(documentId: string, { kind }: Report, at: number): Change {
  return { kind: 'document-set', documentId, set: { state: kind, settled: true }, at };
}

/** What the report makes of an export of its document; null: it is not about this one. A person's report ends every waiting. */
export function conclusion(
  record: ExportRecord,
  report: Report,
  at: number,
): Pick<ExportRecord, 'state' | 'reportedAt' | 'fault'> | null {
  const reported = { state: 'reported', reportedAt: at, fault: null } as const;
  if (report.exportId === null) {
    const open = record.reportTransfer && (record.state === 'written' || record.state === 'acknowledged');
    const answered = record.state === 'refused' || record.state === 'rejected';
    return open || answered || isUnanswered(record) ? reported : null;
  }
  const taken = record.state === 'written' || record.state === 'acknowledged';
  if (report.kind === 'transferred') return record.reportTransfer && taken ? reported : null;
  const givenBack = record.state === 'refused' || record.state === 'rejected';
  return record.id === report.exportId && givenBack ? { state: record.state, reportedAt: at, fault: null } : null;
}

/** Whether an earlier try at this job may have been sent without a receipt. */
export async function wasIntended(journal: Journal, subjectId: string, jobId: string): Promise<boolean> {
  let after = 0;
  let intended = false;
  for (;;) {
    const rows = await journal.custody({ subjectIds: [subjectId], after, limit: 200 });
    for (const row of rows) {
      if (row.detail['job'] !== jobId) continue;
      if (row.event === 'reporting') intended = true;
      if (row.event === 'report-refused') intended = false;
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < 200) return intended;
    after = last.sequence;
  }
}
