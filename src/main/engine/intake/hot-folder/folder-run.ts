import { basename, dirname, join, resolve } from 'node:path';
import type { HotFolder } from '../../../../shared/settings.ts';
import type { Fault } from '../../../../shared/faults.ts';
import { fault } from '../../faults/fault.ts';
import { paths } from '../../platform/names/paths.ts';
import { loadKnownFiles } from '../reception/known-files.ts';
import { loadKeptPauses } from '../settling/kept-pauses.ts';
import { createSettler } from '../settling/settler.ts';
import type { Settler, SettlingEnd } from '../settling/settling.ts';
import { settlingItems } from '../settling/settling-items.ts';
import { createSidecarLookup } from '../sidecar/sidecar-lookup.ts';
import { sidecarPaths } from '../sidecar/sidecar-names.ts';
import { createApart, type Apart } from './apart.ts';
import { isKeptElsewhere } from '../inspection/placeholder.ts';
import { createClosedFolders, refusalOf } from './closed-folders.ts';
import { createFolderWatches, type StartWatch } from './folder-watches.ts';
import { fileSystemTraits } from './file-system.ts';
import type { HotFolderDependencies, TidiedFiles } from './hot-folder-dependencies.ts';
import { createIgnores, leavingOut } from './ignore-patterns.ts';
import { createOddNames } from './odd-names.ts';
import { nothingScanned, scanTree, type ScanReport, type ScanVisitor } from './scan-tree.ts';
import { rootCursor, type RootLook } from './source-root.ts';
import type { StateKeeper } from './source-state.ts';
import { createStandingFolders } from './standing-folders.ts';
import { quietTimes, sidecarTimes } from '../settling/quiet-times.ts';
import { createWriterSigns } from '../settling/writer-signs.ts';

/** One run of a hot folder, from start to pause or stop. */
export interface FolderRun {
  readonly settler: Settler;
  begin(): void;
  rescan(): Promise<ScanReport>;
  readonly lookApart: Apart['look'];
  readonly originals: TidiedFiles;
  /** A folder below is about to be removed: Windows' file servers keep what is watched until its watch ends. */
  leave(folder: string): void;
  end(): Promise<void>;
}

/** What a run needs; times in ms. */
export interface FolderRunDependencies extends HotFolderDependencies {
  readonly state: StateKeeper;
  readonly startWatch: StartWatch;
  readonly lookAtFolder: (folder: string) => Promise<RootLook>;
  /** What keeps files from coming into this folder, though it may be there; null = nothing. */
  readonly trouble: () => Fault | null;
  readonly silentAfterMs: number;
}

/** A folder that is away is looked for this often, in ms. */
const awayRetryMs = 1_000;
/** What is not whole is read again from this gap (ms) on, whether it was heard of or not. */
const rereadMs = 5_000;
/** Scans may take up to this share of the time, so that a huge folder does not keep a processor busy. */
const scanShare = 1 / 10;

/** Loads a source's memory and makes everything ready; nothing runs before `begin`. */
export async function createFolderRun(config: HotFolder, dependencies: FolderRunDependencies): Promise<FolderRun> {
  const { state, clock, journal, inspector, log } = dependencies;
  const root = resolve(config.folder);
  const watchLimit = fault('watch-limit', { folder: root });
  const apart = createApart(dependencies.overlap);
  const ignores = leavingOut(createIgnores(config.ignore), apart.leftOut);
  const known = await loadKnownFiles(journal, config.id);
  const pauses = await loadKeptPauses({ journal, clock }, config.id, (error) => state.journal(error));
  const times = quietTimes(config);
  const sidecars = config.sidecars
    ? createSidecarLookup({
        inspector,
        clock,
        ...sidecarTimes(times.quietTextMs, config.sidecarWaitMs),
        namesAreComplete: (folder) => watches.isListed(folder),
        itemIdOf: (path) => known.get(path)?.itemId,
      })
    : null;
  const signs = createWriterSigns(dependencies.writers);
  const settler = createSettler({
    ...dependencies,
    source: { id: config.id, rule: config.rule, holdAfterMs: config.holdAfterMs, rereadMs, ...times },
    known,
    pauses,
    sidecars,
    sourceIsThere,
    room: () => apart.again().then(dependencies.room),
    ended,
    shown: () => undefined,
    troubled: (error) => state.journal(error),
    writerSign: (path, look, stillMs) => signs.of(path, look, stillMs),
    isAway: isKeptElsewhere,
    showAtOnce: false,
  });
  const watches = createFolderWatches(dependencies.startWatch, onEvent, onWatchLost);
  const standing = createStandingFolders(watches, clock);
  const odd = createOddNames(config, {
    ...dependencies,
    known,
    sidecars,
    troubled: (error) => state.journal(error),
  });
  // Of the folder in which the known files lie. A station's own place in a shared folder is made anew where it is missing.
  let identity = config.claim ? null : await journal.cursor(rootCursor(config.id, root));
  let watched: string | null = null;
  const closedFolders = createClosedFolders(root);
  let scans = 0;
  let scanning: Promise<ScanReport> | null = null;
  let following: Promise<ScanReport> | null = null;
  let cancelNext = (): void => undefined;
  let over = false;
  const isOver = (): boolean => over;

  async function sourceIsThere(): Promise<boolean> {
    const seen = await dependencies.lookAtFolder(root);
    return seen.kind === 'there' && apart.reason() === null && (identity === null || seen.identity === identity);
  }

  function isIgnored(path: string): boolean {
    const below = paths.below(root, path);
    return below === null || below === '' || ignores(below, basename(path));
  }

  function onEvent(folder: string, name: string | null): void {
    if (over || apart.reason() !== null) return;
    sidecars?.stir(folder);
    if (name === null || name.includes('\uFFFD')) return void scanBelow(folder);
    const path = join(folder, name);
    signs.named(path);
    // A folder that goes away announces itself by its own name.
    if (name === basename(folder)) void sourceIsThere().then((there) => (there ? undefined : rescan()));
    if (isIgnored(path)) return;
    const owner = sidecars?.notice(path) ?? null;
    if (owner !== null && settler.has(owner)) settler.notice(owner);
    settler.notice(path);
  }

  function onWatchLost(code: string): void {
    log.warn('watch-lost', { source: config.id, code });
    if (watches.isLimited()) state.folder('polling', watchLimit);
  }

  function ended(path: string, end: SettlingEnd): void {
    if (end.kind === 'folder') {
      if (config.recursive && !over) void scanBelow(path);
    } else if (end.kind === 'gone') {
      watches.remove(path);
      if (!over && dirname(path) === root) void sourceIsThere().then((there) => (there ? undefined : rescan()));
    } else if (sidecars !== null) {
      for (const sidecar of sidecarPaths(path)) if (settler.has(sidecar)) settler.notice(sidecar);
    }
  }

  const visitor: ScanVisitor = {
    entering(folder, look) {
      if (!config.networkShare && !over) watches.add(folder, look, scans);
      return undefined;
    },
    listed: (folder) => watches.listed(folder, null),
    file: (path) => settler.notice(path),
    aside: (path) => dependencies.foundAside?.(path),
    name: (path) => void sidecars?.notice(path),
    ignored: (path) => signs.named(path),
    odd: (path, bytes, problem) => void odd.look(path, bytes, problem),
    stopped: () => over,
  };

  /** A new folder, or one of which something unclear was announced. */
  async function scanBelow(folder: string): Promise<void> {
    await scanTree(folder, { root, recursive: config.recursive, ignores, known, scan: scans }, visitor);
  }

  async function scan(isFull: boolean): Promise<ScanReport> {
    const started = clock.monotonic();
    const cancelSilence = clock.after(dependencies.silentAfterMs, () =>
      state.folder('silent', fault('folder-silent', { folder: root })),
    );
    try {
      const report = await scanRoot(isFull);
      if (!over) scheduleNext(clock.monotonic() - started);
      return report;
    } finally {
      cancelSilence();
    }
  }

  async function scanRoot(isFull: boolean): Promise<ScanReport> {
    const seen = await dependencies.lookAtFolder(root);
    if (!(await apart.look())) return away('overlap');
    if (isOver()) return away('ENOENT');
    if (seen.kind !== 'there') return away(seen.kind === 'missing' ? 'ENOENT' : seen.code);
    if (watched !== null && watched !== seen.identity) {
      // Another folder stands there: the old watches tell of the one that went away.
      watches.closeAll();
      log.warn('folder-replaced', { source: config.id });
    }
    watched = seen.identity;
    const { identitiesAreTrue, stillnessIsTrue } = await fileSystemTraits(root, config.networkShare);
    known.trustIdentities(identitiesAreTrue);
    scans += 1;
    known.beginScan(scans);
    const isOther = identity !== null && identity !== seen.identity;
    const sparing = standing.begin(visitor, seen.identity, apart.leftOut(), isFull || isOther || !stillnessIsTrue);
    const report = await scanTree(root, { root, recursive: config.recursive, ignores, known, scan: scans }, sparing);
    if (isOver()) return report;
    const rootFailure = report.failures.find(({ path }) => path === root);
    if (rootFailure !== undefined) return away(rootFailure.code);
    const replaced = isOther && known.size() > 0 && !known.hasListed(scans);
    if (!replaced) await accept(seen.identity);
    // One that somebody removed may stay for as long as it is watched, and only refuses to be listed.
    for (const { path } of report.failures) watches.remove(path);
    if (report.failures.length === 0) {
      if (!replaced) {
        known.markMissed(scans, (path) => report.passedBy(path));
        standing.done();
        void odd.free();
      }
      watches.retain(scans);
    }
    for (const path of known.doubtSome()) settler.notice(path);
    for (const { path } of settler.waiting()) settler.notice(path);
    for await (const item of settlingItems(journal, config.id)) {
      if (!settler.has(item.path)) settler.notice(item.path, item.id);
    }
    state.scanned(clock.now());
    const trouble = dependencies.trouble();
    if (trouble !== null) state.folder('silent', trouble);
    else if (replaced) state.folder('silent', fault('folder-replaced', { folder: root }));
    else if (watches.isLimited()) state.folder('polling', watchLimit);
    else {
      const { reason, isNews } = closedFolders(report);
      state.folder(config.networkShare ? 'polling' : 'watching', reason, isNews);
    }
    return report;
  }

  /** This is the folder of the source: what is missing in it from now on was taken away by somebody. */
  async function accept(present: string): Promise<void> {
    if (identity === present) return;
    try {
      if (!config.claim)
        await journal.commit([{ kind: 'cursor-set', name: rootCursor(config.id, root), value: present }]);
      identity = present;
    } catch (error) {
      // The next scan tries again.
      state.journal(error);
    }
  }

  function away(code: string): ScanReport {
    watches.closeAll();
    if (!over) {
      const missing = code === 'ENOENT' || code === 'ENOTDIR';
      const reason = missing ? 'folder-missing' : refusalOf(code);
      // Our own place in a shared folder is not there where none could be made.
      const trouble = missing ? dependencies.trouble() : null;
      state.folder('silent', apart.reason() ?? trouble ?? fault(reason, { folder: root }, code));
    }
    return nothingScanned([{ path: root, code }]);
  }

  function scheduleNext(tookMs: number): void {
    cancelNext();
    const isAway = state.get().state === 'silent';
    const pause = isAway ? Math.min(config.rescanMs, awayRetryMs) : Math.max(config.rescanMs, tookMs / scanShare);
    cancelNext = clock.after(pause, () => void runScan(false));
  }

  function runScan(isFull = true): Promise<ScanReport> {
    cancelNext();
    const running = scan(isFull)
      .catch((error: unknown) => {
        state.journal(error);
        if (!over) scheduleNext(0);
        return away('unknown');
      })
      .finally(() => {
        if (scanning === running) scanning = null;
      });
    scanning = running;
    return running;
  }

  /** A scan that begins after now: one that runs already may have passed what the caller knows of. */
  function rescan(): Promise<ScanReport> {
    if (scanning === null) return runScan();
    following ??= scanning.then(() => {
      following = null;
      return over ? away('ENOENT') : runScan();
    });
    return following;
  }

  // Before the first scan, which would take their files for new ones.
  const settling: (readonly [path: string, itemId: string])[] = [];
  for await (const item of settlingItems(journal, config.id)) settling.push([item.path, item.id]);

  return {
    settler,
    rescan,
    lookApart: apart.look,
    originals: {
      setAside: (...given) => known.setAside(...given),
      forget(path, itemId) {
        known.forget(path, itemId);
        settler.notice(path);
      },
      remember: (file) => known.set(file),
    },
    leave: (folder) => watches.leave(folder),
    begin() {
      for (const [path, itemId] of settling) settler.notice(path, itemId);
      void rescan();
    },
    async end() {
      over = true;
      cancelNext();
      watches.closeAll();
      await settler.stop();
      await pauses.keep();
    },
  };
}
