import type { Clock } from '../../platform/ports.ts';
import type { Candidate } from './candidate.ts';
import { settlingNumbers as numbers } from './settling.ts';
import type { SettlingEnd } from './settling.ts';
import type { Next, Steps } from './steps.ts';

/** What the desk does not decide itself. */
export interface DeskDependencies {
  readonly clock: Clock;
  readonly steps: Steps;
  readonly newCandidate: (path: string, itemId: string | undefined) => Candidate;
  /** Resolves when the sender has room for another file. */
  readonly room: () => Promise<void>;
  /** A candidate rests or waits: people may have to be told why. */
  readonly show: (candidate: Candidate) => void;
  readonly ended: (path: string, end: SettlingEnd) => void;
  readonly troubled: (error: unknown) => void;
}

/** Where the candidates of one source lie: which there are, when each takes its next step, and how much happens at once. */
export interface Desk {
  notice(path: string, itemId?: string): void;
  has(path: string): boolean;
  all(): IterableIterator<Candidate>;
  isEmpty(): boolean;
  /** Paths that nobody has looked at yet. */
  backlog(): number;
  /** Resolves when the condition holds (it is tried after every change) or the desk is stopped. */
  when(isReached: () => boolean): Promise<void>;
  changed(): void;
  stop(): Promise<void>;
}

/** Makes an empty desk. */
export function createDesk(dependencies: DeskDependencies): Desk {
  const { clock, steps } = dependencies;
  const candidates = new Map<string, Candidate>();
  const backlog = new Map<string, string | undefined>();
  const queue: Candidate[] = [];
  const working = new Set<Promise<void>>();
  let watchers: { readonly isReached: () => boolean; readonly reached: () => void }[] = [];
  let active = 0;
  let inspections = 0;
  let stopped = false;

  /** Takes one step and what comes after it. It stays in sight, so that `stop` waits for it; what the journal refuses is told and tried again. */
  function run(candidate: Candidate, step: () => Promise<Next>): Promise<void> {
    const done = step()
      .then((next) => {
        if (!stopped && !candidate.over) follow(candidate, next);
      })
      .catch((error: unknown) => {
        dependencies.troubled(error);
        if (candidate.over || stopped) return;
        setPhase(candidate, 'waiting');
        lookAfter(candidate, numbers.journalRetryMs);
      })
      .finally(() => working.delete(done));
    working.add(done);
    return done;
  }

  function follow(candidate: Candidate, next: Next): void {
    switch (next.kind) {
      case 'read':
        setPhase(candidate, 'queued');
        queue.push(candidate);
        return pump();
      case 'end':
        return end(candidate, next.end);
      case 'rest':
      case 'wait':
        setPhase(candidate, next.kind === 'rest' ? 'resting' : 'waiting');
        lookAfter(candidate, next.ms);
        return settleDown(candidate);
    }
  }

  function setPhase(candidate: Candidate, phase: Candidate['phase']): void {
    const [was, is] = [candidate.phase !== 'waiting', phase !== 'waiting'];
    candidate.phase = phase;
    if (was !== is) active += is ? 1 : -1;
    if (!is) takeFromBacklog();
  }

  function lookAfter(candidate: Candidate, ms: number): void {
    candidate.cancelTimer();
    candidate.nextLookAt = clock.monotonic() + ms;
    candidate.cancelTimer = clock.after(ms, () => {
      candidate.cancelTimer = () => undefined;
      look(candidate);
    });
  }

  function look(candidate: Candidate): void {
    if (stopped || candidate.over) return;
    candidate.cancelTimer();
    setPhase(candidate, 'busy');
    candidate.lastLookAt = clock.monotonic();
    void run(candidate, () => steps.look(candidate));
  }

  function lookSoon(candidate: Candidate): void {
    const gap = candidate.lastLookAt + numbers.eventGapMs - clock.monotonic();
    if (gap <= 0) look(candidate);
    else lookAfter(candidate, gap);
  }

  function settleDown(candidate: Candidate): void {
    dependencies.show(candidate);
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
      void dependencies.room().then(() => read(candidate));
    }
  }

  function read(candidate: Candidate): void {
    const done = (): void => {
      inspections -= 1;
      pump();
    };
    if (stopped || candidate.over) return done();
    setPhase(candidate, 'busy');
    candidate.touched = false;
    void run(candidate, () => steps.read(candidate)).then(done);
  }

  function end(candidate: Candidate, result: SettlingEnd): void {
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
    const candidate = dependencies.newCandidate(path, itemId);
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
    changed,
    has: (path) => candidates.has(path) || backlog.has(path),
    all: () => candidates.values(),
    isEmpty: () => candidates.size === 0 && backlog.size === 0,
    backlog: () => backlog.size,

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
