import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { rm } from '../../platform/disk/patient-files.ts';
import type { Fault } from '../../../../shared/faults.ts';
import type { HotFolder } from '../../../../shared/settings.ts';
import { claimPlaceOf, returnedNote, stationFolder } from '../../platform/names/claim-places.ts';
import { paths } from '../../platform/names/paths.ts';
import type { Clock, Log } from '../../platform/ports.ts';
import type { FileInspector } from '../inspection/file-inspector.ts';
import { isSameStat } from '../inspection/file-stat.ts';
import { readFailure } from '../inspection/read-failure.ts';
import type { FileStat } from '../inspection/inspection.ts';
import { statPath } from '../inspection/stat-path.ts';
import { awaitsOwner, formOf, isIndexName, ownerName, sidecarPaths } from '../sidecar/sidecar-names.ts';
import { claimFile, joinClaim } from './claim-file.ts';
import { fault } from '../../faults/fault.ts';
import { unsafeFault, withFolder } from '../../platform/disk/safe-folder.ts';
import { finishClaiming, renewLease, takeOver } from './holder.ts';
import { isFull } from '../../platform/disk/errno.ts';

/** What claiming needs. Times in ms. */
export interface ClaimsDependencies {
  readonly config: Pick<HotFolder, 'id' | 'folder' | 'sidecars'>;
  readonly station: { readonly id: string; readonly name: string };
  readonly clock: Clock;
  readonly log: Log;
  readonly inspector: Pick<FileInspector, 'inspect' | 'sidecar'>;
  readonly newId: () => string;
  /** All files of the shared folder that are not to be passed over. */
  readonly list: (root: string) => Promise<readonly string[]>;
  /** Whether the file of this station is a sidecar that is held because its document did not come. */
  readonly isHeldAlone: (path: string) => Promise<boolean>;
  /** A station that has not renewed its lease for so long is gone. */
  readonly leaseMs: number;
  /** How long a file has to stand still. */
  readonly quietMs: number;
  /** How long a sidecar waits for its file. */
  readonly sidecarWaitMs: number;
  /** Between two passes while files wait, and otherwise. */
  readonly busyMs: number;
  readonly idleMs: number;
  /** Files were claimed or taken over, or what keeps them from being claimed has changed. */
  readonly claimed: () => void;
  /** A folder of a claim is about to be removed: who watches it lets go of it. */
  readonly leaving: (folder: string) => void;
}

/** Takes the files of a shared folder for this station, so that several stations can share it. */
export interface Claims {
  /** Where this station's files lie; the hot folder runs over it. */
  readonly folder: string;
  /** Why nothing can be claimed; null = it can. */
  trouble(): Fault | null;
  /** Renews the lease and looks through the shared folder, now and from time to time; resting, it only keeps what it holds. */
  start(rest: boolean): Promise<void>;
  /** Resolves when no file waits any more for having stood still. */
  settled(): Promise<void>;
  /** The file that lay here went its way: its claim's folder goes too. */
  released(path: string): Promise<void>;
  stop(): Promise<void>;
}

interface Candidate {
  stat: FileStat;
  stillSince: number;
  /** It was judged as it is: it stays here until it changes, was given back by a station, or can be claimed. */
  judged: 'stays' | 'returned' | 'claim' | null;
  /** It does not belong to another file: it need not be asked again. */
  isDocument: boolean;
}

/** What people are told where nothing can be claimed. A shared folder that is away is told as that. */
function claimingFault(folder: string, code: string): Fault {
  if (isFull(code)) return fault('disk-full', { folder }, code);
  if (code === 'EIO' || code === 'ETIMEDOUT' || code === 'unknown') return fault('folder-silent', { folder }, code);
  return fault('folder-not-writable', { folder }, code);
}

/** Answers to a move that say that this station may not take files here; others pass (a program has the file open). */
const refusals: ReadonlySet<string> = new Set(
  process.platform === 'win32' ? ['EROFS', 'EACCES'] : ['EROFS', 'EACCES', 'EPERM', 'ENOSPC', 'EDQUOT'],
);
/** A sidecar's document comes within this time, ms, or much later. */
const soonMs = 5_000;
/** So many claims are taken in while a pass goes on. */
const claimsAtOnce = 100;

/** The claims of one shared folder, as far as they have come. */
interface ClaimRun extends ClaimsDependencies {
  readonly root: string;
  readonly own: string;
  readonly folder: string;
  readonly candidates: Map<string, Candidate>;
  renewedAt: number | null;
  running: Promise<boolean> | null;
  cancelNext: () => void;
  over: boolean;
  resting: boolean;
  /** Why a file of this pass may not be moved, and what the last pass came to. */
  refused: Fault | null;
  trouble: Fault | null;
  /** Where the files lie that this station holds, by their paths before they were claimed; looked for once a pass, if one asks. */
  held: Promise<ReadonlyMap<string, string>> | null;
}

const isIdle = ({ over, resting }: ClaimRun): boolean => over || resting;

async function heldFiles(run: ClaimRun): Promise<ReadonlyMap<string, string>> {
  const entries = await readdir(run.folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const found = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return new Map(found.map((path) => [claimPlaceOf(path)?.origin ?? path, path]));
}

async function keepLease(run: ClaimRun): Promise<void> {
  const now = run.clock.monotonic();
  if (run.renewedAt !== null && now - run.renewedAt < run.leaseMs / 4) return;
  const first = run.renewedAt === null;
  const holder = {
    station: run.station,
    process: process.pid,
    renewedAt: new Date(run.clock.now()).toISOString(),
    leaseMs: run.leaseMs,
  };
  const present = await renewLease(run.root, run.own, holder);
  run.renewedAt = now;
  if (first) await finishClaiming(run.root, run.own);
  const taken = await takeOver(run.root, run.own, present, run.leaseMs);
  for (const { station: from, claims } of taken)
    run.log.warn('claims-taken-over', { source: run.config.id, from, claims });
  if (taken.length > 0) run.claimed();
}

/** What belongs to a file of the folder, or may still, is taken together with that, or follows it; null = it goes by itself. */
async function besideOwner(
  run: ClaimRun,
  path: string,
  there: ReadonlySet<string>,
  { stillSince, isDocument }: Candidate,
): Promise<'waits' | 'stays' | 'claimed' | null> {
  const name = basename(path);
  const owner = run.config.sidecars && !isDocument ? ownerName(name) : null;
  if (owner === null) return null;
  const document = join(dirname(path), owner);
  if (there.has(document)) {
    const judged = run.candidates.get(document)?.judged ?? null;
    // A document that was given back will not be taken again: what came for it since has a station say that it came too late.
    if (judged === 'returned') return null;
    return judged === 'stays' ? 'stays' : 'waits';
  }
  const waited = run.clock.monotonic() - stillSince;
  if (!awaitsOwner(name)) return null;
  if (formOf(name) === 'xml' && (await run.inspector.sidecar(path)).kind === 'not-a-sidecar') return null;
  run.held ??= heldFiles(run);
  const claimed = (await run.held).get(document);
  if (claimed !== undefined) {
    if (waited < run.quietMs || isIdle(run)) return 'waits';
    return (await joinClaim(run.root, claimed, path)) ? 'claimed' : 'stays';
  }
  if (waited >= run.sidecarWaitMs) return null;
  // Nobody looks at the folder ten times a second for a document that does not come.
  return waited < soonMs ? 'waits' : 'stays';
}

/** Where sidecars of a document lie that this station took before it: they waited too long for it. */
async function sidecarPlaces(run: ClaimRun, document: string): Promise<readonly string[]> {
  if (!run.config.sidecars) return [];
  run.held ??= heldFiles(run);
  const places: string[] = [];
  for (const origin of sidecarPaths(document)) {
    const path = (await run.held).get(origin);
    if (path !== undefined && (await run.isHeldAlone(path))) places.push(dirname(path));
  }
  return places;
}

/** Looks at one file; returns whether it only waits for having stood still. */
async function consider(
  run: ClaimRun,
  path: string,
  there: ReadonlySet<string>,
): Promise<'waits' | 'claimed' | 'stays'> {
  const seen = await statPath(path);
  if (seen.kind !== 'file') return 'stays';
  const known = run.candidates.get(path);
  if (known === undefined || !isSameStat(known.stat, seen.stat)) {
    run.candidates.set(path, { stat: seen.stat, stillSince: run.clock.monotonic(), judged: null, isDocument: false });
    return seen.stat.size === 0 ? 'stays' : 'waits';
  }
  if (known.judged === 'stays' || known.judged === 'returned' || seen.stat.size === 0) return 'stays';
  const beside = await besideOwner(run, path, there, known);
  if (beside === 'claimed') run.candidates.delete(path);
  if (beside !== null) return beside;
  known.isDocument = true;
  if (run.clock.monotonic() - known.stillSince < run.quietMs) return 'waits';
  const judged = known.judged ?? (await judge(run, path, known.stat));
  known.judged = judged === 'later' ? null : judged;
  if (judged !== 'claim' || isIdle(run)) return 'stays';
  const earlier = await sidecarPlaces(run, path);
  const problem = await claimFile(run.root, run.own, run.newId(), path, earlier);
  for (const place of earlier) await released(run, place);
  if (problem === null) run.candidates.delete(path);
  else if (refusals.has(problem)) run.refused = claimingFault(run.root, problem);
  return problem === null ? 'claimed' : 'stays';
}

/** What a file that stands still is for: `stays` = nothing of it can be claimed as it is, `later` = it can't be told now. */
async function judge(
  run: ClaimRun,
  path: string,
  fileStat: FileStat,
): Promise<'claim' | 'stays' | 'returned' | 'later'> {
  if (run.config.sidecars && isIndexName(basename(path))) {
    const { kind } = await run.inspector.sidecar(path);
    if (kind === 'index' || kind === 'invalid') return 'stays';
  }
  const found = await run.inspector.inspect(path, { expected: fileStat });
  switch (found.kind) {
    case 'whole': {
      const note = await stat(returnedNote(run.root, found.sha256, fileStat.modifiedAt)).catch(() => null);
      return note === null ? 'claim' : 'returned';
    }
    // What can't be sent is held by one station only.
    case 'refused':
      return 'claim';
    case 'incomplete':
      return 'stays';
    case 'empty':
    case 'changed':
    case 'busy':
    case 'unreadable':
    case 'gone':
    case 'not-a-file':
      return 'later';
  }
}

async function walk(run: ClaimRun): Promise<boolean> {
  run.refused = null;
  run.held = null;
  if ((await statPath(run.root)).kind === 'gone') return false;
  await keepLease(run);
  if (run.resting) return false;
  const listed = await run.list(run.root);
  const there = new Set(listed);
  for (const path of run.candidates.keys()) if (!there.has(path)) run.candidates.delete(path);
  let waits = false;
  let claimed = 0;
  for (const path of listed) {
    if (isIdle(run)) break;
    // A pass over a full folder may take longer than a lease: who works must not look dead.
    await keepLease(run);
    const result = await consider(run, path, there);
    waits ||= result === 'waits';
    if (result !== 'claimed') continue;
    claimed += 1;
    if (claimed % claimsAtOnce === 0) run.claimed();
  }
  if (claimed % claimsAtOnce > 0) run.claimed();
  return waits;
}

/** One pass at a time; returns whether files wait for having stood still. */
function pass(run: ClaimRun): Promise<boolean> {
  run.running ??= walk(run)
    .catch((error: unknown) => {
      run.log.warn('claiming-failed', { source: run.config.id, cause: String(error) });
      run.refused = unsafeFault(error) ?? claimingFault(run.root, readFailure(error).code);
      return false;
    })
    .then((waits) => {
      run.running = null;
      const changed = !isDeepStrictEqual(run.trouble, run.refused);
      run.trouble = run.refused;
      if (changed && !run.over) run.claimed();
      run.cancelNext();
      if (!run.over) run.cancelNext = run.clock.after(waits ? run.busyMs : run.idleMs, () => void pass(run));
      return waits;
    });
  return run.running;
}

async function released(run: ClaimRun, path: string): Promise<void> {
  const [name] = paths.wayTo(run.folder, path) ?? [];
  if (name === undefined) return;
  const left = await readdir(join(run.folder, name), { recursive: true, withFileTypes: true }).catch(() => []);
  // Copies of an index are all that may be left.
  if (left.some((entry) => !entry.isDirectory() && !isIndexName(entry.name))) return;
  run.leaving(join(run.folder, name));
  // What can't be removed now is looked through and removed with what comes next.
  await withFolder(run.folder, { below: run.root }, (files) =>
    rm(files.at(name), { recursive: true, force: true }),
  ).catch((error: unknown) => run.log.warn('claim-not-removed', { source: run.config.id, cause: String(error) }));
}

/** Makes the claims of one shared folder. Nothing that the disk answers stops them: they are tried again with the next pass. */
export function createClaims(dependencies: ClaimsDependencies): Claims {
  const root = resolve(dependencies.config.folder);
  const own = stationFolder(root, dependencies.station.id);
  const run: ClaimRun = {
    ...dependencies,
    root,
    own,
    folder: join(own, 'files'),
    candidates: new Map(),
    renewedAt: null,
    running: null,
    cancelNext: () => undefined,
    over: false,
    resting: false,
    refused: null,
    trouble: null,
    held: null,
  };
  return {
    folder: run.folder,
    trouble: () => run.trouble,
    async start(rest) {
      run.resting = rest;
      await run.running;
      await pass(run);
    },
    async settled() {
      await run.running;
      while (!run.over && (await pass(run))) {
        await new Promise<void>((resolve) => {
          run.clock.after(run.busyMs, resolve);
        });
      }
    },
    released: (path) => released(run, path),
    async stop() {
      run.over = true;
      run.cancelNext();
      await run.running;
    },
  };
}
