import { faultSchema } from '../../../../shared/faults.ts';
import { itemStages, sentCopySchema } from '../../../../shared/item.ts';
import type { ItemStage } from '../../../../shared/item.ts';
import { externalDataSchema, intakeRuleSchema } from '../../../../shared/settings.ts';
import { journalFault } from '../journal-faults.ts';
import type { ItemRecord } from '../records.ts';
import { flag, json, number, numberOrNull, text, textOrNull, UnreadableRow, word } from '../storage/columns.ts';
import type { RawRow } from '../storage/database.ts';
import type { Rules } from '../storage/rules.ts';

/**
 * An item from its row. A row that can't be read comes back as a held item with the fault `record-unreadable` and whatever
 * could be read; `unreadable` names the column then.
 */
export function itemFrom(row: RawRow, rules: Rules): { readonly item: ItemRecord; readonly unreadable: string | null } {
  try {
    return { item: readable(row, rules), unreadable: null };
  } catch (error) {
    if (!(error instanceof UnreadableRow)) throw error;
    return { item: heldUnreadable(row, rules, error.column), unreadable: error.column };
  }
}

function readable(row: RawRow, rules: Rules): ItemRecord {
  return {
    id: text(row, 'id'),
    sourceId: text(row, 'source_id'),
    path: text(row, 'path'),
    name: text(row, 'name'),
    size: number(row, 'size'),
    modifiedAt: number(row, 'modified_at'),
    sha256: textOrNull(row, 'sha256'),
    mediaType: textOrNull(row, 'media_type'),
    stage: word(row, 'stage', itemStages),
    stageSince: number(row, 'stage_since'),
    fault: json(row, 'fault', faultSchema),
    resumeStage: row['resume_stage'] === null ? null : word(row, 'resume_stage', itemStages),
    paused: flag(row, 'paused'),
    rule: rules.byId(number(row, 'rule_id')),
    externalId: textOrNull(row, 'external_id'),
    externalData: json(row, 'external_data', externalDataSchema),
    title: textOrNull(row, 'title'),
    role: textOrNull(row, 'role'),
    caseWord: textOrNull(row, 'case_word'),
    duplicateOf: textOrNull(row, 'duplicate_of'),
    previousVersion: textOrNull(row, 'previous_version'),
    fileId: textOrNull(row, 'file_id'),
    takenInAt: number(row, 'taken_in_at'),
    note: textOrNull(row, 'note'),
    assignee: textOrNull(row, 'assignee'),
    copy: json(row, 'copy', sentCopySchema),
    revision: number(row, 'revision'),
  };
}

function heldUnreadable(row: RawRow, rules: Rules, column: string): ItemRecord {
  const or = <T>(read: () => T, instead: T): T => {
    try {
      return read();
    } catch (error) {
      if (error instanceof UnreadableRow) return instead;
      throw error;
    }
  };
  const stage = or<ItemStage | null>(() => word(row, 'stage', itemStages), null);
  const resumeStage = or<ItemStage | null>(() => word(row, 'resume_stage', itemStages), null);
  const name = or(() => text(row, 'name'), '');
  return {
    id: or(() => text(row, 'id'), ''),
    sourceId: or(() => text(row, 'source_id'), ''),
    path: or(() => text(row, 'path'), ''),
    name,
    size: or(() => number(row, 'size'), 0),
    modifiedAt: or(() => number(row, 'modified_at'), 0),
    sha256: or(() => textOrNull(row, 'sha256'), null),
    mediaType: or(() => textOrNull(row, 'media_type'), null),
    stage: 'held',
    stageSince: or(() => number(row, 'stage_since'), 0),
    fault: journalFault('record-unreadable', { name }, `items.${column}`),
    resumeStage: stage === 'held' ? resumeStage : stage,
    paused: or(() => flag(row, 'paused'), false),
    rule: or(
      () => rules.byId(number(row, 'rule_id')),
      intakeRuleSchema.parse({
        connectionId: or(() => text(row, 'connection_id'), '') || 'unknown',
        projectId: or(() => text(row, 'project_id'), '') || 'unknown',
      }),
    ),
    externalId: or(() => textOrNull(row, 'external_id'), null),
    externalData: or(() => json(row, 'external_data', externalDataSchema), null),
    title: or(() => textOrNull(row, 'title'), null),
    role: or(() => textOrNull(row, 'role'), null),
    caseWord: or(() => textOrNull(row, 'case_word'), null),
    duplicateOf: or(() => textOrNull(row, 'duplicate_of'), null),
    previousVersion: or(() => textOrNull(row, 'previous_version'), null),
    fileId: or(() => textOrNull(row, 'file_id'), null),
    takenInAt: or(() => numberOrNull(row, 'taken_in_at') ?? 0, 0),
    note: or(() => textOrNull(row, 'note'), null),
    assignee: or(() => textOrNull(row, 'assignee'), null),
    copy: or(() => json(row, 'copy', sentCopySchema), null),
    revision: or(() => number(row, 'revision'), 0),
  };
}
