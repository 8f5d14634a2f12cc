import type { Fault } from '../../../../shared/faults.ts';
import type { Clock } from '../../ports.ts';
import type { Candidate } from './candidate.ts';
import { settlingNumbers as numbers } from './settling.ts';
import type { SettlingEnd } from './settling.ts';

/** What happens at the desk is decided elsewhere. */
export interface DeskDependencies {
  readonly clock: Clock;
  readonly begin: (path: string, itemId: string | undefined) => Candidate;
  readonly look: (candidate: Candidate) => Promise<void>;
  readonly inspect: (candidate: Candidate) => Promise<void>;
  readonly room: () => Promise<void>;
  readonly consider: (candidate: Candidate) => void;
  readonly ended: (path: string, end: SettlingEnd) => void;
  readonly troubled: (error: unknown) => void;
}

/** Where the candidates of one source lie: which there are, what each waits for, and how much happens at once. */
export interface Desk {
  notice(path: string, itemId?: string): void;
  has(path: string): boolean;
  all(): IterableIterator<Candidate>;
  isEmpty(): boolean;
  /** Paths that nobody has looked at yet. */
  backlog(): number;
  setPhase(candidate: Candidate, phase: Candidate['phase']): void;
  /** Looks again after a pause. */
  rest(candidate: Candidate, ms: number): void;
  /** Nothing to do until something happens; `againMs` = another look by itself. */
  wait(candidate: Candidate, reason: Fault, againMs: number | null): void;
  /** Gives the file to the inspector when its turn comes and the sender has room. */
  enqueue(candidate: Candidate): void;
  end(candidate: Candidate, result: SettlingEnd): void;
  /** Keeps work in sight, so that `stop` waits for it; what the disk refuses is told and tried again. */
  run(candidate: Candidate, work: () => Promise<void>): void;
  /** Resolves when the condition holds (it is tried after every change) or the desk is stopped. */
  when(isReached: () => boolean): Promise<void>;
  changed(): void;
  isStopped(): boolean;
  stop(): Promise<void>;
}

/** Makes an empty desk. */
export function createDesk(dependencies: DeskDependencies): Desk {
  const { clock } = dependencies;
  const candidates = new Map<string, Candidate>();
  const backlog = new Map<string, string | undefined>();
  const queue: Candidate[] = [];
  const working = new Set<Promise<void>>();
  let watchers: { readonly isReached: () => boolean; readonly reached: () => void }[] = [];
  let active = 0;
  let inspections = 0;
  let stopped = false;

  function run(candidate: Candidate, work: () => Promise<void>): void {
    const done = work()
      .catch((error: unknown) => {
        dependencies.troubled(error);
        if (candidate.over || stopped) return;
        setPhase(candidate, 'waiting');
        after(candidate, numbers.journalRetryMs, () => look(candidate));
      })
      .finally(() => working.delete(done));
    working.add(done);
  }

  function setPhase(candidate: Candidate, phase: Candidate['phase']): void {
    const [was, is] = [candidate.phase !== 'waiting', phase !== 'waiting'];
    candidate.phase = phase;
    if (was !== is) active += is ? 1 : -1;
    if (!is) takeFromBacklog();
  }

  function after(candidate: Candidate, ms: number, act: () => void): void {
    candidate.cancelTimer();
    candidate.cancelTimer = clock.after(ms, () => {
      candidate.cancelTimer = () => undefined;
      if (!candidate.over && !stopped) act();
    });
  }

  function look(candidate: Candidate): void {
    if (stopped || candidate.over) return;
    candidate.cancelTimer();
    setPhase(candidate, 'looking');
    candidate.lastLookAt = clock.now();
    run(candidate, () => dependencies.look(candidate));
  }

  function lookSoon(candidate: Candidate): void {
    const gap = candidate.lastLookAt + numbers.eventGapMs - clock.now();
    if (gap <= 0) look(candidate);
    else after(candidate, gap, () => look(candidate));
  }

  function settleDown(candidate: Candidate): void {
    dependencies.consider(candidate);
    if (candidate.touched) {
      candidate.touched = false;
      lookSoon(candidate);
    }
    changed();
  }

  function pump(): void {
    while (inspections < numbers.mostInspections) {
      const candidate = queue.shift();
      if (candidate === undefined) return;
      inspections += 1;
      // Waiting for room is not work: a sender that stands still must not keep `stop` waiting.
      void dependencies.room().then(() => {
        run(candidate, async () => {
          try {
            if (!stopped && !candidate.over) await dependencies.inspect(candidate);
          } finally {
            inspections -= 1;
            pump();
          }
        });
      });
    }
  }

  function takeFromBacklog(): void {
    while (active < numbers.mostActive && !stopped) {
      const next = backlog.entries().next();
      if (next.done === true) return;
      const [path, itemId] = next.value;
      backlog.delete(path);
      begin(path, itemId);
    }
  }

  function begin(path: string, itemId: string | undefined): void {
    const candidate = dependencies.begin(path, itemId);
    candidates.set(path, candidate);
    active += 1;
    look(candidate);
  }

  function notice(path: string, itemId?: string): void {
    if (stopped) return;
    const candidate = candidates.get(path);
    if (candidate === undefined) {
      if (active < numbers.mostActive) begin(path, itemId);
      else if (!backlog.has(path) || itemId !== undefined) backlog.set(path, itemId);
    } else if (candidate.phase === 'resting' || candidate.phase === 'waiting') lookSoon(candidate);
    else candidate.touched = true;
  }

  function changed(): void {
    if (watchers.length === 0) return;
    const reached = new Set(watchers.filter((watcher) => stopped || watcher.isReached()));
    watchers = watchers.filter((watcher) => !reached.has(watcher));
    for (const watcher of reached) watcher.reached();
  }

  return {
    notice,
    run,
    setPhase,
    changed,
    has: (path) => candidates.has(path) || backlog.has(path),
    all: () => candidates.values(),
    isEmpty: () => candidates.size === 0 && backlog.size === 0,
    backlog: () => backlog.size,
    isStopped: () => stopped,

    rest(candidate, ms) {
      setPhase(candidate, 'resting');
      after(candidate, ms, () => look(candidate));
      settleDown(candidate);
    },

    wait(candidate, reason, againMs) {
      candidate.reason = reason;
      setPhase(candidate, 'waiting');
      if (againMs !== null) after(candidate, againMs, () => look(candidate));
      settleDown(candidate);
    },

    enqueue(candidate) {
      setPhase(candidate, 'queued');
      queue.push(candidate);
      pump();
    },

    end(candidate, result) {
      candidate.over = true;
      candidate.cancelTimer();
      candidate.cancelShowTimer();
      candidates.delete(candidate.path);
      if (candidate.phase !== 'waiting') active -= 1;
      dependencies.ended(candidate.path, result);
      // Announced while it was written down: what is there may be newer than what was read.
      if (candidate.touched && result.kind !== 'folder') notice(candidate.path);
      takeFromBacklog();
      changed();
    },

    when(isReached) {
      if (stopped || isReached()) return Promise.resolve();
      return new Promise((reached) => {
        watchers.push({ isReached, reached });
      });
    },

    async stop() {
      stopped = true;
      backlog.clear();
      queue.length = 0;
      for (const candidate of candidates.values()) {
        candidate.cancelTimer();
        candidate.cancelShowTimer();
      }
      await Promise.all([...working]);
      candidates.clear();
      changed();
    },
  };
}
