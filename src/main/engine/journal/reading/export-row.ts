import { z } from 'zod';
import { faultSchema } from '../../../../shared/faults.ts';
import { acknowledgementSchema, externalDataSchema } from '../../../../shared/settings.ts';
import { exportStateSchema } from '../../../../shared/views.ts';
import { journalFault } from '../journal-faults.ts';
import type { ExportHandOver, ExportRecord } from '../records.ts';
import { flag, json, number, numberOrNull, text, textOrNull, word } from '../storage/columns.ts';
import type { RawRow } from '../storage/database.ts';
import { tolerant } from './rows.ts';

const contentSchema = z.object({ sha256: z.string(), size: z.number() });
const besideSchema = z.array(contentSchema.extend({ path: z.string() }));
const handOverSchema = z.object({
  binaries: z.enum(['inline', 'beside']),
  reportFailedWrites: z.boolean(),
  versions: z.enum(['one', 'each']).default('one'),
  acknowledgement: acknowledgementSchema.nullable(),
});
const answerSchema = z.object({
  kind: z.enum(['ok', 'err', 'reject']),
  message: z.string().nullable(),
  externalId: z.string().nullable(),
  externalData: externalDataSchema.nullable(),
  path: z.string(),
  sha256: z.string(),
  at: z.number(),
  writtenBack: z.boolean(),
});

/** What exports of before there were answers have. */
const plain: ExportHandOver = {
  binaries: 'inline',
  reportFailedWrites: false,
  versions: 'one',
  acknowledgement: null,
};

/** An export from its row; held where its JSON can't be read. */
export function exportFrom(row: RawRow): ExportRecord {
  const id = text(row, 'id');
  const fault = tolerant(() => json(row, 'fault', faultSchema), null);
  const handOver = tolerant(() => json(row, 'hand_over', handOverSchema) ?? plain, plain);
  const original = tolerant(() => json(row, 'original', contentSchema), null);
  const beside = tolerant(() => json(row, 'beside', besideSchema) ?? [], []);
  const answer = tolerant(() => json(row, 'answer', answerSchema), null);
  const broken = Object.entries({ fault, handOver, original, beside, answer }).find(([, { readable }]) => !readable);
  return {
    id,
    documentId: text(row, 'document_id'),
    connectionId: text(row, 'connection_id'),
    projectId: text(row, 'project_id'),
    documentState: text(row, 'document_state'),
    folder: text(row, 'folder'),
    template: text(row, 'template'),
    reportTransfer: flag(row, 'report_transfer'),
    state: broken === undefined ? word(row, 'state', exportStateSchema.options) : 'held',
    path: textOrNull(row, 'path'),
    sha256: textOrNull(row, 'sha256'),
    size: numberOrNull(row, 'size'),
    plannedAt: number(row, 'planned_at'),
    writtenAt: numberOrNull(row, 'written_at'),
    fault: broken === undefined ? fault.value : journalFault('record-unreadable', { name: id }, `exports.${broken[0]}`),
    handOver: handOver.value,
    original: original.value,
    beside: beside.value,
    answerDueAt: numberOrNull(row, 'answer_due_at'),
    answer: answer.value,
    reportedAt: numberOrNull(row, 'reported_at'),
  };
}
