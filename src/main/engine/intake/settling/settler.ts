import { newArrival } from '../reception/arrival.ts';
import { newCandidate } from './candidate.ts';
import type { Candidate, Phase } from './candidate.ts';
import type { Settler, SettlerDependencies, SettlingEnd } from './settling.ts';
import { settlingNumbers as numbers } from './settling.ts';
import { show } from './showing.ts';
import { createSidecarOutcome } from './sidecar-outcome.ts';
import { look, read } from './steps.ts';
import type { Next, StepDependencies } from './steps.ts';

/** The files of one source on their way in, and how much happens at once. */
interface Settling {
  readonly dependencies: SettlerDependencies;
  readonly steps: StepDependencies;
  readonly files: Map<string, Candidate>;
  /** Paths that nobody has looked at yet, with the items they have in the journal. */
  readonly backlog: Map<string, string | undefined>;
  /** Files of mode case that come in soon, each with what ends that. */
  readonly coming: Map<string, () => void>;
  /** Files that wait for their turn with the inspector. */
  readonly queue: (() => void)[];
  /** Steps that are being taken: the end waits for them. */
  readonly working: Set<Promise<unknown>>;
  watchers: { readonly isReached: () => boolean; readonly reached: () => void }[];
  /** Files that do not just wait. */
  active: number;
  /** Turns with the inspector that are taken. */
  turns: number;
  stopped: boolean;
}

/**
 * A file's way in. It is looked at; it rests, or waits, until the next look; it is read once it may be whole; and so on until it is taken
 * in, held or gone. What happens to it meanwhile is heard by `notice`.
 */
async function bringIn(settling: Settling, file: Candidate): Promise<void> {
  let next = await step(settling, file, look);
  while (next !== null && next.kind !== 'end') {
    if (next.kind === 'read') next = await readInTurn(settling, file);
    else {
      await rest(settling, file, next);
      next = await step(settling, file, look);
    }
  }
  if (next !== null) end(settling, file, next.end);
}

/** Takes one step. Returns null where all has ended meanwhile. What the journal refuses is told and tried again. */
async function step(settling: Settling, file: Candidate, take: typeof look): Promise<Next | null> {
  if (settling.stopped) return null;
  file.cancelTimer();
  setPhase(settling, file, 'busy');
  const done = take(settling.steps, file).catch((error: unknown): Next => {
    settling.dependencies.troubled(error);
    return { kind: 'retry', ms: numbers.journalRetryMs };
  });
  settling.working.add(done);
  const next = await done;
  settling.working.delete(done);
  return settling.steps.isStopped() ? null : next;
}

async function rest(
  settling: Settling,
  file: Candidate,
  { kind, ms }: Exclude<Next, { kind: 'read' | 'end' }>,
): Promise<void> {
  setPhase(settling, file, kind === 'rest' ? 'resting' : 'waiting');
  const { moved, finding } = file.standing;
  if (kind !== 'retry') comesSoon(settling, file.path, kind === 'rest' && (!moved || finding?.kind === 'whole'));
  const woken = new Promise<void>((wake) => {
    file.wake = wake;
  });
  wakeAfter(settling, file, ms);
  if (kind !== 'retry') {
    show(settling.dependencies, file, () => changed(settling));
    if (file.touched) {
      file.touched = false;
      lookSoon(settling, file);
    }
    changed(settling);
  }
  await woken;
}

function wakeAfter({ dependencies: { clock } }: Settling, file: Candidate, ms: number): void {
  file.cancelTimer();
  file.nextLookAt = clock.monotonic() + ms;
  file.cancelTimer = clock.after(ms, file.wake);
}

function lookSoon(settling: Settling, file: Candidate): void {
  const gap = file.lastLookAt + numbers.eventGapMs - settling.dependencies.clock.monotonic();
  if (gap > 0) wakeAfter(settling, file, gap);
  else file.wake();
}

/** Waits for its turn and for room at the sender. That is no work: a sender that stands still must not keep the end waiting. */
async function readInTurn(settling: Settling, file: Candidate): Promise<Next | null> {
  setPhase(settling, file, 'queued');
  comesSoon(settling, file.path, true);
  if (settling.turns < numbers.maxInspections) settling.turns += 1;
  else await new Promise<void>((begin) => settling.queue.push(begin));
  try {
    await settling.dependencies.room();
    return await step(settling, file, read);
  } finally {
    const following = settling.queue.shift();
    if (following === undefined) settling.turns -= 1;
    else following();
  }
}

function setPhase(settling: Settling, file: Candidate, phase: Phase): void {
  const [was, is] = [file.phase !== 'waiting', phase !== 'waiting'];
  file.phase = phase;
  if (was !== is) settling.active += is ? 1 : -1;
  if (!is) takeFromBacklog(settling);
}

/** A file of mode case only waits for its turn and to stand still, or not any more: one that is being written now may take for ever. */
function comesSoon({ coming, dependencies: { source, comingFiles } }: Settling, path: string, soon: boolean): void {
  const { id: sourceId, rule } = source;
  const leaves = coming.get(path);
  if (rule.mode !== 'case' || soon === (leaves !== undefined)) return;
  if (leaves === undefined) coming.set(path, comingFiles.comes({ sourceId, path, rule }));
  else {
    coming.delete(path);
    leaves();
  }
}

function end(settling: Settling, file: Candidate, result: SettlingEnd): void {
  file.over = true;
  file.cancelShowTimer();
  settling.files.delete(file.path);
  settling.active -= 1;
  settling.dependencies.ended(file.path, result);
  comesSoon(settling, file.path, false);
  // Announced while it was written down: what is there may be newer than what was read.
  if (file.touched && result.kind !== 'folder') notice(settling, file.path);
  takeFromBacklog(settling);
  changed(settling);
}

function takeFromBacklog(settling: Settling): void {
  while (settling.active < numbers.maxActive && !settling.stopped) {
    const [first] = settling.backlog;
    if (first === undefined) return;
    settling.backlog.delete(first[0]);
    begin(settling, ...first);
  }
}

function begin(settling: Settling, path: string, itemId: string | undefined): void {
  const { source, clock } = settling.dependencies;
  const file = newCandidate({ ...newArrival(path, source.id, source.rule, clock), itemId: itemId ?? null });
  settling.files.set(path, file);
  settling.active += 1;
  void bringIn(settling, file).catch(settling.dependencies.troubled);
}

function notice(settling: Settling, path: string, itemId?: string): void {
  if (settling.stopped) return;
  const file = settling.files.get(path);
  if (file === undefined) {
    comesSoon(settling, path, true);
    if (settling.active < numbers.maxActive) begin(settling, path, itemId);
    else if (!settling.backlog.has(path) || itemId !== undefined) settling.backlog.set(path, itemId);
  } else if (file.phase === 'resting' || file.phase === 'waiting') lookSoon(settling, file);
  else file.touched = true;
}

/** Something changed: whoever waits for a condition hears whether it holds now. */
function changed(settling: Settling): void {
  if (settling.watchers.length === 0) return;
  const reached = new Set(settling.watchers.filter(({ isReached }) => settling.stopped || isReached()));
  settling.watchers = settling.watchers.filter((watcher) => !reached.has(watcher));
  for (const watcher of reached) watcher.reached();
}

function when(settling: Settling, isReached: () => boolean): Promise<void> {
  if (settling.stopped || isReached()) return Promise.resolve();
  return new Promise((reached) => {
    settling.watchers.push({ isReached, reached });
  });
}

function isLookedAt({ files, backlog }: Settling): boolean {
  if (backlog.size > 0) return false;
  for (const { phase, shown } of files.values()) {
    if (shown === null || (phase !== 'waiting' && phase !== 'resting')) return false;
  }
  return true;
}

async function stop(settling: Settling): Promise<() => void> {
  settling.stopped = true;
  settling.backlog.clear();
  const left = [...settling.files.values()];
  for (const file of left) {
    file.over = true;
    file.cancelTimer();
    file.cancelShowTimer();
    file.wake();
  }
  for (const begin of settling.queue.splice(0)) begin();
  await Promise.all([...settling.working, ...left.map(({ showing }) => showing)]);
  settling.files.clear();
  changed(settling);
  return () => {
    for (const path of settling.coming.keys()) comesSoon(settling, path, false);
  };
}

/** Makes the settler of one source. */
export function createSettler(dependencies: SettlerDependencies): Settler {
  const lookAgain = (path: string, itemId: string): void => notice(settling, path, itemId);
  const settling: Settling = {
    dependencies,
    steps: {
      ...dependencies,
      sidecarOutcome: createSidecarOutcome(dependencies, lookAgain),
      isStopped: () => settling.stopped,
    },
    files: new Map(),
    backlog: new Map(),
    coming: new Map(),
    queue: [],
    working: new Set(),
    watchers: [],
    active: 0,
    turns: 0,
    stopped: false,
  };
  const { files, backlog } = settling;
  return {
    notice: (path, itemId) => notice(settling, path, itemId),
    has: (path) => files.has(path) || backlog.has(path),
    lookedAt: () => when(settling, () => isLookedAt(settling)),
    allIn: () => when(settling, () => files.size === 0 && backlog.size === 0),
    waiting: () => [...files.values()].map(({ path, itemId, reason }) => ({ path, itemId, fault: reason })),
    stop: () => stop(settling),
  };
}
