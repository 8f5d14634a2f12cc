import { z } from 'zod';
import { faultSchema } from '../../../../shared/faults.ts';
import { externalDataSchema } from '../../../../shared/settings.ts';
import { journalFault } from '../journal-faults.ts';
import { custodySubjects, jobKinds, jobStates, submissionKinds, submissionStates } from '../records.ts';
import type {
  CaseRecord,
  CustodyRow,
  DocumentFileRecord,
  DocumentRecord,
  JobRecord,
  SeenFile,
  SubmissionItem,
  SubmissionRecord,
} from '../records.ts';
import { flag, json, number, numberOrNull, text, textOrNull, UnreadableRow, word } from '../storage/columns.ts';
import type { RawRow } from '../storage/database.ts';

/** Flat words and numbers, as job payloads and custody details are kept. */
const flatSchema = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));

/** The value of a JSON column, and whether it could be read. */
export function tolerant<T>(read: () => T, instead: T): { readonly value: T; readonly readable: boolean } {
  try {
    return { value: read(), readable: true };
  } catch (error) {
    if (error instanceof UnreadableRow) return { value: instead, readable: false };
    throw error;
  }
}

/** A job from its row; where its JSON can't be read it is held with the fault `record-unreadable`. */
export function jobFrom(row: RawRow): JobRecord {
  const id = text(row, 'id');
  const payload = tolerant(() => json(row, 'payload', flatSchema) ?? {}, {});
  const fault = tolerant(() => json(row, 'fault', faultSchema), null);
  const readable = payload.readable && fault.readable;
  return {
    id,
    kind: word(row, 'kind', jobKinds),
    subjectId: text(row, 'subject_id'),
    connectionId: text(row, 'connection_id'),
    sourceId: textOrNull(row, 'source_id'),
    state: readable ? word(row, 'state', jobStates) : 'held',
    priority: number(row, 'priority'),
    dueAt: number(row, 'due_at'),
    attempts: number(row, 'attempts'),
    fault: readable ? fault.value : journalFault('record-unreadable', { name: id }, 'jobs'),
    leaseOwner: textOrNull(row, 'lease_owner'),
    leaseUntil: numberOrNull(row, 'lease_until'),
    payload: payload.value,
  };
}

/** A submission from its row and those of its items; held where its JSON can't be read. */
export function submissionFrom(row: RawRow, items: readonly SubmissionItem[]): SubmissionRecord {
  const externalData = tolerant(() => json(row, 'external_data', externalDataSchema), null);
  return {
    id: text(row, 'id'),
    kind: word(row, 'kind', submissionKinds),
    sourceId: text(row, 'source_id'),
    connectionId: text(row, 'connection_id'),
    projectId: text(row, 'project_id'),
    externalId: text(row, 'external_id'),
    externalData: externalData.value,
    state: externalData.readable ? word(row, 'state', submissionStates) : 'held',
    fileBatchId: textOrNull(row, 'file_batch_id'),
    createdAt: number(row, 'created_at'),
    submittedAt: numberOrNull(row, 'submitted_at'),
    items,
  };
}

/** An item's part in a submission from its row. */
export function submissionItemFrom(row: RawRow): SubmissionItem {
  return { itemId: text(row, 'item_id'), role: textOrNull(row, 'role'), position: number(row, 'position') };
}

/** A document from its row and those of its files. */
export function documentFrom(row: RawRow, files: readonly DocumentFileRecord[]): DocumentRecord {
  return {
    id: text(row, 'id'),
    connectionId: text(row, 'connection_id'),
    projectId: text(row, 'project_id'),
    state: text(row, 'state'),
    title: textOrNull(row, 'title'),
    caseId: textOrNull(row, 'case_id'),
    externalId: textOrNull(row, 'external_id'),
    createdAt: textOrNull(row, 'created_at'),
    updatedAt: textOrNull(row, 'updated_at'),
    settled: flag(row, 'settled'),
    hasData: textOrNull(row, 'data_words') !== null,
    files,
    firstSeenAt: number(row, 'first_seen_at'),
  };
}

/** A file of a document from its row. */
export function documentFileFrom(row: RawRow): DocumentFileRecord {
  return { fileId: text(row, 'file_id'), type: textOrNull(row, 'type'), mainFile: flag(row, 'main_file') };
}

/** A case from its row. */
export function caseFrom(row: RawRow): CaseRecord {
  return {
    id: text(row, 'id'),
    connectionId: text(row, 'connection_id'),
    projectId: text(row, 'project_id'),
    fileBatchId: textOrNull(row, 'file_batch_id'),
    externalId: textOrNull(row, 'external_id'),
    state: textOrNull(row, 'state'),
    title: textOrNull(row, 'title'),
  };
}

/** A seen file from its row. */
export function seenFrom(row: RawRow): SeenFile {
  const [inode, changedAt] = [numberOrNull(row, 'inode'), numberOrNull(row, 'changed_at')];
  return {
    sourceId: text(row, 'source_id'),
    path: text(row, 'path'),
    size: number(row, 'size'),
    modifiedAt: number(row, 'modified_at'),
    itemId: text(row, 'item_id'),
    ...(inode === null || changedAt === null ? {} : { identity: { inode, changedAt } }),
  };
}

/**
 * What stands in a history where a line of it can't be read: whoever looks must see that there was one. Its place and time are
 * told as far as they can be.
 */
export function unreadableLine(row: RawRow): CustodyRow {
  const { value: subject } = tolerant(() => word(row, 'subject', custodySubjects), 'station');
  return {
    sequence: number(row, 'sequence'),
    at: tolerant(() => number(row, 'at'), 0).value,
    subject,
    subjectId: tolerant(() => text(row, 'subject_id'), '').value,
    event: 'line-unreadable',
    actor: 'engine',
    detail: {},
    hash: tolerant(() => text(row, 'hash'), '').value,
  };
}

/** A line of the history from its row. */
export function custodyFrom(row: RawRow): CustodyRow {
  return {
    sequence: number(row, 'sequence'),
    at: number(row, 'at'),
    subject: word(row, 'subject', custodySubjects),
    subjectId: text(row, 'subject_id'),
    event: text(row, 'event'),
    actor: textOrNull(row, 'actor') ?? 'engine',
    detail: json(row, 'detail', flatSchema) ?? {},
    hash: text(row, 'hash'),
  };
}
