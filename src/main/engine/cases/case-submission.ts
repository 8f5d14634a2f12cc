import type { ExternalData } from '../../../shared/settings.ts';
import type { Change } from '../journal/changes.ts';
import type { OpenCaseRecord } from '../journal/open-case-records.ts';
import type { NewJob, SubmissionRecord } from '../journal/records.ts';
import { batchJob } from './batch-submission.ts';
import { mainOf, plainRole, type LivingMember } from './open-case-state.ts';

/** External data that the service takes with one call (the service's interface, "Limits"). */
const maxPairs = 20;

interface CaseData {
  readonly pairs: ExternalData | null;
  /** Keys of the other files that found no room. */
  readonly leftOut: readonly string[];
}

/**
 * External data of the open case, which counts first, then of its files, the main one first. Keys that differ by case are one. Those of
 * the open case and of the main file are the case's: where they alone are too many the call is refused and a person decides. What the
 * other files add is left out where there is no room.
 */
function dataOf(openCase: OpenCaseRecord, members: readonly LivingMember[]): CaseData {
  const merged: ExternalData = {};
  const known = new Set<string>();
  const leftOut: string[] = [];
  const sources = members.map(({ item }) => [item.externalData, item.rule.externalData]);
  for (const [position, ofOne] of [[openCase.externalData, ...(sources[0] ?? [])], ...sources.slice(1)].entries()) {
    for (const [key, value] of ofOne.flatMap((source) => Object.entries(source ?? {}))) {
      if (known.has(key.toLowerCase())) continue;
      known.add(key.toLowerCase());
      if (position > 0 && Object.keys(merged).length >= maxPairs) leftOut.push(key);
      else merged[key] = value;
    }
  }
  return { pairs: known.size === 0 ? null : merged, leftOut };
}

/** The job of the call that makes a released open case a case, and what the journal is told. */
export interface CaseSubmission {
  readonly job: NewJob;
  readonly changes: readonly Change[];
}

/**
 * The call that makes a released open case a case: its main file first, each file with its role. Its external id lets it be found again.
 * The changes are refused where a file of it moved meanwhile.
 */
export function caseSubmission(
  openCase: OpenCaseRecord,
  members: readonly LivingMember[],
  ids: () => string,
  priority: number,
  at: number,
): CaseSubmission {
  const main = mainOf(openCase, members);
  const ordered = [
    ...members.filter(({ item }) => item.id === main),
    ...members.filter(({ item }) => item.id !== main),
  ];
  const { pairs, leftOut } = dataOf(openCase, ordered);
  const submission: SubmissionRecord = {
    id: ids(),
    kind: 'case',
    sourceId: ordered[0]?.item.sourceId ?? '',
    connectionId: openCase.connectionId,
    projectId: openCase.projectId,
    externalId: openCase.externalId ?? `mailroom-${openCase.id}`,
    externalData: pairs,
    state: 'ready',
    fileBatchId: null,
    createdAt: at,
    submittedAt: null,
    items: ordered.map(({ place, item }, position) => ({ itemId: item.id, role: place.role ?? plainRole, position })),
  };
  const made = batchJob(ids(), submission.id, submission, priority, at);
  // Files of several sources: pausing one of them does not stop the call.
  const job = new Set(members.map(({ item }) => item.sourceId)).size > 1 ? { ...made, sourceId: null } : made;
  const told = { kind: 'open-case-set', openCaseId: openCase.id, from: ['released'], at } as const;
  const note: Change = {
    ...told,
    set: {},
    event: 'external-data-left-out',
    detail: { keys: leftOut.join(', '), submission: submission.id },
  };
  const changes: readonly Change[] = [
    {
      ...told,
      set: { submissionId: submission.id },
      event: 'submission-made',
      detail: { submission: submission.id, items: members.length },
    },
    ...(leftOut.length === 0 ? [] : [note]),
    ...members.map(({ item }): Change => ({ kind: 'item-moved', itemId: item.id, from: ['uploaded'], trail: [] })),
    { kind: 'submission-added', submission },
    { kind: 'job-added', job },
  ];
  return { job, changes };
}
