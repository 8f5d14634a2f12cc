import type { ExternalData } from '../../../shared/settings.ts';
import type { PileRecord } from '../journal/pile-records.ts';
import type { SubmissionRecord } from '../journal/records.ts';
import { mainOf, plainRole, type LivingMember } from './pile-state.ts';

/** External data of all members and of the pile itself, which counts first; then the main file's. Keys that differ by case are one. */
function dataOf(pile: PileRecord, members: readonly LivingMember[]): ExternalData | null {
  const sources = [pile.externalData, ...members.flatMap(({ item }) => [item.externalData, item.rule.externalData])];
  const merged: ExternalData = {};
  const known = new Set<string>();
  for (const source of sources) {
    for (const [key, value] of Object.entries(source ?? {})) {
      if (known.has(key.toLowerCase())) continue;
      known.add(key.toLowerCase());
      merged[key] = value;
    }
  }
  return known.size === 0 ? null : merged;
}

/** The call that makes a released pile a case: its main file first, each file with its role. Its external id lets it be found again. */
export function caseSubmission(
  pile: PileRecord,
  members: readonly LivingMember[],
  id: string,
  at: number,
): SubmissionRecord {
  const main = mainOf(pile, members);
  const ordered = [
    ...members.filter(({ item }) => item.id === main),
    ...members.filter(({ item }) => item.id !== main),
  ];
  return {
    id,
    kind: 'case',
    sourceId: ordered[0]?.item.sourceId ?? '',
    connectionId: pile.connectionId,
    projectId: pile.projectId,
    externalId: pile.externalId ?? `mailroom-${pile.id}`,
    externalData: dataOf(pile, ordered),
    state: 'ready',
    fileBatchId: null,
    createdAt: at,
    submittedAt: null,
    items: ordered.map(({ place, item }, position) => ({ itemId: item.id, role: place.role ?? plainRole, position })),
  };
}
