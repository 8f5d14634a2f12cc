import type { EventOf } from '../../../shared/history/event-key.ts';
import type { CustodyDetail } from '../journal/changes.ts';

/** What a person wrote about something, and whose turn it is; what is left out stays. */
export interface Remarks {
  readonly note?: string | null | undefined;
  readonly assignee?: string | null | undefined;
}

/** A remark as the journal takes it: the fields that change, and a line of the history for each. */
export interface TakenRemarks {
  readonly set: { readonly note?: string | null; readonly assignee?: string | null };
  readonly told: readonly { readonly event: EventOf<'any'>; readonly detail: CustodyDetail }[];
}

/** What of the remarks is new; an empty text takes away what was there. */
export function newRemarks(
  given: Remarks,
  before: { readonly note: string | null; readonly assignee: string | null },
): TakenRemarks {
  const note = given.note === undefined ? before.note : given.note || null;
  const assignee = given.assignee === undefined ? before.assignee : given.assignee || null;
  const isNoted = note !== before.note;
  const isHanded = assignee !== before.assignee;
  const toldNote =
    note === null ? ({ event: 'note-removed', detail: {} } as const) : ({ event: 'noted', detail: { note } } as const);
  const toldTurn =
    assignee === null
      ? ({ event: 'unassigned', detail: {} } as const)
      : ({ event: 'assigned', detail: { assignee } } as const);
  return {
    set: { ...(isNoted ? { note } : {}), ...(isHanded ? { assignee } : {}) },
    told: [...(isNoted ? [toldNote] : []), ...(isHanded ? [toldTurn] : [])],
  };
}
