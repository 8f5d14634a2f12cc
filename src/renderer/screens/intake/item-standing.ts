import { asksPerson } from '../../../shared/document-states.ts';
import type { Fault, FaultCode } from '../../../shared/faults.ts';
import type { ItemStage } from '../../../shared/item.ts';
import type { ItemView } from '../../../shared/views.ts';

/** What a person should know first about an item: one word of the table's Status column. */
export type Standing =
  | 'held'
  | 'held-it'
  | 'failed'
  | 'review'
  | 'transfer-failed'
  | 'not-exported'
  | 'paused'
  | 'trying-again'
  | 'unclear'
  | 'complete'
  | 'rejected'
  | 'junk'
  | 'in-open-case'
  | ItemStage;

const ended: readonly ItemStage[] = ['settled', 'exported', 'handed-over', 'duplicate', 'cancelled', 'separated'];

/** The document of an item that needs a person at the service, if one does: the same ones that the journal counts. */
export function documentThatAsks(item: ItemView): ItemView['documents'][number] | undefined {
  if (item.stage === 'cancelled') return undefined;
  return item.documents.find(({ state }) => asksPerson(state));
}

/** Why an export of the item waits for a person, if one does. */
export function exportThatAsks(item: ItemView): Fault | undefined {
  return item.exports.find(({ state }) => state === 'held')?.fault ?? undefined;
}

function asks(item: ItemView): Standing | undefined {
  if (item.stage === 'held') {
    if (item.fault?.owner === 'it') return 'held-it';
    return item.fault?.code === 'processing-failed' ? 'failed' : 'held';
  }
  const document = documentThatAsks(item);
  if (document !== undefined) {
    if (document.state === 'reviewRequired') return 'review';
    return document.state === 'failed' ? 'failed' : 'transfer-failed';
  }
  return item.exports.some(({ state }) => state === 'held') ? 'not-exported' : undefined;
}

/** Where an item stands: what a person must do comes before what goes on by itself. */
export function standingOf(item: ItemView): Standing {
  const asked = asks(item);
  if (asked !== undefined) return asked;
  if (!ended.includes(item.stage)) {
    if (item.paused) return 'paused';
    if (item.fault !== null) return item.fault.code === 'outcome-unclear' ? 'unclear' : 'trying-again';
    // Uploaded, and the case it belongs to is still being put together.
    return item.stage === 'uploaded' && item.openCaseId !== undefined ? 'in-open-case' : item.stage;
  }
  const states = item.documents.map(({ state }) => state);
  if (states.includes('inCompletion')) return 'complete';
  if (states.includes('rejected')) return 'rejected';
  if (states.includes('junk')) return 'junk';
  return item.stage;
}

/** A sentence for a cell: without its full stop where it is the only one. */
export function withoutStop(sentence: string): string {
  return /^[^.]*\.$/u.test(sentence) ? sentence.slice(0, -1) : sentence;
}

const otherFileCures = [
  'pdf-password',
  'type-not-accepted',
  'file-damaged',
  'file-unjudged',
  'picture-not-converted',
  'file-too-large',
  'name-refused',
];

/** Whether another file in the place of a held one is what helps. */
export function needsOtherFile({ stage, fault }: ItemView): boolean {
  return stage === 'held' && fault !== null && otherFileCures.includes(fault.code);
}

/** Faults whose next step leads to the service. */
const leadsToService: readonly FaultCode[] = [
  'already-at-service',
  'not-settled-in-time',
  'outcome-unclear',
  'processing-failed',
  'record-unreadable',
];

/** What the next step of a fault names beside another try: `service` is the document or case in the browser, others are commands of a row. */
export function actsNamedBy(
  code: FaultCode,
): readonly ('service' | 'document' | 'items.cancel' | 'items.send-anyway')[] {
  if (leadsToService.includes(code)) return ['service'];
  if (code === 'team-unclear') return ['service', 'items.send-anyway', 'items.cancel'];
  if (code === 'sidecar-late') return ['document', 'items.cancel'];
  if (code === 'title-not-set') return ['document'];
  return code === 'file-gone' ? ['items.cancel'] : [];
}
