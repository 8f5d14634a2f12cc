import type { ExportRecord } from '../journal/records.ts';

type Standing = Pick<
  ExportRecord,
  'state' | 'answer' | 'reportedAt' | 'reportTransfer' | 'handOver' | 'fault' | 'path'
>;

/** Whether nothing is to be written any more: it was, or the XML of another state counts. One that is held for its answer lies there too. */
export function isOnDisk(record: Standing): boolean {
  if (record.state === 'held') return isHeldForAnswer(record);
  return record.state !== 'planned' && record.state !== 'writing';
}

/** Whether the export is held because of the target system's answer: it is missing, or can't be used. */
function isHeldForAnswer({ state, fault, path }: Standing): boolean {
  return (
    state === 'held' &&
    path !== null &&
    (fault?.code === 'hand-over-unanswered' || fault?.code === 'hand-over-answer-invalid')
  );
}

/** Whether the target system's answer is outstanding, for however long. */
export function isUnanswered(record: Standing): boolean {
  return record.state === 'waiting' || isHeldForAnswer(record);
}

/** Whether anything of the export has to be told or be answered after the write. */
export function isToHandOver({ state, reportTransfer, handOver }: Standing): boolean {
  if (state === 'replaced' || state === 'left-out') return false;
  return reportTransfer || handOver.acknowledgement !== null;
}

/** Whether the hand-over is at its end: taken and reported where that was asked for, or given back. A refusal is a person's matter. */
export function isHandedOver(record: Standing): boolean {
  const toldBack = record.answer?.writtenBack !== false;
  if (record.state === 'reported') return toldBack;
  if (record.state === 'acknowledged') return toldBack && !record.reportTransfer;
  return record.state === 'rejected' && record.reportedAt !== null;
}
