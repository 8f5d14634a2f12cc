import { basename } from 'node:path';
import type { OpenCaseMember, OpenCaseSetAside, OpenCaseState, OpenCaseView } from '../../../shared/case-views.ts';
import {
  advise,
  livingMembers,
  mainOf,
  missingRoles,
  needsRoles,
  type LivingMember,
} from '../cases/open-case-state.ts';
import type { Fault } from '../../../shared/faults.ts';
import type { Journal } from '../journal/journal.ts';
import type { OpenCaseRecord } from '../journal/open-case-records.ts';

/** What seeing open cases needs of the journal. */
export type OpenCaseViewJournal = Pick<Journal, 'itemsByIds' | 'documentsOfItem' | 'cases' | 'jobsOf'>;

async function memberView(
  journal: OpenCaseViewJournal,
  { place, item }: LivingMember,
  main: string | null,
): Promise<OpenCaseMember> {
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

/** States in which the files of an open case, or the call for all of them, may stand still for a reason that stands on the files. */
const onItsWay: ReadonlySet<OpenCaseState> = new Set<OpenCaseState>(['released', 'submitting', 'unclear']);

/**
 * Why an open case stands still: that of the service, which did not take it or its transfer report; its own reason; or, of one that is on
 * its way, that of its files.
 */
async function reasonOf(
  journal: OpenCaseViewJournal,
  openCase: OpenCaseRecord,
  members: readonly LivingMember[],
  caseId: string | null,
): Promise<Fault | null> {
  const asked = openCase.state === 'refused' ? openCase.submissionId : caseId;
  const told = asked === null ? undefined : (await journal.jobsOf(asked)).find(({ state }) => state === 'held');
  if (told?.fault !== undefined && told.fault !== null) return told.fault;
  if (openCase.fault !== null || !onItsWay.has(openCase.state)) return openCase.fault;
  const waiting = members.filter(({ item }) => item.fault !== null);
  return (waiting.find(({ item }) => item.stage === 'held') ?? waiting[0])?.item.fault ?? null;
}

/** An open case as everybody outside the engine sees it; files that were cancelled are not shown. `now` in ms. `setAside`: what came for it and is elsewhere. `awaited`: the path of a file on its way that it waits for. */
export async function openCaseView(
  journal: OpenCaseViewJournal,
  openCase: OpenCaseRecord,
  now: number,
  setAside: readonly OpenCaseSetAside[],
  awaited: (openCase: OpenCaseRecord) => string | null,
): Promise<OpenCaseView> {
  const members = livingMembers(openCase, await journal.itemsByIds(openCase.members.map(({ itemId }) => itemId)));
  const main = mainOf(openCase, members);
  const roles = members.map(({ place }) => place.role);
  const missing = missingRoles(openCase.terms.required, roles);
  const withoutRole = needsRoles(openCase.terms) ? roles.filter((role) => role === null).length : 0;
  const cases = openCase.submissionId === null ? [] : await journal.cases(openCase.submissionId);
  const reason = await reasonOf(journal, openCase, members, cases[0]?.id ?? null);
  const gathers = openCase.state === 'open' || openCase.state === 'held';
  const complete = members.length > 0 && missing.length === 0 && withoutRole === 0;
  const coming = gathers && complete && openCase.terms.release !== 'decision' ? awaited(openCase) : null;
  return {
    id: openCase.id,
    name: openCase.name,
    connectionId: openCase.connectionId,
    projectId: openCase.projectId,
    key: openCase.key,
    state: openCase.state,
    fault: reason,
    externalId: openCase.externalId,
    externalData: openCase.externalData,
    roles: [...openCase.terms.roles],
    required: [...openCase.terms.required],
    release: openCase.terms.release,
    missing: [...missing],
    withoutRole,
    complete,
    members: await Promise.all(members.map((member) => memberView(journal, member, main))),
    createdAt: openCase.createdAt,
    createdBy: openCase.createdBy,
    changedAt: openCase.changedAt,
    dueAt: gathers ? advise(openCase, members, now).lookAt : null,
    awaited: coming === null ? null : basename(coming),
    releasedAt: openCase.releasedAt,
    releasedBy: openCase.releasedBy,
    caseId: cases[0]?.id ?? null,
    earlierOpenCaseId: openCase.earlierOpenCaseId,
    note: openCase.note,
    assignee: openCase.assignee,
    setAside: [...setAside],
  };
}
