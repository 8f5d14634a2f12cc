import type { Fault } from '../../../../shared/faults.ts';
import type { IntakeRule } from '../../../../shared/settings.ts';
import { byHand } from '../../faults/by-hand.ts';
import { fault } from '../../faults/fault.ts';
import type { ItemRecord } from '../../journal/records.ts';
import { shortSidecarWaitMs, sidecarTimes } from '../settling/quiet-times.ts';
import { createKnownFiles } from '../reception/known-files.ts';
import type { IntakeDependencies } from '../reception/intake.ts';
import { settlingItems } from '../settling/settling-items.ts';
import { createFolderPauses } from '../settling/pauses.ts';
import { createSettler } from '../settling/settler.ts';
import type { Settler, SettlingEnd } from '../settling/settling.ts';
import { readingFault, sidecarAloneFault } from '../settling/waiting-faults.ts';
import { createSidecarLookup } from '../sidecar/sidecar-lookup.ts';
import { visitNamedPath } from './named-paths.ts';

/** What became of one file that a person named. `settling` = it is not whole yet; Mailroom goes on with it by itself. */
export type DropAnswer =
  | { readonly path: string; readonly kind: 'accepted' | 'duplicate' | 'held' | 'known'; readonly itemId: string }
  | { readonly path: string; readonly kind: 'settling'; readonly itemId: string; readonly fault: Fault }
  | { readonly path: string; readonly kind: 'refused'; readonly fault: Fault }
  /** It gives its details to the file it belongs to. `alone` = that file, where it is not in and has to be named too; null = it is in. */
  | { readonly path: string; readonly kind: 'sidecar'; readonly alone: string | null };

/** All that became of what was named, in the order it was decided. */
export interface DropSummary {
  readonly itemIds: readonly string[];
  readonly refused: readonly { readonly path: string; readonly fault: Fault }[];
}

/** Takes in files that a person named (drop, command line); their originals are never touched. */
export interface DropIntake {
  /** Resolves when each file is in, held, refused, or known to be waiting (or at `stop`). `onAnswer` hears each as it is decided. */
  takeIn(
    paths: readonly string[],
    rule: IntakeRule,
    sourceId: string,
    onAnswer?: (answer: DropAnswer) => void,
  ): Promise<DropSummary>;
  /** Looks at the file of a settling item again (a person's retry; a change found while sending). */
  lookAgain(item: Pick<ItemRecord, 'id' | 'path' | 'rule' | 'sourceId'>): void;
  /** Goes on with what was settling when Mailroom ended; for the sources that have no folder. */
  resume(sourceId: string): Promise<void>;
  /** A hot folder of this id begins: what is settling is its business from now on, for two hands would take a file in twice. */
  leave(sourceId: string): Promise<void>;
  stop(): Promise<void>;
}

const quietMs = 50;
const quietTextMs = 750;
/** Somebody waits for an answer: a named file that stands still so long (ms) and is not whole is held. */
const holdAfterMs = 30_000;
/** Nothing announces changes of a file somewhere on the disk: one that is not whole is read again from this gap (ms) on. */
const rereadMs = 1_000;

/** One act of a person: a settler of its own, ended when nothing of it is on its way any more. */
interface Session {
  readonly sourceId: string;
  readonly settler: Settler;
  readonly answer: (path: string) => Promise<DropAnswer>;
}

function answerOf(path: string, end: SettlingEnd): DropAnswer {
  switch (end.kind) {
    case 'accepted':
    case 'duplicate':
    case 'held':
    case 'known':
      return { path, kind: end.kind, itemId: end.itemId };
    case 'sidecar':
      return { path, kind: 'sidecar', alone: end.taken ? null : end.owner };
    case 'gone':
      return { path, kind: 'refused', fault: fault('file-gone', { name: path }) };
    case 'folder':
    case 'not-a-file':
      return { path, kind: 'refused', fault: byHand(readingFault(path, 'unreadable', 'no plain file')) };
  }
}

function createSession(
  dependencies: IntakeDependencies,
  sourceId: string,
  rule: IntakeRule,
  isInHand: (path: string) => boolean,
): Session {
  const { clock, inspector, log } = dependencies;
  const waiting = new Map<string, (answer: DropAnswer) => void>();
  const known = createKnownFiles();
  const times = sidecarTimes(quietTextMs, shortSidecarWaitMs);
  const sidecars = createSidecarLookup({
    inspector,
    clock,
    ...times,
    namesAreComplete: () => false,
    // What was dropped is never tidied away.
    itemIdOf: () => undefined,
  });

  function tell(answer: DropAnswer): void {
    waiting.get(answer.path)?.(answer);
    waiting.delete(answer.path);
  }

  const settler = createSettler({
    ...dependencies,
    source: { id: sourceId, rule, quietMs, quietTextMs, holdAfterMs, unwrittenMs: holdAfterMs, rereadMs },
    known,
    sidecars,
    // Whoever names a file knows that it is whole.
    pauses: { ...createFolderPauses(), isFirst: () => false },
    sourceIsThere: () => Promise.resolve(true),
    // Whoever names a file says that it is to go, whoever else may have it open.
    writerSign: () => Promise.resolve(null),
    isAway: () => Promise.resolve(false),
    showAtOnce: true,
    ended(path, end) {
      // Looked at again by a person's wish: its document came meanwhile, and comes in with it.
      const alone = end.kind === 'sidecar' && !end.taken && !waiting.has(path) ? end.owner : null;
      if (alone !== null && !isInHand(alone)) settler.notice(alone);
      tell(answerOf(path, end));
    },
    shown: (path, itemId, reason) => tell({ path, kind: 'settling', itemId, fault: reason }),
    troubled(error) {
      if (error === null) return;
      log.warn('intake-delayed', { source: sourceId, message: error instanceof Error ? error.message : 'unknown' });
    },
  });
  return {
    sourceId,
    settler,
    answer: (path) =>
      new Promise((resolve) => {
        waiting.set(path, resolve);
        settler.notice(path);
      }),
  };
}

/** Makes the intake for named files. */
export function createDropIntake(dependencies: IntakeDependencies): DropIntake {
  const sessions = new Set<Session>();
  /** By path: a file named twice while it is on its way is one file. */
  const inHand = new Map<string, Promise<DropAnswer>>();
  let stopped = false;
  let tellStopped = (): void => undefined;
  const whenStopped = new Promise<void>((resolve) => {
    tellStopped = resolve;
  });

  function begin(sourceId: string, rule: IntakeRule): Session {
    const session = createSession(dependencies, sourceId, rule, (path) => inHand.has(path));
    sessions.add(session);
    return session;
  }

  /** The session ends with its last file; after a stop its files are settling in the journal and go on at the next start. */
  function endWhenDone(session: Session): void {
    void session.settler.allIn().then(() => sessions.delete(session));
  }

  function takeFile(session: Session, path: string): Promise<DropAnswer> {
    const present = inHand.get(path);
    if (present !== undefined) return present;
    const answer = session.answer(path).finally(() => inHand.delete(path));
    inHand.set(path, answer);
    return answer;
  }

  return {
    async takeIn(paths, rule, sourceId, onAnswer = () => undefined) {
      const itemIds = new Set<string>();
      const refused: { path: string; fault: Fault }[] = [];
      if (stopped) return { itemIds: [], refused };
      const session = begin(sourceId, rule);
      const open = new Map<string, Promise<void>>();
      const sidecars: Extract<DropAnswer, { kind: 'sidecar' }>[] = [];

      function decided(answer: DropAnswer): void {
        if (answer.kind === 'sidecar') return void sidecars.push(answer);
        if (answer.kind === 'refused') refused.push({ path: answer.path, fault: answer.fault });
        else itemIds.add(answer.itemId);
        onAnswer(answer);
      }

      const visitor = {
        refused: (path: string, reason: Fault) => decided({ path, kind: 'refused', fault: byHand(reason) }),
        file(path: string) {
          if (!open.has(path)) open.set(path, takeFile(session, path).then(decided));
        },
      };
      for (const path of paths) await visitNamedPath(path, visitor);
      await Promise.race([Promise.all(open.values()), whenStopped]);
      // A document that lies beside them and was not named is not taken in, nor are they.
      for (const { path, alone } of sidecars) {
        if (alone !== null && !open.has(alone))
          decided({ path, kind: 'refused', fault: sidecarAloneFault(path, alone) });
        else onAnswer({ path, kind: 'sidecar', alone: null });
      }
      endWhenDone(session);
      return { itemIds: [...itemIds], refused };
    },

    lookAgain({ id, path, rule, sourceId }) {
      if (stopped) return;
      const session = begin(sourceId, rule);
      session.settler.notice(path, id);
      endWhenDone(session);
    },

    async resume(sourceId) {
      const byRule = new Map<string, Session>();
      for await (const item of settlingItems(dependencies.journal, sourceId)) {
        const key = JSON.stringify(item.rule);
        const session = byRule.get(key) ?? begin(sourceId, item.rule);
        byRule.set(key, session);
        session.settler.notice(item.path, item.id);
      }
      for (const session of byRule.values()) endWhenDone(session);
    },

    async leave(sourceId) {
      const left = [...sessions].filter((session) => session.sourceId === sourceId);
      for (const session of left) sessions.delete(session);
      for (const forget of await Promise.all(left.map(({ settler }) => settler.stop()))) forget();
    },

    async stop() {
      stopped = true;
      tellStopped();
      await Promise.all([...sessions].map(({ settler }) => settler.stop()));
      sessions.clear();
    },
  };
}
