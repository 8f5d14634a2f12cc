import type { PileMember, PileSetAside, PileState, PileView } from '../../../shared/case-views.ts';
import { advise, livingMembers, mainOf, missingRoles, needsRoles, type LivingMember } from '../cases/pile-state.ts';
import type { Fault } from '../../../shared/faults.ts';
import type { Journal } from '../journal/journal.ts';
import type { PileRecord } from '../journal/pile-records.ts';

/** What seeing piles needs of the journal. */
export type PileViewJournal = Pick<Journal, 'itemsByIds' | 'documentsOfItem' | 'cases' | 'jobsOf'>;

async function memberView(
  journal: PileViewJournal,
  { place, item }: LivingMember,
  main: string | null,
): Promise<PileMember> {
  const documents = item.fileId === null ? [] : await journal.documentsOfItem(item.id);
  return {
    itemId: item.id,
    name: item.name,
    size: item.size,
    mediaType: item.mediaType,
    sourceId: item.sourceId,
    stage: item.stage,
    fault: item.fault,
    role: place.role,
    mainFile: item.id === main,
    mainMarked: place.mainFile,
    takenInAt: item.takenInAt,
    documentIds: documents.map(({ id }) => id),
  };
}

/** States in which the files of a pile, or the call for all of them, may stand still for a reason that stands on the files. */
const onItsWay: ReadonlySet<PileState> = new Set<PileState>(['released', 'submitting', 'unclear']);

/**
 * Why a pile stands still: that of the service, which did not take it or its transfer report; its own reason; or, of one that is on
 * its way, that of its files.
 */
async function reasonOf(
  journal: PileViewJournal,
  pile: PileRecord,
  members: readonly LivingMember[],
  caseId: string | null,
): Promise<Fault | null> {
  const asked = pile.state === 'refused' ? pile.submissionId : caseId;
  const told = asked === null ? undefined : (await journal.jobsOf(asked)).find(({ state }) => state === 'held');
  if (told?.fault !== undefined && told.fault !== null) return told.fault;
  if (pile.fault !== null || !onItsWay.has(pile.state)) return pile.fault;
  const waiting = members.filter(({ item }) => item.fault !== null);
  return (waiting.find(({ item }) => item.stage === 'held') ?? waiting[0])?.item.fault ?? null;
}

/** A pile as everybody outside the engine sees it; files that were cancelled are not shown. `now` in ms. `setAside`: what came for it and is elsewhere. */
export async function pileView(
  journal: PileViewJournal,
  pile: PileRecord,
  now: number,
  setAside: readonly PileSetAside[],
): Promise<PileView> {
  const members = livingMembers(pile, await journal.itemsByIds(pile.members.map(({ itemId }) => itemId)));
  const main = mainOf(pile, members);
  const roles = members.map(({ place }) => place.role);
  const missing = missingRoles(pile.terms.required, roles);
  const withoutRole = needsRoles(pile.terms) ? roles.filter((role) => role === null).length : 0;
  const cases = pile.submissionId === null ? [] : await journal.cases(pile.submissionId);
  const reason = await reasonOf(journal, pile, members, cases[0]?.id ?? null);
  const gathers = pile.state === 'open' || pile.state === 'held';
  return {
    id: pile.id,
    name: pile.name,
    connectionId: pile.connectionId,
    projectId: pile.projectId,
    key: pile.key,
    state: pile.state,
    fault: reason,
    externalId: pile.externalId,
    externalData: pile.externalData,
    roles: [...pile.terms.roles],
    required: [...pile.terms.required],
    release: pile.terms.release,
    missing: [...missing],
    withoutRole,
    complete: members.length > 0 && missing.length === 0 && withoutRole === 0,
    members: await Promise.all(members.map((member) => memberView(journal, member, main))),
    createdAt: pile.createdAt,
    createdBy: pile.createdBy,
    changedAt: pile.changedAt,
    dueAt: gathers ? advise(pile, members, now).lookAt : null,
    releasedAt: pile.releasedAt,
    releasedBy: pile.releasedBy,
    caseId: cases[0]?.id ?? null,
    earlierPileId: pile.earlierPileId,
    setAside: [...setAside],
  };
}
