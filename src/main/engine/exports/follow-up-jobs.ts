import type { ExportRecord, NewJob } from '../journal/records.ts';

/** What a job that follows from an export is made with. `dueAt` in ms. */
export type FollowUp = Pick<NewJob, 'id' | 'sourceId' | 'priority' | 'dueAt'>;

/** Longest message that goes to the service, in characters. */
const maxMessageLength = 2_000;

function cut(message: string | null): string | null {
  return message === null ? null : message.slice(0, maxMessageLength);
}

/** The job that tells the service whether the target system took the export's document. */
export function transferJob(
  record: ExportRecord,
  follow: FollowUp,
  report: { readonly successful: boolean; readonly message: string | null },
): NewJob {
  const { documentId, connectionId, projectId } = record;
  const payload = { projectId, successful: report.successful, message: cut(report.message), exportId: record.id };
  return { ...follow, kind: 'transfer', subjectId: documentId, connectionId, payload };
}

/** The job that rejects the export's document at the service. */
export function rejectJob(record: ExportRecord, follow: FollowUp, message: string | null): NewJob {
  const { documentId, connectionId, projectId } = record;
  const payload = { projectId, message: cut(message), exportId: record.id };
  return { ...follow, kind: 'reject', subjectId: documentId, connectionId, payload };
}

/**
 * The job that waits for the target system's answer: due when it should be there (`spanMs` after it was made), earlier where its file
 * shows up.
 */
export function acknowledgeJob(record: ExportRecord, follow: FollowUp, spanMs = 0): NewJob {
  // No connection: what keeps the service from being reached keeps nobody from reading a file.
  return { ...follow, kind: 'acknowledge', subjectId: record.id, connectionId: '', payload: { spanMs } };
}

/** The job that brings ids and data of an answer to the service. */
export function writeBackJob(record: ExportRecord, follow: FollowUp): NewJob {
  const { documentId, connectionId, projectId } = record;
  return {
    ...follow,
    kind: 'write-back',
    subjectId: documentId,
    connectionId,
    payload: { projectId, exportId: record.id },
  };
}
