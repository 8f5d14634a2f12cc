import { basename } from 'node:path';
import type { Fault } from '../../../shared/faults.ts';
import type { ItemStage } from '../../../shared/item.ts';
import { fault } from '../faults/fault.ts';
import { wrongUse } from '../faults/usage-sentences.ts';
import type { OpenCaseMemberRecord, OpenCaseRecord, OpenCaseTerms } from '../journal/open-case-records.ts';
import type { Journal } from '../journal/journal.ts';
import type { ItemRecord } from '../journal/records.ts';
import type { Clock } from '../platform/ports.ts';

/** The role of files that are sent without one of their own (the interface wants one of each file). */
export const plainRole = 'attachment';

/** Files that come in one go belong to one case: a complete open case is released after so long without another one, ms. */
const restMs = 2_000;

/** Faults that an open case is held with, and its items with it: releasing it is what ends them. */
export const openCaseFaults: ReadonlySet<Fault['code']> = new Set<Fault['code']>(['case-incomplete', 'role-missing']);

/** Stages of files that no case waits for: what became of a separated one are files of their own. */
const gone: ReadonlySet<ItemStage> = new Set<ItemStage>(['cancelled', 'duplicate', 'separated']);

/** A file of an open case that still counts: it was not cancelled, set aside as a duplicate, or taken apart. */
export interface LivingMember {
  readonly place: OpenCaseMemberRecord;
  readonly item: ItemRecord;
}

/** The members that still count, in their order. */
export function livingMembers(openCase: OpenCaseRecord, items: readonly ItemRecord[]): readonly LivingMember[] {
  const byId = new Map(items.map((item) => [item.id, item]));
  return openCase.members.flatMap((place) => {
    const item = byId.get(place.itemId);
    return item === undefined || gone.has(item.stage) ? [] : [{ place, item }];
  });
}

/** How roles are compared: composed, without regard to case. */
export function foldedRole(role: string): string {
  return role.normalize('NFC').trim().toLowerCase();
}

/** Why an item can't come into, or change in, the case it has a place in: that one gathers no more. Null: it does, or there is none. */
export async function closedCaseOf(
  journal: Pick<Journal, 'places' | 'openCase'>,
  itemId: string,
): Promise<Fault | null> {
  const [place] = await journal.places([itemId]);
  const found = typeof place?.openCaseId === 'string' ? await journal.openCase(place.openCaseId) : null;
  if (found === null || found.state === 'open' || found.state === 'held') return null;
  return wrongUse('open-case-closed', { name: found.name });
}

/** A file whose pages a person edits: what it becomes takes its place, so its case waits for the end of that. */
export function editedMember(members: readonly LivingMember[]): ItemRecord | null {
  return members.find(({ item }) => item.stage === 'held' && item.fault?.code === 'pages-edited')?.item ?? null;
}

/** Whether files of these terms need roles: where roles are named, or some are required. */
export function needsRoles({ roles, required }: Pick<OpenCaseTerms, 'roles' | 'required'>): boolean {
  return roles.length > 0 || required.length > 0;
}

/** Required roles that none of these has. */
export function missingRoles(required: readonly string[], roles: readonly (string | null)[]): readonly string[] {
  const there = new Set(roles.flatMap((role) => (role === null ? [] : [foldedRole(role)])));
  return required.filter((role) => !there.has(foldedRole(role)));
}

/** The main file: the marked one, else the first of the first required role, else the first of all. Null = none is there. */
export function mainOf(openCase: OpenCaseRecord, members: readonly LivingMember[]): string | null {
  const [wanted] = openCase.terms.required;
  const main =
    members.find(({ place }) => place.mainFile) ??
    members.find(
      ({ place: { role } }) => wanted !== undefined && role !== null && foldedRole(role) === foldedRole(wanted),
    ) ??
    members[0];
  return main?.item.id ?? null;
}

/** Why the open case is no whole case yet; null = nothing is missing. */
export function blockOf(openCase: OpenCaseRecord, members: readonly LivingMember[]): Fault | null {
  if (members.length === 0) return wrongUse('open-case-empty', { name: openCase.name });
  const missing = missingRoles(
    openCase.terms.required,
    members.map(({ place }) => place.role),
  );
  if (missing.length > 0) return fault('case-incomplete', { name: openCase.name, missing: missing.join(', ') });
  const bare = needsRoles(openCase.terms) ? members.find(({ place }) => place.role === null) : undefined;
  return bare === undefined ? null : fault('role-missing', { name: bare.item.name });
}

/** What is to be done with an open case that gathers, and when to look again (ms since 1970; null = only after a change). */
export interface OpenCaseAdvice {
  readonly act: 'release' | 'hold' | 'reopen' | 'dissolve' | null;
  /** Why it is held. */
  readonly fault: Fault | null;
  readonly lookAt: number | null;
}

const nothing: OpenCaseAdvice = { act: null, fault: null, lookAt: null };

/**
 * How long an open case has stood as it is, ms: `seen` = while this process watched it, by a measure that no change of the clock moves;
 * `before` = until then, as far as the clock tells.
 */
export interface Standing {
  readonly seen: number;
  readonly before: number;
}

/** How long open cases have stood as they are, whatever becomes of the clock meanwhile. */
export interface Standings {
  of(openCase: Pick<OpenCaseRecord, 'id' | 'changedAt'>): Standing;
  /** It does not gather any more. */
  forget(openCaseId: string): void;
}

/** Makes the state of all open cases while none is known. */
export function createStandings(clock: Clock): Standings {
  const known = new Map<string, { readonly changedAt: number; readonly since: number; readonly before: number }>();
  return {
    of({ id, changedAt }) {
      const there = known.get(id);
      const at = clock.monotonic();
      if (there?.changedAt === changedAt) return { seen: at - there.since, before: there.before };
      // A change that this process saw began just now; of what was so at its start only the clock can tell.
      const before = there === undefined ? Math.max(0, clock.now() - changedAt) : 0;
      known.set(id, { changedAt, since: at, before });
      return { seen: 0, before };
    },
    forget(openCaseId) {
      known.delete(openCaseId);
    },
  };
}

/** So long after a start an open case does not go for its quiet time alone, ms: what came to its folder meanwhile is found first. */
const startRestMs = 10_000;

/** What is left of a time without a change, ms; 0 or less: it is over. */
function leftOf(restingMs: number, { seen, before }: Standing): number {
  return Math.max(restingMs - seen - before, Math.min(restingMs, startRestMs) - seen);
}

/**
 * What becomes of an open or held open case at this instant. The rule: complete ones are released as their terms say; one that was
 * neither changed nor released for the time limit is held; one that changed since gathers anew. `standing` absent: by the clock alone.
 * One that would be released waits for what `awaited` names (null = nothing), as long as its time limit; it is asked only then.
 */
export function advise(
  openCase: OpenCaseRecord,
  members: readonly LivingMember[],
  now: number,
  standing: Standing = { seen: now - openCase.changedAt, before: 0 },
  awaited: () => string | null = () => null,
): OpenCaseAdvice {
  if (members.length === 0) {
    // What a rule opened goes when its last file went; a person's empty open case waits for files.
    if (openCase.key !== null) return { ...nothing, act: 'dissolve' };
    return openCase.state === 'held' ? { ...nothing, act: 'reopen' } : nothing;
  }
  if (editedMember(members) !== null) return nothing;
  const { release, quietMs, limitMs } = openCase.terms;
  const block = blockOf(openCase, members);
  const restLeft =
    block !== null || release === 'decision' ? null : leftOf(release === 'quiet' ? quietMs : restMs, standing);
  const isDue = restLeft !== null && restLeft <= 0;
  const coming = isDue ? awaited() : null;
  if (isDue && coming === null) return { ...nothing, act: 'release' };
  // The time limit only calls a person: by the clock of the wall, and where that went back by what was seen. What came while Mailroom was
  // off is found only now: it is waited for as if nothing had been before.
  const limitLeft = limitMs - (isDue ? standing.seen : Math.max(now - openCase.changedAt, standing.seen));
  const gathers = restLeft !== null && !isDue;
  const lookAt = gathers ? now + restLeft : isDue || openCase.state === 'open' ? now + limitLeft : null;
  if (limitLeft <= 0 && !gathers) {
    if (openCase.state === 'held') return nothing;
    const missing = coming === null || coming === '' ? {} : { missing: basename(coming) };
    return { act: 'hold', fault: block ?? fault('case-incomplete', { name: openCase.name, ...missing }), lookAt: null };
  }
  if (openCase.state === 'held') return { ...nothing, act: 'reopen', lookAt };
  return { ...nothing, lookAt };
}
