import type { CustodyDetail } from '../journal/changes.ts';

/** What a person wrote about something, and whose turn it is; what is left out stays. */
export interface Remarks {
  readonly note?: string | null | undefined;
  readonly assignee?: string | null | undefined;
}

/** A remark as the journal takes it: the fields that change, and a line of the history for each. */
export interface TakenRemarks {
  readonly set: { readonly note?: string | null; readonly assignee?: string | null };
  readonly told: readonly { readonly event: string; readonly detail: CustodyDetail }[];
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
  return {
    set: { ...(isNoted ? { note } : {}), ...(isHanded ? { assignee } : {}) },
    told: [
      ...(isNoted
        ? [note === null ? { event: 'note-removed', detail: {} } : { event: 'noted', detail: { note } }]
        : []),
      ...(isHanded
        ? [assignee === null ? { event: 'unassigned', detail: {} } : { event: 'assigned', detail: { assignee } }]
        : []),
    ],
  };
}
