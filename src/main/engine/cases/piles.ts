import type { Fault } from '../../../shared/faults.ts';
import type { Change } from '../journal/changes.ts';
import type { PileRecord } from '../journal/pile-records.ts';
import { caseSubmission } from './case-submission.ts';
import { createComingFiles, type ComingFiles } from './coming-files.ts';
import type { GatheringDependencies } from './gathering.ts';
import { lookAtAll } from './first-look.ts';
import { heldWith, unheld } from './pile-moves.ts';
import { advise, livingMembers, type LivingMember, createStandings, type Standings } from './pile-state.ts';
import { placeChange } from './place-item.ts';
import { createTurn } from '../platform/serial.ts';

/** What piles need. */
export interface PilesDependencies extends GatheringDependencies {
  /** Root folder of a source; null for sources without one. */
  readonly folderOf: (sourceId: string) => string | null;
  /** Items were moved by something else than their own jobs. */
  readonly moved: (itemIds: readonly string[]) => void;
  /** A pile waits for a person now. */
  readonly held: (pile: PileRecord, reason: Fault) => void;
}

/** The piles of a station at work: they are released, held and submitted as their terms and persons say. */
export interface Piles {
  /** Finds places for items that have none, and looks at all that is not at the service; what the disk refuses is tried again. */
  start(): Promise<void>;
  /** The change that finds an accepted item its place; to be committed with what made it accepted. */
  placed(item: Parameters<typeof placeChange>[0]): Change;
  /** Something happened to an item of mode case: its pile is looked at. */
  lookAtItem(itemId: string): void;
  /** Files that come in soon are told here: a case waits for its own, however long a busy computer takes for them. */
  readonly coming: Pick<ComingFiles, 'comes' | 'looksThrough'>;
  /** A pile was changed: what follows from that is done, and durable when this resolves. */
  look(pileId: string): Promise<void>;
  /** Resolves once nothing is being written. */
  stop(): Promise<void>;
}

interface State extends PilesDependencies {
  readonly standings: Standings;
  readonly coming: ComingFiles;
  /** What ends the waiting for the next look at a pile, by its id. */
  readonly timers: Map<string, () => void>;
  /** Looks that have not begun yet, by the pile's id. */
  readonly queued: Map<string, Promise<void>>;
  /** One look at a time: what two of them decide never crosses. */
  readonly inTurn: ReturnType<typeof createTurn>;
  starting: Promise<void>;
  stopped: boolean;
}

/** Looks at a pile whose items move while it is looked at. */
const maxTries = 5;
/** What the disk refused is tried again after this, ms. */
const retryMs = 5_000;
/** Timers reach no further, ms: a longer wait is looked at in between. */
const maxWaitMs = 12 * 3_600_000;

async function membersOf(piles: State, pile: PileRecord): Promise<readonly LivingMember[]> {
  const { journal } = piles;
  return livingMembers(pile, await journal.itemsByIds(pile.members.map(({ itemId }) => itemId)));
}

async function commit(piles: State, changes: readonly Change[], moves: readonly Change[]): Promise<boolean> {
  const { journal } = piles;
  const outcome = await journal.commit([...changes, ...moves]);
  if (outcome.ok) piles.moved(moves.flatMap((change) => ('itemId' in change ? [change.itemId] : [])));
  return outcome.ok;
}

/** What is due for a pile that gathers, as it stands now. */
function adviceOn({ clock, standings, coming }: State, pile: PileRecord, members: readonly LivingMember[]) {
  return advise(pile, members, clock.now(), standings.of(pile), () => coming.awaited(pile));
}

/** A pile that gathers; answers whether it was left as it is to be. */
async function tend(piles: State, pile: PileRecord): Promise<boolean> {
  const members = await membersOf(piles, pile);
  const at = piles.clock.now();
  const { act, fault: reason, lookAt } = adviceOn(piles, pile, members);
  const set = { kind: 'pile-set', pileId: pile.id, from: [pile.state], at } as const;
  const items = members.map(({ item }) => item);
  switch (act) {
    case 'release': {
      const released = { state: 'released', fault: null, releasedAt: at, releasedBy: 'engine' } as const;
      // Looked at once more: it goes to the service as soon as its files are there.
      await commit(piles, [{ ...set, set: released, event: 'released' }], unheld(items, at));
      return false;
    }
    case 'hold': {
      if (reason === null) throw new Error('a pile is held without a reason');
      const detail = { fault: reason.code };
      const held = await commit(
        piles,
        [{ ...set, set: { state: 'held', fault: reason }, event: 'held', detail }],
        heldWith(members, reason, at),
      );
      if (held) piles.held(pile, reason);
      return held;
    }
    case 'reopen':
      await commit(piles, [{ ...set, set: { state: 'open', fault: null }, event: 'reopened' }], unheld(items, at));
      return false;
    case 'dissolve':
      // Looked at once more: nothing is remembered of what is no pile any more.
      await commit(piles, [{ ...set, set: { state: 'dissolved', fault: null }, event: 'dissolved' }], []);
      return false;
    case null: {
      wait(piles, pile.id, lookAt);
      // Files that reach the service while their pile is held wait with it.
      const late = pile.state === 'held' && pile.fault !== null ? heldWith(members, pile.fault, at) : [];
      return late.length === 0 || (await commit(piles, [], late));
    }
  }
}

/** A released pile becomes a submission once all its files are at the service. */
async function submit(piles: State, pile: PileRecord): Promise<boolean> {
  const { journal, clock, ids } = piles;
  if (pile.submissionId !== null) {
    const present = await journal.submission(pile.submissionId);
    if (present !== null && present.state !== 'cancelled') return true;
  }
  const members = await membersOf(piles, pile);
  const at = clock.now();
  if (members.length === 0) {
    return commit(
      piles,
      [
        {
          kind: 'pile-set',
          pileId: pile.id,
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
  const { job, changes } = caseSubmission(pile, members, ids, piles.priority, at);
  const outcome = await journal.commit(changes);
  if (outcome.ok) piles.announceJobs([job]);
  return outcome.ok;
}

/** What was refused waits for a person; where every file of it was cancelled there is nothing left to send. */
async function keepRefused(piles: State, pile: PileRecord): Promise<boolean> {
  const { journal, clock } = piles;
  const { submissionId } = pile;
  if (submissionId === null || (await membersOf(piles, pile)).length > 0) return true;
  const held = (await journal.jobsOf(submissionId)).filter(({ state }) => state === 'held');
  const at = clock.now();
  return !(await commit(
    piles,
    [
      { kind: 'submission-set', submissionId, from: ['held'], set: { state: 'cancelled' }, at },
      ...held.map(({ id }): Change => ({ kind: 'job-set', jobId: id, set: { state: 'cancelled' } })),
    ],
    [],
  ));
}

/** Looks at the pile at that time (ms since 1970); null: not by itself. */
function wait(piles: State, pileId: string, at: number | null): void {
  const { timers, clock } = piles;
  timers.get(pileId)?.();
  timers.delete(pileId);
  if (piles.stopped || at === null) return;
  const wake = (): void => {
    timers.delete(pileId);
    lookSoon(piles, pileId);
  };
  const delay = Math.min(maxWaitMs, Math.max(0, at - clock.now()));
  timers.set(pileId, clock.after(delay, wake, { unref: true }));
}

function lookSoon(piles: State, pileId: string): void {
  look(piles, pileId).catch((error: unknown) =>
    piles.log.warn('pile-not-looked-at', { pile: pileId, cause: String(error) }),
  );
}

async function lookNow(piles: State, pileId: string): Promise<void> {
  for (let tries = 0; tries < maxTries && !piles.stopped; tries += 1) {
    const pile = await piles.journal.pile(pileId);
    if (pile === null || (await isDone(piles, pile))) return;
  }
  wait(piles, pileId, piles.clock.now() + retryMs);
}

/** Does what is due for a pile; answers whether it was left as it is to be. */
async function isDone(piles: State, pile: PileRecord): Promise<boolean> {
  if (pile.state === 'open' || pile.state === 'held') return tend(piles, pile);
  wait(piles, pile.id, null);
  piles.standings.forget(pile.id);
  if (pile.state === 'refused') return keepRefused(piles, pile);
  return pile.state !== 'released' || submit(piles, pile);
}

/** A look that has not begun yet sees all that was written before it: one is enough. */
function look(piles: State, pileId: string): Promise<void> {
  const { queued, inTurn, clock } = piles;
  const waiting = queued.get(pileId);
  if (waiting !== undefined) return waiting;
  const next = inTurn(() => {
    queued.delete(pileId);
    // Also after a person's act: what it decided is durable, what follows from it must not wait for the next start.
    return lookNow(piles, pileId).catch((error: unknown) => {
      wait(piles, pileId, clock.now() + retryMs);
      throw error;
    });
  });
  queued.set(pileId, next);
  return next;
}

/** Looks at the pile of an item; an item of mode case that has no place yet gets one. */
async function lookAtPlace(piles: State, itemId: string): Promise<void> {
  const { journal } = piles;
  let [place] = await journal.places([itemId]);
  if (place === undefined) {
    const item = await journal.item(itemId);
    if (item?.rule.mode !== 'case') return;
    await journal.commit([placed(piles, item)]);
    [place] = await journal.places([itemId]);
  }
  if (place !== undefined && place.pileId !== null) await look(piles, place.pileId);
}

function placed({ folderOf, ids, clock }: State, item: Parameters<typeof placeChange>[0]): Change {
  return placeChange(item, folderOf(item.sourceId), ids, clock.now());
}

function lookAtItem(piles: State, itemId: string): void {
  const { clock, log } = piles;
  if (piles.stopped) return;
  lookAtPlace(piles, itemId).catch((error: unknown) => {
    log.warn('pile-not-looked-at', { item: itemId, cause: String(error) });
    clock.after(retryMs, () => lookAtItem(piles, itemId), { unref: true });
  });
}

/** True if nothing is due yet; remembers when it will be. At the start ten thousand are asked so, a page at a time. */
function rests(piles: State, pile: PileRecord, members: readonly LivingMember[]): boolean {
  if (pile.state !== 'open' && pile.state !== 'held') return false;
  const { act, lookAt } = adviceOn(piles, pile, members);
  const late = pile.fault === null ? [] : heldWith(members, pile.fault, piles.clock.now());
  if (act !== null || late.length > 0) return false;
  wait(piles, pile.id, lookAt);
  return true;
}

async function begin(piles: State): Promise<void> {
  const { journal, inTurn, clock, log } = piles;
  const isStopped = (): boolean => piles.stopped;
  try {
    await lookAtAll({
      ...{ journal, inTurn, isStopped },
      placed: (item) => placed(piles, item),
      look: (pileId) => lookNow(piles, pileId),
      rests: (pile, members) => rests(piles, pile, members),
    });
  } catch (error) {
    if (isStopped()) return;
    log.warn('piles-not-looked-at', { cause: String(error) });
    const again = (): void => {
      if (!isStopped()) piles.starting = begin(piles);
    };
    clock.after(retryMs, again, { unref: true });
  }
}

/** Makes the piles of a station; nothing happens by itself before `start`. */
export function createPiles(dependencies: PilesDependencies): Piles {
  const piles: State = {
    ...dependencies,
    standings: createStandings(dependencies.clock),
    coming: createComingFiles(dependencies.folderOf, (pileId) => lookSoon(piles, pileId)),
    timers: new Map(),
    queued: new Map(),
    inTurn: createTurn(),
    starting: Promise.resolve(),
    stopped: false,
  };
  return {
    start() {
      piles.stopped = false;
      piles.starting = begin(piles);
      return piles.starting;
    },
    placed: (item) => placed(piles, item),
    coming: piles.coming,
    lookAtItem: (itemId) => lookAtItem(piles, itemId),
    look: (pileId) => look(piles, pileId),
    async stop() {
      piles.stopped = true;
      for (const cancel of piles.timers.values()) cancel();
      piles.timers.clear();
      await piles.starting;
      await piles.inTurn(() => Promise.resolve());
    },
  };
}
