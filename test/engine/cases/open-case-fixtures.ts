import { createOpenCases, type OpenCases } from '../../../src/main/engine/cases/open-cases.ts';
import type { Journal } from '../../../src/main/engine/journal/journal.ts';
import type { NewItem, NewJob } from '../../../src/main/engine/journal/records.ts';
import { caseRuleSchema, type CaseRule } from '../../../src/shared/case-rule.ts';
import type { Fault } from '../../../src/shared/faults.ts';
import { createJumpingClock, createTestLog } from '../../support/ports.ts';
import { added, committed, newId, rule, someItem } from '../journal/journal-fixtures.ts';

/** When these tests begin, ms. */
export const start = 1_750_000_000_000;

/** Open cases at work, with what they announced and held. */
export interface Scene {
  readonly clock: ReturnType<typeof createJumpingClock>;
  readonly announced: readonly NewJob[];
  readonly held: readonly Fault[];
  readonly openCases: OpenCases;
}

/** Open cases on a journal with a clock that stands. */
export function createScene(journal: Journal, now = start): Scene {
  const clock = createJumpingClock(now);
  const announced: NewJob[] = [];
  const held: Fault[] = [];
  const openCases: OpenCases = createOpenCases({
    journal,
    clock,
    ids: newId,
    log: createTestLog(),
    priority: 10,
    announceJobs: (jobs) => announced.push(...jobs),
    folderOf: (sourceId) => `/${sourceId}`,
    moved: () => undefined,
    held: (_openCase, reason) => held.push(reason),
  });
  return { clock, announced, held, openCases };
}

/** An item of mode case. */
export function caseItem(name: string, caseRule: Partial<CaseRule>, fields: Partial<NewItem> = {}): NewItem {
  const sourceId = fields.sourceId ?? 'inbox';
  return someItem({
    sourceId,
    path: `/${sourceId}/${name}`,
    name,
    rule: { ...rule, mode: 'case', case: caseRuleSchema.parse(caseRule) },
    ...fields,
  });
}

/** Takes an item in as the engine does: accepted and placed at once, then uploaded; its open case is looked at. */
export async function comesIn(
  journal: Journal,
  { openCases, clock }: Pick<Scene, 'openCases' | 'clock'>,
  item: NewItem,
): Promise<string> {
  const at = clock.now();
  await committed(journal, { ...added(item, 'seen'), trail: [{ stage: 'accepted', at }] }, openCases.placed(item));
  await uploaded(journal, item.id, at);
  const [place] = await journal.places([item.id]);
  if (place !== undefined && place.openCaseId !== null) await openCases.look(place.openCaseId);
  return item.id;
}

/** The item's bytes are at the service. */
export async function uploaded(journal: Journal, itemId: string, at: number): Promise<void> {
  await committed(
    journal,
    { kind: 'item-moved', itemId, from: ['accepted'], trail: [{ stage: 'uploading', at }] },
    { kind: 'file-uploaded', fileId: `file-${itemId}`, itemId, connectionId: rule.connectionId, size: 1, at },
    { kind: 'item-moved', itemId, from: ['uploading'], trail: [{ stage: 'uploaded', at }] },
  );
}
