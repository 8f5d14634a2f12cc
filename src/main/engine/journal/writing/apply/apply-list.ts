import type { Change, CommitOutcome } from '../../changes.ts';
import {
  applyCaseLinked,
  applyCaseSeen,
  applyDocumentLinked,
  applyDocumentSeen,
  applyDocumentSet,
} from './apply-documents.ts';
import { applyExportAdded, applyExportSet } from './apply-exports.ts';
import { applyItemAdded, applyItemMoved, applyItemSet } from './apply-items.ts';
import { applyAttemptEnded, applyAttemptStarted, applyJobAdded, applyJobSet } from './apply-jobs.ts';
import {
  applyItemPlaced,
  applyItemPut,
  applyItemUnplaced,
  applyOpenCaseAdded,
  applyOpenCaseSet,
  applyPlaceSet,
} from './apply-open-cases.ts';
import { applyCursorSet, applyPauseSet, applySeen, applySeenForgotten } from './apply-station.ts';
import {
  applyFileUploaded,
  applySubmissionAdded,
  applySubmissionItemAdded,
  applySubmissionItemRemoved,
  applySubmissionSet,
} from './apply-submissions.ts';
import { done, addHistory } from '../list-effects.ts';
import type { ChangeResult, ListContext } from '../list-effects.ts';

/**
 * Applies a list of changes inside the caller's transaction, each guard looking at what the changes before it made. A refusal
 * at an index above 0 leaves rows behind that the caller must undo. `seen` holds wherever it stands, also behind a stop: a
 * file that turned out to be a duplicate was seen all the same.
 */
export function applyList(context: ListContext, changes: readonly Change[]): CommitOutcome {
  let stop: { readonly at: number; readonly duplicateOf?: string } | null = null;
  for (const [index, change] of changes.entries()) {
    if (stop !== null && change.kind !== 'seen') continue;
    const result = applyChange(context, change);
    if (result.kind === 'refused') return { ok: false, index, reason: result.reason, found: result.found };
    if (result.kind === 'stop') {
      for (const aside of asideOf(change)) {
        const beside = applyChange(context, aside);
        if (beside.kind === 'refused') return { ok: false, index, reason: beside.reason, found: beside.found };
      }
      stop = result.duplicateOf === undefined ? { at: index } : { at: index, duplicateOf: result.duplicateOf };
    }
  }
  const { revision } = context;
  if (stop === null) return { ok: true, revision };
  return stop.duplicateOf === undefined
    ? { ok: true, revision, stoppedAt: stop.at }
    : { ok: true, revision, duplicateOf: stop.duplicateOf };
}

/** What a change brings along for the case that it finds a duplicate. */
function asideOf(change: Change): readonly Change[] {
  return change.kind === 'item-added' || change.kind === 'item-moved' ? (change.duplicateCheck?.aside ?? []) : [];
}

/** Changes that keep to the rows in memory, and see to it themselves where they have to look at the tables. */
const inMemory: ReadonlySet<Change['kind']> = new Set<Change['kind']>([
  'item-added',
  'item-moved',
  'item-set',
  'seen',
  'job-added',
  'attempt-started',
  'attempt-ended',
  'job-set',
  'file-uploaded',
  'submission-added',
  'submission-set',
  'document-seen',
  'document-linked',
  'custody',
]);

/** Applies one change; a new kind of change gets its line here. */
function applyChange(context: ListContext, change: Change): ChangeResult {
  if (!inMemory.has(change.kind)) context.rows.write();
  switch (change.kind) {
    case 'item-added':
      return applyItemAdded(context, change);
    case 'item-moved':
      return applyItemMoved(context, change);
    case 'item-set':
      return applyItemSet(context, change);
    case 'seen':
      return applySeen(context, change);
    case 'seen-forgotten':
      return applySeenForgotten(context, change);
    case 'job-added':
      return applyJobAdded(context, change);
    case 'attempt-started':
      return applyAttemptStarted(context, change);
    case 'attempt-ended':
      return applyAttemptEnded(context, change);
    case 'job-set':
      return applyJobSet(context, change);
    case 'file-uploaded':
      return applyFileUploaded(context, change);
    case 'submission-added':
      return applySubmissionAdded(context, change);
    case 'submission-item-added':
      return applySubmissionItemAdded(context, change);
    case 'submission-item-removed':
      return applySubmissionItemRemoved(context, change);
    case 'submission-set':
      return applySubmissionSet(context, change);
    case 'document-seen':
      return applyDocumentSeen(context, change);
    case 'document-set':
      return applyDocumentSet(context, change);
    case 'document-linked':
      return applyDocumentLinked(context, change);
    case 'case-seen':
      return applyCaseSeen(context, change);
    case 'case-linked':
      return applyCaseLinked(context, change);
    case 'export-added':
      return applyExportAdded(context, change);
    case 'export-set':
      return applyExportSet(context, change);
    case 'cursor-set':
      return applyCursorSet(context, change);
    case 'pause-set':
      return applyPauseSet(context, change);
    case 'open-case-added':
      return applyOpenCaseAdded(context, change);
    case 'item-placed':
      return applyItemPlaced(context, change);
    case 'item-put':
      return applyItemPut(context, change);
    case 'item-unplaced':
      return applyItemUnplaced(context, change);
    case 'place-set':
      return applyPlaceSet(context, change);
    case 'open-case-set':
      return applyOpenCaseSet(context, change);
    case 'custody':
      addHistory(context, change.subject, change.subjectId, change.event, change.at, change.detail);
      return done;
  }
}
