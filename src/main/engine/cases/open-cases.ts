import type { Fault } from '../../../shared/faults.ts';
import type { Change } from '../journal/changes.ts';
import type { OpenCaseRecord } from '../journal/open-case-records.ts';
import { caseSubmission } from './case-submission.ts';
import { createComingFiles, type ComingFiles } from './coming-files.ts';
import type { GatheringDependencies } from './gathering.ts';
import { lookAtAll } from './first-look.ts';
import { heldWith, unheld } from './open-case-moves.ts';
import { advise, livingMembers, type LivingMember, createStandings, type Standings } from './open-case-state.ts';
import { placeChange } from './place-item.ts';
import { createTurn } from '../platform/serial.ts';

/** What open cases need. */
export interface OpenCasesDependencies extends GatheringDependencies {
  /** Root folder of a source; null for sources without one. */
  readonly folderOf: (sourceId: string) => string | null;
  /** Items were moved by something else than their own jobs. */
  readonly moved: (itemIds: readonly string[]) => void;
  /** An open case waits for a person now. */
  readonly held: (openCase: OpenCaseRecord, reason: Fault) => void;
}

/** The open cases of a station at work: they are released, held and submitted as their terms and persons say. */
export interface OpenCases {
  /** Finds places for items that have none, and looks at all that is not at the service; what the disk refuses is tried again. */
  start(): Promise<void>;
  /** The change that finds an accepted item its place; to be committed with what made it accepted. */
  placed(item: Parameters<typeof placeChange>[0]): Change;
  /** Something happened to an item of mode case: its open case is looked at. */
  lookAtItem(itemId: string): void;
  /** Files that come in soon are told here: a case waits for its own, however long a busy computer takes for them. */
  readonly coming: ComingFiles;
  /** An open case was changed: what follows from that is done, and durable when this resolves. */
  look(openCaseId: string): Promise<void>;
  /** Resolves once nothing is being written. */
  stop(): Promise<void>;
}

interface State extends OpenCasesDependencies {
  readonly standings: Standings;
  readonly coming: ComingFiles;
  /** What ends the waiting for the next look at an open case, by its id. */
  readonly timers: Map<string, () => void>;
  /** Looks that have not begun yet, by the open case's id. */
  readonly queued: Map<string, Promise<void>>;
  /** One look at a time: what two of them decide never crosses. */
  readonly inTurn: ReturnType<typeof createTurn>;
  starting: Promise<void>;
  stopped: boolean;
}

/** Looks at an open case whose items move while it is looked at. */
const maxTries = 5;
/** What the disk refused is tried again after this, ms. */
const retryMs = 5_000;
/** Timers reach no further, ms: a longer wait is looked at in between. */
const maxWaitMs = 12 * 3_600_000;

async function membersOf(openCases: State, openCase: OpenCaseRecord): Promise<readonly LivingMember[]> {
  const { journal } = openCases;
  return livingMembers(openCase, await journal.itemsByIds(openCase.members.map(({ itemId }) => itemId)));
}

async function commit(openCases: State, changes: readonly Change[], moves: readonly Change[]): Promise<boolean> {
  const { journal } = openCases;
  const outcome = await journal.commit([...changes, ...moves]);
  if (outcome.ok) openCases.moved(moves.flatMap((change) => ('itemId' in change ? [change.itemId] : [])));
  return outcome.ok;
}

/** What is due for an open case that gathers, as it stands now. */
function adviceOn({ clock, standings, coming }: State, openCase: OpenCaseRecord, members: readonly LivingMember[]) {
  return advise(openCase, members, clock.now(), standings.of(openCase), () => coming.awaited(openCase));
}

/** An open case that gathers; answers whether it was left as it is to be. */
async function tend(openCases: State, openCase: OpenCaseRecord): Promise<boolean> {
  const members = await membersOf(openCases, openCase);
  const at = openCases.clock.now();
  const { act, fault: reason, lookAt } = adviceOn(openCases, openCase, members);
  const set = { kind: 'open-case-set', openCaseId: openCase.id, from: [openCase.state], at } as const;
  const items = members.map(({ item }) => item);
  switch (act) {
    case 'release': {
      const released = { state: 'released', fault: null, releasedAt: at, releasedBy: 'engine' } as const;
      // Looked at once more: it goes to the service as soon as its files are there.
      await commit(openCases, [{ ...set, set: released, event: 'released' }], unheld(items, at));
      return false;
    }
    case 'hold': {
      if (reason === null) throw new Error('an open case is held without a reason');
      const detail = { fault: reason.code };
      const held = await commit(
        openCases,
        [{ ...set, set: { state: 'held', fault: reason }, event: 'held', detail }],
        heldWith(members, reason, at),
      );
      if (held) openCases.held(openCase, reason);
      return held;
    }
    case 'reopen':
      await commit(openCases, [{ ...set, set: { state: 'open', fault: null }, event: 'reopened' }], unheld(items, at));
      return false;
    case 'dissolve':
      // Looked at once more: nothing is remembered of what is no open case any more.
      await commit(openCases, [{ ...set, set: { state: 'dissolved', fault: null }, event: 'dissolved' }], []);
      return false;
    case null: {
      wait(openCases, openCase.id, lookAt);
      // Files that reach the service while their open case is held wait with it.
      const late = openCase.state === 'held' && openCase.fault !== null ? heldWith(members, openCase.fault, at) : [];
      return late.length === 0 || (await commit(openCases, [], late));
    }
  }
}

/** A released open case becomes a submission once all its files are at the service. */
async function submit(openCases: State, openCase: OpenCaseRecord): Promise<boolean> {
  const { journal, clock, ids } = openCases;
  if (openCase.submissionId !== null) {
    const present = await journal.submission(openCase.submissionId);
    if (present !== null && present.state !== 'cancelled') return true;
  }
  const members = await membersOf(openCases, openCase);
  const at = clock.now();
  if (members.length === 0) {
    return commit(
      openCases,
      [
        {
          kind: 'open-case-set',
          openCaseId: openCase.id,
          from: ['released'],
          set: { state: 'dissolved' },
          at,
          event: 'dissolved',
        },
      ],
      [],
    );
  }
  if (members.some(({ item }) => item.stage !== 'uploaded' || item.paused)) return true;
  const { job, changes } = caseSubmission(openCase, members, ids, openCases.priority, at);
  const outcome = await journal.commit(changes);
  if (outcome.ok) openCases.announceJobs([job]);
  return outcome.ok;
}

/** What was refused waits for a person; where every file of it was cancelled there is nothing left to send. */
async function keepRefused(openCases: State, openCase: OpenCaseRecord): Promise<boolean> {
  const { journal, clock } = openCases;
  const { submissionId } = openCase;
  if (submissionId === null || (await membersOf(openCases, openCase)).length > 0) return true;
  const held = (await journal.jobsOf(submissionId)).filter(({ state }) => state === 'held');
  const at = clock.now();
  return !(await commit(
    openCases,
    [
      { kind: 'submission-set', submissionId, from: ['held'], set: { state: 'cancelled' }, at },
      ...held.map(({ id }): Change => ({ kind: 'job-set', jobId: id, set: { state: 'cancelled' } })),
    ],
    [],
  ));
}

/** Looks at the open case at that time (ms since 1970); null: not by itself. */
function wait(openCases: State, openCaseId: string, at: number | null): void {
  const { timers, clock } = openCases;
  timers.get(openCaseId)?.();
  timers.delete(openCaseId);
  if (openCases.stopped || at === null) return;
  const wake = (): void => {
    timers.delete(openCaseId);
    lookSoon(openCases, openCaseId);
  };
  const delay = Math.min(maxWaitMs, Math.max(0, at - clock.now()));
  timers.set(openCaseId, clock.after(delay, wake, { unref: true }));
}

function lookSoon(openCases: State, openCaseId: string): void {
  look(openCases, openCaseId).catch((error: unknown) =>
    openCases.log.warn('open-case-not-looked-at', { openCase: openCaseId, cause: String(error) }),
  );
}

async function lookNow(openCases: State, openCaseId: string): Promise<void> {
  for (let tries = 0; tries < maxTries && !openCases.stopped; tries += 1) {
    const openCase = await openCases.journal.openCase(openCaseId);
    if (openCase === null || (await isDone(openCases, openCase))) return;
  }
  wait(openCases, openCaseId, openCases.clock.now() + retryMs);
}

/** Does what is due for an open case; answers whether it was left as it is to be. */
async function isDone(openCases: State, openCase: OpenCaseRecord): Promise<boolean> {
  if (openCase.state === 'open' || openCase.state === 'held') return tend(openCases, openCase);
  wait(openCases, openCase.id, null);
  openCases.standings.forget(openCase.id);
  if (openCase.state === 'refused') return keepRefused(openCases, openCase);
  return openCase.state !== 'released' || submit(openCases, openCase);
}

/** A look that has not begun yet sees all that was written before it: one is enough. */
function look(openCases: State, openCaseId: string): Promise<void> {
  const { queued, inTurn, clock } = openCases;
  const waiting = queued.get(openCaseId);
  if (waiting !== undefined) return waiting;
  const next = inTurn(() => {
    queued.delete(openCaseId);
    // Also after a person's act: what it decided is durable, what follows from it must not wait for the next start.
    return lookNow(openCases, openCaseId).catch((error: unknown) => {
      wait(openCases, openCaseId, clock.now() + retryMs);
      throw error;
    });
  });
  queued.set(openCaseId, next);
  return next;
}

/** Looks at the open case of an item; an item of mode case that has no place yet gets one. */
async function lookAtPlace(openCases: State, itemId: string): Promise<void> {
  const { journal } = openCases;
  let [place] = await journal.places([itemId]);
  if (place === undefined) {
    const item = await journal.item(itemId);
    if (item?.rule.mode !== 'case') return;
    await journal.commit([placed(openCases, item)]);
    [place] = await journal.places([itemId]);
  }
  if (place !== undefined && place.openCaseId !== null) await look(openCases, place.openCaseId);
}

function placed({ folderOf, ids, clock }: State, item: Parameters<typeof placeChange>[0]): Change {
  return placeChange(item, folderOf(item.sourceId), ids, clock.now());
}

function lookAtItem(openCases: State, itemId: string): void {
  const { clock, log } = openCases;
  if (openCases.stopped) return;
  lookAtPlace(openCases, itemId).catch((error: unknown) => {
    log.warn('open-case-not-looked-at', { item: itemId, cause: String(error) });
    clock.after(retryMs, () => lookAtItem(openCases, itemId), { unref: true });
  });
}

/** True if nothing is due yet; remembers when it will be. At the start ten thousand are asked so, a page at a time. */
function rests(openCases: State, openCase: OpenCaseRecord, members: readonly LivingMember[]): boolean {
  if (openCase.state !== 'open' && openCase.state !== 'held') return false;
  const { act, lookAt } = adviceOn(openCases, openCase, members);
  const late = openCase.fault === null ? [] : heldWith(members, openCase.fault, openCases.clock.now());
  if (act !== null || late.length > 0) return false;
  wait(openCases, openCase.id, lookAt);
  return true;
}

async function begin(openCases: State): Promise<void> {
  const { journal, inTurn, clock, log } = openCases;
  const isStopped = (): boolean => openCases.stopped;
  try {
    await lookAtAll({
      ...{ journal, inTurn, isStopped },
      placed: (item) => placed(openCases, item),
      look: (openCaseId) => lookNow(openCases, openCaseId),
      rests: (openCase, members) => rests(openCases, openCase, members),
    });
  } catch (error) {
    if (isStopped()) return;
    log.warn('open-cases-not-looked-at', { cause: String(error) });
    const again = (): void => {
      if (!isStopped()) openCases.starting = begin(openCases);
    };
    clock.after(retryMs, again, { unref: true });
  }
}

/** Makes the open cases of a station; nothing happens by itself before `start`. */
export function createOpenCases(dependencies: OpenCasesDependencies): OpenCases {
  const openCases: State = {
    ...dependencies,
    standings: createStandings(dependencies.clock),
    coming: createComingFiles(dependencies.folderOf, (openCaseId) => lookSoon(openCases, openCaseId)),
    timers: new Map(),
    queued: new Map(),
    inTurn: createTurn(),
    starting: Promise.resolve(),
    stopped: false,
  };
  return {
    start() {
      openCases.stopped = false;
      openCases.starting = begin(openCases);
      return openCases.starting;
    },
    placed: (item) => placed(openCases, item),
    coming: openCases.coming,
    lookAtItem: (itemId) => lookAtItem(openCases, itemId),
    look: (openCaseId) => look(openCases, openCaseId),
    async stop() {
      openCases.stopped = true;
      for (const cancel of openCases.timers.values()) cancel();
      openCases.timers.clear();
      await openCases.starting;
      await openCases.inTurn(() => Promise.resolve());
    },
  };
}
