import type { HotFolder } from '../../../../shared/settings.ts';
import type { Fault } from '../../../../shared/faults.ts';
import { fault } from '../../faults/fault.ts';
import type { Overlap } from '../../settings/overlaps.ts';
import type { KnownFiles } from '../reception/known-files.ts';
import type { IntakeDependencies } from '../reception/intake.ts';
import { settlingItems } from '../settling/settling-items.ts';
import type { Settler } from '../settling/settling.ts';
import { createClosedFolders, refusalOf } from './closed-folders.ts';
import { fileSystemTraits } from './file-system.ts';
import type { FolderWatches } from './folder-watches.ts';
import type { Ignores } from './ignore-patterns.ts';
import type { OddNames } from './odd-names.ts';
import { nothingScanned, scanTree, type ScanReport, type ScanVisitor } from './scan-tree.ts';
import { rootCursor, type RootState } from './source-root.ts';
import type { StateKeeper } from './source-state.ts';
import { createStandingFolders } from './standing-folders.ts';

/** What looking through the folder of a source needs. */
export interface RootScanParts extends Pick<IntakeDependencies, 'clock' | 'journal' | 'log'> {
  readonly config: HotFolder;
  /** The folder, absolute. */
  readonly root: string;
  readonly state: StateKeeper;
  readonly known: KnownFiles;
  readonly settler: Settler;
  readonly watches: FolderWatches;
  readonly odd: OddNames;
  readonly ignores: Ignores;
  readonly apart: Apart;
  /** Hears what is found. */
  readonly visitor: Omit<ScanVisitor, 'entering' | 'listed' | 'odd' | 'stopped'>;
  readonly checkFolder: (folder: string) => Promise<RootState>;
  /** What keeps files from coming into this folder, though it may be there; null = nothing. */
  readonly trouble: () => Fault | null;
  /** ms without an answer after which the folder counts as silent. */
  readonly silentAfterMs: number;
}

/** Looks through the folder of a source: at the start, now and then, and when something is unclear. */
export interface RootScans {
  /** A scan that begins after now: one that runs already may have passed what the caller knows of. */
  rescan(): Promise<ScanReport>;
  /** A new folder, or one of which something unclear was announced. */
  below(folder: string): Promise<void>;
  /** Looks whether the folder of the source is there, and scans where it is not. */
  lookForRoot(): Promise<void>;
  isThere(): Promise<boolean>;
  end(): void;
}

/** Whether a hot folder lies apart from Mailroom's other folders, as far as was looked. */
export interface Apart {
  /** Why it does not; null = it does. */
  reason(): Fault | null;
  /** Folders in it that are not looked through. */
  leftOut(): readonly string[];
  /** Looks again; returns whether it does. */
  look(): Promise<boolean>;
  /** Resolves when it does; never, where nobody looks any more. */
  again(): Promise<void>;
}

/** Keeps that for one run of a hot folder; nothing was looked at yet. */
export function createApart(
  overlap: () => Promise<Overlap> = () => Promise.resolve({ fault: null, leftOut: [] }),
): Apart {
  let present: Overlap = { fault: null, leftOut: [] };
  const waiting: (() => void)[] = [];
  return {
    reason: () => present.fault,
    leftOut: () => present.leftOut,
    async look() {
      present = await overlap();
      if (present.fault === null) for (const goOn of waiting.splice(0)) goOn();
      return present.fault === null;
    },
    async again() {
      while (present.fault !== null) await new Promise<void>((goOn) => waiting.push(goOn));
    },
  };
}

/** A folder that is away is looked for this often, in ms. */
const awayRetryMs = 1_000;
/** Scans may take up to this share of the time, so that a huge folder does not keep a processor busy. */
const scanShare = 1 / 10;

/** The scans of one run. */
interface Scans {
  readonly parts: RootScanParts;
  readonly visitor: ScanVisitor;
  readonly standing: ReturnType<typeof createStandingFolders>;
  readonly closedFolders: ReturnType<typeof createClosedFolders>;
  /** Of the folder in which the known files lie; null = not known, or made anew where it is missing. */
  identity: string | null;
  watched: string | null;
  /**
   * Another folder stands there, and it may not be that of the source. It is not watched: Windows may keep what is watched from being taken
   * away again, and then nothing can come back in its place.
   */
  isStrange: boolean;
  count: number;
  scanning: Promise<ScanReport> | null;
  following: Promise<ScanReport> | null;
  cancelNext: () => void;
  over: boolean;
}

const isOver = ({ over }: Scans): boolean => over;

async function isThere(scans: Scans): Promise<boolean> {
  const { root, apart, checkFolder } = scans.parts;
  const seen = await checkFolder(root);
  if (seen.kind !== 'there' || apart.reason() !== null) return false;
  return scans.identity === null || scans.identity === seen.identity;
}

function away({ parts, over }: Scans, code: string): ScanReport {
  const { root, state, watches, apart } = parts;
  watches.closeAll();
  if (!over) {
    const missing = code === 'ENOENT' || code === 'ENOTDIR';
    const reason = missing ? 'folder-missing' : refusalOf(code);
    // Our own place in a shared folder is not there where none could be made.
    const trouble = missing ? parts.trouble() : null;
    state.folder('silent', apart.reason() ?? trouble ?? fault(reason, { folder: root }, code));
  }
  return nothingScanned([{ path: root, code }]);
}

function optionsOf({ parts, count }: Scans): Parameters<typeof scanTree>[1] {
  const { root, config, ignores, known } = parts;
  return { root, recursive: config.recursive, ignores, known, scan: count };
}

async function scanRoot(scans: Scans, isFull: boolean): Promise<ScanReport> {
  const { parts, standing } = scans;
  const { config, root, known, watches, apart } = parts;
  const seen = await parts.checkFolder(root);
  if (!(await apart.look())) return away(scans, 'overlap');
  if (isOver(scans)) return away(scans, 'ENOENT');
  if (seen.kind !== 'there') return away(scans, seen.kind === 'missing' ? 'ENOENT' : seen.code);
  if (scans.watched !== null && scans.watched !== seen.identity) {
    // Another folder stands there: the old watches tell of the one that went away.
    watches.closeAll();
    parts.log.warn('folder-replaced', { source: config.id });
  }
  scans.watched = seen.identity;
  const { identitiesAreTrue, stillnessIsTrue } = await fileSystemTraits(root, config.networkShare);
  known.trustIdentities(identitiesAreTrue);
  scans.count += 1;
  known.beginScan(scans.count);
  watches.beginScan();
  const isOther = scans.identity !== null && scans.identity !== seen.identity;
  scans.isStrange = isOther && known.size() > 0;
  const full = isFull || isOther || !stillnessIsTrue;
  const sparing = standing.begin(scans.visitor, seen.identity, apart.leftOut(), full);
  const report = await scanTree(root, optionsOf(scans), sparing);
  if (isOver(scans)) return report;
  const rootFailure = report.failures.find(({ path }) => path === root);
  if (rootFailure !== undefined) return away(scans, rootFailure.code);
  const replaced = scans.isStrange && !known.hasListed(scans.count);
  if (!replaced) await accept(scans, seen.identity);
  // It is watched from the next scan on, which finds what no event tells of until then.
  if (scans.isStrange && !replaced) void rescan(scans);
  await conclude(scans, report, replaced);
  return report;
}

/** This is the folder of the source: what is missing in it from now on was taken away by somebody. */
async function accept(scans: Scans, present: string): Promise<void> {
  const { config, root, journal, state } = scans.parts;
  if (scans.identity === present) return;
  try {
    if (!config.claim)
      await journal.commit([{ kind: 'cursor-set', name: rootCursor(config.id, root), value: present }]);
    scans.identity = present;
  } catch (error) {
    // The next scan tries again.
    state.journal(error);
  }
}

/** What a look through the whole folder says of files that are missing, that wait, and of the folder itself. */
async function conclude(scans: Scans, report: ScanReport, replaced: boolean): Promise<void> {
  const { config, root, state, known, settler, watches, odd, journal, clock } = scans.parts;
  // One that somebody removed may stay for as long as it is watched, and only refuses to be listed. Others may be listed the next time.
  for (const { path, code } of report.failures) if (refusalOf(code) === 'folder-unreadable') watches.end(path);
  if (report.failures.length === 0) {
    if (!replaced) {
      known.markMissed(scans.count, (path) => report.passedBy(path));
      scans.standing.done();
      void odd.free();
    }
    watches.retain();
  }
  for (const path of known.doubtSome()) settler.notice(path);
  for (const { path } of settler.waiting()) settler.notice(path);
  for await (const item of settlingItems(journal, config.id)) {
    if (!settler.has(item.path)) settler.notice(item.path, item.id);
  }
  state.scanned(clock.now());
  const trouble = scans.parts.trouble();
  if (trouble !== null) state.folder('silent', trouble);
  else if (replaced) state.folder('silent', fault('folder-replaced', { folder: root }));
  else if (watches.isLimited()) state.folder('polling', fault('watch-limit', { folder: root }));
  else {
    const { reason, isNews } = scans.closedFolders(report);
    state.folder(config.networkShare ? 'polling' : 'watching', reason, isNews);
  }
}

async function scan(scans: Scans, isFull: boolean): Promise<ScanReport> {
  const { clock, state, root, silentAfterMs } = scans.parts;
  const started = clock.monotonic();
  const cancelSilence = clock.after(silentAfterMs, () =>
    state.folder('silent', fault('folder-silent', { folder: root })),
  );
  try {
    const report = await scanRoot(scans, isFull);
    if (!scans.over) scheduleNext(scans, clock.monotonic() - started);
    return report;
  } finally {
    cancelSilence();
  }
}

function scheduleNext(scans: Scans, tookMs: number): void {
  const { config, clock, state } = scans.parts;
  scans.cancelNext();
  const isAway = state.get().state === 'silent';
  const pause = isAway ? Math.min(config.rescanMs, awayRetryMs) : Math.max(config.rescanMs, tookMs / scanShare);
  scans.cancelNext = clock.after(pause, () => void run(scans, false));
}

function run(scans: Scans, isFull = true): Promise<ScanReport> {
  scans.cancelNext();
  const running = scan(scans, isFull)
    .catch((error: unknown) => {
      scans.parts.state.journal(error);
      if (!scans.over) scheduleNext(scans, 0);
      return away(scans, 'unknown');
    })
    .finally(() => {
      if (scans.scanning === running) scans.scanning = null;
    });
  scans.scanning = running;
  return running;
}

function rescan(scans: Scans): Promise<ScanReport> {
  if (scans.scanning === null) return run(scans);
  scans.following ??= scans.scanning.then(() => {
    scans.following = null;
    return scans.over ? away(scans, 'ENOENT') : run(scans);
  });
  return scans.following;
}

/** Makes the scans of one run. `identity` = of the folder in which the known files lie, where that is known. */
export function createRootScans(parts: RootScanParts, identity: string | null): RootScans {
  const { config, root, watches, odd } = parts;
  const scans: Scans = {
    parts,
    visitor: {
      ...parts.visitor,
      entering(folder, look) {
        if (!config.networkShare && !scans.over && !scans.isStrange) watches.add(folder, look);
        return undefined;
      },
      listed: (folder) => watches.listed(folder, null),
      odd: (path, bytes, problem) => void odd.look(path, bytes, problem),
      stopped: () => scans.over,
    },
    standing: createStandingFolders(watches, parts.clock),
    closedFolders: createClosedFolders(root),
    identity,
    watched: null,
    isStrange: false,
    count: 0,
    scanning: null,
    following: null,
    cancelNext: () => undefined,
    over: false,
  };
  return {
    rescan: () => rescan(scans),
    isThere: () => isThere(scans),
    async below(folder) {
      await scanTree(folder, optionsOf(scans), scans.visitor);
    },
    async lookForRoot() {
      if (!(await isThere(scans))) await rescan(scans);
    },
    end() {
      scans.over = true;
      scans.cancelNext();
    },
  };
}
