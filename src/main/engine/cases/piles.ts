import type { Fault } from '../../../shared/faults.ts';
import type { Change } from '../journal/changes.ts';
import type { Journal } from '../journal/journal.ts';
import type { PileRecord } from '../journal/pile-records.ts';
import type { NewJob } from '../journal/records.ts';
import type { Clock, Log } from '../platform/ports.ts';
import { caseSubmission } from './case-submission.ts';
import { createFirstLook } from './first-look.ts';
import { heldWith, unheld } from './pile-moves.ts';
import { advise, livingMembers, type LivingMember } from './pile-state.ts';
import { createAwaited, placeChange, type PlaceableItem } from './place-item.ts';
import { createStandings } from './standings.ts';
import { createTurn } from '../platform/serial.ts';

/** What piles need. */
export interface PilesDependencies {
  readonly journal: Journal;
  readonly clock: Clock;
  /** Milliseconds that no change of the clock moves. */
  readonly monotonic: () => number;
  readonly ids: () => string;
  readonly log: Log;
  /** Priority of submit jobs. */
  readonly priority: number;
  /** Tells the queue of jobs that are now in the journal. */
  readonly announceJobs: (jobs: readonly NewJob[]) => void;
  /** Root folder of a source; null for sources without one. */
  readonly folderOf: (sourceId: string) => string | null;
  /** Files that come in soon: a case waits for its own, however long a busy computer takes for them. */
  readonly comingToCases: () => readonly Omit<PlaceableItem, 'id'>[];
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
  /** A pile was changed: what follows from that is done, and durable when this resolves. */
  look(pileId: string): Promise<void>;
  /** Resolves once nothing is being written. */
  stop(): Promise<void>;
}

interface Tending extends PilesDependencies {
  readonly standings: ReturnType<typeof createStandings>;
  /** Whether a file of the pile is on its way to it. */
  readonly isAwaiting: ReturnType<typeof createAwaited>;
  /** Looks at the pile at that time (ms since 1970); null: not by itself. */
  readonly wait: (pileId: string, at: number | null) => void;
}

/** Looks at a pile whose items move while it is looked at. */
const mostTries = 5;
/** What the disk refused is tried again after this, ms. */
const retryMs = 5_000;
/** A case that waits for a file on its way is looked at again after this, ms: not every file comes in. */
const awaitedLookMs = 1_000;
/** Timers reach no further, ms: a longer wait is looked at in between. */
const longestWait = 12 * 3_600_000;

async function membersOf(parts: Tending, pile: PileRecord): Promise<readonly LivingMember[]> {
  const { journal } = parts;
  return livingMembers(pile, await journal.itemsByIds(pile.members.map(({ itemId }) => itemId)));
}

async function commit(parts: Tending, changes: readonly Change[], moves: readonly Change[]): Promise<boolean> {
  const { journal } = parts;
  const outcome = await journal.commit([...changes, ...moves]);
  if (outcome.ok) parts.moved(moves.flatMap((change) => ('itemId' in change ? [change.itemId] : [])));
  return outcome.ok;
}

/** A pile that gathers; answers whether it was left as it is to be. */
async function tend(parts: Tending, pile: PileRecord): Promise<boolean> {
  const { clock, standings, wait } = parts;
  const members = await membersOf(parts, pile);
  const at = clock.now();
  const { act, fault: reason, lookAt } = advise(pile, members, at, standings.of(pile));
  const set = { kind: 'pile-set', pileId: pile.id, from: [pile.state], at } as const;
  const items = members.map(({ item }) => item);
  switch (act) {
    case 'release': {
      if (parts.isAwaiting(pile)) {
        wait(pile.id, at + awaitedLookMs);
        return true;
      }
      const released = { state: 'released', fault: null, releasedAt: at, releasedBy: 'engine' } as const;
      // Looked at once more: it goes to the service as soon as its files are there.
      await commit(parts, [{ ...set, set: released, event: 'released' }], unheld(items, at));
      return false;
    }
    case 'hold': {
      if (reason === null) throw new Error('a pile is held without a reason');
      const detail = { fault: reason.code };
      const held = await commit(
        parts,
        [{ ...set, set: { state: 'held', fault: reason }, event: 'held', detail }],
        heldWith(members, reason, at),
      );
      if (held) parts.held(pile, reason);
      return held;
    }
    case 'reopen':
      await commit(parts, [{ ...set, set: { state: 'open', fault: null }, event: 'reopened' }], unheld(items, at));
      return false;
    case 'dissolve':
      // Looked at once more: nothing is remembered of what is no pile any more.
      await commit(parts, [{ ...set, set: { state: 'dissolved', fault: null }, event: 'dissolved' }], []);
      return false;
    case null: {
      wait(pile.id, lookAt);
      // Files that reach the service while their pile is held wait with it.
      const late = pile.state === 'held' && pile.fault !== null ? heldWith(members, pile.fault, at) : [];
      return late.length === 0 || (await commit(parts, [], late));
    }
  }
}

/** A released pile becomes a submission once all its files are at the service. */
async function submit(parts: Tending, pile: PileRecord): Promise<boolean> {
  const { journal, clock, ids } = parts;
  if (pile.submissionId !== null) {
    const present = await journal.submission(pile.submissionId);
    if (present !== null && present.state !== 'cancelled') return true;
  }
  const members = await membersOf(parts, pile);
  const at = clock.now();
  if (members.length === 0) {
    return commit(
      parts,
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
  const { job, changes } = caseSubmission(pile, members, ids, parts.priority, at);
  const outcome = await journal.commit(changes);
  if (outcome.ok) parts.announceJobs([job]);
  return outcome.ok;
}

/** What was refused waits for a person; where every file of it was cancelled there is nothing left to send. */
async function keepRefused(parts: Tending, pile: PileRecord): Promise<boolean> {
  const { journal, clock } = parts;
  const { submissionId } = pile;
  if (submissionId === null || (await membersOf(parts, pile)).length > 0) return true;
  const held = (await journal.jobsOf(submissionId)).filter(({ state }) => state === 'held');
  const at = clock.now();
  return !(await commit(
    parts,
    [
      { kind: 'submission-set', submissionId, from: ['held'], set: { state: 'cancelled' }, at },
      ...held.map(({ id }): Change => ({ kind: 'job-set', jobId: id, set: { state: 'cancelled' } })),
    ],
    [],
  ));
}

/** Makes the piles of a station; nothing happens by itself before `start`. */
export function createPiles(dependencies: PilesDependencies): Piles {
  const { journal, clock, ids, log } = dependencies;
  const timers = new Map<string, () => void>();
  const queued = new Map<string, Promise<void>>();
  const standings = createStandings({ now: () => clock.now(), monotonic: dependencies.monotonic });
  const isAwaiting = createAwaited(dependencies);
  const parts: Tending = { ...dependencies, standings, isAwaiting, wait };
  let starting: Promise<void> = Promise.resolve();
  let stopped = false;

  /** One look at a time: what two of them decide never crosses. */
  const inTurn = createTurn();

  function wait(pileId: string, at: number | null): void {
    timers.get(pileId)?.();
    timers.delete(pileId);
    if (stopped || at === null) return;
    const delay = Math.min(longestWait, Math.max(0, at - clock.now()));
    timers.set(
      pileId,
      clock.after(
        delay,
        () => {
          timers.delete(pileId);
          lookSoon(pileId);
        },
        { unref: true },
      ),
    );
  }

  function lookSoon(pileId: string): void {
    look(pileId).catch((error: unknown) => log.warn('pile-not-looked-at', { pile: pileId, cause: String(error) }));
  }

  async function lookNow(pileId: string): Promise<void> {
    for (let tries = 0; tries < mostTries && !stopped; tries += 1) {
      const pile = await journal.pile(pileId);
      if (pile === null) return;
      if (pile.state === 'open' || pile.state === 'held') {
        if (await tend(parts, pile)) return;
      } else {
        wait(pileId, null);
        standings.forget(pileId);
        if (
          pile.state === 'refused'
            ? await keepRefused(parts, pile)
            : pile.state !== 'released' || (await submit(parts, pile))
        )
          return;
      }
    }
    wait(pileId, clock.now() + retryMs);
  }

  /** A look that has not begun yet sees all that was written before it: one is enough. */
  function look(pileId: string): Promise<void> {
    const waiting = queued.get(pileId);
    if (waiting !== undefined) return waiting;
    const next = inTurn(() => {
      queued.delete(pileId);
      // Also after a person's act: what it decided is durable, what follows from it must not wait for the next start.
      return lookNow(pileId).catch((error: unknown) => {
        wait(pileId, clock.now() + retryMs);
        throw error;
      });
    });
    queued.set(pileId, next);
    return next;
  }

  async function lookAtPlace(itemId: string): Promise<void> {
    const [place] = await journal.places([itemId]);
    if (place === undefined) await placeForgotten(itemId);
    else if (place.pileId !== null) await look(place.pileId);
  }

  async function placeForgotten(itemId: string): Promise<void> {
    const item = await journal.item(itemId);
    if (item?.rule.mode !== 'case') return;
    await journal.commit([placed(item)]);
    const [place] = await journal.places([itemId]);
    if (place !== undefined && place.pileId !== null) await look(place.pileId);
  }

  function placed(item: Parameters<typeof placeChange>[0]): Change {
    return placeChange(item, dependencies.folderOf(item.sourceId), ids, clock.now());
  }

  function lookAtItem(itemId: string): void {
    if (stopped) return;
    lookAtPlace(itemId).catch((error: unknown) => {
      log.warn('pile-not-looked-at', { item: itemId, cause: String(error) });
      clock.after(retryMs, () => lookAtItem(itemId), { unref: true });
    });
  }

  /** Whether a pile only waits; then its time is kept. At the start ten thousand are told so a page at a time. */
  function rests(pile: PileRecord, members: readonly LivingMember[]): boolean {
    if (pile.state !== 'open' && pile.state !== 'held') return false;
    const { act, lookAt } = advise(pile, members, clock.now(), standings.of(pile));
    const late = pile.fault === null ? [] : heldWith(members, pile.fault, clock.now());
    if (act !== null || late.length > 0) return false;
    wait(pile.id, lookAt);
    return true;
  }

  const lookAtAll = createFirstLook({
    journal,
    placed,
    inTurn,
    look: lookNow,
    rests,
    isStopped: () => stopped,
  });

  async function begin(): Promise<void> {
    try {
      await lookAtAll();
    } catch (error) {
      if (stopped) return;
      log.warn('piles-not-looked-at', { cause: String(error) });
      const again = (): void => {
        if (!stopped) starting = begin();
      };
      clock.after(retryMs, again, { unref: true });
    }
  }

  return {
    start() {
      stopped = false;
      starting = begin();
      return starting;
    },
    placed,
    lookAtItem,
    look,
    async stop() {
      stopped = true;
      for (const cancel of timers.values()) cancel();
      timers.clear();
      await starting;
      await inTurn(() => Promise.resolve());
    },
  };
}
