import { z } from 'zod';
import { caseRuleSchema } from '../../../../shared/case-rule.ts';
import { openCaseStates } from '../../../../shared/case-views.ts';
import { faultSchema } from '../../../../shared/faults.ts';
import { externalDataSchema } from '../../../../shared/settings.ts';
import type { OpenCaseMemberRecord, OpenCaseRecord } from '../open-case-records.ts';
import { flag, json, number, numberOrNull, text, textOrNull, UnreadableRow, word } from '../storage/columns.ts';
import type { RawRow } from '../storage/database.ts';

const termsSchema = z.object({
  roles: caseRuleSchema.shape.roles,
  required: caseRuleSchema.shape.required,
  release: caseRuleSchema.shape.release,
  quietMs: caseRuleSchema.shape.quietMs,
  limitMs: caseRuleSchema.shape.limitMs,
});

/** Terms of an open case whose own terms can't be read: only a person releases it. */
const carefulTerms = termsSchema.parse({});

function readable<T>(read: () => T, instead: T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof UnreadableRow) return instead;
    throw error;
  }
}

/** An open case from its row and those of its places. What can't be read of it leaves the decision to a person. */
export function openCaseFrom(row: RawRow, members: readonly OpenCaseMemberRecord[]): OpenCaseRecord {
  return {
    id: text(row, 'id'),
    name: text(row, 'name'),
    connectionId: text(row, 'connection_id'),
    projectId: text(row, 'project_id'),
    key: textOrNull(row, 'key'),
    sourceId: textOrNull(row, 'source_id'),
    state: word(row, 'state', openCaseStates),
    fault: readable(() => json(row, 'fault', faultSchema), null),
    externalId: textOrNull(row, 'external_id'),
    externalData: readable(() => json(row, 'external_data', externalDataSchema), null),
    terms: readable(() => json(row, 'terms', termsSchema), null) ?? carefulTerms,
    createdAt: number(row, 'created_at'),
    createdBy: text(row, 'created_by'),
    changedAt: number(row, 'changed_at'),
    releasedAt: numberOrNull(row, 'released_at'),
    releasedBy: textOrNull(row, 'released_by'),
    submissionId: textOrNull(row, 'submission_id'),
    earlierOpenCaseId: textOrNull(row, 'earlier_open_case_id'),
    note: textOrNull(row, 'note'),
    assignee: textOrNull(row, 'assignee'),
    members,
  };
}

/** A file's place in an open case from its row. */
export function memberFrom(row: RawRow): OpenCaseMemberRecord {
  return {
    itemId: text(row, 'item_id'),
    role: textOrNull(row, 'role'),
    mainFile: flag(row, 'main_file'),
    position: number(row, 'position'),
  };
}
